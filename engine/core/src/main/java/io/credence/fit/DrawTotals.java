package io.credence.fit;

import io.credence.data.Draws;
import io.credence.family.Blocks;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.prior.DensityTerm;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import org.jspecify.annotations.Nullable;

/**
 * Losses of all rows at draws, scaled up from sums over a minibatch: N/M · sum, plus the expansion that was subtracted
 * from each row.
 *
 * @param sums sums over the minibatch
 * @param rowScaling scaling factor N/M
 * @param expansion expansion of all rows that was subtracted from the sums; null for none
 */
public record DrawTotals(
        Problem problem,
        ParameterDraws draws,
        DrawSums sums,
        double rowScaling,
        @Nullable TaylorControlVariate expansion) {

    /** Total loss Σ_i ℓ_i(θ_s) over all rows. */
    double loss(int s, double[] theta) {
        return rowScaling * sums.losses()[s] + (expansion == null ? 0 : expansion.value(theta));
    }

    /** Gradient of the total loss, d numbers. */
    double[] lossGradient(int s, double[] theta) {
        double[] gradient = expansion == null ? new double[theta.length] : expansion.gradient(theta);
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] += rowScaling * sums.gradients()[s * theta.length + j];
        }
        return gradient;
    }

    /** Log densities log p_s of the rows and of the prior's non-normal part at the draws, with their gradients. */
    public EvaluatedDraws logDensities(GradientForm form) {
        NormalDraws standard = draws.standard();
        int count = standard.count();
        int d = standard.dimension();
        double[] values = new double[count];
        double[] gradients = form == GradientForm.PER_DRAW ? new double[count * d] : new double[0];
        if (form == GradientForm.FOLDED) {
            gradients = sums.gradients().clone();
            for (int j = 0; j < gradients.length; j++) {
                gradients[j] *= -rowScaling;
            }
        }
        double[] theta = new double[draws.theta().dimension()];
        boolean corrected = problem.prior().term() != null || expansion != null;
        for (int s = 0; s < count; s++) {
            if (corrected) {
                draws.theta().fill(s, theta);
            }
            values[s] = -loss(s, theta) + problem.prior().termDensity(theta);
            if (form == GradientForm.PER_DRAW) {
                double[] known = knownGradient(theta);
                for (int j = 0; j < d; j++) {
                    gradients[s * d + j] = known[j] - rowScaling * sums.gradients()[s * theta.length + j];
                }
            } else if (form == GradientForm.FOLDED && corrected) {
                fold(standard, s, knownGradient(theta), gradients);
            }
        }
        return new EvaluatedDraws(standard, values, gradients);
    }

    /**
     * Log densities by draw and factor of the posterior.
     *
     * @param factors blocks of the posterior, whose Markov blankets the pass requested
     */
    public EvaluatedDraws logDensities(Blocks factors) {
        EvaluatedDraws drawn = logDensities(GradientForm.BLANKETS);
        double[] blankets = sums.gradients().clone();
        for (int at = 0; at < blankets.length; at++) {
            blankets[at] *= -rowScaling;
        }
        DensityTerm term = problem.prior().term();
        Draws all = draws.theta();
        double[] theta = new double[all.dimension()];
        int[] owners = factors.blockIndices();
        for (int s = 0; term != null && s < all.count(); s++) {
            all.fill(s, theta);
            term.addBlankets(theta, owners, blankets, s * factors.count());
        }
        return new EvaluatedDraws(draws.standard(), drawn.values(), drawn.gradients(), blankets);
    }

    private static void fold(NormalDraws standard, int s, double[] known, double[] gradients) {
        double[] epsilon = new double[standard.dimension()];
        standard.fill(s, epsilon);
        GradientForm.addToReplicate(known, epsilon, s, standard.count(), gradients);
    }

    private double[] knownGradient(double[] theta) {
        double[] gradient = new double[theta.length];
        if (expansion != null) {
            double[] slope = expansion.gradient(theta);
            for (int j = 0; j < slope.length; j++) {
                gradient[j] -= slope[j];
            }
        }
        problem.prior().addTermGradient(theta, gradient);
        return gradient;
    }
}
