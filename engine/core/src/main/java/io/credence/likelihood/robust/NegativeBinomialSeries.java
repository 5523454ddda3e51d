package io.credence.likelihood.robust;

import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.LegendreRuleFactory;
import org.hipparchus.special.Beta;

/**
 * Negative binomial probabilities of size r at one predictor η, and Σ_z p(z)^c with slope and curvature in η, to about
 * 1e-13.
 */
final class NegativeBinomialSeries {
    // Terms are added outwards from the likeliest count until they are below e^{−45}. Where that takes more than about
    // MOST of them, the first counts are added and the rest is an integral over panels as wide as the terms are smooth,
    // with the Gauss–Gregory end correction from counts around the seam (Euler–Maclaurin with differences for
    // derivatives).

    private static final double LEAST = -45;
    private static final int MOST = 600;
    private static final int SEAM = 256;
    private static final GaussIntegrator LEGENDRE = new GaussIntegrator(new LegendreRuleFactory().getRule(16));
    private static final double[] END = endCorrectionWeights();

    private final double size;
    private final double order;
    private final double ratio;
    private final double mean;
    private final double q;
    private final double rest;
    private final double logQ;
    private final double logRest;

    NegativeBinomialSeries(double size, double eta, double order) {
        this.size = size;
        this.order = order;
        this.mean = Math.exp(eta);
        this.ratio = Math.exp(eta - Math.log(size));
        this.q = 1 / (1 + 1 / ratio);
        this.rest = 1 / (1 + ratio);
        this.logQ = ratio < 1 ? eta - Math.log(size) - Math.log1p(ratio) : -Math.log1p(1 / ratio);
        this.logRest = ratio < 1 ? -Math.log1p(ratio) : Math.log(size) - eta - Math.log1p(1 / ratio);
    }

    /** Log probability log p(z), also between whole numbers. */
    double logProbability(double z) {
        double choose = z == 0 ? 0 : -Math.log(z) - Beta.logBeta(z, size);
        return choose + size * logRest + z * logQ;
    }

    double slope(double z) {
        return z * rest - size * q;
    }

    double curvature(double z) {
        return -(z + size) * q * rest;
    }

    /** Writes the logarithm of the sum, its slope and its curvature. */
    void writeLogSum(double[] out) {
        double mode = size > 1 ? Math.floor(mean * (1 - 1 / size)) : 0;
        double top = logProbability(mode);
        double spread = Math.sqrt((mean + mean * ratio) / order);
        PowerSum sum = new PowerSum(order, top);
        if (10 * spread + 45 * ratio / order < MOST) {
            addTermsOutwards(sum, mode, top);
        } else {
            addQuadraturePanels(sum, mode, spread);
        }
        sum.writeLogSum(out);
    }

    private void addTermsOutwards(PowerSum sum, double mode, double top) {
        double below = 0;
        double log = top;
        for (double z = mode; below > LEAST; z++) {
            below = add(sum, 1, z, log);
            log += logQ + Math.log((z + size) / (z + 1));
        }
        below = 0;
        log = top;
        for (double z = mode - 1; z >= 0 && below > LEAST; z--) {
            log -= logQ + Math.log((z + size) / (z + 1));
            below = add(sum, 1, z, log);
        }
    }

    private void addQuadraturePanels(PowerSum sum, double mode, double spread) {
        double begin = mode - 20 * spread;
        if (begin < 2 * SEAM) {
            begin = SEAM;
            for (int z = 0; z < SEAM; z++) {
                add(sum, 1, z, logProbability(z));
            }
            for (int j = 0; j < END.length; j++) {
                double z = SEAM + j - END.length / 2;
                add(sum, END[j], z, logProbability(z));
            }
        }
        double below = 0;
        while (begin < mode || below > LEAST) {
            double half = 0.5 * Math.min(begin, 2 * spread);
            for (int k = 0; k < LEGENDRE.getNumberOfPoints(); k++) {
                double z = begin + half * (1 + LEGENDRE.getPoint(k));
                below = add(sum, half * LEGENDRE.getWeight(k), z, logProbability(z));
            }
            begin += 2 * half;
        }
    }

    private double add(PowerSum sum, double weight, double z, double log) {
        return sum.add(weight, log, slope(z), curvature(z));
    }

    /** Weights of the counts SEAM − 4 … SEAM + 4 in Σ_{z ≥ SEAM} f(z) − ∫_SEAM^∞ f. */
    private static double[] endCorrectionWeights() {
        double[][] differences = {
            {0, 0, 0, 0, 0, 1, 0, 0, 0},
            {0, 0, 0, 0, 0, -2, 1, 0, 0},
            {0, 0, 0, 0, 0, 5, -4, 1, 0},
            {0, 0, 0, 0, 0, -14, 14, -6, 1}
        };
        double[] factors = {-1 / 12.0, 11 / 720.0, -191 / 60480.0, 2497 / 3628800.0};
        double[] weights = new double[9];
        weights[4] = 0.5;
        for (int k = 0; k < factors.length; k++) {
            for (int j = 1; j <= 4; j++) {
                double half = 0.5 * factors[k] * differences[k][4 + j];
                weights[4 + j] += half;
                weights[4 - j] -= half;
            }
        }
        return weights;
    }
}
