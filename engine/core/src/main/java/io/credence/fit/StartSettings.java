package io.credence.fit;

/**
 * Where the search for a mode begins, if there is one.
 *
 * @param isSought whether a start is sought; else a fit begins at the prior
 * @param mean the first point, unconstrained, on the scale of the rows; one number for all parameters, or none for the prior's mode
 * @param restarts points to begin at, at least
 */
public record StartSettings(boolean isSought, double[] mean, int restarts) {

    /** At the prior's mode, and elsewhere where parameters are few. */
    public static final StartSettings DEFAULT = new StartSettings(true, new double[0], 1);

    /** None: the prior itself. */
    public static final StartSettings NONE = new StartSettings(false, new double[0], 1);

    public StartSettings {
        if (!isSought && (mean.length > 0 || restarts > 1)) {
            throw new IllegalArgumentException("a mean or restarts are those of a start that is sought: required"
                    + " start.search = true, found false");
        }
        if (restarts < 1) {
            throw new IllegalArgumentException("restarts must be at least 1 but were " + restarts);
        }
        for (double number : mean) {
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("a start must be finite but has the number " + number);
            }
        }
    }

    /**
     * The first point in that many dimensions.
     *
     * @throws IllegalArgumentException if there is another number of them
     */
    public double[] at(int dimension) {
        if (mean.length == dimension) {
            return mean;
        }
        if (mean.length != 1) {
            throw new IllegalArgumentException("start.mean must have one number for each of the " + dimension
                    + " unconstrained parameters, or one for all, but has " + mean.length);
        }
        double[] all = new double[dimension];
        java.util.Arrays.fill(all, mean[0]);
        return all;
    }
}
