package io.credence.prior;

import java.util.stream.IntStream;

/**
 * Log density of independent parameters that have one scalar density in common.
 *
 * @param parameterIndices indices of the parameters, each once
 * @param density density of each
 */
record IndependentTerm(int[] parameterIndices, ScalarDensity density) implements DensityTerm {

    /** Term of {@code count} consecutive parameters. */
    public static IndependentTerm of(int first, int count, ScalarDensity density) {
        return new IndependentTerm(IntStream.range(first, first + count).toArray(), density);
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = parameterIndices.length * density.logConstant();
        for (int j : parameterIndices) {
            sum += density.logShape(theta[j]);
        }
        return sum;
    }

    @Override
    public boolean hasCurvature() {
        return density.hasCurvature();
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        for (int j : parameterIndices) {
            gradient[j] += density.slope(theta[j]);
        }
    }

    @Override
    public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        for (int j : this.parameterIndices) {
            if (j < owners.length) {
                blankets[at + owners[j]] += density.logConstant() + density.logShape(theta[j]);
            }
        }
    }
}
