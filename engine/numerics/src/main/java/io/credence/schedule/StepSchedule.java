package io.credence.schedule;

/** The step size β_t that is requested at each step. */
public interface StepSchedule {

    /**
     * β_t, positive.
     *
     * @param step t, from 1
     */
    double stepSize(int step);
}
