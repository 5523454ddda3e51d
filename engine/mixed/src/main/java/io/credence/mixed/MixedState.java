package io.credence.mixed;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.optimize.BfgsSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the integral over variance components has come.
 *
 * @param stage what is being evaluated
 * @param search for the mode; null before the first evaluation
 * @param frames coordinates of the design's rounds so far; before, those around the mode
 * @param points that the stage evaluates, those of earlier rounds before them
 * @param warm evaluation from which the next one starts; null before the first
 * @param best coefficients as far as they are known
 */
record MixedState(
        Stage stage,
        @Nullable BfgsSearch search,
        List<SkewedFrame> frames,
        Points<Evaluation> points,
        @Nullable Evaluation warm,
        Approximation best)
        implements AlgorithmState {

    /** What is evaluated, in this order. */
    enum Stage {
        /** The way to the mode. */
        MODE,
        /** Gradients beside the mode, whose differences are the curvature. */
        CURVATURE,
        /** Values on both sides of the mode. */
        SKEWNESS,
        /** The points of the design. */
        DESIGN,
        /** Nothing more. */
        DONE
    }

    MixedState at(BfgsSearch next, Evaluation found) {
        return new MixedState(stage, next, frames, points, found, best);
    }

    /** With another evaluation of the stage. */
    MixedState with(Evaluation found) {
        boolean isWarmer = Double.isFinite(found.value());
        return new MixedState(stage, search, frames, points.with(found.withoutSites()), isWarmer ? found : warm, best);
    }

    /** At the beginning of a stage with those points. */
    MixedState in(Stage next, List<SkewedFrame> known, List<double[]> all) {
        return in(next, known, Points.of(all));
    }

    MixedState in(Stage next, List<SkewedFrame> known, Points<Evaluation> some) {
        return new MixedState(next, search, List.copyOf(known), some, warm, best);
    }

    /** The rounds of the design so far. */
    VarianceRounds rounds(DesignCoordinates coordinates) {
        return new VarianceRounds(coordinates, frames, points.all());
    }

    /** What the points of the stage came to so far. */
    double[] values() {
        return points.found().stream().mapToDouble(Evaluation::value).toArray();
    }

    /** The same with what they lack to second order, by which points of a design are weighted. */
    double[] corrected() {
        return points.found().stream().mapToDouble(Evaluation::corrected).toArray();
    }
}
