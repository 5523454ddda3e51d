package io.credence.mixed.crossed;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.mixed.component.Points;
import io.credence.mixed.component.SkewedFrame;
import io.credence.mixed.crossed.CrossedNormalDensity.CrossedEvaluation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of the search for the mode of variance components.
 *
 * @param next point that is evaluated next; null before the first
 * @param acceptedPoint last point that has a density, in the end the mode; null before the first
 * @param acceptedEvaluation slope at {@code acceptedPoint}
 * @param frame frame of normal axes around the mode; null before it is found
 * @param probeGradients the frame's probes with their gradients, empty ones where there is no density; none where all is normal
 * @param best coefficients as far as they are known
 */
record CrossedState(
        double @Nullable [] next,
        double @Nullable [] acceptedPoint,
        @Nullable CrossedEvaluation acceptedEvaluation,
        @Nullable SkewedFrame frame,
        Points<double[]> probeGradients,
        Approximation best)
        implements AlgorithmState {

    CrossedState withNextPoint(double[] other) {
        return new CrossedState(other, acceptedPoint, acceptedEvaluation, frame, probeGradients, best);
    }

    CrossedState afterStep(double[] found, CrossedEvaluation there, double[] then) {
        return new CrossedState(then, found, there, null, Points.of(List.of()), best);
    }

    CrossedState withFrame(SkewedFrame mode, List<double[]> probes) {
        return new CrossedState(next, acceptedPoint, acceptedEvaluation, mode, Points.of(probes), best);
    }

    CrossedState withProbeGradients(Points<double[]> probed) {
        return new CrossedState(next, acceptedPoint, acceptedEvaluation, frame, probed, best);
    }
}
