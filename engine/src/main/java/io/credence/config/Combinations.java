package io.credence.config;

import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.MonteCarloSettings.ControlVariate;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.MonteCarloSettings.RaoBlackwell;
import io.credence.objective.Objective;
import io.credence.objective.ObjectivePart;
import io.credence.update.Constraint;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import org.jspecify.annotations.Nullable;

/** Which choices of one configuration go together: pairs that cannot are refused with the reason, idle ones noted. */
final class Combinations {

    private static final String EXACT_TAKES =
            "model.family, objective.kind = elbo or gvi, a Gaussian posterior.family, prior.kind = normal,"
                    + " update.kind = natural-gradient and minibatch.partitions = all";

    private final Settings settings;
    private final Notes notes;
    private final ModelConfig model;
    private final PosteriorConfig posterior;
    private final ObjectiveConfig objective;
    private final PriorConfig prior;
    private final MonteCarloSettings requested;
    private final Parts parts;

    Combinations(
            Settings settings,
            Notes notes,
            ModelConfig model,
            PosteriorConfig posterior,
            ObjectiveConfig objective,
            PriorConfig prior,
            MonteCarloSettings requested,
            Parts parts) {
        this.parts = parts;
        this.objective = objective;
        this.prior = prior;
        this.settings = settings;
        this.notes = notes;
        this.model = model;
        this.posterior = posterior;
        this.requested = requested;
    }

    /** The settings with the estimator that the rest allows where it was left open. */
    MonteCarloSettings check() {
        checkObjective();
        checkEscalation();
        checkUpdate();
        MonteCarloSettings chosen =
                requested.with(requested.estimator().kind() == EstimatorKind.AUTO ? chosen() : requested.estimator());
        checkEstimator();
        if (isRaoBlackwell()) {
            checkRaoBlackwell();
        }
        IdleKeys idle = idle();
        if (byObjective()) {
            idle.ofObjective();
            return ofObjective(chosen);
        }
        idle.of(chosen.estimator().kind());
        return chosen;
    }

    /** A family is chosen by what importance weights say, and climbs the ELBO from the Gaussian. */
    private void checkEscalation() {
        if (posterior.escalation().isEmpty()) {
            return;
        }
        String key = "posterior.family";
        require(
                settings.flag("check.khat"),
                key,
                "families are chosen by k-hat",
                "check.khat = true, or a family by name",
                "check.khat");
        require(
                !byObjective()
                        && objective.isLikelihood()
                        && objective.fromPrior().isStandard(),
                key,
                "families are chosen by how near they come to the exact posterior",
                "objective.kind = elbo, or a family by name",
                "objective.kind");
    }

    private IdleKeys idle() {
        return new IdleKeys(settings, notes, requested, parts.updates());
    }

    private boolean byObjective() {
        return InferenceConfig.isByObjective(objective, posterior, prior);
    }

