package io.credence.objective;

import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergence;
import io.credence.family.Posterior;
import io.credence.prior.Prior;
import io.credence.risk.RowReduction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objective of generalised variational inference: the expected loss plus a divergence from the prior. The risk of each
 * row over the draws may take the place of the expected loss. With −log p for the loss and the Kullback–Leibler
 * divergence it is minus the ELBO. A Gaussian's divergence from a normal prior is taken in closed form, and so is
 * that of a normal-inverse-gamma from a conjugate prior, in a fit without draws; of any other pair it is estimated by
 * draws.
 *
 * @param divergence divergence from the prior
 * @param rowReduction risk of a row; null for its mean loss
 */
public record DivergenceObjective(
        Divergence divergence, @Nullable RowReduction rowReduction) implements Objective {

    public DivergenceObjective {
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
    }

    /** The expected loss plus the given divergence. */
    public DivergenceObjective(Divergence divergence) {
        this(divergence, null);
    }

    @Override
    public String name() {
        return (rowReduction == null ? "expected loss" : rowReduction.name()) + " + " + divergence.name();
    }

    @Override
    public boolean isLinear() {
        return true;
    }

    @Override
    public boolean hasScoreForm() {
        return rowReduction == null;
    }

    @Override
    public boolean isWeighted() {
        return false;
    }

    /**
     * True for the Kullback–Leibler divergence without a risk. Other divergences, and risks over the draws, do not aim
     * at the exact posterior.
     */
    @Override
    public boolean isBayesian() {
        return divergence.isKullbackLeibler() && rowReduction == null;
    }

    /**
     * The divergence from the prior where fits by draws take it in closed form, which needs a Gaussian {@code q}; null
     * elsewhere, also for normal-inverse-gammas, whose closed form is {@link Divergence#between} of two of them. Where
     * the prior has a term besides the normal one, the Kullback–Leibler divergence still splits at it; others do not.
     */
    @Override
    public @Nullable Divergence closedDivergence(Posterior q, Prior prior) {
        boolean splits =
                prior.term() == null || divergence.isKullbackLeibler() || divergence instanceof BlockDivergence;
        return q.gaussian() != null && splits ? divergence : null;
    }

    @Override
    public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
        int count = densities.count();
        double[] weights = densities.baseWeights().clone();
        double[] derivative = densities.totalLosses().clone();
        double value = densities.totalRisk();
        if (rowReduction == null) {
            value = 0;
            for (int s = 0; s < count; s++) {
                value += weights[s] * derivative[s];
            }
        } else {
            Arrays.fill(weights, 1);
        }
        Divergence.DivergenceAtDraws drawn = closed
                ? termDivergence(densities)
                : divergence.estimateAtDraws(densities.logPosteriors(), densities.logPriors(), densities.baseWeights());
        for (int s = 0; s < count; s++) {
            derivative[s] += drawn.functionalDerivative()[s];
        }
        double[] score = ScoreWeights.centredScoreWeights(derivative, densities.baseWeights(), densities.unit());
        return new DrawWeights(
                value + drawn.estimate(), weights, drawn.priorWeights(), drawn.posteriorWeights(), score, derivative);
    }

    /**
     * Part of the Kullback–Leibler divergence that the closed form leaves to draws. It is minus the mean of the prior's
     * further term.
     */
    private static Divergence.DivergenceAtDraws termDivergence(DrawDensities densities) {
        int count = densities.count();
        double value = 0;
        double[] prior = new double[count];
        double[] weights = new double[count];
        for (int s = 0; s < count; s++) {
            prior[s] = -densities.baseWeights()[s];
            weights[s] = -densities.logPriors()[s];
            value += prior[s] * densities.logPriors()[s];
        }
        return new Divergence.DivergenceAtDraws(value, prior, new double[count], weights);
    }

    @Override
    public @Nullable String refusal(Posterior q, Prior prior, boolean natural) {
        if (rowReduction != null && q.stratumCount() > 1) {
            return "the risk " + rowReduction.name()
                    + " takes draws of equal weight: required a posterior without strata, found " + q.family();
        }
        if (rowReduction != null && natural) {
            return "the risk " + rowReduction.name()
                    + " has curvatures of either sign: required a first-order update such as adam, found a natural one";
        }
        return null;
    }
}
