package io.credence.mixed;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Position;
import io.credence.optimize.BfgsSearch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the integral over variance components has come.
 *
 * @param stage what is being evaluated
 * @param search for the mode; null before the first evaluation
 * @param frames coordinates of the design's rounds so far; before, those around the mode
 * @param pending points that the stage evaluates, those of earlier rounds before them
 * @param done what they came to so far
 * @param warm evaluation from which the next one starts; null before the first
 * @param best coefficients as far as they are known
 */
record MixedState(
        Stage stage,
        @Nullable BfgsSearch search,
        List<SkewedFrame> frames,
        List<double[]> pending,
        List<Evaluation> done,
        @Nullable Evaluation warm,
        Position best)
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
        return new MixedState(stage, next, frames, pending, done, found, best);
    }

    /** With another evaluation of the stage. */
    MixedState with(Evaluation found) {
        List<Evaluation> more = new ArrayList<>(done);
        more.add(found.withoutSites());
        boolean isWarmer = Double.isFinite(found.value());
        return new MixedState(stage, search, frames, pending, List.copyOf(more), isWarmer ? found : warm, best);
    }

    MixedState in(Stage next, List<SkewedFrame> known, List<double[]> points, List<Evaluation> before) {
        return new MixedState(next, search, List.copyOf(known), List.copyOf(points), List.copyOf(before), warm, best);
    }

    /** With these rounds of the design. */
    MixedState design(VarianceRounds rounds, List<Evaluation> before) {
        return in(Stage.DESIGN, rounds.frames(), rounds.points(), before);
    }

    /** The rounds of the design so far. */
    VarianceRounds rounds() {
        return new VarianceRounds(frames, pending);
    }

    /** What the points of the stage came to so far. */
    double[] values() {
        return done.stream().mapToDouble(Evaluation::value).toArray();
    }

    /** The point that comes next; null at the end of a stage. */
    double @Nullable [] next() {
        return done.size() < pending.size() ? pending.get(done.size()) : null;
    }
}
