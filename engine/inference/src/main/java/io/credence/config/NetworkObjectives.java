package io.credence.config;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.WeightedLikelihood;
import io.credence.likelihood.robust.RobustLikelihood;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.train.NetworkRequest;
import io.credence.network.train.TrainingRequest;
import io.credence.network.train.TrainingRequest.Noise;
import io.credence.objective.Objective;
import io.credence.risk.EntropicRisk;
import io.credence.risk.MeanRisk;
import io.credence.risk.RowReduction;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the objective that networks minimise: in closed form where possible, else by draws of the weights. The
 * closed form uses the moments of the outputs. A configuration that allows neither is refused.
 *
 * @param objective requested objective
 * @param model likelihood of the rows
 * @param estimator requested estimator
 */
record NetworkObjectives(ObjectiveConfig objective, ModelConfig model, Estimator estimator) {

    /**
     * Objective that networks minimise.
     *
     * @throws ConfigurationException if they have none
     */
    NetworkObjective networkObjective() {
        NetworkObjective expected = expectedLossObjective();
        Objective weighted = objective.weightedObjective();
        RowReduction risk = objective.rowReduction();
        refuseEstimator(weighted);
        NetworkRequest joint = jointNetworks();
        if (joint != null) {
            return expected.drawnJointly(jointRisk(risk), drawsOfEach(joint.memberCount()));
        }
        boolean byValues = estimator.kind() == EstimatorKind.SCORE;
        boolean byPaths = estimator.kind() == EstimatorKind.REPARAMETERIZED;
        if (weighted != null) {
            boolean values = byValues || !byPaths && weighted.matchesMoments();
            return expected.drawn(weighted, values, estimator.draws());
        } else if (risk instanceof EntropicRisk entropic
                && !objective.includesLogRatio()
                && isRiskClosedForm(byPaths)) {
            return expected.withRisk(entropic);
        } else if (risk != null) {
            return expected.drawn(risk, objective.includesLogRatio(), estimator.draws());
        }
        return byPaths ? expected.drawn(new MeanRisk(), false, estimator.draws()) : expected;
    }

    /** Request for networks that are trained together; null where each is trained by itself. */
    private @Nullable NetworkRequest jointNetworks() {
        NetworkRequest networks = model.request(NetworkRequest.class);
        return networks != null && networks.isJoint() ? networks : null;
    }

    /** Number of draws of each of some networks, which share those of a step. */
    private int drawsOfEach(int networks) {
        return (estimator.draws() + networks - 1) / networks;
    }

    private RowReduction jointRisk(@Nullable RowReduction risk) {
        if (risk == null || objective.includesLogRatio()) {
            throw refusal(
                    "objective.kind",
                    "a risk of each row, such as density-variance, entropic-risk or mean-variance, beside"
                            + " model.network.joint",
                    objective.kind());
        }
        return risk;
    }

    /**
     * Whether the entropic risk of a row has a closed form. It has for normal labels whose noise does not depend on the
     * network.
     */
    private boolean isRiskClosedForm(boolean byPaths) {
        return isGaussian() && noise() != Noise.PREDICTED && !byPaths;
    }

    private boolean isGaussian() {
        return model.name().equals(NetworkModel.GAUSSIAN);
    }

    private Noise noise() {
        return Objects.requireNonNull(model.request(TrainingRequest.class)).noise();
    }

    /** Objective that is the expected loss plus the divergence from the prior. */
    private NetworkObjective expectedLossObjective() {
        if (objective.isLossWeightAutomatic()) {
            throw refusal("objective.loss.weight", "a number", "auto");
        }
        Likelihood loss = objective.lossFor(model.likelihood(2));
        RobustLikelihood robust = loss instanceof RobustLikelihood form ? form : null;
        boolean power = loss instanceof WeightedLikelihood;
        if (objective.isRisk() && !objective.isLogLikelihoodLoss()) {
            throw refusal(
                    "objective.kind",
                    "elbo or gvi, or objective.loss.kind = log-likelihood beside a risk",
                    objective.kind());
        } else if (robust == null && !power && !objective.isLogLikelihoodLoss()) {
            throw refusal(
                    "objective.loss.kind",
                    "log-likelihood, power, beta or gamma",
                    objective.loss().name());
        }
        NetworkObjective found = new NetworkObjective(
                robust == null ? null : robust.form(),
                robust == null ? 1 : robust.order(),
                null,
                (power ? ((WeightedLikelihood) loss).weight() : 1)
                        * (objective.priorDivergence() instanceof KullbackLeibler kl ? kl.weight() : 1),
                layerDivergence());
        if (isGaussian() && found.requiresConstantNoise() && noise() == Noise.PREDICTED) {
            throw refusal("model.network.noise", "constant or auto beside " + found.text(), "predicted");
        }
        return found;
    }

    private @Nullable Divergence layerDivergence() {
        Divergence divergence = objective.priorDivergence();
        return divergence instanceof KullbackLeibler ? null : divergence;
    }

    private void refuseEstimator(@Nullable Objective weighted) {
        List<EstimatorKind> kinds = weighted != null && weighted.hasScoreForm()
                ? List.of(EstimatorKind.AUTO, EstimatorKind.REPARAMETERIZED, EstimatorKind.SCORE)
                : List.of(EstimatorKind.AUTO, EstimatorKind.REPARAMETERIZED);
        if (!kinds.contains(estimator.kind())) {
            throw refusal(
                    "estimator.kind",
                    String.join(
                                    " or ",
                                    kinds.stream()
                                            .map(SamplingReader::configWord)
                                            .toList()) + " beside objective.kind = " + objective.kind(),
                    SamplingReader.configWord(estimator.kind()));
        }
    }

    private static ConfigurationException refusal(String key, String required, String found) {
        return new ConfigurationException(
                key + " is not fitted by networks: required " + required + ", found " + found);
    }
}
