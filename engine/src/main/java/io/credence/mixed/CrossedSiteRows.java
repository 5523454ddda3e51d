package io.credence.mixed;

import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.CrossedRows.Slope;
import io.credence.mixed.ExpectationPropagation.Settled;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The density of variance components given rows of a likelihood without a dispersion in two large crossed factors. Normal sites stand for
 * the rows, by expectation propagation with the variances of linear predictors by probes; at its fixed point the gradient is that of
 * normal rows.
 */
final class CrossedSiteRows implements CrossedDensity {

    /** In standard deviations of a linear predictor, whose variance the probes leave uncertain by a hundred times as much. */
    private static final double STILL = 1e-4;

    private final CrossedLayout layout;
    private final DenseKernel kernel;
    private final long seed;
    private final VarianceCoordinates coordinates;
    private final ExpectationPropagation<CrossedSums, CrossedGaussian> sites;

    /** @throws IllegalArgumentException if the likelihood has a dispersion */
    CrossedSiteRows(CrossedLayout layout, double[] units, ExecutionBackend backend, long seed, DenseKernel kernel) {
        if (layout.model().residual() != null) {
            throw new IllegalArgumentException(
                    "large crossed factors require a normal response, or a likelihood without "
                            + layout.model().likelihood().dispersionName() + ": found "
                            + layout.model().likelihood().name());
        }
        this.layout = layout;
        this.kernel = kernel;
        this.seed = seed;
        this.coordinates = new VarianceCoordinates(layout.model());
        this.sites = new ExpectationPropagation<>(new Crossed(), units, () -> 1.0, STILL, backend);
    }

    private final class Crossed implements ExpectationPropagation.Gaussians<CrossedSums, CrossedGaussian> {

        @Override
        public SiteStructure<CrossedSums> structure(@Nullable CrossedGaussian gaussian) {
            return new CrossedSites(layout, gaussian == null ? null : CrossedPredictors.of(gaussian));
        }

        @Override
        public @Nullable CrossedGaussian of(CrossedSums sums, VarianceComponents components) {
            return normal(sums).gaussian(components);
        }
    }

    private CrossedRows normal(CrossedSums sums) {
        return new CrossedRows(CrossedStatistics.of(layout, sums), CrossedProbes.COUNT, seed, kernel);
    }

    @Override
    public VarianceCoordinates coordinates() {
        return coordinates;
    }

    @Override
    public double[] start() {
        CrossedStatistics statistics =
                CrossedStatistics.of(layout, sites.beginning().sums());
        return StartingComponents.of(0.5, statistics.columns(), coordinates, 1);
    }

    @Override
    public Slope slope(double[] x, @Nullable Slope near) {
        VarianceComponents components = coordinates.at(x);
        Settled<CrossedGaussian> found =
                components == null ? null : sites.settle(components, near == null ? null : near.sites());
        return found == null
                ? Slope.none(x.length)
                : CrossedRows.slope(found.gaussian(), coordinates, x).at(found.sites(), found.rows());
    }

    @Override
    public CrossedRows around(Slope slope) {
        return normal(sites.of(Objects.requireNonNull(slope.sites(), "sites of the rows"))
                .sums());
    }
}
