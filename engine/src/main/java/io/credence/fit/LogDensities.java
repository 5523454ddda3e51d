package io.credence.fit;

import io.credence.data.Draws;
import io.credence.family.Blocks;
import io.credence.gradient.Drawn;
import io.credence.gradient.GradientForm;
import io.credence.prior.DensityTerm;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import org.jspecify.annotations.Nullable;

/**
 * From sums over a minibatch to log densities of all rows with the prior's extra term: log p_s = −(N/M · sum + expansion) + term.
 *
 * @param anchor expansion of all rows that was taken off the sums; null for none
 * @param factor N/M
 */
record LogDensities(
        DrawProblem problem, Draws draws, @Nullable Anchored anchor, double factor) {

    Drawn of(NormalDraws standard, DrawSums sums, GradientForm form) {
        int count = standard.count();
        int d = standard.dimension();
        double[] values = new double[count];
        double[] gradients = form == GradientForm.PER_DRAW ? new double[count * d] : new double[0];
        if (form == GradientForm.FOLDED) {
            gradients = sums.gradients().clone();
            for (int j = 0; j < gradients.length; j++) {
                gradients[j] *= -factor;
            }
        }
        double[] theta = new double[draws.dimension()];
        for (int s = 0; s < count; s++) {
            if (problem.term() != null || anchor != null) {
                draws.fill(s, theta);
            }
            values[s] = -factor * sums.losses()[s] + known(theta);
            if (form == GradientForm.PER_DRAW) {
                double[] known = knownGradient(theta);
                for (int j = 0; j < d; j++) {
                    gradients[s * d + j] = known[j] - factor * sums.gradients()[s * theta.length + j];
                }
            } else if (form == GradientForm.FOLDED && (problem.term() != null || anchor != null)) {
                foldKnown(standard, s, knownGradient(theta), gradients);
            }
        }
        return new Drawn(standard, values, gradients);
    }

    /**
     * The same with what of each value involves each factor.
     *
     * @param sums of a pass for the factors' Markov blankets
     * @param factors cut of the posterior
     */
    Drawn ofFactors(NormalDraws standard, DrawSums sums, Blocks factors) {
        Drawn drawn = of(standard, sums, GradientForm.BLANKETS);
        double[] blankets = sums.gradients().clone();
        for (int at = 0; at < blankets.length; at++) {
            blankets[at] *= -factor;
        }
        DensityTerm term = problem.term();
        double[] theta = new double[draws.dimension()];
        int[] owners = factors.owners();
        for (int s = 0; term != null && s < standard.count(); s++) {
            draws.fill(s, theta);
            term.addBlankets(theta, owners, blankets, s * factors.count());
        }
        return new Drawn(standard, drawn.values(), drawn.gradients(), blankets);
    }

    private static void foldKnown(NormalDraws standard, int s, double[] known, double[] gradients) {
        double[] epsilon = new double[standard.dimension()];
        standard.fill(s, epsilon);
        GradientForm.fold(known, epsilon, s, standard.count(), gradients);
    }

    private double known(double[] theta) {
        DensityTerm term = problem.term();
        return (anchor == null ? 0 : -anchor.value(theta)) + (term == null ? 0 : term.logDensity(theta));
    }

    private double[] knownGradient(double[] theta) {
        double[] gradient = new double[theta.length];
        if (anchor != null) {
            double[] slope = anchor.gradient(theta);
            for (int j = 0; j < slope.length; j++) {
                gradient[j] -= slope[j];
            }
        }
        DensityTerm term = problem.term();
        if (term != null) {
            term.addGradient(theta, gradient);
        }
        return gradient;
    }
}
