package io.credence.prior;

import java.util.List;

/**
 * Sum of log densities of different parameters, their joint log density.
 *
 * @param terms terms, none of which shares a parameter with another
 */
public record PriorTerms(List<DensityTerm> terms) implements DensityTerm {
    public PriorTerms {
        terms = List.copyOf(terms);
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (DensityTerm term : terms) {
            sum += term.logDensity(theta);
        }
        return sum;
    }

    @Override
    public boolean hasCurvature() {
        return terms.stream().allMatch(DensityTerm::hasCurvature);
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        for (DensityTerm term : terms) {
            term.addGradient(theta, gradient);
        }
    }

    @Override
    public void addGradients(double[][] points, double[][] gradients) {
        for (DensityTerm term : terms) {
            term.addGradients(points, gradients);
        }
    }

    @Override
    public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        for (DensityTerm term : terms) {
            term.addBlankets(theta, owners, blankets, at);
        }
    }
}
