package io.credence.family;

/** Checks of the unconstrained parameters λ of a posterior, and small algebra that the families share. */
final class FreeParameters {

    /** ½ log 2π. */
    static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

    private FreeParameters() {}

    /**
     * Refuses parameters of a wrong number, or not finite.
     *
     * @param family for the message
     * @param required how many there have to be
     */
    static void check(String family, double[] parameters, long required) {
        if (parameters.length != required) {
            throw new IllegalArgumentException("this " + family + " posterior requires " + required
                    + " unconstrained parameters but found " + parameters.length);
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!Double.isFinite(parameters[i])) {
                throw new IllegalArgumentException("the unconstrained parameters of a " + family
                        + " posterior must be finite but number " + i + " was " + parameters[i]);
            }
        }
    }

    /** Refuses a location and a scale that no posterior can start from. */
    static void checkStart(double[] mean, double[] sd) {
        if (mean.length != sd.length || mean.length == 0) {
            throw new IllegalArgumentException("a posterior starts from as many means as standard deviations, at least"
                    + " one, but found " + mean.length + " and " + sd.length);
        }
        for (int j = 0; j < mean.length; j++) {
            if (!Double.isFinite(mean[j]) || !(sd[j] > 0 && sd[j] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a posterior starts from finite means and positive, finite standard"
                        + " deviations but found " + mean[j] + " and " + sd[j] + " for parameter " + j);
            }
        }
    }

    /** Refuses a count below 1. */
    static void checkPositive(String what, int count) {
        if (count < 1) {
            throw new IllegalArgumentException(what + " must be at least 1 but was " + count);
        }
    }

    /** Refuses degrees of freedom ν that are not positive; infinity stands for the Gaussian. */
    static void checkDegreesOfFreedom(double degreesOfFreedom) {
        if (!(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException(
                    "degrees of freedom must be positive (infinite for a Gaussian) but were " + degreesOfFreedom);
        }
    }

    /** Writes the logarithms of {@code sd} into {@code into} from {@code at} on. */
    static void logs(double[] sd, double[] into, int at) {
        for (int j = 0; j < sd.length; j++) {
            into[at + j] = Math.log(sd[j]);
        }
    }

    /** The standard deviation of Student's t with unit scale; 1 for the Gaussian, infinite for ν ≤ 2. */
    static double studentSd(double degreesOfFreedom) {
        if (Double.isInfinite(degreesOfFreedom)) {
            return 1;
        }
        return degreesOfFreedom > 2 ? Math.sqrt(degreesOfFreedom / (degreesOfFreedom - 2)) : Double.POSITIVE_INFINITY;
    }

    /** {@code Σ_j x[xAt + j] y[yAt + j]} over {@code length} numbers. */
    static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double sum = 0;
        for (int j = 0; j < length; j++) {
            sum += x[xAt + j] * y[yAt + j];
        }
        return sum;
    }

    /** {@code y[yAt + j] += a x[xAt + j]} over {@code length} numbers. */
    static void add(double[] y, int yAt, double a, double[] x, int xAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += a * x[xAt + j];
        }
    }
}
