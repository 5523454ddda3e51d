package io.credence.prior;

import java.util.Arrays;
import org.hipparchus.special.Gamma;

/**
 * Laplace density of a block of m parameters that are shrunk together, ∝ exp(−‖θ − mean‖/b). It is the prior behind the
 * group lasso. It is a normal density whose variance τ²b² has τ² ~ Gamma((m + 1)/2, rate ½).
 *
 * @param parameterIndices indices of the block's parameters
 * @param mean centre of each of them
 * @param scale b, positive
 */
record ShrinkageLaplace(int[] parameterIndices, double mean, double scale) implements DensityTerm {
    public ShrinkageLaplace {
        PriorChecks.requireFinite("the mean of a shrinkage block's Laplace density", mean);
        PriorChecks.requirePositive("the scale of a shrinkage block's Laplace density", scale);
    }

    @Override
    public double logDensity(double[] theta) {
        int m = parameterIndices.length;
        double logConstant = Gamma.logGamma(0.5 * m)
                - Gamma.logGamma(m)
                - Math.log(2)
                - m * (0.5 * Math.log(Math.PI) + Math.log(scale));
        return logConstant - distance(theta, parameterIndices, mean) / scale;
    }

    @Override
    public boolean hasCurvature() {
        return false;
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        double distance = distance(theta, parameterIndices, mean);
        if (distance > 0) {
            for (int j : parameterIndices) {
                gradient[j] -= (theta[j] - mean) / (distance * scale);
            }
        }
    }

    @Override
    public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        addToOwners(logDensity(theta), this.parameterIndices, owners, blankets, at);
    }

    /** Adds a number once to each factor that owns one of the parameters {@code of}. */
    static void addToOwners(double number, int[] of, int[] owners, double[] sums, int at) {
        Arrays.stream(of)
                .filter(j -> j < owners.length)
                .map(j -> owners[j])
                .distinct()
                .forEach(f -> sums[at + f] += number);
    }

    /** Euclidean distance ‖θ − mean‖ over the parameters {@code at}. */
    static double distance(double[] theta, int[] at, double mean) {
        double squares = 0;
        for (int j : at) {
            squares += (theta[j] - mean) * (theta[j] - mean);
        }
        return Math.sqrt(squares);
    }
}
