package io.credence.likelihood.zero;

import io.credence.likelihood.SmoothLoss;
import io.credence.likelihood.count.ZeroProbability;

/**
 * Logarithm of the probability 1 − p(0 | η) of a count above 0, integrated over η like a loss. Labels do not matter.
 */
final class LogPositiveProbability extends SmoothLoss {

    private static final long serialVersionUID = 1;

    /**
     * Width of the integrand. The zeros of 1 − p(0 | η) nearest the real line, e^η = ±2πi of a Poisson law, lie π/2
     * away from it.
     */
    static final double WIDTH = 0.5;

    /**
     * Value of x at which the formula for log(1 − e^{−x}) changes. Up to it the formula uses e^{−x} − 1, beyond it
     * e^{−x} (Mächler 2012, Accurately computing log(1 − exp(−|a|))).
     */
    private static final double LN_2 = Math.log(2);

    /**
     * Distance at which rounding ends the computation. Below η = −FAR, 1 − p(0 | η) is e^η to the last digit, and p(0 |
     * η) is nothing where its logarithm is below −FAR.
     */
    private static final double FAR = 700;

    private final ZeroProbability zero;
    private final int k;

    /**
     * Logarithm at one value of the dispersion.
     *
     * @param zero probability p(0 | η)
     * @param k number of the dispersion's value
     */
    LogPositiveProbability(ZeroProbability zero, int k) {
        this.zero = zero;
        this.k = k;
    }

    @Override
    public double singularityWidth() {
        return WIDTH;
    }

    /**
     * Writes log(1 − e^{−x}), x = −log p(0 | η), with slope and curvature. The slope is b = x′/(e^x − 1), and the
     * curvature b (x″/x′ − x′ − b).
     */
    @Override
    public void evaluateAt(double label, double eta, double[] out) {
        if (eta < -FAR) {
            writeLinear(out, eta, 1);
            return;
        }
        zero.writeLogProbability(k, eta, out, 0);
        double x = -out[0];
        if (x > FAR) {
            writeLinear(out, 0, 0);
            return;
        }
        double slope = -out[1];
        double bend = out[2] / out[1];
        out[0] = x < LN_2 ? Math.log(-Math.expm1(-x)) : Math.log1p(-Math.exp(-x));
        out[1] = slope / Math.expm1(x);
        out[2] = out[1] * (bend - slope - out[1]);
    }

    private static void writeLinear(double[] out, double value, double slope) {
        out[0] = value;
        out[1] = slope;
        out[2] = 0;
    }
}
