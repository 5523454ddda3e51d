package io.credence.mixed;

import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.mixed.CrossedRows.Slope;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fits a mixed model of normal responses with two large crossed factors. A step evaluates the gradient of log p(y, components) and their
 * average information at one point, and moves by Newton's rule. Around the mode the components are taken as normal in their coordinates, and
 * effects as they are at the mode, where every standard deviation is sharp; else they have a {@link CrossedDesign}.
 */
final class CrossedAlgorithm implements Algorithm {

    /** Largest step in units of the coordinates: a standard deviation by half or twice. */
    private static final double LONGEST = 0.25;

    /** Posterior standard deviations that the last step has to be shorter than. */
    private static final double SHORT = 0.02;

    /** Points that stand for components that are normal. */
    private static final int POINTS = 1024;

    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final MixedResult results;
    private final Supplier<CrossedRows> density;

    /**
     * A fit of the backend's rows.
     *
     * @param units by what each column of the rows was divided
     * @param kernel dense algebra of the driver
     */
    CrossedAlgorithm(
            CrossedLayout layout, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        this.settings = settings;
        this.backend = backend;
        this.results = new MixedResult(layout.model(), kernel);
        this.density = new Once<>(() -> new CrossedRows(
                CrossedStatistics.of(layout, backend.run(new CrossedRowsPass(layout, units))),
                CrossedProbes.COUNT,
                settings.seed(),
                kernel));
    }

    @Override
    public FitState init() {
        return FitState.start(
                start(),
                List.of("variance components: their mode by gradients over " + CrossedProbes.COUNT
                        + " probes of two crossed factors"));
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        return before.onwards(start(), List.of());
    }

    private CrossedState start() {
        return new CrossedState(null, null, null, null, List.of(), results.before());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        CrossedState at = (CrossedState) state.state();
        return at.frame() == null ? climbed(state, at) : probed(state, at, at.frame());
    }

    private FitState climbed(FitState state, CrossedState at) {
        double[] x = at.next() == null ? density.get().start() : at.next();
        Slope found = density.get().slope(x);
        long rows = state.iteration() == 0 ? backend.summary().rows() : 0;
        FitState moved = state.stepped(rows, info(state, found, Phase.MODE, rows));
        if (found == null) {
            return at.point() == null
                    ? moved.stopped(
                            FitStatus.DIVERGED,
                            "the density of the variance components was no number at the start",
                            null)
                    : limited(moved.with(at.towards(Vectors.plus(at.point(), 0.5, Vectors.difference(x, at.point())))));
        }
        double[] step = found.step();
        double[] covariance = found.covariance();
        CrossedState next = at.at(x, found, next(x, step));
        if (VarianceCoordinates.largest(step, covariance) >= SHORT) {
            return limited(moved.with(next));
        }
        VarianceCoordinates coordinates = density.get().coordinates();
        CrossedState there = next.around(SkewedFrame.around(x, found.information(), coordinates.units(x)));
        return coordinates.areSharp(x, covariance, 0)
                ? converged(moved.with(there), found, "the variance components are normal around their mode")
                : limited(moved.with(there));
    }

    /** Beside the mode of components that are not sharp, whose density is skewed. */
    private FitState probed(FitState state, CrossedState at, SkewedFrame frame) {
        List<double[]> probes = frame.probes();
        Slope found = density.get().slope(probes.get(at.beside().size()));
        CrossedState next = at.with(found == null ? new double[0] : found.gradient());
        FitState moved = state.stepped(0, info(state, found, Phase.DESIGN, 0)).with(next);
        Slope slope = at.slope();
        return next.beside().size() == probes.size() && slope != null
                ? converged(
                        moved,
                        slope,
                        "the variance components were integrated over " + CrossedDesign.POINTS + " points")
                : limited(moved);
    }

    private FitState limited(FitState state) {
        return settings.budget().limit(state, backend.summary().rows());
    }

    private static FitState converged(FitState state, Slope found, String reason) {
        return state.with(String.format(
                        Locale.ROOT,
                        "probes: with others the variance components would move by some %.3f of their standard deviations",
                        Math.sqrt(2 * found.error() / found.gradient().length)))
                .stopped(FitStatus.CONVERGED, reason, null);
    }

    private double[] next(double[] x, double[] step) {
        double[] units = density.get().coordinates().units(x);
        double[] next = x.clone();
        for (int j = 0; j < x.length; j++) {
            double most = LONGEST * units[j];
            next[j] += Math.max(-most, Math.min(most, step[j]));
        }
        return next;
    }

    private static StepInfo info(FitState state, @Nullable Slope found, Phase phase, long rows) {
        return new StepInfo(
                state.iteration() + 1,
                phase,
                found == null ? Double.NaN : found.gain(),
                null,
                found == null ? Double.NaN : Vectors.norm(found.gradient()),
                Double.NaN,
                1,
                found != null,
                rows,
                0);
    }

    @Override
    public FitResult result(FitState state) {
        CrossedState at = (CrossedState) state.state();
        return results.of(state, posterior(state, at), backend.summary().rows());
    }

    private @Nullable MixedPosterior posterior(FitState state, CrossedState at) {
        double[] mode = at.point();
        Slope slope = at.slope();
        SkewedFrame frame = at.frame();
        if (mode == null || slope == null) {
            return null;
        }
        if (frame == null || state.status() != FitStatus.CONVERGED) {
            return results.equal(density.get(), List.of(mode), mode, Double.NaN);
        }
        if (!at.beside().isEmpty()) {
            CrossedDesign design = CrossedDesign.of(density.get(), mode, frame, at, settings.seed());
            return results.over(density.get(), design, slope.error());
        }
        List<double[]> points = VarianceDesigns.normal(frame, POINTS, settings.seed()).stream()
                .filter(x -> density.get().coordinates().at(x) != null)
                .toList();
        return results.equal(density.get(), points, mode, slope.error());
    }
}
