package io.credence.benchmark;

import io.credence.testkit.LogDensity;

/** A posterior density up to a constant, with the evidence lower bound of a Gaussian as exactly as can be had. */
interface Model extends LogDensity {

    /** ELBO of {@code q}, nats. */
    double elbo(Gaussian q);

    /** Adds the logarithm of N(0, v I) and its gradient to those given; nothing where v is infinite. */
    static double logPrior(double priorVariance, double[] theta, double[] gradient) {
        if (Double.isInfinite(priorVariance)) {
            return 0;
        }
        double sum = 0;
        for (int j = 0; j < theta.length; j++) {
            sum -= 0.5 * (theta[j] * theta[j] / priorVariance + Math.log(2 * Math.PI * priorVariance));
            gradient[j] -= theta[j] / priorVariance;
        }
        return sum;
    }
}
