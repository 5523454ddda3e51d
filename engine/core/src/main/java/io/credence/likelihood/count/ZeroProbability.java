package io.credence.likelihood.count;

import java.io.Serializable;
import java.util.OptionalDouble;

/**
 * Probability p(0 | η) of a zero among counts, at each value that their dispersion may have. What is integrated over η
 * supposes that −log p(0 | η) is convex, falls to e^η where that is small, and is nowhere closer to a singularity, or
 * to a multiple of 2πi, than e^η is to one.
 */
public interface ZeroProbability extends Serializable {

    /** Weights of the values that the dispersion may have; a single 1 without a dispersion. */
    default double[] dispersionWeights() {
        return new double[] {1};
    }

    /**
     * Value number {@code k} of the dispersion; 1 without one.
     *
     * @param k number of the dispersion's value
     */
    default double dispersion(int k) {
        return 1;
    }

    /**
     * Point η at which log p(0 | η) bends; none where its logarithm is straight. The function is singular π above it.
     *
     * @param k number of the dispersion's value
     */
    default OptionalDouble singularity(int k) {
        return OptionalDouble.empty();
    }

    /**
     * Writes log p(0 | η) and its first two derivatives into {@code out}, from {@code at} on.
     *
     * @param k number of the dispersion's value
     */
    void writeLogProbability(int k, double eta, double[] out, int at);
}
