package io.credence.mixed.model;

import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.Likelihood;
import io.credence.prior.GaussianPrior;
import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood whose linear predictor has common coefficients β and, for each level of some grouping factors, further
 * coefficients u. It is η_i = offset_i + x_iᵀβ + Σ_f z_fiᵀ u_{f,g_f(i)} with u_{f,g} ~ N(0, Σ_f), where g_f(i) is the
 * row's level of factor f. Rows hold the index of their level in each factor, in the order of {@code factors}.
 *
 * @param factors grouping factors
 * @param effects coefficients of their levels; none only where there are smooths
 * @param isFixedColumn whether each column of a block has a coefficient in β
 * @param likelihood likelihood of one linear predictor
 * @param fixedEffectsPrior prior of β, and the smooths among its columns
 * @param priors prior of each entry of {@code effects}
 * @param residualPrior density of the logarithm of the residual standard deviation of a normal response, or of the
 *     dispersion of another response. Null where there is neither, and where rows have known standard deviations, whose
 *     inverse squares are then the weights
 * @param meanResponse mean of the rows' responses, for intraclass correlations of counts; NaN where it is not known
 */
public record MixedModel(
        List<GroupingFactor> factors,
        List<RandomEffects> effects,
        boolean[] isFixedColumn,
        Likelihood likelihood,
        FixedEffectsPrior fixedEffectsPrior,
        List<EffectsPrior> priors,
        @Nullable ScalarDensity residualPrior,
        double meanResponse)
        implements Serializable {

    /**
     * Smallest distance of a column's mean from 0, in its standard deviations, at which it counts as far. Effects that
     * are independent at its mean have a correlation ρ of 1 − ρ² = 1/100 at 0, to which the prior gives nine nats less.
     */
    public static final double FAR = 10;

    /** Creates a model without smooths of responses whose mean is not known. */
    public MixedModel(
            List<GroupingFactor> factors,
            List<RandomEffects> effects,
            boolean[] fixed,
            Likelihood likelihood,
            GaussianPrior coefficients,
            List<EffectsPrior> priors,
            @Nullable ScalarDensity residual) {
        this(
                factors,
                effects,
                fixed,
                likelihood,
                new FixedEffectsPrior(coefficients, List.of()),
                priors,
                residual,
                Double.NaN);
    }

    public MixedModel {
        factors = List.copyOf(factors);
        effects = List.copyOf(effects);
        priors = List.copyOf(priors);
        boolean varies = !effects.isEmpty() || !fixedEffectsPrior.smooths().isEmpty();
        if (!varies || effects.size() != priors.size()) {
            throw new IllegalArgumentException("a mixed model must have random effects, and a prior for each: found "
                    + effects.size() + " and " + priors.size());
        }
        GaussianPrior normal = fixedEffectsPrior.normal();
        if (normal.dimension() != count(isFixedColumn) || !normal.isIndependent()) {
            throw new IllegalArgumentException("the prior of fixed effects must be of independent ones: required "
                    + count(isFixedColumn) + ", found " + normal.dimension());
        }
        for (SmoothTerm smooth : fixedEffectsPrior.smooths()) {
            for (int column : smooth.columns()) {
                if (column >= isFixedColumn.length || !isFixedColumn[column]) {
                    throw new IllegalArgumentException("the smooth " + smooth.name()
                            + " must have columns with fixed effects, found column " + column);
                }
            }
        }
        if (residualPrior != null && likelihood.dispersionName() == null) {
            throw new IllegalArgumentException(
                    "a residual standard deviation or dispersion is of a likelihood that has one: required none for "
                            + likelihood.name());
        }
        Set<String> observed = new HashSet<>();
        for (int e = 0; e < effects.size(); e++) {
            RandomEffects each = effects.get(e);
            indexOf(factors, each.factor());
            if (priors.get(e).logSdDensities().size() != each.size()) {
                throw new IllegalArgumentException("random effects of " + each.factor()
                        + " must have a prior for each sd: required " + each.size() + ", found "
                        + priors.get(e).logSdDensities().size());
            }
            for (int column : each.columns()) {
                if (column >= isFixedColumn.length || !observed.add(each.factor() + "\u0000" + column)) {
                    throw new IllegalArgumentException("random effects of " + each.factor()
                            + " must multiply each of the " + isFixedColumn.length
                            + " columns at most once, found column "
                            + column);
                }
            }
        }
    }

    private static int count(boolean[] fixed) {
        int count = 0;
        for (boolean each : fixed) {
            count += each ? 1 : 0;
        }
        return count;
    }

    private static int indexOf(List<GroupingFactor> factors, String name) {
        for (int f = 0; f < factors.size(); f++) {
            if (factors.get(f).name().equals(name)) {
                return f;
            }
        }
        throw new IllegalArgumentException("random effects are of a grouping factor: required one of "
                + factors.stream().map(GroupingFactor::name).toList() + ", found " + name);
    }

    /** Number of the grouping factor of an entry of {@code effects}. */
    public int factorIndex(RandomEffects of) {
        return indexOf(factors, of.factor());
    }

    /** Columns of a block that have a coefficient in β. */
    public int[] fixedColumns() {
        int[] columns = new int[count(isFixedColumn)];
        for (int j = 0, at = 0; j < isFixedColumn.length; j++) {
            if (isFixedColumn[j]) {
                columns[at++] = j;
            }
        }
        return columns;
    }

    /** Penalised parts of smooth functions. */
    public List<SmoothTerm> smooths() {
        return fixedEffectsPrior.smooths();
    }

    /** Prior of β where every smooth has a standard deviation of 1. */
    public GaussianPrior coefficientPrior() {
        return coefficientPrior(smooths().stream().mapToDouble(smooth -> 1).toArray());
    }

    /** Prior of β given the variance components. */
    public GaussianPrior coefficientPrior(VarianceComponents components) {
        return coefficientPrior(IntStream.range(0, smooths().size())
                .mapToDouble(s -> components.factors().get(effects.size() + s)[0])
                .toArray());
    }

    private GaussianPrior coefficientPrior(double[] smoothSds) {
        GaussianPrior normal = fixedEffectsPrior.normal();
        if (smoothSds.length == 0) {
            return normal;
        }
        double[] mean = normal.mean().clone();
        double[] precision = normal.precision().clone();
        for (int s = 0; s < smoothSds.length; s++) {
            for (int j : smoothCoefficients(s)) {
                mean[j] = 0;
                precision[j] = 1 / (smoothSds[s] * smoothSds[s]);
            }
        }
        return new GaussianPrior(mean, precision);
    }

    /** Numbers in β of the coefficients of a smooth. */
    public int[] smoothCoefficients(int smooth) {
        int[] fixed = fixedColumns();
        return Arrays.stream(smooths().get(smooth).columns())
                .map(column -> Arrays.binarySearch(fixed, column))
                .toArray();
    }

    /** Blocks of variance components, in their order: those of the effects, then one of each smooth. */
    public List<VarianceEntry> entries() {
        List<VarianceEntry> entries = new ArrayList<>();
        for (int e = 0; e < effects.size(); e++) {
            entries.add(VarianceEntry.of(effects.get(e), priors.get(e)));
        }
        smooths().forEach(smooth -> entries.add(VarianceEntry.of(smooth)));
        return List.copyOf(entries);
    }

    /** Names of the variance components on their natural scale. */
    public List<String> componentNames() {
        List<String> names = new ArrayList<>();
        effects.forEach(each -> names.addAll(each.componentNames()));
        smooths().forEach(smooth -> names.add(smooth.sdName()));
        if (residualPrior != null) {
            String dispersion = Objects.requireNonNull(likelihood.dispersionName());
            names.add(likelihood.isNormal() ? "sigma" : dispersion);
        }
        return names;
    }

    /** Whether the response is normal with a residual standard deviation that is estimated. */
    public boolean estimatesResidual() {
        return residualPrior != null && likelihood.isNormal();
    }

    /**
     * Variance of a response around its linear predictor, on the predictor's scale, under {@code components}; NaN where
     * that is not defined.
     */
    public double noiseVariance(double[] components) {
        boolean known = residualPrior == null && likelihood.dispersionName() != null;
        double last = components[components.length - 1];
        double dispersion = residualPrior == null ? 1 : likelihood.isNormal() ? last * last : last;
        return known ? Double.NaN : likelihood.latentVariance(meanResponse, dispersion);
    }

    /** Prior of the coefficients, flat for penalised ones: given their standard deviation they have another. */
    public GaussianPrior reportedPrior() {
        GaussianPrior prior = coefficientPrior();
        double[] precision = prior.precision().clone();
        for (int s = 0; s < smooths().size(); s++) {
            for (int j : smoothCoefficients(s)) {
                precision[j] = 0;
            }
        }
        return smooths().isEmpty() ? prior : new GaussianPrior(prior.mean(), precision);
    }

    /** Sentence that refuses likelihoods of rows, for which coefficients alone do not do. */
    public String rowRefusal() {
        if (factors.isEmpty()) {
            return "likelihoods of rows are not computed of models with smooths, whose standard deviations are integrated:"
                    + " required ns(x, df = 5) instead of s(x), found "
                    + smooths().stream().map(SmoothTerm::name).toList()
                    + "; credence compare weighs models with smooths by their log marginal likelihoods";
        }
        return "draws of coefficients alone do not predict rows of levels, whose effects are"
                + " integrated: required a model without grouping factors, found "
                + factors.stream().map(GroupingFactor::name).toList()
                + "; credence compare weighs mixed models by their log marginal likelihoods";
    }
}
