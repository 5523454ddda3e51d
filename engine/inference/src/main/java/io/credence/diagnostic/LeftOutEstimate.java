package io.credence.diagnostic;

/**
 * Leave-one-out estimate of a row from weighted draws of a posterior. The importance ratio of a draw is its weight over
 * the row's likelihood there, Pareto smoothed (Vehtari, Gelman and Gabry 2017, section 2; for draws of an approximation
 * Magnusson et al. 2019, equation 7).
 *
 * @param elpd log predictive density of the row given the others, nats; −∞ where it has no likelihood at a draw
 * @param tailIndex k̂ of the ratios; −∞ where all are equal
 * @param ratioSpread relative standard deviation of the smoothed ratios
 * @param lppd log predictive density of the row given all rows, including itself
 * @param logLikelihoodVariance variance of the row's log likelihood over the posterior, which WAIC subtracts from
 *     {@code lppd}
 */
record LeftOutEstimate(double elpd, double tailIndex, double ratioSpread, double lppd, double logLikelihoodVariance) {

    /**
     * Computes the estimate from the row's log likelihoods at the draws.
     *
     * @param influence array that is filled with each draw's contribution to the error of {@code elpd}, to first order
     */
    static LeftOutEstimate of(double[] logs, ExactPosteriorWeights draws, double[] influence) {
        double[] ratios = new double[logs.length];
        double most = Double.NEGATIVE_INFINITY;
        double centre = 0;
        for (int s = 0; s < logs.length; s++) {
            ratios[s] = draws.logWeights()[s] - logs[s];
            most = Math.max(most, logs[s]);
            centre += draws.normalisedWeights()[s] * logs[s];
        }
        ParetoSmoothing smoothing = ParetoSmoothing.of(ratios);
        double[] weights = relativeWeights(smoothing.logWeights());
        double[] densities = new double[logs.length];
        double total = 0;
        double square = 0;
        double held = 0;
        double observed = 0;
        double variance = 0;
        for (int s = 0; s < logs.length; s++) {
            densities[s] = Math.exp(logs[s] - most);
            total += weights[s];
            square += weights[s] * weights[s];
            held += weights[s] * densities[s];
            observed += draws.normalisedWeights()[s] * densities[s];
            variance += draws.normalisedWeights()[s] * (logs[s] - centre) * (logs[s] - centre);
        }
        double mean = held / total;
        for (int s = 0; s < logs.length; s++) {
            influence[s] = weights[s] * (densities[s] - mean) / held;
        }
        return new LeftOutEstimate(
                mean > 0 ? most + Math.log(mean) : Double.NEGATIVE_INFINITY,
                smoothing.areWeightsEqual() ? Double.NEGATIVE_INFINITY : smoothing.tailIndex(),
                Math.sqrt(Math.max(0, logs.length * square / (total * total) - 1)),
                most + Math.log(observed),
                variance * draws.varianceCorrection());
    }

    /** Exponentials of log weights, scaled so that the largest is 1. */
    private static double[] relativeWeights(double[] logs) {
        double most = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            most = Math.max(most, log);
        }
        double[] weights = new double[logs.length];
        for (int s = 0; s < logs.length; s++) {
            weights[s] = Math.exp(logs[s] - most);
        }
        return weights;
    }

    /** Whether {@code elpd} cannot be trusted, because the ratios have a heavy tail and differ considerably. */
    boolean isDoubtful(double threshold) {
        return tailIndex > threshold && ratioSpread > ParetoSmoothing.AGREEING;
    }

    /** Log predictive density of the row by WAIC. */
    double waic() {
        return lppd - logLikelihoodVariance;
    }

    /** Contribution of the row to the effective number of parameters. */
    double effectiveParameters() {
        return lppd - elpd;
    }
}
