package io.credence.config;

import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.fit.SamplingSettings;
import io.credence.objective.ObjectivePart;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.List;

/**
 * Checks the compatibility of a configuration's choices. Impossible pairs are refused with the reason, keys without
 * effect noted.
 */
final class SettingCombinations {

    private final UncheckedChoices chosen;

    SettingCombinations(UncheckedChoices chosen) {
        this.chosen = chosen;
    }

    /** Settings of the method, checked. Kind auto of the estimator is replaced where the other settings decide it. */
    SamplingSettings checkedSettings() {
        checkObjective();
        checkConjugatePrior();
        checkEscalation();
        checkUpdate();
        checkStart();
        return new EstimatorCombinations(chosen).checkedSettings();
    }

    /**
     * Refuses a search among families without the check by importance weights, or with an objective other than the
     * ELBO.
     */
    private void checkEscalation() {
        if (chosen.posterior().alternativeFamilies().isEmpty()) {
            return;
        }
        String key = "posterior.family";
        chosen.require(
                chosen.settings().flag("check.khat"),
                key,
                "families are chosen by k-hat",
                "check.khat = true, or a family by name",
                "check.khat");
        chosen.require(
                !chosen.isByObjective()
                        && chosen.objective().isLogLikelihoodLoss()
                        && chosen.objective().priorDivergence().isKullbackLeibler(),
                key,
                "families are chosen by how near they come to the exact posterior",
                "objective.kind = elbo, or a family by name",
                "objective.kind");
    }

    private void checkObjective() {
        if (chosen.objective().includesLogRatio()) {
            throw chosen.settings()
                    .refusal("objective.kind", "is of networks", "model.network.layers, or another objective");
        }
        boolean ownLoss = chosen.objective().loss().part().isWeightedLikelihood();
        chosen.require(
                chosen.model().ownLossKey() == null || ownLoss,
                "objective.loss.kind",
                "a model of your own defines the loss of a row",
                "log-likelihood or power, or model.family",
                String.valueOf(chosen.model().ownLossKey()));
        chosen.require(
                !chosen.model().hasCutpoints() || ownLoss,
                "objective.loss.kind",
                "cutpoints know the log-likelihood alone",
                "log-likelihood or power, or another family",
                "model.family");
        chosen.require(
                chosen.prior().isNormal() || !chosen.settings().flag("data.standardize"),
                "prior.kind",
                "the prior is one of the columns as they are given",
                "data.standardize = false, or prior.kind = normal",
                "data.standardize");
        boolean oneByOne = chosen.objective().kindChoice().part() instanceof ObjectivePart part
                && !part.takesMinibatches()
                && chosen.requested().minibatch().partitions() > 0
                && !chosen.requested().minibatch().biased();
        chosen.require(
                !oneByOne,
                "objective.kind",
                "importance weights of a part of the rows are biased",
                "minibatch.partitions = all, minibatch.biased = true to accept that, or another objective",
                "minibatch.partitions");
        chosen.require(
                chosen.posterior()
                        .keepsBlocksWhole(chosen.objective()
                                .divergence()
                                .part()
                                .blockSizes(chosen.objective().divergence().values())),
                "objective.divergence.kind",
                "each block of parameters is judged apart",
                "posterior.family = gaussian-diagonal, or gaussian-block whose blocks add up to those of the divergence",
                "posterior.family");
    }

    /** Refuses the prior of coefficients given σ where the responses are not normal, or σ is not estimated with them. */
    private void checkConjugatePrior() {
        if (!chosen.prior().isConjugate()) {
            return;
        }
        String key = "prior.kind";
        String why = "coefficients as wide as σ are those of normal responses with an unknown variance";
        String ownLoss = chosen.model().ownLossKey();
        chosen.require(
                ownLoss == null && chosen.model().isNormal(),
                key,
                why,
                "model.family = gaussian, or another prior.kind",
                ownLoss == null ? "model.family" : ownLoss);
        chosen.require(
                chosen.model().isDispersionEstimated(),
                key,
                why,
                "no model.dispersion, or another prior.kind",
                "model.dispersion");
        chosen.require(
                chosen.model().dispersionFactor() == DispersionFactor.JOINT,
                key,
                "it makes coefficients and dispersion dependent",
                "model.dispersionFactor = joint, or another prior.kind",
                "model.dispersionFactor");
    }

    /** Refuses a start of the user's where standard normal numbers and log scales take the place of coefficients. */
    private void checkStart() {
        List<String> changed = chosen.notes().changedKeys("start");
        if (!changed.isEmpty() && chosen.isNonCentred()) {
            throw chosen.settings()
                    .refusal(
                            changed.get(0),
                            "is of centred coefficients: others begin near the posterior under a normal prior",
                            "none, or prior.kind = normal");
        }
    }

    private void checkUpdate() {
        UpdatePart update = chosen.requested().update().kind();
        chosen.require(
                !update.movesFullOnly() || chosen.posterior().isFull(),
                "update.kind",
                update.name() + " moves a full covariance",
                "posterior.family = gaussian-full, or another update.kind",
                "posterior.family");
        chosen.require(
                !update.has("constraint")
                        || !Updates.usesLogTransform(
                                chosen.requested().update().choice().values())
                        || chosen.posterior().isMeanField()
                        || chosen.posterior().isExponential(),
                "update.constraint",
                "log-transform multiplies the entries of a diagonal precision, or other positive parameters",
                "posterior.family = gaussian-diagonal or another exponential family, or another update.constraint",
                "posterior.family");
    }
}
