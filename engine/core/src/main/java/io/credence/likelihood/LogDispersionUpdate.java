package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.quadrature.DispersionNodes;
import io.credence.quadrature.QuadratureRule;
import io.credence.statistics.PassStatistics;

/** Estimation of a dispersion φ by a normal posterior of log φ. Expectations are taken at a few nodes. */
public final class LogDispersionUpdate {
    // With U(ℓ) = F(ℓ) − log p(ℓ), ℓ = a + s z, Stein's identities give ∇_a E U = E[z U]/s and the precision that the
    // natural gradient aims at, E U″ = E[(z² − 1) U]/s², from the totals F(ℓ_k) alone.

    private static final QuadratureRule RULE = QuadratureRule.gaussHermite(7);
    private static final double MAX_MOVE = 1;
    private static final double MAX_SHRINK = 8;

    private LogDispersionUpdate() {}

    /**
     * Log-normal posterior around the given logarithm, at most half as wide as the prior. A wide one has nodes at which
     * densities vanish.
     */
    static DispersionPosterior initialPosterior(double log, DispersionPosterior.InverseGamma prior) {
        double logSd = 0.5 / Math.sqrt(Math.max(1, prior.shape()));
        return new LogNormalDispersion(log, logSd);
    }

    public static DispersionNodes quadratureNodes(DispersionPosterior scale) {
        LogNormalDispersion normal = scale.asLogNormal();
        return normal == null
                ? DispersionNodes.known(scale.mean())
                : new DispersionNodes(normal.valuesAt(RULE.nodes()), RULE.weights());
    }

    static DispersionPosterior targetPosterior(
            DispersionPosterior current, PassStatistics sums, DispersionPosterior.InverseGamma prior) {
        LogNormalDispersion normal = current.asLogNormal();
        if (normal == null) {
            return current;
        }
        double s = normal.logSd();
        double gradient = 0;
        double precision = 0;
        double origin = sums.dispersionTotals()[RULE.nodes().length / 2];
        for (int k = 0; k < RULE.nodes().length; k++) {
            double z = RULE.nodes()[k];
            double log = normal.logMean() + s * z;
            double u = sums.dispersionTotals()[k] - origin + prior.shape() * log + prior.scale() * Math.exp(-log);
            gradient += RULE.weights()[k] * z * u / s;
            precision += RULE.weights()[k] * (z * z - 1) * u / (s * s);
        }
        double now = 1 / (s * s);
        double bounded = Math.min(Math.max(precision, now / MAX_SHRINK), now * MAX_SHRINK * MAX_SHRINK);
        double move = Math.max(-MAX_MOVE, Math.min(MAX_MOVE, -gradient / bounded));
        return new LogNormalDispersion(normal.logMean() + move, 1 / Math.sqrt(bounded));
    }
}
