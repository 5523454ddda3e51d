package io.credence.config;

import io.credence.formula.GroupTerm;
import io.credence.mixed.EffectsPrior;
import io.credence.mixed.RandomEffects;
import io.credence.mixed.SdPart;
import io.credence.part.Choice;
import io.credence.prior.ScalarDensity;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Effects that vary between groups, and their prior, on the scale of the data.
 *
 * @param terms which effects vary between the levels of which factors
 * @param covariance prior of the covariance of a level's effects
 * @param own the same of single factors, by name
 * @param sigma prior of the residual standard deviation of a normal response
 */
public record MixedConfig(
        List<GroupTerm> terms, Covariance covariance, Map<String, Covariance> own, Choice<SdPart> sigma) {

    public MixedConfig {
        terms = List.copyOf(terms);
        own = Map.copyOf(own);
    }

    /**
     * Prior of a covariance.
     *
     * @param sd of each standard deviation
     * @param eta concentration of the LKJ density of the correlations
     */
    public record Covariance(Choice<SdPart> sd, double eta) {}

    /**
     * The prior of effects.
     *
     * @param unit scale of a standard deviation that is left to the rows
     */
    public EffectsPrior prior(RandomEffects effects, double unit) {
        Covariance chosen = own.getOrDefault(effects.factor(), covariance);
        ScalarDensity each = density(chosen.sd(), unit);
        return new EffectsPrior(Collections.nCopies(effects.size(), each), chosen.eta());
    }

    /** The density of the logarithm of the residual standard deviation. */
    public ScalarDensity residual(double unit) {
        return density(sigma, unit);
    }

    private static ScalarDensity density(Choice<SdPart> sd, double unit) {
        return sd.part().density(sd.values(), unit);
    }
}
