package io.credence.config;

import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.update.Updates;
import org.jspecify.annotations.Nullable;

/** Checks the gradient estimator against the other choices of a configuration, and chooses one for kind auto. */
final class EstimatorCombinations {

    private static final String EXACT_TAKES =
            "model.family, objective.kind = elbo or gvi, a Gaussian posterior.family, prior.kind = normal,"
                    + " update.kind = natural-gradient and minibatch.partitions = all";

    private final UncheckedChoices chosen;

    EstimatorCombinations(UncheckedChoices chosen) {
        this.chosen = chosen;
    }

    /** Settings of the method, checked. Kind auto of the estimator is replaced where the other settings decide it. */
    SamplingSettings checkedSettings() {
        if (chosen.isByObjective()) {
            checkByObjective();
        }
        SamplingSettings requested = chosen.requested();
        SamplingSettings settings = requested.with(
                requested.estimator().kind() == EstimatorKind.AUTO ? defaultEstimator() : requested.estimator());
        checkEstimator();
        if (chosen.isRaoBlackwell()) {
            checkRaoBlackwell();
        }
        IdleKeys idle = chosen.idleKeys();
        if (isClosedForm() && settings.estimator().kind() == EstimatorKind.AUTO) {
            idle.noteGaussian(EstimatorKind.EXACT);
            return settings;
        }
        if (chosen.isByObjective()) {
            SamplingSettings moved = objectiveSettings(settings);
            idle.noteByDraws(chosen, moved.update().kind());
            return moved;
        }
        idle.noteGaussian(settings.estimator().kind());
        return settings;
    }

    private void checkByObjective() {
        String key =
                chosen.objective().isImportanceWeighted() || chosen.objective().isRisk()
                        ? "objective.kind"
                        : chosen.posterior().isGaussian() ? "prior.kind" : "posterior.family";
        chosen.require(
                chosen.estimatorKind() == EstimatorKind.AUTO
                        || chosen.estimatorKind() == EstimatorKind.FRESH_DRAWS
                        || chosen.estimatorKind() == EstimatorKind.REPARAMETERIZED
                        || (chosen.estimatorKind() == EstimatorKind.SCORE && chosen.hasScoreForm()),
                "estimator.kind",
                chosen.hasScoreForm()
                        ? "this is fitted by fresh draws"
                        : "its gradients are those of the loss at the draws",
                chosen.hasScoreForm() ? "auto, reparameterized or score" : "auto or reparameterized",
                key);
        chosen.require(
                chosen.model().dispersionFactor() == DispersionFactor.JOINT,
                "model.dispersionFactor",
                "this objective or posterior takes all parameters together",
                "joint",
                key);
    }

    private void checkRaoBlackwell() {
        String key = "estimator.raoBlackwell";
        chosen.require(
                chosen.estimatorKind() == EstimatorKind.SCORE || chosen.estimatorKind() == EstimatorKind.AUTO,
                key,
                "only score gradients are computed factor by factor",
                "auto or false, or estimator.kind = score",
                "estimator.kind");
        chosen.require(
                chosen.posterior().isGaussian() && !chosen.posterior().isFull(),
                key,
                "only a Gaussian of independent blocks has factors",
                "auto or false, or posterior.family = gaussian-diagonal or gaussian-block",
                "posterior.family");
        chosen.require(
                chosen.model().dispersionFactor() == DispersionFactor.JOINT,
                key,
                "the factor of the dispersion uses the whole loss",
                "auto or false, or model.dispersionFactor = joint",
                "model.dispersionFactor");
        chosen.require(
                !chosen.isByObjective(),
                key,
                "a divergence without a closed form, importance weights and risks do not decompose",
                "auto or false, or objective.kind = elbo or gvi with prior.kind = normal or the KL divergence",
                chosen.objective().isImportanceWeighted() || chosen.objective().isRisk()
                        ? "objective.kind"
                        : "prior.kind");
    }

    /**
     * Settings of a fit by objective, with adam in place of natural gradients where these cannot be used. Such a fit
     * has importance weights, a risk, or a family that is not Gaussian.
     */
    private SamplingSettings objectiveSettings(SamplingSettings settings) {
        SamplingSettings.Update update = settings.update();
        boolean plain = chosen.posterior().isGaussian() && !chosen.objective().isRisk();
        boolean firstOrder = chosen.posterior().isGaussian() && !update.kind().isNatural();
        boolean exponential = update.kind().isNatural()
                && chosen.posterior().isExponential()
                && !chosen.objective().isRisk();
        boolean byGradient = update.kind().optimizer(update.choice().values()) != null;
        if (plain || firstOrder || exponential || byGradient) {
            return settings;
        }
        String why = chosen.objective().isRisk() ? " takes no risk of a row" : " does not move this posterior.family";
        chosen.notes().noteUnless(false, "update.kind", update.kind().name() + why + "; adam is used");
        return settings.with(update.with(Updates.ADAM));
    }

