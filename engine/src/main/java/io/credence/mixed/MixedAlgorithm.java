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
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.MixedState.Stage;
import io.credence.optimize.BfgsSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fits a mixed model: its variance components are integrated over, coefficients and effects are normal given these. A step evaluates
 * log p(y, components) at one point: on the way to the mode by BFGS, beside it for curvature and skewness, and over a design.
 */
public final class MixedAlgorithm implements Algorithm {

    /** Nats that a step to the mode has to promise: the mode is where the design stands, no answer. */
    private static final double MODE_GAIN = 1e-3;

    /** Half the distance of gradients whose difference is a curvature, in units of the coordinates. */
    private static final double DIFFERENCE = 2e-3;

    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final MixedResult results;
    private final Supplier<ComponentDensity> density;
    private @Nullable AroundMode around;

    private record AroundMode(double[] mode, ComponentDensity density) {}

    /**
     * A fit of the backend's rows.
     *
     * @param units by what each column of the rows was divided
     * @param kernel dense algebra of the driver
     */
    public MixedAlgorithm(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        this.settings = settings;
        this.backend = backend;
        this.results = new MixedResult(model, kernel);
        EffectLayout layout = EffectLayout.of(model);
        this.density = new Once<>(() -> model.likelihood().isNormal()
                ? new NormalRows(ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, units))), kernel)
                : new SiteRows(layout, units, backend, kernel));
    }

    @Override
    public FitState init() {
        return FitState.start(start(), List.of("variance components: integrated over a design around their mode"));
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        return before.onwards(start(), List.of());
    }

    private MixedState start() {
        return new MixedState(Stage.MODE, null, List.of(), List.of(), List.of(), null, results.before());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        MixedState at = (MixedState) state.state();
        double[] x = at.stage() == Stage.MODE ? trial(at) : at.next();
        if (x == null) {
            throw new IllegalStateException("a stage of the design ended without a next one");
        }
        boolean first = state.iteration() == 0;
        boolean withGradient = at.stage() == Stage.MODE || at.stage() == Stage.CURVATURE;
        Evaluation found = density(at).evaluate(x, withGradient, at.warm());
        long rows = found.rows() + (first ? backend.summary().rows() : 0);
        StepInfo info = info(state, at, found, rows);
        MixedState next = at.stage() == Stage.MODE ? climbed(at, x, found) : at.with(found);
        FitState moved = state.stepped(rows, info);
        if (at.stage() == Stage.MODE && at.search() == null && !Double.isFinite(found.value())) {
            return moved.with(next)
                    .stopped(
                            FitStatus.DIVERGED,
                            "the density of the variance components was no number at the start",
                            null);
        }
        MixedState ended = turned(next);
        FitState there = moved.with(ended);
        return ended.stage() == Stage.DONE
                ? there.stopped(
                        FitStatus.CONVERGED,
                        "the variance components were integrated over "
                                + ended.pending().size() + " points",
                        null)
                : settings.budget().limit(there, backend.summary().rows());
    }

    /** That of the stage: values about the mode may be had for less. */
    private ComponentDensity density(MixedState at) {
        BfgsSearch search = at.search();
        double[] inverse = search == null ? null : search.inverse();
        if (search == null || at.stage() == Stage.MODE || inverse == null) {
            return density.get();
        }
        AroundMode known = around;
        if (known == null || !Arrays.equals(known.mode(), search.point())) {
            known = new AroundMode(search.point(), density.get().around(search.point(), inverse));
            around = known;
        }
        return known.density();
    }

    private double[] trial(MixedState at) {
        BfgsSearch search = at.search();
        return search == null ? density.get().start() : search.trial();
    }

    private MixedState climbed(MixedState at, double[] x, Evaluation found) {
        BfgsSearch search = at.search();
        return at.at(
                search == null
                        ? BfgsSearch.from(
                                x,
                                found.value(),
                                found.gradient(),
                                density.get().covariance(x),
                                MODE_GAIN)
                        : search.with(found.value(), found.gradient(), MODE_GAIN),
                Double.isFinite(found.value()) || at.warm() == null ? found : at.warm());
    }

    /** At the end of a stage the beginning of the next one, else the same. */
    private MixedState turned(MixedState at) {
        BfgsSearch search = at.search();
        if (search == null || (at.stage() == Stage.MODE ? search.isClimbing() : at.next() != null)) {
            return at;
        }
        return switch (at.stage()) {
            case MODE -> at.in(Stage.CURVATURE, List.of(), beside(search.point()), List.of());
            case CURVATURE -> skewness(at, frame(search.point(), at.done()));
            case SKEWNESS -> {
                SkewedFrame frame = at.frames().get(0).skewed(search.value(), at.values());
                yield at.design(VarianceRounds.first(frame, density(at).points(), settings.seed()), List.of());
            }
            case DESIGN -> nextRound(at);
            case DONE -> at;
        };
    }

    private static MixedState skewness(MixedState at, SkewedFrame frame) {
        return at.in(Stage.SKEWNESS, List.of(frame), frame.probes(), List.of());
    }

    private List<double[]> beside(double[] mode) {
        double[] units = density.get().coordinates().units(mode);
        List<double[]> points = new ArrayList<>();
        for (int j = 0; j < mode.length; j++) {
            for (double side : new double[] {DIFFERENCE, -DIFFERENCE}) {
                double[] point = mode.clone();
                point[j] += side * units[j];
                points.add(point);
            }
        }
        return points;
    }

    private SkewedFrame frame(double[] mode, List<Evaluation> beside) {
        double[] units = density.get().coordinates().units(mode);
        int d = mode.length;
        double[] curvature = new double[d * d];
        for (int j = 0; j < d; j++) {
            double[] change = Vectors.difference(
                    beside.get(2 * j + 1).gradient(), beside.get(2 * j).gradient());
            for (int i = 0; i < d; i++) {
                double half = 0.5 * change[i] / (2 * DIFFERENCE * units[j]);
                curvature[i * d + j] += half;
                curvature[j * d + i] += half;
            }
        }
        Symmetric.fillUpper(curvature, d);
        return SkewedFrame.around(mode, curvature, units);
    }

    private MixedState nextRound(MixedState at) {
        if (at.frames().size() == density.get().rounds()) {
            return at.in(Stage.DONE, at.frames(), at.pending(), at.done());
        }
        return at.design(at.rounds().next(at.values(), density(at).points(), settings.seed()), at.done());
    }

    private static StepInfo info(FitState state, MixedState at, Evaluation found, long rows) {
        double norm = Vectors.norm(found.gradient());
        return new StepInfo(
                state.iteration() + 1,
                at.stage() == Stage.MODE ? Phase.MODE : Phase.DESIGN,
                -found.value(),
                null,
                at.stage() == Stage.MODE ? norm : Double.NaN,
                Double.NaN,
                1,
                Double.isFinite(found.value()),
                rows,
                0);
    }

    @Override
    public FitResult result(FitState state) {
        return results.of(state, density.get(), backend.summary().rows());
    }
}
