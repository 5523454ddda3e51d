package io.credence.mixed;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Position;
import io.credence.mixed.CrossedRows.Slope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the search for the mode of variance components has come.
 *
 * @param next point that is evaluated next; null before the first
 * @param point last one that has a density, in the end the mode; null before the first
 * @param slope there
 * @param frame around the mode; null before it is found
 * @param beside gradients at the frame's probes so far, empty ones where there is no density
 * @param best coefficients as far as they are known
 */
record CrossedState(
        double @Nullable [] next,
        double @Nullable [] point,
        @Nullable Slope slope,
        @Nullable SkewedFrame frame,
        List<double[]> beside,
        Position best)
        implements AlgorithmState {

    CrossedState towards(double[] other) {
        return new CrossedState(other, point, slope, frame, beside, best);
    }

    CrossedState at(double[] found, Slope there, double[] then) {
        return new CrossedState(then, found, there, null, List.of(), best);
    }

    CrossedState around(SkewedFrame mode) {
        return new CrossedState(next, point, slope, mode, beside, best);
    }

    CrossedState with(double[] gradient) {
        List<double[]> more = new ArrayList<>(beside);
        more.add(gradient);
        return new CrossedState(next, point, slope, frame, List.copyOf(more), best);
    }
}
