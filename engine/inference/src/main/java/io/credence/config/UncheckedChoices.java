package io.credence.config;

import io.credence.family.choice.Families;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.RaoBlackwell;
import io.credence.objective.Objective;
import io.credence.part.OptionValues;
import io.credence.prior.PriorPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Choices of one configuration, not yet checked against each other. */
record UncheckedChoices(
        Settings settings,
        IdleKeyNotes notes,
        ModelConfig model,
        PosteriorConfig posterior,
        ObjectiveConfig objective,
        PriorConfig prior,
        SamplingSettings requested,
        Parts parts) {

    private static final String BLOCK_SIZES = "groups";

    IdleKeys idleKeys() {
        return new IdleKeys(settings, notes, requested, parts.updates());
    }

    boolean isByObjective() {
        return InferenceConfig.isByObjective(objective, posterior, prior);
    }

    /** Whether the model is a likelihood of linear predictors, without cutpoints or formulas of other parameters. */
    boolean hasLinearPredictors() {
        return model.ownLossKey() == null && !model.hasCutpoints();
    }

    /** Whether prior and posterior are those of a conjugate normal regression. */
    boolean isConjugate() {
        return prior.isConjugate() && posterior.name().equals(Families.CONJUGATE);
    }

    /** Whether the prior is fitted in standard normal numbers and log scales, after a fit under a normal prior. */
    boolean isNonCentred() {
        PriorPart part = prior.kindChoice().part();
        OptionValues values = prior.kindChoice().values();
        int blocks = part.has(BLOCK_SIZES)
                ? values.wholes(BLOCK_SIZES).stream()
                        .mapToInt(Integer::intValue)
                        .sum()
                : 0;
        return part.prior(values, Math.max(1, blocks), List.of()).nonCentredMap() != null
                && model.dispersionFactor() == ModelConfig.DispersionFactor.JOINT
                && (objective.loss().part().isWeightedLikelihood() || !model.isDispersionEstimated());
    }

    /** Whether the objective can be fitted from values of the loss alone, without its gradients. */
    boolean hasScoreForm() {
        Objective weighted = objective.weightedObjective();
        return weighted == null ? !objective.isRisk() : weighted.hasScoreForm();
    }

    boolean isRaoBlackwell() {
        return requested.estimator().raoBlackwell() == RaoBlackwell.TRUE;
    }

    EstimatorKind estimatorKind() {
        return requested.estimator().kind();
    }

    /**
     * Refuses {@code key} unless {@code holds}. The message shows the key {@code found}, which excludes it; where that
     * is null, nothing is refused.
     */
    void require(boolean holds, String key, String why, String required, @Nullable String found) {
        if (!holds && found != null) {
            throw new ConfigurationException(key + " does not go with " + found + ": " + why + "; required " + required
                    + ", found " + found + " = " + settings.value(found).unwrapped()
                    + Settings.originText(settings.value(found)));
        }
    }
}
