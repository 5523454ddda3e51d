package io.credence.schedule;

/** Schedule of the requested step sizes β_t. */
public interface StepSchedule {

    /**
     * Step size β_t, positive.
     *
     * @param step number t of the step, from 1
     */
    double stepSize(int step);
}
