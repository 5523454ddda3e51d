package io.credence.mixed;

import io.credence.family.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.RowLoss;
import io.credence.pass.Once;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.math3.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * Passes over the rows until a normal site for each has the moments of its likelihood, given variance components.
 *
 * @param <S> sums of the sites
 * @param <G> the Gaussian of coefficients and effects by those sums
 */
final class ExpectationPropagation<S extends Sums<S>, G> {

    private static final int MOST_PASSES = 100;
    private static final double LEAST_SHARE = 0.2;
    private static final double SMALLER = 0.7;

    /** Distance of the logarithms of dispersions whose log integrals give the slope in it. */
    private static final double BESIDE = 1e-3;

    /** Coefficients and effects of one kind of layout. */
    interface Gaussians<S extends Sums<S>, G> {

        /** The sites' structure with moments under that Gaussian, or without any. */
        SiteStructure<S> structure(@Nullable G gaussian);

        /** Given sums of sites; null where there is none. */
        @Nullable
        G of(S sums, VarianceComponents components);
    }

    /**
     * Sites that no pass moves.
     *
     * @param rows that were visited for them
     */
    record Settled<G>(G gaussian, RowSites sites, long rows) {}

    private final Gaussians<S, G> gaussians;
    private final MixedModel model;
    private final double[] units;
    private final Supplier<Double> unit;
    private final double still;
    private final ExecutionBackend backend;
    private final Supplier<SiteSums<S>> beginning;

    /**
     * @param units by what each column of a block was divided
     * @param unit of a linear predictor, as of a {@link RowSitePass}
     * @param still move of a site, as {@link SiteSums#largestMove}, that is none
     */
    ExpectationPropagation(
            Gaussians<S, G> gaussians, double[] units, Supplier<Double> unit, double still, ExecutionBackend backend) {
        this.gaussians = gaussians;
        this.model = gaussians.structure(null).model();
        this.units = units;
        this.unit = unit;
        this.still = still;
        this.backend = backend;
        this.beginning = new Once<>(() -> backend.run(pass(unit.get() * unit.get(), null, null, 1, null)));
    }

    /** Sites with nothing known of the rest of a row's linear predictor. */
    SiteSums<S> beginning() {
        return beginning.get();
    }

    /** Sums of those sites. */
    SiteSums<S> of(RowSites sites) {
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
            RowSitePass.@Nullable Final last) {
        return new RowSitePass<>(
                gaussians.structure(gaussian), units, unit.get(), loss(dispersion), sites, share, last);
    }

    /** From those sites on, or from the beginning; null where there is no Gaussian or sites do not settle. */
    @Nullable
    Settled<G> settle(VarianceComponents components, @Nullable RowSites from) {
        SiteSums<S> at = from == null ? beginning() : of(from);
        long rows = from == null ? 0 : at.rows();
        double share = 1;
        double last = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_PASSES; i++) {
            G gaussian = gaussians.of(at.sums(), components);
            if (gaussian == null) {
                return null;
            }
            SiteSums<S> next = backend.run(pass(components.residual(), gaussian, at.sites(), share, null));
            rows += next.rows();
            double move = next.largestMove();
            if (move < still) {
                return new Settled<>(gaussian, at.sites(), rows);
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
     * A last pass at sites that settled, with what rows add to the evidence, and to its slope in a dispersion.
     *
     * @param draws as of {@link RowSitePass.Final}
     */
    SiteSums<S> last(Settled<G> at, double dispersion, int draws, long seed) {
        List<RowLoss> beside = model.residual() == null
                ? List.of()
                : List.of(loss(dispersion * FastMath.exp(BESIDE)), loss(dispersion * FastMath.exp(-BESIDE)));
        RowSitePass.Final checks = new RowSitePass.Final(beside, draws, seed);
        return backend.run(pass(dispersion, at.gaussian(), at.sites(), 1, checks));
    }

    /** Slope of the evidence in the logarithm of the dispersion, by that pass. */
    double dispersionSlope(SiteSums<S> last) {
        return last.evidence().difference() / (2 * BESIDE);
    }
}
