package io.credence.prior;

import java.util.List;

/**
 * The sum of log densities of different parameters: their joint density.
 *
 * @param terms each of parameters that no other term is about
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
