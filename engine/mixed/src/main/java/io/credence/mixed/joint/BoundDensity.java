package io.credence.mixed.joint;

import static java.util.Objects.requireNonNull;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
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
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.mixed.row.ColumnProducts;
import io.credence.mixed.row.StartingComponents;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.BfgsSearch.SearchPoint;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of the standard deviations of smooths, and of a dispersion, given many rows of any likelihood, in a
 * model without grouping factors. In place of log p(y | components) it has the evidence lower bound of a Gaussian of the
 * coefficients, which is fitted as without smooths, under the prior that the components give. Around the mode the
 * likelihood of the rows is replaced by the Gaussian one that this fit found there, so that a design reads no rows.
 *
 * @param units number by which each column of a block was divided
 * @param settings settings of the fits given components
 * @param columns mean products of the columns
 * @param startingPoint point at which a search for the mode starts
 */
public record BoundDensity(
        EffectLayout layout,
        double[] units,
        FitSettings settings,
        ExecutionBackend backend,
        ColumnProducts columns,
        double[] startingPoint,
        DenseKernel kernel)
        implements ComponentDensity {

    /** Creates the density of the backend's rows, by a pass for the products of their columns. */
    public static BoundDensity of(
            EffectLayout layout, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        ArrowSums sums = backend.run(new NormalRowsPass(layout, units));
        VarianceCoordinates coordinates = new VarianceCoordinates(layout.model());
        boolean isInUnits = layout.model().residualPrior() != null
                && layout.model().likelihood().hasIdentityLink();
        double[] start = isInUnits
                ? StartingComponents.startingValuesWithDispersion(sums, coordinates)
                : StartingComponents.startingValues(0.5, sums.columns(), coordinates, 1);
        return new BoundDensity(layout, units, settings, backend, sums.columns(), start, kernel);
    }

    /** Smallest gain promised by a further step to the mode that is expected, nats. */
    private static final double EXPECTED_MODE_GAIN = 1e-6;

    /** Difference of the log dispersions whose expected losses give the slope in the dispersion. */
    private static final double BESIDE = 1e-3;

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

    private boolean hasDispersion() {
        return model().residualPrior() != null;
    }

    /**
     * The mode of the density in which the rows' likelihood is the Gaussian that it is at the first point, found without
     * reading rows. A dispersion stays as it is there; its variance is as if a row told of it what a normal one tells of
     * its variance.
     */
    @Override
    public SearchPoint expectedMode(double[] x, ComponentDensityEvaluation evaluation) {
        VarianceCoordinates coordinates = coordinates();
        VarianceComponents components = coordinates.toComponents(x);
        EffectMoments moments = evaluation.moments();
        if (components == null || moments == null) {
            return new SearchPoint(x, null);
        }
        NormalRowsDensity rows = rowsAt(model().coefficientPrior(components), moments.fixedEffectsPosterior());
        double[] start = DispersionDensity.withoutDispersion(coordinates, x);
        ComponentDensityEvaluation first = smoothsAlone(rows, start);
        BfgsSearch end = BfgsSearch.from(
                        start,
                        first.value(),
                        first.gradient(),
                        rows.expectedMode(start, first).inverseCurvature(),
                        EXPECTED_MODE_GAIN)
                .runWith(search -> {
                    ComponentDensityEvaluation next = smoothsAlone(rows, search.trialPoint());
                    return search.withEvaluation(next.value(), next.gradient(), EXPECTED_MODE_GAIN);
                });
        double[] mode = end.point().clone();
        double[] covariance = requireNonNull(end.inverseCurvature()).clone();
        if (hasDispersion()) {
            mode[x.length - 1] = x[x.length - 1];
            covariance[x.length * x.length - 1] = 2.0 / backend.summary().rows();
        }
        return new SearchPoint(mode, covariance);
    }

    /** Evaluation without a slope in a dispersion, of which the Gaussian of the rows tells nothing. */
    private ComponentDensityEvaluation smoothsAlone(NormalRowsDensity rows, double[] x) {
        ComponentDensityEvaluation found = rows.evaluate(x, true, null);
        double[] gradient = found.gradient().clone();
        if (hasDispersion()) {
            gradient[x.length - 1] = 0;
        }
        return new ComponentDensityEvaluation(found.value(), gradient);
    }

    @Override
    public int pointsPerRound() {
        return QuadraticDensity.POINTS;
    }

    @Override
    public ComponentDensityEvaluation evaluate(
            double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
        VarianceCoordinates coordinates = coordinates();
        VarianceComponents components = coordinates.toComponents(x);
        ConditionalFit found = components == null ? null : fit(components, warm);
        if (components == null || found == null) {
            return ComponentDensityEvaluation.withoutDensity(x.length);
        }
        double[] gradient = new double[x.length];
        double value = coordinates.logPrior(x, gradient) + found.elbo;
        SmoothMoments smooths =
                new SmoothMoments(model(), found.prior, found.posterior.mean(), found.posterior.covariance());
        boolean slopes = hasDispersion() && withGradient;
        double slope = slopes ? dispersionSlope(found.posterior, components.residual()) : 0;
        coordinates.addGradient(x, smooths.excess(), slope, gradient);
        EffectMoments moments = new EffectMoments(found.posterior, List.of(), smooths.degrees());
        long rows = found.rows + (slopes ? 2 * backend.summary().rows() : 0);
        return new ComponentDensityEvaluation(value, gradient, rows, 0, null, moments);
    }

    /** Slope of the bound in the log dispersion, which is that of the expected loss under the Gaussian that was fitted. */
    private double dispersionSlope(FullGaussian posterior, double dispersion) {
        FullGaussian q = inUnits(posterior);
        return (expectedLoss(q, dispersion * FastMath.exp(-BESIDE))
                        - expectedLoss(q, dispersion * FastMath.exp(BESIDE)))
                / (2 * BESIDE);
    }

    private double expectedLoss(FullGaussian q, double dispersion) {
        return backend.run(new ExpectationPass(
                        model().likelihood().loss(new DispersionPosterior.Known(dispersion)),
                        q.mean(),
                        q.coefficientCovariance(backend.summary().sparse()),
                        CurvatureForm.NONE,
                        RowSample.ALL))
                .expectedLoss();
    }

    /** Fit of the coefficients given components; null where it did not converge. */
    private @Nullable ConditionalFit fit(VarianceComponents components, @Nullable ComponentDensityEvaluation warm) {
        EffectMoments moments = warm == null ? null : warm.moments();
        FullGaussian near = moments == null ? null : moments.fixedEffectsPosterior();
        GaussianPrior prior = model().coefficientPrior(components);
        NewtonAlgorithm given = new NewtonAlgorithm(
                ExactProblem.withKnownDispersion(model().likelihood(), inUnits(prior), components.residual()),
                settings,
                backend,
                kernel);
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
     * Density in which the rows' likelihood is the Gaussian that they have at the mode, or, with a dispersion, at nodes
     * of it around the mode.
     */
    @Override
    public ComponentDensity approximationAround(
            double[] mode, double[] covariance, @Nullable ComponentDensityEvaluation warm) {
        ComponentDensity found = hasDispersion() ? DispersionDensity.around(this, mode, warm) : quadratic(mode, warm);
        return found == null ? this : found;
    }

    /**
     * Density with the Gaussian that the rows have at {@code mode}. The dispersion is that of the mode. Null where there
     * is no fit.
     */
    @Nullable
    QuadraticDensity quadratic(double[] mode, @Nullable ComponentDensityEvaluation warm) {
        VarianceCoordinates coordinates = coordinates();
        VarianceComponents components = coordinates.toComponents(mode);
        ConditionalFit found = components == null ? null : fit(components, warm);
        if (found == null) {
            return null;
        }
        double[] withoutDispersion = DispersionDensity.withoutDispersion(coordinates, mode);
        double here = found.elbo + coordinates.logPrior(withoutDispersion, new double[mode.length]);
        return QuadraticDensity.of(rowsAt(found.prior, found.posterior), withoutDispersion, here, columns);
    }

    /**
     * Rows whose likelihood is the Gaussian that a posterior tells of: precision A − P and shift A m − P m₀ for the
     * posterior's precision A and mean m, and the prior's P and m₀.
     */
    private NormalRowsDensity rowsAt(GaussianPrior prior, FullGaussian posterior) {
        int p = prior.dimension();
        double[] precision = Symmetric.unpack(posterior.precision(), p);
        double[] sums = new double[(p + 1) * (p + 1)];
        for (int i = 0; i < p; i++) {
            double shift = -prior.precision()[i] * prior.mean()[i];
            for (int j = 0; j < p; j++) {
                double own = precision[i * p + j];
                sums[i * (p + 1) + j] = own - (i == j ? prior.precision()[i] : 0);
                shift += own * posterior.mean()[j];
            }
            sums[i * (p + 1) + p] = shift;
        }
        return new NormalRowsDensity(
                ArrowStatistics.of(layout, ArrowSums.ofFixedProducts(layout, sums)), coordinates(), kernel);
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation) {
        EffectMoments known = evaluation == null ? null : evaluation.moments();
        if (known == null) {
            throw new IllegalStateException("a point that was not evaluated has no moments");
        }
        return known;
    }
}