    private void checkObjective() {
        if (objective.isOfRatios()) {
            throw settings.refuse("objective.kind", "is of networks", "model.network.layers, or another objective");
        }
        boolean ownLoss = objective.loss().part().isPower();
        require(
                model.className() == null || ownLoss,
                "objective.loss.kind",
                "a class of your own defines the loss of a row",
                "log-likelihood or power, or model.family",
                "model.class");
        require(
                !model.hasCutpoints() || ownLoss,
                "objective.loss.kind",
                "cutpoints know the log-likelihood alone",
                "log-likelihood or power, or another family",
                "model.family");
        require(
                prior.isNormal() || !settings.flag("data.standardize"),
                "prior.kind",
                "the prior is one of the columns as they are given",
                "data.standardize = false, or prior.kind = normal",
                "data.standardize");
        boolean oneByOne = objective.choice().part() instanceof ObjectivePart part
                && !part.takesMinibatches()
                && requested.minibatch().partitions() > 0;
        require(
                !oneByOne,
                "objective.kind",
                "importance weights of a part of the rows are biased",
                "minibatch.partitions = all, or another objective",
                "minibatch.partitions");
        require(
                posterior.isCutAt(objective
                        .divergence()
                        .part()
                        .sizes(objective.divergence().values())),
                "objective.divergence.kind",
                "each block of parameters is judged apart",
                "posterior.family = gaussian-diagonal, or gaussian-block whose blocks add up to those of the divergence",
                "posterior.family");
        if (!byObjective()) {
            return;
        }
        String key = objective.isWeighted() || objective.isRisk()
                ? "objective.kind"
                : posterior.isGaussian() ? "prior.kind" : "posterior.family";
        require(
                kind() == EstimatorKind.AUTO
                        || kind() == EstimatorKind.FRESH_DRAWS
                        || kind() == EstimatorKind.REPARAMETERIZED
                        || (kind() == EstimatorKind.SCORE && hasScoreForm()),
                "estimator.kind",
                hasScoreForm() ? "this is fitted by fresh draws" : "its gradients are those of the loss at the draws",
                hasScoreForm() ? "auto, reparameterized or score" : "auto or reparameterized",
                key);
        require(
                model.dispersionFactor() == DispersionFactor.JOINT,
                "model.dispersionFactor",
                "this objective or posterior takes all parameters together",
                "joint",
                key);
    }

    /** Whether the objective can be fitted from values of the loss alone. */
    private boolean hasScoreForm() {
        Objective weighted = objective.weighted();
        return weighted == null ? !objective.isRisk() : weighted.hasScoreForm();
    }

    private boolean isRaoBlackwell() {
        return requested.estimator().raoBlackwell() == RaoBlackwell.TRUE;
    }

    private void checkRaoBlackwell() {
        String key = "estimator.raoBlackwell";
        require(
                kind() == EstimatorKind.SCORE || kind() == EstimatorKind.AUTO,
                key,
                "only score gradients are computed factor by factor",
                "auto or false, or estimator.kind = score",
                "estimator.kind");
        require(
                posterior.isGaussian() && !posterior.isFull(),
                key,
                "only a Gaussian of independent blocks has factors",
                "auto or false, or posterior.family = gaussian-diagonal or gaussian-block",
                "posterior.family");
        require(
                model.dispersionFactor() == DispersionFactor.JOINT,
                key,
                "the factor of the dispersion uses the whole loss",
                "auto or false, or model.dispersionFactor = joint",
                "model.dispersionFactor");
        require(
                !byObjective(),
                key,
                "a divergence without a closed form, importance weights and risks do not decompose",
                "auto or false, or objective.kind = elbo or gvi with prior.kind = normal or the KL divergence",
                objective.isWeighted() || objective.isRisk() ? "objective.kind" : "prior.kind");
    }

    /** The settings of a fit of weighted draws or of another family: natural gradients move Gaussians only. */
    private MonteCarloSettings ofObjective(MonteCarloSettings chosen) {
        MonteCarloSettings.Update update = chosen.update();
        boolean gaussianOnly = update.kind().optimizer(update.choice().values()) == null;
        boolean plain = posterior.isGaussian() && !objective.isRisk();
        boolean firstOrder = posterior.isGaussian() && !update.kind().isNatural();
        if (plain || firstOrder || !gaussianOnly) {
            return chosen;
        }
        String why = objective.isRisk() ? " takes no risk of a row" : " moves Gaussians only";
        notes.unless(false, "update.kind", update.kind().name() + why + "; adam is used");
        return chosen.with(update.with(Updates.ADAM));
    }

    /** What auto means where the rest leaves no choice: exact if that can be, by values where only they will do. */
    private MonteCarloSettings.Estimator chosen() {
        MonteCarloSettings.Estimator e = requested.estimator();
        EstimatorKind kind = EstimatorKind.AUTO;
        if (whyNotExact() == null) {
            kind = EstimatorKind.EXACT;
        } else if (e.variate() == ControlVariate.CONSTANT
                || isRaoBlackwell()
                || model.dispersionFactor() == DispersionFactor.INVERSE_GAMMA) {
            kind = EstimatorKind.SCORE;
        } else if (settings.optionalText("method") != null || idle().isByFreshDraws()) {
            kind = EstimatorKind.FRESH_DRAWS;
        }
        return e.with(kind);
    }

