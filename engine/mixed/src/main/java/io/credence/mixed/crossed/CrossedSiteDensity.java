package io.credence.mixed.crossed;

import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.DispersionSlope;
import io.credence.mixed.crossed.CrossedNormalRowsDensity.CrossedEvaluation;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.row.StartingComponents;
import io.credence.mixed.site.ExpectationPropagation;
import io.credence.mixed.site.ExpectationPropagation.FixedPoint;
import io.credence.mixed.site.RowSites;
import io.credence.mixed.site.SiteStructure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of variance components given rows of any likelihood in two large crossed factors. Normal sites
 * stand for the rows, by expectation propagation with the variances of linear predictors by probes; at its fixed point
 * the gradient is that of normal rows.
 */
public final class CrossedSiteDensity implements CrossedDensity {

    /**
     * Largest move of a settled site, in standard deviations of a linear predictor. The probes leave the predictor's
     * variance uncertain by a hundred times as much.
     */
    private static final double STILL = 1e-4;

    /**
     * Difference of the log dispersions between which a curvature is computed. Sites that moved by less than
     * {@link #STILL} leave less than 1 % of it uncertain.
     */
    private static final double BESIDE = 0.02;

    private final CrossedLayout layout;
    private final DenseKernel kernel;
    private final long seed;
    private final VarianceCoordinates coordinates;
    private final ExpectationPropagation<CrossedSums, CrossedGaussian> sites;

    /** Whether rows far from their predictor have sites of a negative precision, for which no probes can be drawn. */
    public static boolean hasHeavyTails(MixedModel model) {
        return model.residualPrior() != null
                && !model.likelihood().isNormal()
                && model.likelihood().hasIdentityLink();
    }

    /** @throws IllegalArgumentException if the likelihood has heavy tails */
    public CrossedSiteDensity(
            CrossedLayout layout, double[] units, ExecutionBackend backend, long seed, DenseKernel kernel) {
        if (hasHeavyTails(layout.model())) {
            throw new IllegalArgumentException(
                    "large crossed factors do not go with heavy tails: required model.family ="
                            + " gaussian, or a factor of fewer levels, found "
                            + layout.model().likelihood().name());
        }
        this.layout = layout;
        this.kernel = kernel;
        this.seed = seed;
        this.coordinates = new VarianceCoordinates(layout.model());
        this.sites = new ExpectationPropagation<>(new CrossedGaussianFactory(), units, () -> 1.0, STILL, backend);
    }

    private final class CrossedGaussianFactory
            implements ExpectationPropagation.GaussianFactory<CrossedSums, CrossedGaussian> {

        @Override
        public SiteStructure<CrossedSums> structure(@Nullable CrossedGaussian gaussian) {
            return new CrossedSites(layout, gaussian == null ? null : CrossedPredictors.of(gaussian));
        }

        @Override
        public @Nullable CrossedGaussian gaussian(CrossedSums sums, VarianceComponents components) {
            return normalDensityGiven(sums).gaussian(components);
        }
    }

    private CrossedNormalRowsDensity normalDensityGiven(CrossedSums sums) {
        return new CrossedNormalRowsDensity(CrossedStatistics.of(layout, sums), CrossedProbes.COUNT, seed, kernel);
    }

    @Override
    public VarianceCoordinates coordinates() {
        return coordinates;
    }

    @Override
    public double[] startingPoint() {
        CrossedStatistics statistics =
                CrossedStatistics.of(layout, sites.initialSites().sums());
        return StartingComponents.startingValues(0.5, statistics.columns(), coordinates, 1);
    }

    @Override
    public CrossedEvaluation evaluate(double[] x, @Nullable CrossedEvaluation near) {
        FixedPoint<CrossedGaussian> found = settledSites(x, near == null ? null : near.sites());
        if (found == null) {
            return CrossedEvaluation.withoutDensity(x.length);
        }
        CrossedMoments moments = CrossedMoments.of(found.gaussian());
        if (layout.model().residualPrior() == null) {
            return CrossedNormalRowsDensity.evaluate(found.gaussian(), moments, coordinates, x, null)
                    .withSites(found.sites(), found.rows());
        }
        double[] beside = x.clone();
        beside[x.length - 1] += BESIDE;
        FixedPoint<CrossedGaussian> other = settledSites(beside, found.sites());
        if (other == null) {
            return CrossedEvaluation.withoutDensity(x.length);
        }
        double[] gradient = gradient(x, found, moments);
        double[] changed = gradient(beside, other, CrossedMoments.of(other.gaussian()));
        double[] curvature = Vectors.scaled(1 / BESIDE, Vectors.difference(gradient, changed));
        DispersionSlope dispersion = new DispersionSlope(gradient[x.length - 1], curvature);
        return CrossedNormalRowsDensity.evaluate(found.gaussian(), moments, coordinates, x, dispersion)
                .withSites(found.sites(), found.rows() + other.rows());
    }

    private @Nullable FixedPoint<CrossedGaussian> settledSites(double[] x, @Nullable RowSites from) {
        VarianceComponents components = coordinates.toComponents(x);
        return components == null ? null : sites.iterateToFixedPoint(components, from);
    }

    /** Gradient of the log likelihood, with the slope in the dispersion. */
    private double[] gradient(double[] x, FixedPoint<CrossedGaussian> at, CrossedMoments moments) {
        double[] gradient = new double[x.length];
        moments.addGradient(coordinates, x, gradient);
        gradient[x.length - 1] += sites.dispersionSlope(sites.finalPass(at, Math.exp(x[x.length - 1]), 0, seed));
        return gradient;
    }

    @Override
    public CrossedNormalRowsDensity normalApproximation(CrossedEvaluation slope) {
        return normalDensityGiven(sites.sumSites(Objects.requireNonNull(slope.sites(), "sites of the rows"))
                .sums());
    }

    /**
     * Normal sites of rows of two large crossed factors. What expectation propagation leaves out of their evidence is not
     * computed: their levels have many rows.
     *
     * @param moments moments of linear predictors; null before there are any
     */
    record CrossedSites(CrossedLayout layout, @Nullable CrossedPredictors moments)
            implements SiteStructure<CrossedSums> {

        @Override
        public MixedModel model() {
            return layout.model();
        }

        @Override
        public boolean hasMoments() {
            return moments != null;
        }

        @Override
        public RowCursor<CrossedSums> newRowCursor(double[] units) {
            return new CrossedSiteWorkspace(layout, units, moments == null ? null : moments.newWorkspace());
        }

        private static final class CrossedSiteWorkspace implements RowCursor<CrossedSums> {

            private final CrossedSums sums;
            private final CrossedRow row;
            private final CrossedPredictors.@Nullable Workspace room;

            CrossedSiteWorkspace(CrossedLayout layout, double[] units, CrossedPredictors.@Nullable Workspace room) {
                this.sums = new CrossedSums(layout);
                this.row = new CrossedRow(layout, units);
                this.room = room;
            }

            @Override
            public void moveTo(RowBlock block, int i) {
                row.moveTo(block, i);
            }

            @Override
            public Predictor predictorMoments(double precision) {
                room().moveTo(row, precision);
                return new Predictor(room().mean(), room().variance());
            }

            private CrossedPredictors.Workspace room() {
                return Objects.requireNonNull(room, "a Gaussian");
            }

            @Override
            public void add(double precision, double shift) {
                row.setResponse(precision == 0 ? 0 : shift / precision);
                sums.add(row, precision);
            }

            @Override
            public CrossedSums sums() {
                return sums;
            }
        }
    }
}
