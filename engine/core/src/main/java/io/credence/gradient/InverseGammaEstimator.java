package io.credence.gradient;

import io.credence.family.law.DispersionPosterior.InverseGamma;

/**
 * Estimator of the natural gradient of an independent inverse-gamma factor from its draws (QBVI Algorithm 3,
 * corrected). With the statistics T = (−log φ, −1/φ), the natural gradient of E log p in (a, b) is t = I⁻¹ Cov(T, log
 * p), I = Cov(T): the regression of log p on T. The natural gradient known before, t̂, is subtracted first, as a
 * control variate.
 */
public final class InverseGammaEstimator {

    private InverseGammaEstimator() {}

    /** Control variate t̂ᵀ(T − E T) at each draw. */
    public static double[] controlVariate(InverseGamma q, double[] draws, double[] before) {
        double[] known = new double[draws.length];
        for (int s = 0; s < draws.length; s++) {
            known[s] = before[0] * (q.meanLog() - Math.log(draws[s])) + before[1] * (q.meanInverse() - 1 / draws[s]);
        }
        return known;
    }

    /**
     * The natural gradient t.
     *
     * @param q the factor
     * @param draws draws φ_s
     * @param drawn grouping of the draws
     * @param left log p(θ_s, φ_s) less all that was known
     * @param before natural gradient t̂ known before
     */
    public static double[] naturalGradient(
            InverseGamma q, double[] draws, EvaluatedDraws drawn, double[] left, double[] before) {
        double[] centred = drawn.centredOnOtherUnits(left);
        double first = 0;
        double second = 0;
        for (int s = 0; s < draws.length; s++) {
            first += (q.meanLog() - Math.log(draws[s])) * centred[s] / draws.length;
            second += (q.meanInverse() - 1 / draws[s]) * centred[s] / draws.length;
        }
        double a = q.shape();
        double b = q.scale();
        double trigamma = q.varianceOfLog();
        double determinant = a * trigamma - 1;
        return new double[] {
            before[0] + (a * first + b * second) / determinant,
            before[1] + (b * first + b * b * trigamma * second) / determinant
        };
    }
}
