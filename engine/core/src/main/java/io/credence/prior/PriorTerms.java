package io.credence.prior;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sum of log densities, the joint log density of all their parameters.
 *
 * @param terms terms, each of parameters of its own, perhaps given those of others
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

    /** That of the one term that has it. */
    @Override
    public @Nullable GaussianPrior unitDispersionPrior() {
        for (DensityTerm term : terms) {
            GaussianPrior unit = term.unitDispersionPrior();
            if (unit != null) {
                return unit;
            }
        }
        return null;
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
