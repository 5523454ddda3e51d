package io.credence.network;

import io.credence.divergence.RenyiDivergence;
import io.credence.family.ScaleFactor;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLikelihood;
import io.credence.risk.EntropicRisk;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What members minimise: the expected loss of the rows, and the divergence of each layer from its prior. All of it is in closed form
 * at the moments of the outputs.
 *
 * @param robust form of a robust loss; null for −log p
 * @param order of a robust loss; 1 without
 * @param risk of a row of normal labels over the outputs, in place of the expectation; null for none
 * @param weight by which the divergence is divided
 * @param divergence from standard normal weights; null for that of Kullback and Leibler from normal ones whose variance is found by
 *     evidence
 */
public record NetworkObjective(
        @Nullable RobustForm robust,
        double order,
        @Nullable EntropicRisk risk,
        double weight,
        @Nullable RenyiDivergence divergence)
        implements Serializable {

    /** Minus the evidence lower bound. */
    public static final NetworkObjective ELBO = new NetworkObjective(null, 1, null, 1, null);

    /** Whether it judges normal labels by something else than −log p, which is closed where their noise is one number. */
    public boolean isOfConstantNoise() {
        return robust != null || risk != null;
    }

    /** The training loss of a member. */
    OutputLoss loss(NetworkModel model, MemberKind kind) {
        if (robust == null && risk == null) {
            return model.loss(kind);
        } else if (!model.isGaussian()) {
            return new LikelihoodOutputs(around(model.likelihood()).loss(new ScaleFactor.Known(1)));
        }
        return constantNoise();
    }

    /** The training loss of normal labels whose noise is one number. */
    OutputLoss constantNoise() {
        if (robust != null) {
            return new RobustNoise(robust, order);
        }
        return risk != null ? new EntropicNoise(risk.gamma()) : new ConstantNoise();
    }

    private Likelihood around(Likelihood likelihood) {
        return robust == null ? likelihood : new RobustLikelihood(likelihood, robust, order);
    }

    /** The divergence of a layer, as {@link LayerPrior#divergence} has it. */
    double divergence(
            DenseLayer layer, double[] values, double[] variances, int weights, double factor, double[] gradient) {
        return divergence == null
                ? LayerPrior.divergence(layer, values, variances, weights, factor, gradient)
                : RenyiPrior.divergence(divergence, layer, values, variances, weights, factor, gradient);
    }

    /** For people. */
    public String text() {
        String loss = risk != null
                ? risk.name()
                : robust == null ? "minus the log likelihood" : robust.id() + "-loss of order " + order;
        String from = divergence == null ? "kl" : divergence.name() + " from standard normal weights";
        return loss + " and " + from + (weight == 1 ? "" : " divided by " + weight);
    }
}