    /**
     * Estimator for kind auto: exact where possible, score or fresh draws where other keys require them, else still
     * auto.
     */
    private SamplingSettings.Estimator defaultEstimator() {
        SamplingSettings.Estimator e = chosen.requested().estimator();
        EstimatorKind kind = EstimatorKind.AUTO;
        if (keyRulingOutExact() == null) {
            kind = chosen.model().isDispersionDrawn() ? EstimatorKind.AUTO : EstimatorKind.EXACT;
        } else if (e.variate() == ControlVariate.CONSTANT
                || chosen.isRaoBlackwell()
                || chosen.model().dispersionFactor() == DispersionFactor.INVERSE_GAMMA) {
            kind = EstimatorKind.SCORE;
        } else if (!isClosedForm()
                && (chosen.isConjugate()
                        || chosen.settings().optionalText("method") != null
                        || chosen.idleKeys().hasFreshDrawKeys())) {
            kind = EstimatorKind.FRESH_DRAWS;
        }
        return e.with(kind);
    }

    /** Whether the posterior is that of a conjugate prior and no key asks for draws, so that it is fitted in closed form. */
    private boolean isClosedForm() {
        return chosen.isConjugate()
                && chosen.objective().isLogLikelihoodLoss()
                && !chosen.objective().isImportanceWeighted()
                && !chosen.objective().isRisk()
                && chosen.requested().update().kind().replaceableByExact()
                && chosen.requested().minibatch().partitions() == 0
                && !chosen.idleKeys().hasFreshDrawKeys();
    }

    private void checkEstimator() {
        if (chosen.estimatorKind().isExact()) {
            String key = keyRulingOutExact();
            chosen.require(
                    key == null,
                    "estimator.kind",
                    "exact expectations are those of linear predictors on all rows, by natural gradients",
                    EXACT_TAKES + ", or another estimator.kind",
                    key);
        }
        chosen.require(
                chosen.estimatorKind() != EstimatorKind.PARTITIONED
                        || chosen.posterior().isFull(),
                "estimator.kind",
                "partition factors hold a whole precision",
                "posterior.family = gaussian-full, or another estimator.kind",
                "posterior.family");
        if (chosen.estimatorKind() == EstimatorKind.FIXED_DRAWS) {
            chosen.require(
                    chosen.posterior().isMeanField(),
                    "estimator.kind",
                    "with draws that stay the same a full covariance would have no bound",
                    "posterior.family = gaussian-diagonal, or another estimator.kind",
                    "posterior.family");
            chosen.require(
                    chosen.requested().minibatch().partitions() == 0,
                    "estimator.kind",
                    "fixed-draws is deterministic only on all rows",
                    "minibatch.partitions = all, or another estimator.kind",
                    "minibatch.partitions");
        }
        chosen.require(
                chosen.estimatorKind() != EstimatorKind.REPARAMETERIZED
                        || chosen.requested().estimator().variate() != ControlVariate.CONSTANT,
                "estimator.controlVariate",
                "a constant changes no gradient, and reparameterized averages gradients",
                "quadratic or none, or estimator.kind = score",
                "estimator.kind");
        chosen.require(
                chosen.model().dispersionFactor() == DispersionFactor.JOINT
                        || chosen.estimatorKind() == EstimatorKind.SCORE
                        || chosen.estimatorKind() == EstimatorKind.AUTO,
                "model.dispersionFactor",
                "inverse-gamma is fitted from values of the loss alone",
                "estimator.kind = score, or model.dispersionFactor = joint",
                "estimator.kind");
    }

    /** First key whose value rules out exact expectations; null if none does. */
    private @Nullable String keyRulingOutExact() {
        if (chosen.model().ownLossKey() != null) {
            return chosen.model().ownLossKey();
        } else if (chosen.model().hasCutpoints()) {
            return "model.family";
        } else if (!chosen.requested().update().kind().replaceableByExact()) {
            return "update.kind";
        } else if (chosen.requested().minibatch().partitions() > 0) {
            return "minibatch.partitions";
        } else if (chosen.objective().isImportanceWeighted()
                || chosen.objective().isRisk()) {
            return "objective.kind";
        } else if (!chosen.posterior().isGaussian()
                || (!chosen.posterior().alternativeFamilies().isEmpty()
                        && chosen.model().isDispersionEstimated())) {
            return "posterior.family";
        } else if (!chosen.prior().isNormal()) {
            return "prior.kind";
        }
        return chosen.model().dispersionFactor() == DispersionFactor.JOINT ? null : "model.dispersionFactor";
    }
}
