package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.Posterior;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.loss.DrawLoss;
import io.credence.objective.DrawObjective;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.risk.RowReduction;
import org.jspecify.annotations.Nullable;

/**
 * What is to be inferred under an objective by draws: either one of the draws' importance weights, or a loss, of each draw or
 * as a risk of each row, plus a divergence from the prior.
 *
 * @param loss loss of a row at all parameters
 * @param prior normal prior; precision 0 where {@code term} is the prior
 * @param term what more the log prior has; null for nothing
 * @param weighted objective of the importance weights; null where there is a divergence
 * @param risk risk of a row over its draws; null for its mean loss
 * @param divergence distance from the prior; null where there is an objective of weights
 */
public record ObjectiveProblem(
        DrawLoss loss,
        GaussianPrior prior,
        @Nullable DensityTerm term,
        @Nullable DrawObjective weighted,
        @Nullable RowReduction risk,
        @Nullable Divergence divergence) {

    public ObjectiveProblem {
        if (prior.dimension() != loss.dimension()) {
            throw new IllegalArgumentException("the prior must have one entry per parameter: required "
                    + loss.dimension() + ", found " + prior.dimension());
        }
        if ((weighted == null) == (divergence == null) || (weighted != null && risk != null)) {
            throw new IllegalArgumentException(
                    "required an objective of importance weights, or a loss or risk with a divergence");
        }
        if (!hasScoreForm(weighted, risk) && !loss.hasGradient()) {
            throw new IllegalArgumentException(
                    (risk == null ? "the objective " : "the risk ") + name(weighted, risk, divergence)
                            + " requires a loss with gradients but this one has values only");
        }
    }

    private static boolean hasScoreForm(@Nullable DrawObjective weighted, @Nullable RowReduction risk) {
        return weighted == null ? risk == null : weighted.hasScoreForm();
    }

    /**
     * Whether its gradients are taken from values of the loss alone.
     *
     * @throws IllegalArgumentException if that was asked for, or gradients at draws, and is not offered
     */
    boolean isByValues(EstimatorKind kind) {
        if (kind == EstimatorKind.SCORE && !hasScoreForm(weighted, risk)) {
            throw new IllegalArgumentException(name() + " takes gradients at draws: required the estimator auto or"
                    + " reparameterized, found score");
        }
        if (kind == EstimatorKind.REPARAMETERIZED && !loss.hasGradient()) {
            throw new IllegalArgumentException(
                    "the reparameterized estimator requires a loss with gradients but this one has values only");
        }
        return kind == EstimatorKind.SCORE || !loss.hasGradient();
    }

    /** An objective of the draws' importance weights. */
    public static ObjectiveProblem weighted(
            DrawLoss loss, GaussianPrior prior, @Nullable DensityTerm term, DrawObjective objective) {
        return new ObjectiveProblem(loss, prior, term, objective, null, null);
    }

    /** The expected loss, or the risk of each row, plus a divergence from the prior. */
    public static ObjectiveProblem generalised(
            DrawLoss loss,
            GaussianPrior prior,
            @Nullable DensityTerm term,
            @Nullable RowReduction risk,
            Divergence divergence) {
        return new ObjectiveProblem(loss, prior, term, null, risk, divergence);
    }

    /** Name of the objective, for logs and results. */
    public String name() {
        return name(weighted, risk, divergence);
    }

    private static String name(
            @Nullable DrawObjective weighted, @Nullable RowReduction risk, @Nullable Divergence divergence) {
        if (weighted != null) {
            return weighted.name();
        }
        return (risk == null ? "expected loss" : risk.name()) + (divergence == null ? "" : " + " + divergence.name());
    }

    /** Whether sums over a minibatch leave the gradient unbiased. */
    public boolean isLinear() {
        return weighted == null || weighted.isLinear();
    }

    /** log π(θ), nats. */
    double logPrior(double[] theta) {
        return prior.logDensity(theta) + (term == null ? 0 : term.logDensity(theta));
    }

    /** ∇ log π(θ). */
    double[] logPriorGradient(double[] theta) {
        double[] gradient = prior.gradient(theta);
        if (term != null) {
            term.addGradient(theta, gradient);
        }
        return gradient;
    }

    /**
     * Refuses a posterior that this cannot be fitted with.
     *
     * @param strata of its draws
     * @param natural whether it moves by natural gradients
     */
    void requireFit(Posterior start, int strata, boolean natural) {
        if (start.dimension() != loss.dimension()) {
            throw new IllegalArgumentException("the posterior must have one entry per parameter: required "
                    + loss.dimension() + ", found " + start.dimension());
        }
        if (risk != null && strata > 1) {
            throw new IllegalArgumentException("the risk " + risk.name()
                    + " takes draws of equal weight: required a posterior without strata, found " + start.family());
        }
        if (risk != null && natural) {
            throw new IllegalArgumentException(
                    "the risk " + risk.name()
                            + " has curvatures of either sign: required a first-order update such as adam, found a natural one");
        }
        for (double sd : start.sd()) {
            if (!Double.isFinite(sd)) {
                throw new IllegalArgumentException("the iterates are watched by means and standard deviations: required"
                        + " a posterior with finite ones, found " + start.family() + " with an sd of " + sd);
            }
        }
    }

    /** Refuses minibatches where they are biased. */
    void requireLinear(int partitions, int all) {
        if (partitions < all && !isLinear()) {
            throw new IllegalArgumentException("the objective " + name()
                    + " is not linear in the rows and would be biased on minibatches: required all partitions, found "
                    + partitions + " of " + all);
        }
    }
}
