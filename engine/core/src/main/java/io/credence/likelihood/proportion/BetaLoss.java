package io.credence.likelihood.proportion;

import io.credence.likelihood.BetaShapesLoss;
import io.credence.likelihood.ScaledLogGamma;

/**
 * Loss of a share y of mean μ with logit link and precision p: log Γ(a) + log Γ(b) − log Γ(p) − (a − 1) log y − (b − 1)
 * log(1 − y), with the shapes a = pμ and b = p(1 − μ).
 */
final class BetaLoss extends BetaShapesLoss {

    private static final long serialVersionUID = 1;

    BetaLoss(double precision) {
        super(precision);
    }

    @Override
    public void writeFirstShapeLoss(double label, double a, double[] out) {
        shape(Math.log(label), a, out);
    }

    @Override
    public void writeSecondShapeLoss(double label, double b, double[] out) {
        shape(Math.log1p(-label), b, out);
    }

    private static void shape(double log, double shape, double[] out) {
        ScaledLogGamma.writeDerivatives(shape, out);
        out[0] -= (shape - 1) * log;
        out[1] -= shape * log;
    }

    @Override
    protected double constant(double label) {
        return -logGammaOfPrecision();
    }
}
