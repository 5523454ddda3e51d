package io.credence.predict;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.linalg.NormalTail;
import io.credence.quadrature.QuadratureRule;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.LegendreRuleFactory;

/**
 * Distribution of a dispersion as a few weighted values, over which the distribution function of a response is
 * averaged.
 *
 * @param values values of the dispersion
 * @param weights weights, which sum to 1
 */
record ScaleNodes(double[] values, double[] weights) {
    // Distribution functions are smooth in log φ, so few nodes serve; a narrow factor needs fewer still: three nodes
    // leave an error of the order of (relative sd)^6, one leaves (relative sd)^2.

    private static final GaussIntegrator LEGENDRE = new GaussIntegrator(new LegendreRuleFactory().getRule(48));
    private static final double LEGENDRE_CENTRE = 2;
    private static final double LEGENDRE_REACH = 10;
    private static final double NEGLIGIBLE = 0.01;
    private static final double NARROW = 0.2;

    static ScaleNodes of(DispersionPosterior scale) {
        LogNormalDispersion normal = scale.asLogNormal();
        if (normal != null) {
            return of(normal);
        }
        if (scale instanceof DispersionPosterior.InverseGamma factor) {
            double relativeSd = 1 / Math.sqrt(factor.shape());
            return relativeSd < NARROW
                    ? of(new LogNormalDispersion(factor.meanLog(), Math.sqrt(factor.varianceOfLog())))
                    : inverseGamma(factor);
        }
        return new ScaleNodes(new double[] {scale.mean()}, new double[] {1});
    }

    private static ScaleNodes of(LogNormalDispersion factor) {
        double sd = factor.logSd();
        QuadratureRule rule = QuadratureRule.gaussHermite(sd < NEGLIGIBLE ? 1 : sd < NARROW ? 3 : 9);
        return new ScaleNodes(factor.valuesAt(rule.nodes()), rule.weights());
    }

    /**
     * Nodes of an inverse gamma distribution, by Gauss–Legendre quadrature with normalised weights. The dispersion is φ
     * = exp(E log φ + sd · z), with z from −8 to 12.
     */
    private static ScaleNodes inverseGamma(DispersionPosterior.InverseGamma factor) {
        double sd = Math.sqrt(factor.varianceOfLog());
        double[] values = new double[LEGENDRE.getNumberOfPoints()];
        double[] weights = new double[values.length];
        double sum = 0;
        for (int k = 0; k < values.length; k++) {
            double log = factor.meanLog() + sd * (LEGENDRE.getPoint(k) * LEGENDRE_REACH + LEGENDRE_CENTRE);
            values[k] = Math.exp(log);
            weights[k] = LEGENDRE.getWeight(k)
                    * LEGENDRE_REACH
                    * Math.exp(-factor.shape() * (log - factor.meanLog())
                            - factor.scale() / values[k]
                            + factor.scale() * Math.exp(-factor.meanLog()));
            sum += weights[k];
        }
        for (int k = 0; k < weights.length; k++) {
            weights[k] /= sum;
        }
        return new ScaleNodes(values, weights);
    }

    /** Distribution function of N(0, variance) at {@code t}; a step function where the variance is 0. */
    static double normalCdf(double t, double variance) {
        return variance > 0 ? NormalTail.cdf(t / Math.sqrt(variance)) : t < 0 ? 0 : 1;
    }
}
