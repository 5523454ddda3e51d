package io.credence.likelihood.count;

import io.credence.likelihood.BetaShapesLoss;
import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.ScaledLogGamma;
import org.apache.commons.math3.special.Gamma;

/**
 * Loss of y successes in n trials whose probability is beta distributed with mean μ, logit link, and precision p: log
 * B(a, b) − log B(a + y, b + n − y) − log (n over y), with B the beta function, a = pμ and b = p(1 − μ).
 */
final class BetaBinomialLoss extends BetaShapesLoss {

    private static final long serialVersionUID = 1;

    BetaBinomialLoss(double precision) {
        super(precision);
    }

    @Override
    public void writeFirstShapeLoss(double label, double a, double[] out) {
        shape(SuccessesAndTrials.COUNTS.decodeResponse(label), a, out);
    }

    @Override
    public void writeSecondShapeLoss(double label, double b, double[] out) {
        shape(SuccessesAndTrials.COUNTS.trials(label) - SuccessesAndTrials.COUNTS.decodeResponse(label), b, out);
    }

    /** Writes log Γ(s) − log Γ(s + count) of a shape s, and its scaled derivatives, into {@code out}. */
    private static void shape(double count, double shape, double[] out) {
        double[] after = new double[3];
        ScaledLogGamma.writeDerivatives(shape, out);
        ScaledLogGamma.writeDerivatives(shape + count, after);
        double share = shape / (shape + count);
        out[0] -= after[0];
        out[1] -= share * after[1];
        out[2] -= share * share * after[2];
    }

    @Override
    protected double constant(double label) {
        double trials = SuccessesAndTrials.COUNTS.trials(label);
        double successes = SuccessesAndTrials.COUNTS.decodeResponse(label);
        return Gamma.logGamma(trials + precision())
                - logGammaOfPrecision()
                - LogFactorial.of(trials)
                + LogFactorial.of(successes)
                + LogFactorial.of(trials - successes);
    }
}
