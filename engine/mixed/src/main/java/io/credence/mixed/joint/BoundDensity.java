package io.credence.mixed.joint;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.SmoothMoments;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.mixed.row.ColumnProducts;
import io.credence.mixed.row.StartingComponents;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of the standard deviations of smooths given many rows of any likelihood without a dispersion, in a
 * model without grouping factors. In place of log p(y | components) it has the evidence lower bound of a Gaussian of the
 * coefficients, which is fitted as without smooths, under the prior that the components give. Around the mode the
 * likelihood of the rows is replaced by the Gaussian one that this fit found there, so that a design reads no rows.
 *
 * @param units number by which each column of a block was divided
 * @param settings settings of the fits given components
 */
public record BoundDensity(
        EffectLayout layout,
        double[] units,
        FitSettings settings,
        ExecutionBackend backend,
        ColumnProducts columns,
        DenseKernel kernel)
        implements ComponentDensity {

    /** Creates the density of the backend's rows, by a pass for the products of their columns. */
    public static BoundDensity of(
            EffectLayout layout, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        ColumnProducts columns = backend.run(new NormalRowsPass(layout, units)).columns();
        return new BoundDensity(layout, units, settings, backend, columns, kernel);
    }

    /**
     * Gaussian of the coefficients given components.
     *
     * @param prior prior of the coefficients given the components
     * @param elbo evidence lower bound, nats
     * @param posterior Gaussian in the units of the columns as they are given
     * @param rows number of rows that were visited
     */
    private record ConditionalFit(GaussianPrior prior, double elbo, FullGaussian posterior, long rows) {}

    private MixedModel model() {
        return layout.model();
    }

    @Override
    public VarianceCoordinates coordinates() {
        return new VarianceCoordinates(model());
    }

    @Override
    public double[] startingPoint() {
        return StartingComponents.startingValues(0.5, columns, coordinates(), 1);
    }

    @Override
    public int pointsPerRound() {
        return QuadraticDensity.POINTS;
    }

    @Override
    public ComponentEvaluation evaluate(double[] x, boolean withGradient, @Nullable ComponentEvaluation warm) {
        VarianceCoordinates coordinates = coordinates();
        VarianceComponents components = coordinates.toComponents(x);
        EffectMoments before = warm == null ? null : warm.moments();
        ConditionalFit found =
                components == null ? null : fit(components, before == null ? null : before.fixedEffectsPosterior());
        if (components == null || found == null) {
            return ComponentEvaluation.withoutDensity(x.length);
        }
        double[] gradient = new double[x.length];
        double value = coordinates.logPrior(x, gradient) + found.elbo;
        SmoothMoments smooths =
                new SmoothMoments(model(), found.prior, found.posterior.mean(), found.posterior.covariance());
        coordinates.addGradient(x, smooths.excess(), 0, gradient);
        EffectMoments moments = new EffectMoments(found.posterior, List.of(), smooths.degrees());
        return new ComponentEvaluation(value, gradient, found.rows, 0, null, moments);
    }

    /** Fit of the coefficients given components; null where it did not converge. */
    private @Nullable ConditionalFit fit(VarianceComponents components, @Nullable FullGaussian near) {
        GaussianPrior prior = model().coefficientPrior(components);
        NewtonAlgorithm given = new NewtonAlgorithm(
                ExactProblem.withKnownDispersion(model().likelihood(), inUnits(prior), 1), settings, backend, kernel);
        FitState end = given.run(near == null ? given.init() : given.variationalStageAt(inUnits(near)), List.of());
        Double elbo = given.result(end).elbo();
        GaussianPosterior found = end.best().gaussian();
        if (end.status() != FitStatus.CONVERGED || elbo == null || found == null) {
            return null;
        }
        return new ConditionalFit(prior, elbo, given(found), end.rowsVisited());
    }

    private GaussianPrior inUnits(GaussianPrior prior) {
        double[] mean = prior.mean().clone();
        double[] precision = prior.precision().clone();
        for (int j = 0; j < mean.length; j++) {
            mean[j] *= units[j];
            precision[j] /= units[j] * units[j];
        }
        return new GaussianPrior(mean, precision);
    }

    private FullGaussian inUnits(FullGaussian posterior) {
        return posterior.rescaled(units);
    }

    /** Posterior of the coefficients of the columns as they are given. */
    private FullGaussian given(GaussianPosterior posterior) {
        double[] factors = new double[units.length];
        Arrays.setAll(factors, j -> 1 / units[j]);
        return (FullGaussian) posterior.rescaled(factors);
    }

    /**
     * Density in which the rows' likelihood is the Gaussian that they have at the mode: precision A − P and shift A m − P
     * m₀ for the fit's precision A and mean m, and the prior's P and m₀ there.
     */
    @Override
    public ComponentDensity approximationAround(double[] mode, double[] covariance) {
        VarianceCoordinates coordinates = coordinates();
        VarianceComponents components = coordinates.toComponents(mode);
        ConditionalFit found = components == null ? null : fit(components, null);
        if (components == null || found == null) {
            return this;
        }
        GaussianPrior prior = found.prior;
        int p = prior.dimension();
        double[] precision = Symmetric.unpack(found.posterior.precision(), p);
        double[] sums = new double[(p + 1) * (p + 1)];
        for (int i = 0; i < p; i++) {
            double shift = -prior.precision()[i] * prior.mean()[i];
            for (int j = 0; j < p; j++) {
                double own = precision[i * p + j];
                sums[i * (p + 1) + j] = own - (i == j ? prior.precision()[i] : 0);
                shift += own * found.posterior.mean()[j];
            }
            sums[i * (p + 1) + p] = shift;
        }
        NormalDensity frozen = new NormalDensity(
                ArrowStatistics.of(layout, ArrowSums.ofFixedProducts(layout, sums)), coordinates, kernel);
        double here = found.elbo + coordinates.logPrior(mode, new double[mode.length]);
        return QuadraticDensity.of(frozen, mode, here, columns);
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable ComponentEvaluation evaluation) {
        EffectMoments known = evaluation == null ? null : evaluation.moments();
        if (known == null) {
            throw new IllegalStateException("a point that was not evaluated has no moments");
        }
        return known;
    }
}
