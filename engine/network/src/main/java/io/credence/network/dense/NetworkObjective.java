package io.credence.network.dense;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLikelihood;
import io.credence.linalg.DenseKernel;
import io.credence.objective.Objective;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RowReduction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objective that members minimise. It is the expected loss of the rows plus the divergence of each layer from its
 * prior, all in closed form at the moments of the outputs, or a combination of the losses at draws of the weights.
 *
 * @param robust form of a robust loss; null for −log p
 * @param order order of a robust loss; 1 without
 * @param risk risk of a row of normal labels over the outputs, in place of the expectation; null for none
 * @param divergenceDivisor number by which the divergence is divided
 * @param divergence divergence of each layer, or of consecutive ones by blocks of layers; null for the Kullback–Leibler
 *     divergence. That of a network is from normal weights whose variance is found by evidence; others are from standard
 *     normal weights
 * @param drawRule combination of the losses at draws of the weights; null where all is in closed form
 */
public record NetworkObjective(
        @Nullable RobustForm robust,
        double order,
        @Nullable EntropicRisk risk,
        double divergenceDivisor,
        @Nullable Divergence divergence,
        @Nullable DrawRule drawRule)
        implements Serializable {

    /** Minus the evidence lower bound. */
    public static final NetworkObjective ELBO = new NetworkObjective(null, 1, null, 1, null);

    /**
     * Combination of draws of the weights.
     *
     * @param combination rule by which the values at the draws are combined
     * @param draws number of draws of each network in a step
     * @param isJoint whether the draws of all networks of an ensemble are combined; else each network's by itself
     */
    record DrawRule(DrawCombination combination, int draws, boolean isJoint) implements Serializable {}

    /** Creates an objective that is all in closed form. */
    public NetworkObjective(
            @Nullable RobustForm robust,
            double order,
            @Nullable EntropicRisk risk,
            double weight,
            @Nullable Divergence divergence) {
        this(robust, order, risk, weight, divergence, null);
    }

    /** Copy with a risk of normal labels in closed form. */
    public NetworkObjective withRisk(EntropicRisk closed) {
        return new NetworkObjective(robust, order, closed, divergenceDivisor, divergence);
    }

    /**
     * Copy with a risk of each row over draws of the weights.
     *
     * @param ratios whether the loss of a row has its share of log q − log π, in place of the divergence
     * @param draws number of draws in a step
     */
    public NetworkObjective drawn(RowReduction of, boolean ratios, int draws) {
        return drawn(new RowRisks(of, ratios), draws);
    }

    /**
     * Copy with a risk of each row over draws of the weights of all networks of an ensemble together. A risk that falls
     * with the spread of a row's losses drives the networks apart (Masegosa 2020; Futami et al. 2022, appendix N.4).
     *
     * @param draws number of draws of each network in a step
     */
    public NetworkObjective drawnJointly(RowReduction of, int draws) {
        return drawn(new DrawRule(new RowRisks(of, false), draws, true));
    }

    /**
     * Copy in which an objective of importance weights, over draws of the network's weights, takes the place of the
     * divergence.
     *
     * @param byValues whether by its gradient by values, else along paths
     * @param draws number of draws in a step
     */
    public NetworkObjective drawn(Objective of, boolean byValues, int draws) {
        return drawn(new ImportanceObjective(of, byValues), draws);
    }

    private NetworkObjective drawn(DrawCombination combination, int draws) {
        return drawn(new DrawRule(combination, draws, false));
    }

    private NetworkObjective drawn(DrawRule rule) {
        return new NetworkObjective(robust, order, risk, divergenceDivisor, divergence, rule);
    }

    /**
     * Objective on a batch of one network, or of several together, as {@link MemberObjective#evaluate}. Its last
     * argument but one is a row's share, in place of the number of rows.
     *
     * @param seeds seed of each network; one, unless the objective is joint
     */
    public BatchObjective batchObjective(
            NetworkModel model, MemberKind kind, DenseKernel kernel, List<Long> seeds, int rows) {
        if (drawRule == null) {
            return new MemberObjective(model, this, kind, kernel, seeds.get(0), rows)::evaluate;
        }
        int weights = model.weightCount(kind);
        long use = RandomUse.NETWORK_STEPS.firstAddressWord();
        List<DrawnObjective.NormalSource> normals = new ArrayList<>();
        for (long seed : seeds) {
            normals.add((step, s) ->
                    AddressedRandom.sequenceAfter(seed, use, step, s).normals(weights));
        }
        return new DrawnObjective(model, this, drawRule, kind, kernel, normals, rows)::evaluate;
    }

    /**
     * Whether the loss of normal labels is another than −log p. Such a loss is in closed form where their noise is one
     * number.
     */
    public boolean requiresConstantNoise() {
        return robust != null || risk != null;
    }

    /** Whether the objective takes draws of the weights. */
    public boolean usesDraws() {
        return drawRule != null;
    }

    /** Whether the objective is one of all networks of an ensemble together. */
    public boolean isJoint() {
        return drawRule != null && drawRule.isJoint();
    }

    /** Training loss of a member. */
    OutputLoss loss(NetworkModel model, MemberKind kind) {
        if (robust == null && risk == null) {
            return model.loss(kind);
        } else if (!model.isGaussian()) {
            return new LikelihoodOutputLoss(
                    robustLikelihood(model.likelihood()).loss(new DispersionPosterior.Known(1)));
        }
        return constantNoise();
    }

    /** Training loss of normal labels whose noise is one number. */
    public OutputLoss constantNoise() {
        if (robust != null) {
            return new RobustNoiseLoss(robust, order);
        }
        return risk != null ? new EntropicNoiseLoss(risk.gamma()) : new ConstantNoiseLoss();
    }

    private Likelihood robustLikelihood(Likelihood likelihood) {
        return robust == null ? likelihood : new RobustLikelihood(likelihood, robust, order);
    }

    /**
     * Divergence of each of a model's layers (Knoblauch et al. 2022, Theorem 6).
     *
     * @throws IllegalArgumentException if blocks are not of as many layers, or a divergence is infinite for any posterior
     */
    public List<Divergence> layerDivergences(int layers) {
        if (divergence == null) {
            return Collections.nCopies(layers, KullbackLeibler.PLAIN);
        } else if (divergence.refusal() != null) {
            throw new IllegalArgumentException(divergence.refusal());
        }
        return divergence.unitDivergences(layers, "layers");
    }

    /** Divergence of all layers, each as {@link LayerPrior#divergence}. */
    double divergence(NetworkShape shape, double[] values, double[] variances, double factor, double[] gradient) {
        int d = shape.weightCount();
        List<DenseLayer> layers = shape.layers();
        List<Divergence> divergences = layerDivergences(layers.size());
        double sum = 0;
        for (int l = 0; l < layers.size(); l++) {
            Divergence own = divergences.get(l);
            sum += own instanceof KullbackLeibler plain
                    ? LayerPrior.divergence(layers.get(l), values, variances, d, factor / plain.weight(), gradient)
                            / plain.weight()
                    : LayerDivergence.divergence(own, layers.get(l), values, variances, d, factor, gradient);
        }
        return sum;
    }

    /** Readable description of the objective. */
    public String text() {
        if (drawRule != null && !drawRule.combination().hasDivergence()) {
            return drawRule.combination().name() + drawn();
        }
        String loss = risk != null
                ? risk.name()
                : robust == null ? "minus the log likelihood" : robust.configurationName() + "-loss of order " + order;
        String from = divergence == null ? "kl" : divergence.name() + " from standard normal priors";
        String combined = drawRule == null ? loss : drawRule.combination().name() + " of " + loss;
        return combined + " and " + from + (divergenceDivisor == 1 ? "" : " divided by " + divergenceDivisor) + drawn();
    }

    private String drawn() {
        if (drawRule == null) {
            return "";
        }
        String caution = drawRule.combination().biasWarning();
        String draws = drawRule.isJoint()
                ? "draws of all networks together, " + drawRule.draws() + " of each a step"
                : drawRule.draws() + " draws of the weights a step";
        return ", by " + draws + (caution.isEmpty() ? "" : "; " + caution);
    }
}
