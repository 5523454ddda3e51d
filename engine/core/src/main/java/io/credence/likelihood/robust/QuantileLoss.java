package io.credence.likelihood.robust;

import io.credence.quadrature.NormalRamp;

/**
 * Pinball loss of the quantile τ: τ(y − η) above η and (1 − τ)(η − y) below: max(η − y, 0) − τ(η − y). At a predictor
 * without variance its curvature is 0, and its slope at the corner ½ − τ.
 */
final class QuantileLoss extends NonsmoothLoss {

    private static final long serialVersionUID = 1;

    private final double tau;
    private final double factor;

    /**
     * Pinball loss times a factor.
     *
     * @param tau τ, between 0 and 1
     * @param factor multiplier of the loss
     */
    QuantileLoss(double tau, double factor) {
        this.tau = tau;
        this.factor = factor;
    }

    @Override
    void expectAt(double label, double mean, double sd, double[] out) {
        double excess = mean - label;
        // The side on which the ramp is small, so that nothing cancels.
        double value = excess > 0
                ? NormalRamp.expectedRamp(-excess, sd) + (1 - tau) * excess
                : NormalRamp.expectedRamp(excess, sd) - tau * excess;
        out[0] = factor * value;
        out[1] = factor * (NormalRamp.probabilityPositive(excess, sd) - tau);
        out[2] = factor * NormalRamp.densityAtZero(excess, sd);
    }
}
