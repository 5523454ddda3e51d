package io.credence.loss;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.likelihood.robust.LossPart;
import io.credence.part.OptionValues;
import java.util.Map;

/** Generalised losses by name and one number. */
public final class NamedLoss {

    private NamedLoss() {}

    /**
     * The loss of that name.
     *
     * @param hyperparameter weight of power, β, γ, δ or τ; ignored by the others
     * @param weight what losses are multiplied by besides
     */
    public static Likelihood of(String name, double hyperparameter, double weight, Likelihood inner) {
        LossPart part = GeneralisedLosses.ALL.named(name);
        String first =
                part.options().isEmpty() ? "weight" : part.options().get(0).name();
        boolean ignored = part.options().isEmpty() || (first.equals("weight") && !name.equals("power"));
        OptionValues values = part.values(ignored ? Map.of() : Map.of(first, hyperparameter));
        return part.wrapLikelihood(values, inner).withWeight(weight);
    }
}
