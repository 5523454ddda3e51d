package io.credence.mixed.joint;

import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.component.VarianceDesigns;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowGaussian;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.mixed.row.ColumnProducts;
import io.credence.mixed.row.LevelMoments;
import io.credence.mixed.row.StartingComponents;
import io.credence.mixed.site.ArrowSites;
import io.credence.mixed.site.ExpectationPropagation;
import io.credence.mixed.site.ExpectationPropagation.FixedPoint;
import io.credence.mixed.site.PredictorMoments;
import io.credence.mixed.site.SiteStructure;
import io.credence.mixed.site.SiteSums;
import io.credence.pass.Lazy;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.hipparchus.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of variance components given rows of any likelihood. It has log p(y | components) by expectation
 * propagation over coefficients and all effects together, with a normal site for each row. At its fixed point the
 * gradient is that of normal rows. Sites travel with the passes, 16 bytes a row.
 */
public final class SiteDensity implements ComponentDensity {

    /** Number of points of a round, half as many as where points cost no pass. */
    private static final int POINTS = 64;

    /** Number of points of a round where rows and effects are few. With 64, the sd of an sd was 20 % off. */
    private static final int SMALL_POINTS = 128;

    /** Largest number of rows that are read in negligible time. */
    private static final long FEW_ROWS = 2_000;

    private static final double STILL = 1e-6;

    /**
     * Number of draws of each level's linear predictors. For 50 patients' bacteria, four times as many give the same
     * log p(y) to 0.003 nats.
     */
    private static final int DRAWS = 64;

    /**
     * Largest share of the correction that a density may still lack. It was a tenth in five levels of six rows, a
     * thirtieth in fifty of four. It is what common coefficients leave of the levels' dependence.
     */
    private static final double REMAINS = 0.25;

    /**
     * Smallest number of rows for each level from which, beside smooths, sites stay as they are around the mode. Effects of
     * levels of so many rows are nearly normal at any standard deviation.
     */
    private static final int ROWS_EACH = 20;

    private final EffectLayout layout;
    private final double[] units;
    private final ExecutionBackend backend;
    private final long seed;
    private final DenseKernel kernel;
    private final VarianceCoordinates coordinates;
    private final ExpectationPropagation<ArrowSums, ArrowGaussian> sites;
    private final Supplier<Optional<double[]>> leastSquares;

    public SiteDensity(EffectLayout layout, double[] units, ExecutionBackend backend, long seed, DenseKernel kernel) {
        this.layout = layout;
        this.units = units;
        this.backend = backend;
        this.seed = seed;
        this.kernel = kernel;
        this.coordinates = new VarianceCoordinates(layout.model());
        this.leastSquares = new Lazy<>(this::computeLeastSquares);
        this.sites =
                new ExpectationPropagation<>(new ArrowGaussianFactory(), units, this::predictorUnit, STILL, backend);
    }

    private final class ArrowGaussianFactory
            implements ExpectationPropagation.GaussianFactory<ArrowSums, ArrowGaussian> {

        @Override
        public SiteStructure<ArrowSums> structure(@Nullable ArrowGaussian gaussian) {
            return new ArrowSites(layout, gaussian == null ? null : PredictorMoments.of(gaussian));
        }

        @Override
        public @Nullable ArrowGaussian gaussian(ArrowSums sums, VarianceComponents components) {
            return ArrowGaussian.of(ArrowStatistics.of(layout, sums), components, 1, kernel);
        }
    }

    @Override
    public VarianceCoordinates coordinates() {
        return coordinates;
    }

    /** Starting point for an identity link, by least squares, in the units of the response. */
    private Optional<double[]> computeLeastSquares() {
        if (layout.model().residualPrior() == null
                || !layout.model().likelihood().hasIdentityLink()) {
            return Optional.empty();
        }
        ArrowSums sums = backend.run(new NormalRowsPass(layout, units));
        return Optional.of(StartingComponents.startingValuesWithDispersion(sums, coordinates));
    }

    @Override
    public double[] startingPoint() {
        return leastSquares
                .get()
                .map(double[]::clone)
                .orElseGet(() -> StartingComponents.startingValues(0.5, columns(), coordinates, 1));
    }

