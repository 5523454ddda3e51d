package io.credence.config;

import io.credence.divergence.Divergence;
import io.credence.divergence.DivergencePart;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.LossPart;
import io.credence.objective.Objective;
import io.credence.objective.ObjectivePart;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.risk.RiskPart;
import io.credence.risk.RowReduction;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the objective that is minimised.
 *
 * @param kindChoice elbo, gvi, an objective of importance weights, or a risk of the rows
 * @param loss loss of a row
 * @param divergence divergence from the prior, where the kind has one
 * @param temperature number by which the divergence of a risk is divided
 */
public record ObjectiveConfig(
        Choice<Part> kindChoice, Choice<LossPart> loss, Choice<DivergencePart> divergence, double temperature) {

    /** Name of the objective. */
    public String kind() {
        return kindChoice.name();
    }

    /** Whether the objective is the negative ELBO. */
    public boolean isElbo() {
        return !isImportanceWeighted()
                && !isRisk()
                && isLogLikelihoodLoss()
                && priorDivergence().isKullbackLeibler();
    }

    /** Whether the loss is the negative log likelihood. */
    public boolean isLogLikelihoodLoss() {
        return loss.part().isLikelihood();
    }

    /** Whether the objective is one of importance weights. */
    public boolean isImportanceWeighted() {
        return kindChoice.part() instanceof ObjectivePart;
    }

    /** Whether the objective is a risk of each row over the draws. */
    public boolean isRisk() {
        return kindChoice.part() instanceof RiskPart;
    }

    /** Objective of importance weights; null where it is another kind. */
    public @Nullable Objective weightedObjective() {
        return kindChoice.part() instanceof ObjectivePart part ? part.objective(kindChoice.values()) : null;
    }

    /** Risk of a row over the draws; null where the objective is another kind. */
    public @Nullable RowReduction rowReduction() {
        return kindChoice.part() instanceof RiskPart part ? part.risk(kindChoice.values()) : null;
    }

    /** Whether the log ratio of posterior to prior is part of every row's loss. Only networks allow this. */
    public boolean includesLogRatio() {
        return kindChoice.part() instanceof RiskPart part && part.includesLogRatio();
    }

    /** Divergence from the prior. */
    public Divergence priorDivergence() {
        return isRisk() ? new KullbackLeibler(temperature) : divergence.part().divergence(divergence.values());
    }

    /** Loss of a row in the form of a likelihood, derived from the likelihood of the labels. */
    public Likelihood lossFor(Likelihood family) {
        return loss.part().wrapLikelihood(loss.values(), family);
    }

    /** Whether the weight of the loss is estimated from the rows. */
    public boolean isLossWeightAutomatic() {
        return hasLossWeight() && Option.AUTOMATIC.equals(lossWeight());
    }

    /** Whether the loss is multiplied by a weight. */
    public boolean hasLossWeight() {
        return loss.part().has("weight");
    }

    /** Copy for a trial fit, with a given weight of the loss and the Kullback–Leibler divergence. */
    ObjectiveConfig withTrialWeight(double weight) {
        return new ObjectiveConfig(
                kindChoice, withLossWeight(weight).loss, Choice.ofDefaults(Divergences.ALL.named("kl")), temperature);
    }

    /** Copy with a weight of the loss. */
    ObjectiveConfig withLossWeight(double weight) {
        Map<String, Object> values = new LinkedHashMap<>(loss.values().all());
        values.put("weight", weight);
        LossPart part = loss.part();
        return new ObjectiveConfig(kindChoice, new Choice<>(part, part.values(values)), divergence, temperature);
    }

    /** Weight of the loss; 1 where it has none. */
    public double lossWeight() {
        return hasLossWeight() ? loss.values().number("weight") : 1;
    }
}
