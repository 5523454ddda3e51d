package io.credence.fit;

import io.credence.family.Posterior;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.special.Gamma;

/**
 * Posterior of Poisson-lognormal counts with an intercept and one effect, on a grid: the latent numbers are integrated
 * out by Gauss–Hermite quadrature, the effects and the logit of the scale by the trapezoid rule.
 *
 * @param logEvidence log p(D) under independent normal priors
 * @param mean means of intercept, effect and logit of the scale
 * @param sd their standard deviations
 */
record CountPosterior(double logEvidence, double[] mean, double[] sd) {

    private static final int PARAMETERS = 3;
    private static final int HALF = 6;
    private static final double WIDTH = 0.75;
    private static final int NODES = 40;

    /** The posterior, with a grid that is laid around a fit's. */
    static CountPosterior of(Rows rows, Posterior around, double priorSd) {
        GaussIntegrator rule = new GaussIntegratorFactory().hermite(NODES);
        double[] sd = around.sd();
        double cell = 1;
        double top = Double.NEGATIVE_INFINITY;
        double[] sums = new double[1 + 2 * PARAMETERS];
        for (int j = 0; j < PARAMETERS; j++) {
            cell *= WIDTH * sd[j];
        }
        int side = 2 * HALF + 1;
        double[] theta = new double[PARAMETERS];
        for (int at = 0; at < side * side * side; at++) {
            double logPrior = 0;
            for (int j = 0, rest = at; j < PARAMETERS; j++, rest /= side) {
                theta[j] = around.mean()[j] + (rest % side - HALF) * WIDTH * sd[j];
                logPrior -=
                        0.5 * theta[j] * theta[j] / (priorSd * priorSd) + Math.log(priorSd * Math.sqrt(2 * Math.PI));
            }
            double log = logPrior + logLikelihood(rows, rule, theta);
            double rise = Math.exp(Math.min(0, top - log));
            for (int k = 0; log > top && k < sums.length; k++) {
                sums[k] *= rise;
            }
            top = Math.max(top, log);
            double mass = Math.exp(log - top);
            sums[0] += mass;
            for (int j = 0; j < PARAMETERS; j++) {
                double deviation = theta[j] - around.mean()[j];
                sums[1 + j] += mass * deviation;
                sums[1 + PARAMETERS + j] += mass * deviation * deviation;
            }
        }
        double[] mean = new double[PARAMETERS];
        double[] spread = new double[PARAMETERS];
        for (int j = 0; j < PARAMETERS; j++) {
            double shift = sums[1 + j] / sums[0];
            mean[j] = around.mean()[j] + shift;
            spread[j] = Math.sqrt(sums[1 + PARAMETERS + j] / sums[0] - shift * shift);
        }
        return new CountPosterior(top + Math.log(sums[0] * cell), mean, spread);
    }

    /** Σ_i log ∫ Poisson(y_i | exp(η_i + σz)) N(z | 0, 1) dz. */
    private static double logLikelihood(Rows rows, GaussIntegrator rule, double[] theta) {
        double scale = 4 / (1 + Math.exp(-theta[2]));
        double sum = 0;
        for (int i = 0; i < rows.labels().length; i++) {
            double predictor = theta[0] + theta[1] * rows.features()[i][1];
            double label = rows.labels()[i];
            double constant = Gamma.logGamma(label + 1);
            double mass = 0;
            for (int k = 0; k < NODES; k++) {
                double logRate = predictor + scale * Math.sqrt(2) * rule.getPoint(k);
                mass += rule.getWeight(k) * Math.exp(label * logRate - Math.exp(logRate) - constant);
            }
            sum += Math.log(mass / Math.sqrt(Math.PI));
        }
        return sum;
    }
}
