package io.credence.divergence;

/**
 * Overlap integrals ∫q^a π^b estimated from draws of q, as means of q^{a−1}π^b. Their gradient in the parameters of q
 * is a E[(∂θ/∂λ)ᵀ ∇_θ (q^{a−1}π^b)], and a E_k[q^{a−1}π^b] in the weight of stratum k. The integral of π alone, which
 * no parameter changes, is taken with weights π/q that are made to sum to 1, so that it has no error where a + b tends
 * to 1. All in log space.
 *
 * @param posteriorPower power of q
 * @param priorPower power of π, not 0
 * @param logPosterior log densities log q(θ_s)
 * @param logPrior log densities log π(θ_s)
 * @param baseWeights weights of the draws
 */
record DrawnOverlap(
        double posteriorPower, double priorPower, double[] logPosterior, double[] logPrior, double[] baseWeights) {

    /**
     * Largest distance of exponents from their mean at which they are expanded around it. Tiny exponents then keep
     * their digits.
     */
    private static final double NEAR = 0.5;

    PowerIntegrals integrals() {
        double joint = logMean(logPowerProducts(posteriorPower - 1, priorPower));
        double alone =
                posteriorPower + priorPower == 1 ? 0 : logMean(logPowerProducts(posteriorPower - 1 + priorPower, 0));
        double prior = posteriorPower + priorPower == 1
                ? 0
                : logMean(logPowerProducts(-1, posteriorPower + priorPower)) - logMean(logPowerProducts(-1, 1));
        return new PowerIntegrals((alone - joint) / priorPower, prior, joint);
    }

    Divergence.DivergenceAtDraws estimateAtDraws(PowerDivergence.DivergenceValue outer) {
        double sum = posteriorPower + priorPower;
        double rate = (posteriorPower - 1) / priorPower;
        double left = posteriorPower - 1 + priorPower;
        double w = outer.excessWeight();
        double own = outer.entropyWeight() + rate * w;
        double[] joint = relativeExcesses(logPowerProducts(posteriorPower - 1, priorPower));
        double[] alone = left == 0 ? new double[baseWeights.length] : relativeExcesses(logPowerProducts(left, 0));
        double[] prior = new double[baseWeights.length];
        double[] posterior = new double[baseWeights.length];
        double[] weights = new double[baseWeights.length];
        for (int s = 0; s < baseWeights.length; s++) {
            prior[s] = -posteriorPower * w * baseWeights[s] * (1 + joint[s]);
            posterior[s] = baseWeights[s] * (sum * own * (1 + alone[s]) - posteriorPower * rate * w * (1 + joint[s]));
            weights[s] = (left == 0 ? 0 : sum * own / left * alone[s]) - posteriorPower * w / priorPower * joint[s];
        }
        return new Divergence.DivergenceAtDraws(outer.value(), prior, posterior, weights);
    }

    private double[] logPowerProducts(double ofPosterior, double ofPrior) {
        double[] exponents = new double[baseWeights.length];
        for (int s = 0; s < exponents.length; s++) {
            exponents[s] =
                    (ofPosterior == 0 ? 0 : ofPosterior * logPosterior[s]) + (ofPrior == 0 ? 0 : ofPrior * logPrior[s]);
        }
        return exponents;
    }

    /** Relative excess of each draw's contribution over its base weight: e^{x_s}/mean − 1. */
    private double[] relativeExcesses(double[] exponents) {
        double mean = logMean(exponents);
        double[] shares = new double[exponents.length];
        for (int s = 0; s < shares.length; s++) {
            shares[s] = Math.expm1(exponents[s] - mean);
        }
        return shares;
    }

    /** Weighted log mean log Σ base_s e^{x_s}. */
    private double logMean(double[] exponents) {
        double centre = 0;
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (int s = 0; s < exponents.length; s++) {
            centre += baseWeights[s] * exponents[s];
            most = Math.max(most, exponents[s]);
            least = Math.min(least, exponents[s]);
        }
        boolean near = most - centre <= NEAR && centre - least <= NEAR;
        if (!near && Double.isInfinite(most)) {
            return most;
        }
        double from = near ? centre : most;
        double sum = 0;
        for (int s = 0; s < exponents.length; s++) {
            sum += baseWeights[s] * (near ? Math.expm1(exponents[s] - from) : Math.exp(exponents[s] - from));
        }
        return from + (near ? Math.log1p(sum) : Math.log(sum));
    }
}