    /** Unit of a linear predictor: a change that moves the expectation of a row by about that row's spread. */
    private double predictorUnit() {
        return leastSquares
                .get()
                .map(start -> FastMath.exp(0.5 * start[start.length - 1]))
                .orElse(1.0);
    }

    @Override
    public ColumnProducts columns() {
        return sites.initialSites().sums().columns();
    }

    @Override
    public int pointsPerRound() {
        return isSmall() ? SMALL_POINTS : POINTS;
    }

    @Override
    public int roundCount() {
        return isSmall() ? 3 : VarianceDesigns.ROUNDS;
    }

    /** Number of draws for the correction of levels; 0 where there are none. */
    private int draws() {
        return layout.localEffectsPerLevel() == 0 ? 0 : DRAWS;
    }

    private boolean isSmall() {
        return layout.isSmall() && sites.initialSites().sums().rows() <= FEW_ROWS;
    }

    /**
     * Whether sites stay as they are around the mode. Models with smooths have so many coefficients that a pass over many
     * rows is dear.
     */
    private boolean keepsSitesAroundMode() {
        long rows = backend.summary().rows();
        return !layout.model().smooths().isEmpty()
                && layout.model().residualPrior() == null
                && rows > FEW_ROWS
                && layout.model().factors().stream().allMatch(factor -> (long) ROWS_EACH * factor.levelCount() <= rows);
    }

    /** Density in which rows keep the sites of the mode, where these may be kept. */
    @Override
    public ComponentDensity approximationAround(
            double[] mode, double[] covariance, @Nullable ComponentDensityEvaluation warm) {
        VarianceComponents components = keepsSitesAroundMode() ? coordinates.toComponents(mode) : null;
        FixedPoint<ArrowGaussian> found = components == null ? null : fixedPoint(components, warm);
        if (found == null) {
            return this;
        }
        ArrowSums sums = sites.sumSites(found.sites()).sums();
        return QuadraticDensity.of(
                new NormalRowsDensity(ArrowStatistics.of(layout, sums), coordinates, kernel),
                mode,
                evaluation(mode, found).value(),
                columns());
    }

    @Override
    public ComponentDensityEvaluation evaluate(
            double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
        VarianceComponents components = coordinates.toComponents(x);
        if (components == null) {
            return ComponentDensityEvaluation.withoutDensity(x.length);
        }
        FixedPoint<ArrowGaussian> found = fixedPoint(components, warm);
        return found == null ? ComponentDensityEvaluation.withoutDensity(x.length) : evaluation(x, found);
    }

    private @Nullable FixedPoint<ArrowGaussian> fixedPoint(
            VarianceComponents components, @Nullable ComponentDensityEvaluation warm) {
        return sites.iterateToFixedPoint(components, warm == null ? null : warm.sites());
    }

    private ComponentDensityEvaluation evaluation(double[] x, FixedPoint<ArrowGaussian> found) {
        ArrowGaussian gaussian = found.gaussian();
        SiteSums<ArrowSums> last = sites.finalPass(found, gaussian.components().residual(), draws(), seed);
        double[] gradient = new double[x.length];
        LevelMoments moments = LevelMoments.of(gaussian);
        double value = coordinates.logPrior(x, gradient)
                + last.evidence().logIntegralSum()
                + NormalRowsDensity.priorConstant(gaussian.coefficientPrior())
                + 0.5 * (gaussian.priorDevianceChange(moments) - gaussian.logDeterminant());
        coordinates.addGradient(x, moments.excessMoments(), sites.dispersionSlope(last), gradient);
        return new ComponentDensityEvaluation(
                value,
                gradient,
                found.rows() + last.rows(),
                last.evidence().correction(),
                found.sites(),
                EffectMoments.of(gaussian, kernel));
    }

    /**
     * Standard deviation of the error that densities have beyond second order. Only differences of the error between
     * points move their probabilities.
     */
    @Override
    public double logDensityError(List<ComponentDensityEvaluation> evaluations, double[] probabilities) {
        double mean = 0;
        double square = 0;
        for (int s = 0; s < probabilities.length; s++) {
            double lacks = evaluations.get(s).correction();
            mean += probabilities[s] * lacks;
            square += probabilities[s] * lacks * lacks;
        }
        return REMAINS * Math.sqrt(Math.max(0, square - mean * mean));
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
