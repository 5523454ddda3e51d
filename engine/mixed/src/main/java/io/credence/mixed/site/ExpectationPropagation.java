package io.credence.mixed.site;

import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.RowLoss;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import io.credence.pass.Lazy;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.function.Supplier;
import org.hipparchus.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * Expectation propagation given variance components. Passes over the rows are made until each row's normal site has the
 * moments of its likelihood.
 *
 * @param <S> sums of the sites
 * @param <G> the Gaussian of coefficients and effects by those sums
 */
public final class ExpectationPropagation<S extends Sums<S>, G> {

    private static final int MOST_PASSES = 100;
    private static final double LEAST_SHARE = 0.2;
    private static final double SMALLER = 0.7;

    /** Difference of the log dispersions whose log integrals give the slope in the dispersion. */
    private static final double BESIDE = 1e-3;

    /** Factory of the Gaussians of coefficients and effects of one kind of layout. */
    public interface GaussianFactory<S extends Sums<S>, G> {

        /** Structure of the sites with moments under {@code gaussian}, or without any. */
        SiteStructure<S> structure(@Nullable G gaussian);

        /** Computes the Gaussian given sums of sites; null where there is none. */
        @Nullable
        G gaussian(S sums, VarianceComponents components);
    }

    /**
     * Fixed point of expectation propagation, at which no pass moves the sites.
     *
     * @param rows number of rows that were visited for them
     */
    public record FixedPoint<G>(G gaussian, RowSites sites, long rows) {}

    private final GaussianFactory<S, G> gaussians;
    private final MixedModel model;
    private final double[] units;
    private final Supplier<Double> unit;
    private final double still;
    private final ExecutionBackend backend;
    private final Supplier<SiteSums<S>> beginning;

    /**
     * @param units number by which each column of a block was divided
     * @param unit unit of a linear predictor, as of a {@link RowSitePass}
     * @param still largest move of a site, as {@link SiteSums#largestMove}, that counts as none
     */
    public ExpectationPropagation(
            GaussianFactory<S, G> gaussians,
            double[] units,
            Supplier<Double> unit,
            double still,
            ExecutionBackend backend) {
        this.gaussians = gaussians;
        this.model = gaussians.structure(null).model();
        this.units = units;
        this.unit = unit;
        this.still = still;
        this.backend = backend;
        this.beginning = new Lazy<>(() -> backend.run(pass(unit.get() * unit.get(), null, null, 1, null)));
    }

    /** Initial sites, chosen without knowledge of the rest of a row's linear predictor. */
    public SiteSums<S> initialSites() {
        return beginning.get();
    }

    /** Sums of given sites. */
    public SiteSums<S> sumSites(RowSites sites) {
        return backend.run(pass(1, null, sites, 1, null));
    }

    private RowLoss loss(double dispersion) {
        return model.likelihood().loss(new DispersionPosterior.Known(dispersion));
    }

    private RowSitePass<S> pass(
            double dispersion,
            @Nullable G gaussian,
            @Nullable RowSites sites,
            double share,
            RowSitePass.@Nullable FinalPassSettings last) {
        return new RowSitePass<>(
                gaussians.structure(gaussian), units, unit.get(), loss(dispersion), sites, share, last);
    }

    /**
     * Iterates to the fixed point from given sites, or from the beginning. Null where there is no Gaussian or sites do
     * not settle.
     */
    @Nullable
    public FixedPoint<G> iterateToFixedPoint(VarianceComponents components, @Nullable RowSites from) {
        SiteSums<S> at = from == null ? initialSites() : sumSites(from);
        long rows = from == null ? 0 : at.rows();
        double share = 1;
        double last = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_PASSES; i++) {
            G gaussian = gaussians.gaussian(at.sums(), components);
            if (gaussian == null) {
                return null;
            }
            SiteSums<S> next = backend.run(pass(components.residual(), gaussian, at.sites(), share, null));
            rows += next.rows();
            double move = next.largestMove();
            if (move < still) {
                return new FixedPoint<>(gaussian, at.sites(), rows);
            }
            if (!Double.isFinite(move)) {
                return null;
            }
            share = move > last ? Math.max(LEAST_SHARE, SMALLER * share) : share;
            last = move;
            at = next;
        }
        return null;
    }

    /**
     * Runs a last pass at settled sites, which also computes the rows' contributions to the evidence and to its slope
     * in a dispersion.
     *
     * @param draws number of draws, as of {@link RowSitePass.FinalPassSettings}
     */
    public SiteSums<S> finalPass(FixedPoint<G> at, double dispersion, int draws, long seed) {
        List<RowLoss> beside = model.residualPrior() == null
                ? List.of()
                : List.of(loss(dispersion * FastMath.exp(BESIDE)), loss(dispersion * FastMath.exp(-BESIDE)));
        RowSitePass.FinalPassSettings checks = new RowSitePass.FinalPassSettings(beside, draws, seed);
        return backend.run(pass(dispersion, at.gaussian(), at.sites(), 1, checks));
    }

    /** Slope of the evidence in the log dispersion, from a {@link #finalPass} pass. */
    public double dispersionSlope(SiteSums<S> last) {
        return last.evidence().dispersionDifference() / (2 * BESIDE);
    }
}