    private EstimatorKind kind() {
        return requested.estimator().kind();
    }

    private void checkUpdate() {
        UpdatePart update = requested.update().kind();
        require(
                !update.movesFullOnly() || posterior.isFull(),
                "update.kind",
                update.name() + " moves a full covariance",
                "posterior.family = gaussian-full, or another update.kind",
                "posterior.family");
        require(
                !update.has("constraint")
                        || Updates.constraint(requested.update().choice().values()) != Constraint.LOG_TRANSFORM
                        || posterior.isMeanField(),
                "update.constraint",
                "log-transform multiplies the entries of a diagonal precision",
                "posterior.family = gaussian-diagonal, or another update.constraint",
                "posterior.family");
    }

    private void checkEstimator() {
        if (kind().isExact()) {
            String key = whyNotExact();
            require(
                    key == null,
                    "estimator.kind",
                    "exact expectations are those of linear predictors on all rows, by natural gradients",
                    EXACT_TAKES + ", or another estimator.kind",
                    key);
        }
        require(
                kind() != EstimatorKind.PARTITIONED || posterior.isFull(),
                "estimator.kind",
                "sites hold a whole precision",
                "posterior.family = gaussian-full, or another estimator.kind",
                "posterior.family");
        if (kind() == EstimatorKind.FIXED_DRAWS) {
            require(
                    posterior.isMeanField(),
                    "estimator.kind",
                    "with draws that stay the same a full covariance would have no bound",
                    "posterior.family = gaussian-diagonal, or another estimator.kind",
                    "posterior.family");
            require(
                    requested.minibatch().partitions() == 0,
                    "estimator.kind",
                    "fixed-draws is deterministic only on all rows",
                    "minibatch.partitions = all, or another estimator.kind",
                    "minibatch.partitions");
        }
        require(
                kind() != EstimatorKind.REPARAMETERIZED || requested.estimator().variate() != ControlVariate.CONSTANT,
                "estimator.controlVariate",
                "a constant changes no gradient, and reparameterized averages gradients",
                "quadratic or none, or estimator.kind = score",
                "estimator.kind");
        require(
                model.dispersionFactor() == DispersionFactor.JOINT
                        || kind() == EstimatorKind.SCORE
                        || kind() == EstimatorKind.AUTO,
                "model.dispersionFactor",
                "inverse-gamma is fitted from values of the loss alone",
                "estimator.kind = score, or model.dispersionFactor = joint",
                "estimator.kind");
    }

    /** The first key that exact expectations cannot follow; null if they can follow all. */
    private @Nullable String whyNotExact() {
        if (model.className() != null) {
            return "model.class";
        } else if (model.hasCutpoints()) {
            return "model.family";
        } else if (!requested.update().kind().goesWithExact()) {
            return "update.kind";
        } else if (requested.minibatch().partitions() > 0) {
            return "minibatch.partitions";
        } else if (objective.isWeighted() || objective.isRisk()) {
            return "objective.kind";
        } else if (!posterior.isGaussian() || (!posterior.escalation().isEmpty() && model.isDispersionEstimated())) {
            return "posterior.family";
        } else if (!prior.isNormal()) {
            return "prior.kind";
        }
        return model.dispersionFactor() == DispersionFactor.JOINT ? null : "model.dispersionFactor";
    }

    private void require(boolean holds, String key, String why, String required, @Nullable String found) {
        if (!holds && found != null) {
            throw new ConfigurationException(key + " does not go with " + found + ": " + why + "; required " + required
                    + ", found " + found + " = " + settings.optionalText(found)
                    + Settings.where(settings.value(found)));
        }
    }
}
