package io.credence.mixed.model;

import io.credence.formula.GroupingTerm;
import io.credence.kind.ModelRequest;
import io.credence.kind.RandomEffects;
import io.credence.part.Choice;
import io.credence.prior.ScalarDensity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of effects that vary between the levels of grouping factors, and of smooths, with the priors of their
 * standard deviations on the scale of the data. A model has factors, smooths or both.
 *
 * @param terms columns with varying effects, each with its grouping factor
 * @param residualSdPrior prior of the residual standard deviation of a normal response
 * @param covariance prior of the covariance of a level's effects
 * @param factorCovariances priors of the covariance for single factors and smooths, by name
 */
public record MixedRequest(
        List<GroupingTerm> terms,
        Choice<SdPriorPart> residualSdPrior,
        Covariance covariance,
        Map<String, Covariance> factorCovariances)
        implements ModelRequest {

    public MixedRequest {
        terms = List.copyOf(terms);
        factorCovariances = Map.copyOf(factorCovariances);
    }

    @Override
    public List<GroupingTerm> groupingTerms() {
        return terms;
    }

    @Override
    public boolean hasVarianceComponents() {
        return true;
    }

    /**
     * Prior of the covariance of a level's effects.
     *
     * @param sdPrior prior of each standard deviation
     * @param lkjConcentration concentration of the LKJ density of the correlations
     */
    public record Covariance(Choice<SdPriorPart> sdPrior, double lkjConcentration) {}

    /**
     * Prior of the effects of one grouping factor.
     *
     * @param units scales of the standard deviations' priors, used where the rows choose them
     * @param shift map of the effects to those at the columns' origins, for a prior whose scale the rows choose; null
     *     where the prior concerns columns at 0
     */
    public EffectsPrior effectsPrior(RandomEffects effects, double[] units, @Nullable ColumnOriginShift shift) {
        Covariance chosen = factorCovariances.getOrDefault(effects.factor(), covariance);
        List<ScalarDensity> each = Arrays.stream(units)
                .mapToObj(unit -> logSdDensity(chosen.sdPrior(), unit))
                .toList();
        return new EffectsPrior(each, chosen.lkjConcentration(), isInUnitsOfRows(effects) ? shift : null);
    }

    /** Whether the rows choose the scale of the standard deviations' prior. */
    public boolean isInUnitsOfRows(RandomEffects effects) {
        Covariance chosen = factorCovariances.getOrDefault(effects.factor(), covariance);
        return SdPriorPart.SCALE.isAutomatic(chosen.sdPrior().values());
    }

    /** Prior density of the logarithm of the residual standard deviation. */
    public ScalarDensity logResidualSdDensity(double unit) {
        return logSdDensity(residualSdPrior, unit);
    }

    /**
     * Prior density of the logarithm of the standard deviation of a smooth.
     *
     * @param term text of the smooth
     * @param unit scale of the prior, used where the rows choose it
     */
    public ScalarDensity logSmoothSdDensity(String term, double unit) {
        return logSdDensity(factorCovariances.getOrDefault(term, covariance).sdPrior(), unit);
    }

    private static ScalarDensity logSdDensity(Choice<SdPriorPart> sd, double unit) {
        return sd.part().density(sd.values(), unit);
    }
}
