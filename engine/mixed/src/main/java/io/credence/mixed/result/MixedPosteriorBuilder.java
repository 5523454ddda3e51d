package io.credence.mixed.result;

import io.credence.family.FullGaussian;
import io.credence.family.MixturePosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.fit.Approximation;
import io.credence.fit.FitEnd;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.kind.RandomEffects;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.result.MixedPosterior.SmoothPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.WeightedSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of the posterior of variance components, coefficients and effects from a design over the components. */
public record MixedPosteriorBuilder(MixedModel model, DenseKernel kernel) {

    /** Largest size of a negligible effect, as a share of the residual standard deviation. */
    private static final double NEAR_ZERO = 0.1;

    /** Prior of the coefficients, the approximation before any evaluation. */
    public Approximation priorApproximation() {
        GaussianPrior prior = model.coefficientPrior();
        double[] sd = new double[prior.dimension()];
        Arrays.setAll(sd, j -> prior.precision()[j] > 0 ? 1 / Math.sqrt(prior.precision()[j]) : 1);
        return new Approximation(FullGaussian.around(kernel, prior.mean(), sd), new DispersionPosterior.Known(1));
    }

    /** Creates the result of a fit in a state, with the posterior that it found; null for none. */
    public FitResult fitResult(FitState state, @Nullable MixedPosterior found, long rows) {
        return new FitResult(
                        FitEnd.of(state, rows),
                        found == null ? state.best().posterior() : found.fixedEffectsPosterior(),
                        found == null || model.residualPrior() == null
                                ? new DispersionPosterior.Known(1)
                                : dispersion(found),
                        found == null || Double.isNaN(found.logMarginalLikelihood())
                                ? null
                                : found.logMarginalLikelihood(),
                        null)
                .with(found);
    }

    /**
     * Posterior of the residual variance, or of the dispersion, as a log-normal factor with the first two moments of
     * its logarithm.
     */
    private DispersionPosterior dispersion(MixedPosterior found) {
        int power = model.estimatesResidual() ? 2 : 1;
        VarianceDesign design = found.componentDesign();
        double mean = 0;
        double square = 0;
        for (int s = 0; s < design.weights().length; s++) {
            double[] point = design.points().get(s);
            double log = power * Math.log(point[point.length - 1]);
            mean += design.weights()[s] * log;
            square += design.weights()[s] * log * log;
        }
        double sd = Math.sqrt(Math.max(square - mean * mean, 0));
        return sd > 0 ? new LogNormalDispersion(mean, sd) : new DispersionPosterior.Known(Math.exp(mean));
    }

    /**
     * Posterior over a design of components with the mixture of moments of effects.
     *
     * @param sizes root mean squares of the effects' columns, one array per entry of the model's effects
     * @param evidence log marginal likelihood, NaN where it is not known
     * @param error nats by which the density of the components may be off
     */
    public MixedPosterior posterior(
            VarianceDesign design, MomentMixture mixture, List<double[]> sizes, double evidence, double error) {
        int last = design.names().size() - 1;
        return new MixedPosterior(
                new MixturePosterior(mixture.fixedEffectsPosteriors(), mixture.logs()),
                design,
                effects(design, mixture.levels(), sizes),
                model.estimatesResidual() ? summary(design, last) : null,
                evidence,
                error,
                smooths(design, mixture.smoothDegrees()),
                null);
    }

    private List<SmoothPosterior> smooths(VarianceDesign design, double[] degrees) {
        int first = model.effects().stream().mapToInt(RandomEffects::components).sum();
        List<SmoothPosterior> all = new ArrayList<>();
        for (int s = 0; s < degrees.length; s++) {
            all.add(new SmoothPosterior(summary(design, first + s), degrees[s]));
        }
        return List.copyOf(all);
    }

    /**
     * Posteriors of the effects of the levels, with standard deviations and correlations from the design.
     *
     * @param moments moments of the levels of each entry of the model's effects
     * @param sizes root mean squares of the columns of each entry
     */
    public List<EffectsPosterior> effects(
            VarianceDesign design, List<? extends LevelPosteriors> moments, List<double[]> sizes) {
        List<EffectsPosterior> all = new ArrayList<>();
        int at = 0;
        for (int e = 0; e < model.effects().size(); e++) {
            RandomEffects each = model.effects().get(e);
            List<ComponentSummary> sds = new ArrayList<>();
            double[] nearZero = new double[each.size()];
            for (int j = 0; j < nearZero.length; j++) {
                nearZero[j] = nearZero(design, at + j, sizes.get(e)[j]);
                sds.add(summary(design, at + j));
            }
            List<ComponentSummary> correlations = new ArrayList<>();
            for (int j = 0; j < each.correlations(); j++) {
                correlations.add(summary(design, at + each.size() + j));
            }
            all.add(new EffectsPosterior(
                    each,
                    List.copyOf(sds),
                    nearZero,
                    List.copyOf(correlations),
                    model.factors().get(model.factorIndex(each)).levelCount(),
                    moments.get(e),
                    intraclass(design, each, at)));
            at += each.components();
        }
        return List.copyOf(all);
    }

    /**
     * Probability that a standard deviation is negligible compared with the residual one. It is 0 where rows have known
     * standard deviations, since they have no noise in common.
     */
    private double nearZero(VarianceDesign design, int component, double size) {
        if (model.likelihood().isNormal() && !model.estimatesResidual()) {
            return 0;
        }
        double sum = 0;
        for (int s = 0; s < design.weights().length; s++) {
            double[] point = design.points().get(s);
            double residual = model.estimatesResidual() ? point[point.length - 1] : 1;
            sum += point[component] * size < NEAR_ZERO * residual ? design.weights()[s] : 0;
        }
        return sum;
    }

    /**
     * Intraclass correlation; null where it is not defined. The total is the variances of intercepts of all factors and
     * the variance of the noise on the scale of the linear predictor.
     */
    private @Nullable ComponentSummary intraclass(VarianceDesign design, RandomEffects of, int first) {
        int own = intercept(of);
        if (own < 0 || !Double.isFinite(model.noiseVariance(design.points().get(0)))) {
            return null;
        }
        double[] shares = new double[design.weights().length];
        for (int s = 0; s < shares.length; s++) {
            double[] point = design.points().get(s);
            double whole = model.noiseVariance(point);
            int at = 0;
            for (RandomEffects each : model.effects()) {
                int j = intercept(each);
                whole += j < 0 ? 0 : point[at + j] * point[at + j];
                at += each.components();
            }
            shares[s] = point[first + own] * point[first + own] / whole;
        }
        return summary("icc[" + of.factor() + "]", shares, design.weights());
    }

    private static int intercept(RandomEffects effects) {
        return effects.terms().indexOf("(Intercept)");
    }

    private static ComponentSummary summary(VarianceDesign design, int component) {
        double[] values =
                design.points().stream().mapToDouble(point -> point[component]).toArray();
        return summary(design.names().get(component), values, design.weights());
    }

    static ComponentSummary summary(String name, double[] values, double[] weights) {
        double mean = 0;
        for (int s = 0; s < values.length; s++) {
            mean += weights[s] * values[s];
        }
        double variance = 0;
        for (int s = 0; s < values.length; s++) {
            variance += weights[s] * (values[s] - mean) * (values[s] - mean);
        }
        WeightedSample sample = WeightedSample.of(values, weights);
        return new ComponentSummary(name, mean, Math.sqrt(variance), sample.quantile(0.05), sample.quantile(0.95));
    }
}
