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
 * What is minimised.
 *
 * @param choice elbo, gvi, an objective of importance weights, or a risk of the rows
 * @param loss loss of a row
 * @param divergence distance from the prior, where the kind has one
 * @param temperature by which the divergence of a risk is divided
 */
public record ObjectiveConfig(
        Choice<Part> choice, Choice<LossPart> loss, Choice<DivergencePart> divergence, double temperature) {

    /** Its name. */
    public String kind() {
        return choice.name();
    }

    /** Whether the ELBO is what is maximised. */
    public boolean isElbo() {
        return !isWeighted() && !isRisk() && isLikelihood() && fromPrior().isStandard();
    }

    /** Whether the loss is the negative log likelihood. */
    public boolean isLikelihood() {
        return loss.part().isLikelihood();
    }

    /** Whether it is an objective of importance weights. */
    public boolean isWeighted() {
        return choice.part() instanceof ObjectivePart;
    }

    /** Whether it is a risk of each row over the draws. */
    public boolean isRisk() {
        return choice.part() instanceof RiskPart;
    }

    /** The objective of importance weights; null where it is none. */
    public @Nullable Objective weighted() {
        return choice.part() instanceof ObjectivePart part ? part.objective(choice.values()) : null;
    }

    /** The risk of a row; null where it is none. */
    public @Nullable RowReduction risk() {
        return choice.part() instanceof RiskPart part ? part.risk(choice.values()) : null;
    }

    /** Whether the log ratio of posterior and prior stands in the rows' losses, as only networks have it. */
    public boolean isOfRatios() {
        return choice.part() instanceof RiskPart part && part.isOfRatios();
    }

    /** The divergence from the prior. */
    public Divergence fromPrior() {
        return isRisk() ? new KullbackLeibler(temperature) : divergence.part().divergence(divergence.values());
    }

    /** The loss of a row whose labels have that likelihood. */
    public Likelihood around(Likelihood family) {
        return loss.part().around(loss.values(), family);
    }

    /** Whether the rows choose by what the loss is multiplied. */
    public boolean isWeightAutomatic() {
        return hasWeight() && Option.AUTOMATIC.equals(weight());
    }

    /** Whether the loss is multiplied by a number of one's choice. */
    public boolean hasWeight() {
        return loss.part().has("weight");
    }

    /** The same with the loss multiplied by that number, and the Kullback–Leibler divergence. */
    ObjectiveConfig trial(double weight) {
        return new ObjectiveConfig(choice, weighing(weight).loss, Choice.of(Divergences.ALL.named("kl")), temperature);
    }

    /** The same with the loss multiplied by that number. */
    ObjectiveConfig weighing(double weight) {
        Map<String, Object> values = new LinkedHashMap<>(loss.values().all());
        values.put("weight", weight);
        LossPart part = loss.part();
        return new ObjectiveConfig(choice, new Choice<>(part, part.values(values)), divergence, temperature);
    }

    /** By what the loss of a class of the user's is multiplied. */
    public double weight() {
        return hasWeight() ? loss.values().number("weight") : 1;
    }
}
