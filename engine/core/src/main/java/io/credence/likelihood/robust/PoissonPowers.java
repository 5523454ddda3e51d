package io.credence.likelihood.robust;

import io.credence.autodiff.Polygamma;
import io.credence.likelihood.LogFactorial;

/**
 * Powers of a Poisson probability with log link, μ = e^η. The integral is the sum of p(z)^c outwards from the likeliest
 * count until terms are below e^{−45}; from 400 c on, its expansion in 1/μ, log I = ½(1 − c) log 2πμ − ½ log c + (c² −
 * 1)/(24 c μ) + …, good to 1e-15.
 *
 * @param order c, at least 1
 */
public record PoissonPowers(double order) implements PowerDensity {

    private static final double LEAST = -45;

    @Override
    public void writeLogDensity(double label, double eta, double[] out) {
        double rate = Math.exp(eta);
        out[0] = label * eta - rate - LogFactorial.of(label);
        out[1] = label - rate;
        out[2] = -rate;
    }

    @Override
    public void writeLogIntegral(double eta, double[] out) {
        double rate = Math.exp(eta);
        if (rate >= 400 * order) {
            writeLargeRateExpansion(eta, 1 / rate, out);
            return;
        }
        double mode = Math.floor(rate);
        double top = logProbabilityNearMode(mode, rate, eta);
        PowerSum sum = new PowerSum(order, top);
        double below = 0;
        double log = top;
        for (double z = mode; below > LEAST; z++) {
            below = sum.add(1, log, z - rate, -rate);
            log += eta - Math.log(z + 1);
        }
        below = 0;
        log = top;
        for (double z = mode - 1; z >= 0 && below > LEAST; z--) {
            log -= eta - Math.log(z + 1);
            below = sum.add(1, log, z - rate, -rate);
        }
        sum.writeLogSum(out);
    }

    private void writeLargeRateExpansion(double eta, double x, double[] out) {
        double c = order;
        double square = c * c;
        double common = (square - 1) / c;
        double[] terms = {
            common / 24 * x,
            common / (48 * c) * x * x,
            common * (161 - 9 * square) / (5760 * square) * x * x * x,
            common * (367 - 43 * square) / (5760 * square * c) * x * x * x * x
        };
        out[0] = 0.5 * (1 - c) * (Math.log(2 * Math.PI) + eta) - 0.5 * Math.log(c);
        out[1] = 0.5 * (1 - c);
        out[2] = 0;
        for (int k = 0; k < terms.length; k++) {
            out[0] += terms[k];
            out[1] -= (k + 1) * terms[k];
            out[2] += (k + 1) * (k + 1) * terms[k];
        }
    }

    /** Log probability of a count within 1 of the rate, by Stirling's series where the plain formula would cancel. */
    private static double logProbabilityNearMode(double z, double rate, double eta) {
        if (z < 16) {
            return z * eta - rate - LogFactorial.of(z);
        }
        double excess = (z - rate) / rate;
        double deviance = rate * ((1 + excess) * Math.log1p(excess) - excess);
        return -0.5 * Math.log(2 * Math.PI * z) - Polygamma.stirlingRemainder(z) - deviance;
    }

    /**
     * Distance in η between trapezoid nodes. The power e^{(c−1)(yη − e^η)} is bounded within i π/2 of the real line and
     * peaked like a normal; I is to i π/c.
     */
    @Override
    public double nodeSpacing(double label) {
        double singular = Math.max(1, 0.65 * order) / 0.3;
        return 1 / Math.sqrt(singular * singular + 1.6 * (order - 1) * label);
    }

    @Override
    public double growth(double label) {
        return 0;
    }
}
