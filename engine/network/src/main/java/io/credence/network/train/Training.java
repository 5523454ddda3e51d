package io.credence.network.train;

import java.io.Serializable;

/**
 * Settings of the training of members by Adam on reshuffled minibatches.
 *
 * @param epochs number of times that each row is visited; 0: as many as the number of rows calls for
 * @param batch number of rows of a step, about
 * @param validation share of the rows held out to weigh members; 0: all weigh the same
 * @param stepSize size of the first step
 * @param schedule schedule of the step size
 */
public record Training(int epochs, int batch, double validation, double stepSize, StepSizeSchedule schedule)
        implements Serializable {

    /** Default training. */
    public static final Training DEFAULT = new Training(0, 100, 0.1, 0.01, StepSizeSchedule.COSINE);

    /** Value of the batch size for steps that read all rows. */
    public static final int ALL = Integer.MAX_VALUE;

    /**
     * Number of epochs for a data set of one row. Epochs fall with the root of the number of rows, so that steps rise
     * with it.
     */
    private static final double EPOCHS = 20_000;

    /** Largest number of rows held out. More do not improve the mixture weights. */
    private static final double MOST_HELD_OUT = 10_000;

    /** Schedule of step sizes. */
    public enum StepSizeSchedule {
        /** Half a cosine from the first size to 0, so that the last steps do not wander. */
        COSINE {
            @Override
            double stepSizeFactor(double progress) {
                return 0.5 * (1 + Math.cos(Math.PI * progress));
            }
        },
        /** One size for all steps. */
        CONSTANT {
            @Override
            double stepSizeFactor(double progress) {
                return 1;
            }
        };

        /**
         * Factor of the first step size for the step at {@code progress}, the share of all steps before it, from 0 to
         * below 1.
         */
        abstract double stepSizeFactor(double progress);
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

    /** Copy with another number of visits of each row. */
    public Training withEpochs(int visits) {
        return new Training(visits, batch, validation, stepSize, schedule);
    }

    /** Copy with steps on about {@code rows} rows. */
    public Training withBatch(int rows) {
        return new Training(epochs, rows, validation, stepSize, schedule);
    }

    /** Copy with another share of the rows held out. */
    public Training withValidation(double share) {
        return new Training(epochs, batch, share, stepSize, schedule);
    }

    /** Copy with another size of the first step. */
    public Training withStepSize(double size) {
        return new Training(epochs, batch, validation, size, schedule);
    }

    /** Readable description of the steps of an epoch. */
    String stepsDescription() {
        return batch == ALL ? "a step on all rows" : "minibatches of about " + batch + " rows";
    }

    /** Number of steps of an epoch over a partition of {@code rows} rows. */
    int stepCount(int rows) {
        return Math.max(1, (int) Math.rint((double) rows / batch));
    }

    /** Number of rows of the largest step over a partition of {@code rows} rows. */
    public int largestBatch(int rows) {
        int steps = stepCount(rows);
        return (int) (((long) rows + steps - 1) / steps);
    }

    /** Number of epochs over {@code rows} rows. */
    int epochCount(long rows) {
        return epochs > 0 ? epochs : (int) Math.max(10, Math.rint(EPOCHS / Math.sqrt((double) rows)));
    }

    /** Share of {@code rows} rows that is held out. */
    double holdOutShare(long rows) {
        return Math.min(validation, MOST_HELD_OUT / rows);
    }
}
