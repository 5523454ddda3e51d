package io.credence.likelihood;

import org.hipparchus.special.Gamma;

/**
 * Loss that is a sum f(a) + g(b) over the two shapes of a beta distribution, plus a constant. The shapes are a = pμ and
 * b = p(1 − μ), where the mean μ has a logit link and the precision p is known; with dμ/dη = μ(1 − μ) the slope is (1 −
 * μ)·af′ − μ·bg′.
 */
public abstract class BetaShapesLoss extends SmoothLoss {

    private static final long serialVersionUID = 1;

    private final double precision;
    private final double logGamma;

    protected BetaShapesLoss(double precision) {
        this.precision = precision;
        this.logGamma = Gamma.logGamma(precision);
    }

    protected final double precision() {
        return precision;
    }

    /** Logarithm of Γ(p). */
    protected final double logGammaOfPrecision() {
        return logGamma;
    }

    /** Writes f, af′ and a²f″ at the first shape {@code a} into {@code out}. */
    public abstract void writeFirstShapeLoss(double label, double a, double[] out);

    /** Writes g, bg′ and b²g″ at the second shape {@code b} into {@code out}. */
    public abstract void writeSecondShapeLoss(double label, double b, double[] out);

    /**
     * Width of the integrand. The gamma functions of the shapes are singular where μ is outside (0, 1), which is π away
     * from the real line.
     */
    @Override
    public final double singularityWidth() {
        return 1;
    }

    @Override
    public final void evaluateAt(double label, double eta, double[] out) {
        double mean = 1 / (1 + Math.exp(-eta));
        double left = 1 / (1 + Math.exp(eta));
        double[] f = new double[3];
        double[] g = new double[3];
        // A shape that vanishes still has a logarithm.
        writeFirstShapeLoss(label, Math.max(Double.MIN_NORMAL, precision * mean), f);
        writeSecondShapeLoss(label, Math.max(Double.MIN_NORMAL, precision * left), g);
        out[0] = f[0] + g[0];
        out[1] = left * f[1] - mean * g[1];
        out[2] = left * left * f[2] + mean * mean * g[2] + (left - mean) * (left * f[1] - mean * g[1]);
    }
}
