package io.credence.likelihood.robust;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.RowLoss;
import io.credence.quadrature.NormalRamp;
import org.jspecify.annotations.Nullable;

/**
 * Loss of one linear predictor that belongs to no likelihood, for Gibbs posteriors ∝ π(θ) exp(−w Σ ℓ_i(θ)). It shows
 * nothing of how a response scatters, so that {@link #responseMoments} has the moments of the predictor itself, without
 * noise; for labels 0 and 1 those of the event that the predictor is positive.
 *
 * @param name name in configuration and results
 * @param loss the loss
 * @param hasBinaryLabels whether labels are 0 and 1
 */
record GibbsLikelihood(String name, RowLoss loss, boolean hasBinaryLabels) implements Likelihood {

    @Override
    public String link() {
        return "identity";
    }

    @Override
    public @Nullable String refusal(double label) {
        if (hasBinaryLabels) {
            return label == 0 || label == 1 ? null : "required: 0 or 1";
        }
        return LabelChecks.refusalUnlessFinite(label);
    }

    @Override
    public boolean hasCurvatureAtPoints() {
        return false;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return loss;
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        if (!hasBinaryLabels) {
            return new ResponseMoments(mean, variance, variance);
        }
        double p = NormalRamp.probabilityPositive(mean, Math.sqrt(variance));
        return new ResponseMoments(p, p * (1 - p), p * (1 - p));
    }
}
