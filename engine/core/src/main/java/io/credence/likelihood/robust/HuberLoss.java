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
    void at(double label, double mean, double sd, double[] out) {
        double excess = mean - label;
        double x = -Math.abs(excess);
        double slope;
        if (x >= -delta) {
            out[0] = 0.5 * (x * x + sd * sd) - NormalRamp.parabola(x - delta, sd) - NormalRamp.parabola(-x - delta, sd);
            slope = x - NormalRamp.ramp(x - delta, sd) + NormalRamp.ramp(-x - delta, sd);
        } else {
            out[0] =
                    NormalRamp.parabola(x + delta, sd) - NormalRamp.parabola(x - delta, sd) - delta * (x + 0.5 * delta);
            slope = NormalRamp.ramp(x + delta, sd) - NormalRamp.ramp(x - delta, sd) - delta;
        }
        out[1] = excess > 0 ? -slope : slope;
        out[2] = NormalRamp.step(x + delta, sd) - NormalRamp.step(x - delta, sd);
    }
}
