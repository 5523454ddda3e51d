package io.credence.network;

import java.io.Serializable;

/**
 * How members are trained: Adam on reshuffled minibatches.
 *
 * @param epochs times that each row is visited; 0: as many as the rows call for
 * @param batch rows of a step, about
 * @param validation share of the rows held out to weigh members; 0: all weigh the same
 * @param stepSize of the first step
 * @param schedule how the step size goes on
 */
public record Training(int epochs, int batch, double validation, double stepSize, Schedule schedule)
        implements Serializable {

    /** The defaults. */
    public static final Training DEFAULT = new Training(0, 100, 0.1, 0.01, Schedule.COSINE);

    /** Of steps that read all rows: their batch. */
    static final int ALL = Integer.MAX_VALUE;

    /** Epochs of one row; from data set to data set they fall with the root of the number of rows, so that steps rise with it. */
    private static final double EPOCHS = 20_000;

    /** More rows than these held out know mixture weights no better. */
    private static final double MOST_HELD_OUT = 10_000;

    /** How step sizes go on. */
    public enum Schedule {
        /** Half a cosine from the first to 0, which ends the wandering of the last steps. */
        COSINE {
            @Override
            double factor(double progress) {
                return 0.5 * (1 + Math.cos(Math.PI * progress));
            }
        },
        /** The same for all steps. */
        CONSTANT {
            @Override
            double factor(double progress) {
                return 1;
            }
        };

        /** Of the step at that share of all steps, from 0 to below 1. */
        abstract double factor(double progress);
    }

    public Training {
        if (epochs < 0 || batch < 1) {
            throw new IllegalArgumentException(
                    "train.epochs and train.batch must be at least 1 but were " + epochs + " and " + batch);
        }
        if (!(validation >= 0 && validation < 1) || !(stepSize > 0 && stepSize < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("train.validation must lie from 0 to below 1 and train.stepSize be"
                    + " positive but were " + validation + " and " + stepSize);
        }
    }

    /** The same with so many visits of each row. */
    public Training epochs(int visits) {
        return new Training(visits, batch, validation, stepSize, schedule);
    }

    /** The same with steps on about so many rows. */
    public Training batch(int rows) {
        return new Training(epochs, rows, validation, stepSize, schedule);
    }

    /** The same with that share of the rows held out. */
    public Training validation(double share) {
        return new Training(epochs, batch, share, stepSize, schedule);
    }

    /** The same with first steps of that size. */
    public Training stepSize(double size) {
        return new Training(epochs, batch, validation, size, schedule);
    }

    /** What an epoch is made of, for people. */
    String steps() {
        return batch == ALL ? "a step on all rows" : "minibatches of about " + batch + " rows";
    }

    /** Epochs over so many rows. */
    int epochsOver(long rows) {
        return epochs > 0 ? epochs : (int) Math.max(10, Math.rint(EPOCHS / Math.sqrt((double) rows)));
    }

    /** Share of so many rows that is held out. */
    double heldOut(long rows) {
        return Math.min(validation, MOST_HELD_OUT / rows);
    }
}
