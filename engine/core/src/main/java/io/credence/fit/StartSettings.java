package io.credence.fit;

/**
 * Settings of the search for a mode at which a fit begins.
 *
 * @param isSought whether a mode is searched for; else the fit begins at the prior
 * @param mean first point of the search, unconstrained, on the scale of the rows; one number for all parameters, or
 *     none for the prior's mode
 * @param restarts smallest number of starting points of the search
 */
public record StartSettings(boolean isSought, double[] mean, int restarts) {

    /** Search from the prior's mode, and from further points where parameters are few. */
    public static final StartSettings DEFAULT = new StartSettings(true, new double[0], 1);

    /** No search: a start at the prior itself. */
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
     * The first point of the search in the given dimension.
     *
     * @throws IllegalArgumentException if {@code mean} has another number of entries
     */
    public double[] firstPoint(int dimension) {
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
