package io.credence.likelihood.robust;

import io.credence.quadrature.NormalRamp;

/** Huber's loss ½(y − η)² within δ and δ|y − η| − ½δ² beyond. Its curvature at a certain corner is one half. */
final class HuberLoss extends NonsmoothLoss {

    private static final long serialVersionUID = 1;

    private final double delta;

    /**
     * Loss with the given threshold.
     *
     * @param delta δ, positive
     */
    HuberLoss(double delta) {
        this.delta = delta;
    }

    /**
     * Writes the expectations, in terms of ½max(x ± δ, 0)² that are small where the predictor is, on the negative side
     * by symmetry.
     */
    @Override
    void expectAt(double label, double mean, double sd, double[] out) {
        double excess = mean - label;
        double x = -Math.abs(excess);
        double slope;
        if (x >= -delta) {
            out[0] = 0.5 * (x * x + sd * sd) - NormalRamp.expectedHalfSquaredRamp(x - delta, sd) - NormalRamp.expectedHalfSquaredRamp(-x - delta, sd);
            slope = x - NormalRamp.expectedRamp(x - delta, sd) + NormalRamp.expectedRamp(-x - delta, sd);
        } else {
            out[0] =
                    NormalRamp.expectedHalfSquaredRamp(x + delta, sd) - NormalRamp.expectedHalfSquaredRamp(x - delta, sd) - delta * (x + 0.5 * delta);
            slope = NormalRamp.expectedRamp(x + delta, sd) - NormalRamp.expectedRamp(x - delta, sd) - delta;
        }
        out[1] = excess > 0 ? -slope : slope;
        out[2] = NormalRamp.probabilityPositive(x + delta, sd) - NormalRamp.probabilityPositive(x - delta, sd);
    }
}
