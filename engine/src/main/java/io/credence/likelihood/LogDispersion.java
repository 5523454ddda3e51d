package io.credence.likelihood;

import io.credence.family.ScaleFactor;
import io.credence.quadrature.DispersionNodes;
import io.credence.quadrature.QuadratureRule;
import io.credence.statistics.PassStatistics;

/** Estimation of a dispersion φ through a normal factor of log φ, whose expectations are taken at a few nodes. */
public final class LogDispersion {
    // With U(ℓ) = F(ℓ) − log p(ℓ), ℓ = a + s z, Stein's identities give ∇_a E U = E[z U]/s and the precision that the
    // natural gradient aims at, E U″ = E[(z² − 1) U]/s², from the totals F(ℓ_k) alone.

    private static final QuadratureRule RULE = QuadratureRule.gaussHermite(7);
    private static final double MAX_MOVE = 1;
    private static final double MAX_SHRINK = 8;

    private LogDispersion() {}

    static ScaleFactor start(ScaleFactor.InverseGamma prior) {
        return new ScaleFactor.LogNormal(Math.log(prior.scale() / prior.shape()), 0.5 / Math.sqrt(prior.shape()));
    }

    public static DispersionNodes nodes(ScaleFactor scale) {
        if (scale instanceof ScaleFactor.LogNormal normal) {
            double[] values = new double[RULE.nodes().length];
            for (int k = 0; k < values.length; k++) {
                values[k] = Math.exp(normal.logMean() + normal.logSd() * RULE.nodes()[k]);
            }
            return new DispersionNodes(values, RULE.weights());
        }
        return DispersionNodes.known(scale.mean());
    }

    static ScaleFactor target(ScaleFactor current, PassStatistics sums, ScaleFactor.InverseGamma prior) {
        if (!(current instanceof ScaleFactor.LogNormal normal)) {
            return current;
        }
        double s = normal.logSd();
        double gradient = 0;
        double precision = 0;
        double origin = sums.scaleTotals()[RULE.nodes().length / 2];
        for (int k = 0; k < RULE.nodes().length; k++) {
            double z = RULE.nodes()[k];
            double log = normal.logMean() + s * z;
            double u = sums.scaleTotals()[k] - origin + prior.shape() * log + prior.scale() * Math.exp(-log);
            gradient += RULE.weights()[k] * z * u / s;
            precision += RULE.weights()[k] * (z * z - 1) * u / (s * s);
        }
        double now = 1 / (s * s);
        double bounded = Math.min(Math.max(precision, now / MAX_SHRINK), now * MAX_SHRINK * MAX_SHRINK);
        double move = Math.max(-MAX_MOVE, Math.min(MAX_MOVE, -gradient / bounded));
        return new ScaleFactor.LogNormal(normal.logMean() + move, 1 / Math.sqrt(bounded));
    }
}
