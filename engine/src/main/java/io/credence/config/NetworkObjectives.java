package io.credence.config;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.WeightedLikelihood;
import io.credence.likelihood.robust.RobustLikelihood;
import io.credence.network.NetworkModel;
import io.credence.network.NetworkObjective;
import io.credence.network.NetworkProblem.Noise;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RowReduction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The objectives that are in closed form at the moments of a network's outputs; others are refused. */
final class NetworkObjectives {

    private NetworkObjectives() {}

    /**
     * What networks of that model minimise.
     *
     * @throws ConfigurationException if that is in no closed form
     */
    static NetworkObjective of(ObjectiveConfig objective, ModelConfig model) {
        boolean gaussian = model.name().equals(NetworkModel.GAUSSIAN);
        RowReduction risk = objective.risk();
        Likelihood loss = objective.around(model.likelihood(2));
        RobustLikelihood robust = loss instanceof RobustLikelihood form ? form : null;
        if (objective.isWeighted() || risk != null && !(risk instanceof EntropicRisk)) {
            throw refuse("objective.kind", "elbo, gvi or, of gaussian, entropic-risk", objective.kind());
        } else if (risk != null && !(gaussian && objective.isLikelihood())) {
            throw refuse(
                    "objective.kind",
                    "elbo or gvi, or model.family = gaussian and objective.loss.kind = log-likelihood",
                    objective.kind());
        } else if (robust == null && !(loss instanceof WeightedLikelihood) && !objective.isLikelihood()) {
            throw refuse(
                    "objective.loss.kind",
                    "log-likelihood, power, beta or gamma",
                    objective.loss().name());
        }
        NetworkObjective found = new NetworkObjective(
                robust == null ? null : robust.form(),
                robust == null ? 1 : robust.order(),
                (EntropicRisk) risk,
                (loss instanceof WeightedLikelihood power ? power.weight() : 1)
                        * (objective.fromPrior() instanceof KullbackLeibler kl ? kl.weight() : 1),
                renyi(objective));
        Noise noise = Objects.requireNonNull(model.network()).noise();
        if (gaussian && found.isOfConstantNoise() && noise == Noise.PREDICTED) {
            throw refuse("model.network.noise", "constant or auto beside " + found.text(), "predicted");
        }
        return found;
    }

    private static @Nullable RenyiDivergence renyi(ObjectiveConfig objective) {
        Divergence divergence = objective.fromPrior();
        if (divergence instanceof KullbackLeibler) {
            return null;
        } else if (divergence instanceof RenyiDivergence renyi) {
            return renyi;
        }
        throw refuse(
                "objective.divergence.kind",
                "kl, weighted-kl or renyi",
                objective.divergence().name());
    }

    private static ConfigurationException refuse(String key, String required, String found) {
        return new ConfigurationException(
                key + " is in no closed form for networks: required " + required + ", found " + found);
    }
}
