package io.credence.family;

import io.credence.linalg.Vectors;

/** Checks of the unconstrained parameters λ of a posterior, and small algebra that the families share. */
public final class FreeParameterAlgebra {

    private FreeParameterAlgebra() {}

    /**
     * Refuses parameters of a wrong number, or not finite.
     *
     * @param family for the message
     * @param required required number of parameters
     */
    public static void check(String family, double[] parameters, long required) {
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

    /** Refuses a location and a scale at which no posterior can start. */
    public static void checkStart(double[] mean, double[] sd) {
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

    /** Refuses factors by which no posterior can be rescaled. */
    public static void checkFactors(double[] factors, int dimension) {
        checkLength("list of factors of a rescaled posterior", dimension, factors.length);
        for (double factor : factors) {
            if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "factors of a rescaled posterior must be positive and finite but one was " + factor);
            }
        }
    }

    /**
     * Scale factors of a posterior after it is rescaled: the products of {@code multiples} and {@code factors}. Invalid
     * factors are refused.
     */
    static double[] rescaled(double[] multiples, double[] factors) {
        checkFactors(factors, multiples.length);
        return Vectors.entrywiseProduct(multiples, factors);
    }

    /** Refuses an array whose length is not the required one. */
    static void checkLength(String what, int required, int found) {
        if (found != required) {
            throw new IllegalArgumentException("the " + what + " must have " + required + " numbers but has " + found);
        }
    }

    /** Refuses a count below 1. */
    public static void checkPositive(String what, int count) {
        if (count < 1) {
            throw new IllegalArgumentException(what + " must be at least 1 but was " + count);
        }
    }

    /** Refuses degrees of freedom ν that are not positive and finite. */
    public static void checkDegreesOfFreedom(double degreesOfFreedom) {
        if (!(degreesOfFreedom > 0 && degreesOfFreedom < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "degrees of freedom must be positive and finite but were " + degreesOfFreedom);
        }
    }

    /** Writes the logarithms of {@code sd} into {@code into}, beginning at index {@code at}. */
    public static void writeLogs(double[] sd, double[] into, int at) {
        for (int j = 0; j < sd.length; j++) {
            into[at + j] = Math.log(sd[j]);
        }
    }

    /**
     * Rescales parameters in place. Locations, which begin at {@code at}, are multiplied by {@code factors}; the
     * factors' logarithms are added to the log scales at {@code logsAt}.
     */
    public static void rescale(double[] parameters, int at, int logsAt, double[] factors) {
        for (int j = 0; j < factors.length; j++) {
            parameters[at + j] *= factors[j];
            parameters[logsAt + j] += Math.log(factors[j]);
        }
    }

    /** Standard deviation of Student's t with unit scale; infinite for ν ≤ 2. */
    public static double studentSd(double degreesOfFreedom) {
        return degreesOfFreedom > 2 ? Math.sqrt(degreesOfFreedom / (degreesOfFreedom - 2)) : Double.POSITIVE_INFINITY;
    }

    /** Inner product {@code Σ_j x[xAt + j] y[yAt + j]} over {@code length} numbers. */
    public static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double sum = 0;
        for (int j = 0; j < length; j++) {
            sum += x[xAt + j] * y[yAt + j];
        }
        return sum;
    }

    /** Adds a multiple of a vector: {@code y[yAt + j] += a x[xAt + j]} over {@code length} numbers. */
    public static void add(double[] y, int yAt, double a, double[] x, int xAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += a * x[xAt + j];
        }
    }
}
