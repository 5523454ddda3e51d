package io.credence.likelihood.robust;

import io.credence.quadrature.NormalRamp;

/** Hinge loss max(0, 1 − tη), t = −1 for label 0 and 1 for label 1. */
final class HingeLoss extends NonsmoothLoss {

    private static final long serialVersionUID = 1;

    @Override
    void expectAt(double label, double mean, double sd, double[] out) {
        double sign = label > 0.5 ? 1 : -1;
        double gap = 1 - sign * mean;
        out[0] = NormalRamp.expectedRamp(gap, sd);
        out[1] = -sign * NormalRamp.probabilityPositive(gap, sd);
        out[2] = NormalRamp.densityAtZero(gap, sd);
    }
}
