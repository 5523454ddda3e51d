package io.credence.mixed.model;

import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Moments of the coefficients of smooths against their prior N(0, τ²), where τ is a variance component.
 *
 * @param prior prior of β given the variance components
 * @param mean mean of unknowns of which the last are β
 * @param covariance covariance of these unknowns
 */
public record SmoothMoments(MixedModel model, GaussianPrior prior, double[] mean, double[] covariance) {

    /**
     * Sums of E β²/τ² − 1 over the coefficients of each smooth: derivatives of log p(y), or of a bound on it, in the
     * logarithm of τ.
     */
    public List<double[]> excess() {
        List<double[]> all = new ArrayList<>();
        for (double sum : sums(j -> prior.precision()[j] * (square(j) + variance(j)) - 1)) {
            all.add(new double[] {sum});
        }
        return all;
    }

    /** Effective degrees of freedom of each smooth: the sum of 1 − Var β/τ² over its coefficients. */
    public double[] degrees() {
        return sums(j -> 1 - prior.precision()[j] * variance(j));
    }

    private double[] sums(IntToDoubleFunction ofCoefficient) {
        double[] sums = new double[model.smooths().size()];
        Arrays.setAll(
                sums,
                s -> Arrays.stream(model.smoothCoefficients(s))
                        .mapToDouble(ofCoefficient)
                        .sum());
        return sums;
    }

    private int index(int coefficient) {
        return mean.length - prior.dimension() + coefficient;
    }

    private double square(int coefficient) {
        return Math.pow(mean[index(coefficient)], 2);
    }

    private double variance(int coefficient) {
        return covariance[index(coefficient) * (mean.length + 1)];
    }
}
