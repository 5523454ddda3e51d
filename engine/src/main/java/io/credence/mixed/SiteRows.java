package io.credence.mixed;

import io.credence.family.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.pass.Once;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.math3.util.FastMath;
import org.jspecify.annotations.Nullable;

/**
 * The density of variance components given rows of any likelihood, of which normal sites stand for each row's: log p(y | components) by
 * expectation propagation over coefficients and all effects together. At its fixed point the gradient is that of normal rows. Sites
 * travel with the passes, 16 bytes a row.
 */
final class SiteRows implements ComponentDensity {

    /** Half as many as where points cost no pass. */
    private static final int POINTS = 64;

    /** Where rows and effects are few: with 64 an sd's sd was 20 % off. */
    private static final int SMALL_POINTS = 128;

    /** Rows that are read in a moment. */
    private static final long FEW_ROWS = 2_000;

    private static final int MOST_PASSES = 100;
    private static final double STILL = 1e-6;
    private static final double LEAST_SHARE = 0.2;
    private static final double SMALLER = 0.7;

    /** Distance of the logarithms of dispersions whose log integrals give the slope in it. */
    private static final double BESIDE = 1e-3;

    private final EffectLayout layout;
    private final double[] units;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;
    private final VarianceCoordinates coordinates;
    private final Supplier<SiteSums> beginning;
    private final Supplier<Optional<double[]>> leastSquares;

    SiteRows(EffectLayout layout, double[] units, ExecutionBackend backend, DenseKernel kernel) {
        this.layout = layout;
        this.units = units;
        this.backend = backend;
        this.kernel = kernel;
        this.coordinates = new VarianceCoordinates(layout.model());
        this.leastSquares = new Once<>(this::computeLeastSquares);
        this.beginning = new Once<>(() -> backend.run(pass(unit() * unit(), null, null, 1)));
    }

    @Override
    public VarianceCoordinates coordinates() {
        return coordinates;
    }

    private RowSitePass pass(
            double dispersion, @Nullable PredictorMoments moments, @Nullable RowSites sites, double share) {
        return new RowSitePass(layout, units, unit(), loss(dispersion), moments, sites, share, null);
    }

    private RowLoss loss(double dispersion) {
        return layout.model().likelihood().loss(new DispersionPosterior.Known(dispersion));
    }

    /** Where an identity link starts: by least squares, in the units of the response. */
    private Optional<double[]> computeLeastSquares() {
        if (layout.model().residual() == null || !layout.model().likelihood().hasIdentityLink()) {
            return Optional.empty();
        }
        double[] start = StartingComponents.of(backend.run(new NormalRowsPass(layout, units)), coordinates);
        start[start.length - 1] *= 2;
        return Optional.of(start);
    }

    @Override
    public double[] start() {
        return leastSquares
                .get()
                .map(double[]::clone)
                .orElseGet(() -> StartingComponents.of(0.5, columnSizes(), coordinates, 1));
    }

    /** Of a linear predictor: what moves the expectation of a row by about its own spread. */
    private double unit() {
        return leastSquares
                .get()
                .map(start -> FastMath.exp(0.5 * start[start.length - 1]))
                .orElse(1.0);
    }

    @Override
    public List<double[]> columnSizes() {
        return beginning.get().sums().columnSizes();
    }

    @Override
    public int points() {
        return isSmall() ? SMALL_POINTS : POINTS;
    }

    @Override
    public int rounds() {
        return isSmall() ? 3 : VarianceDesigns.ROUNDS;
    }

    private boolean isSmall() {
        return layout.isSmall() && beginning.get().sums().rows() <= FEW_ROWS;
    }

    @Override
    public Evaluation evaluate(double[] x, boolean withGradient, @Nullable Evaluation warm) {
        VarianceComponents components = coordinates.at(x);
        if (components == null) {
            return Evaluation.none(x.length);
        }
        RowSites sites = warm == null ? null : warm.sites();
        SiteSums at = sites == null ? beginning.get() : backend.run(pass(1, null, sites, 1));
        long rows = sites == null ? 0 : at.sums().rows();
        double share = 1;
        double last = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_PASSES; i++) {
            ArrowGaussian gaussian = ArrowGaussian.of(ArrowStatistics.of(layout, at.sums()), components, 1, kernel);
            if (gaussian == null) {
                break;
            }
            SiteSums next = backend.run(pass(components.residual(), PredictorMoments.of(gaussian), at.sites(), share));
            rows += next.sums().rows();
            double move = next.largestMove();
            if (!Double.isFinite(move)) {
                break;
            }
            if (move < STILL) {
                return evaluation(x, gaussian, at.sites(), rows);
            }
            share = move > last ? Math.max(LEAST_SHARE, SMALLER * share) : share;
            last = move;
            at = next;
        }
        return new Evaluation(Double.NEGATIVE_INFINITY, new double[x.length], rows, 0, null, null);
    }

    private Evaluation evaluation(double[] x, ArrowGaussian gaussian, RowSites sites, long rows) {
        double dispersion = gaussian.components().residual();
        RowSitePass.Final checks = layout.model().residual() == null
                ? new RowSitePass.Final(List.of())
                : new RowSitePass.Final(
                        List.of(loss(dispersion * FastMath.exp(BESIDE)), loss(dispersion * FastMath.exp(-BESIDE))));
        SiteSums last = backend.run(new RowSitePass(
                layout, units, unit(), loss(dispersion), PredictorMoments.of(gaussian), sites, 1, checks));
        double[] gradient = new double[x.length];
        double value = coordinates.logPrior(x, gradient)
                + last.sums().total()
                + NormalRows.priorConstant(layout.model().coefficients())
                + 0.5 * (gaussian.quadratic() - gaussian.logDeterminant());
        coordinates.addGradient(x, LevelMoments.of(gaussian).excess(), last.difference() / (2 * BESIDE), gradient);
        return new Evaluation(
                value,
                gradient,
                rows + last.sums().rows(),
                last.correction(),
                sites,
                EffectMoments.of(gaussian, kernel));
    }

    /** The standard deviation of what the densities lack: only what differs between points moves their probabilities. */
    @Override
    public double error(List<Evaluation> evaluations, double[] probabilities) {
        double mean = 0;
        double square = 0;
        for (int s = 0; s < probabilities.length; s++) {
            double lacks = evaluations.get(s).correction();
            mean += probabilities[s] * lacks;
            square += probabilities[s] * lacks * lacks;
        }
        return Math.sqrt(Math.max(0, square - mean * mean));
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable Evaluation evaluation) {
        EffectMoments known = evaluation == null ? null : evaluation.moments();
        if (known == null) {
            throw new IllegalStateException("a point that was not evaluated has no moments");
        }
        return known;
    }
}
