package io.credence.divergence;

/**
 * Overlap integrals ∫q^a π^b estimated from draws of q, as means of q^{a−1}π^b. Their gradient in the parameters of q
 * is a E[(∂θ/∂λ)ᵀ ∇_θ (q^{a−1}π^b)], and a E_k[q^{a−1}π^b] in the weight of stratum k. The integral of π alone, which
 * no parameter changes, is taken with weights π/q that are made to sum to 1, so that it has no error where a + b tends
 * to 1. All in log space.
 *
 * @param a power of q
 * @param b power of π, not 0
 * @param logPosterior log densities log q(θ_s)
 * @param logPrior log densities log π(θ_s)
 * @param base weights of the draws
 */
record DrawnOverlap(double a, double b, double[] logPosterior, double[] logPrior, double[] base) {

    /**
     * Distance of exponents from their mean within which they are expanded around it, so that tiny ones keep their
     * digits.
     */
    private static final double NEAR = 0.5;

    PowerIntegrals integrals() {
        double joint = logMean(exponents(a - 1, b));
        double alone = a + b == 1 ? 0 : logMean(exponents(a - 1 + b, 0));
        double prior = a + b == 1 ? 0 : logMean(exponents(-1, a + b)) - logMean(exponents(-1, 1));
        return new PowerIntegrals((alone - joint) / b, prior, joint);
    }

    Divergence.DivergenceAtDraws drawn(PowerDivergence.DivergenceValue outer) {
        double sum = a + b;
        double rate = (a - 1) / b;
        double left = a - 1 + b;
        double w = outer.pull();
        double own = outer.entropy() + rate * w;
        double[] joint = shares(exponents(a - 1, b));
        double[] alone = left == 0 ? new double[base.length] : shares(exponents(left, 0));
        double[] prior = new double[base.length];
        double[] posterior = new double[base.length];
        double[] weights = new double[base.length];
        for (int s = 0; s < base.length; s++) {
            prior[s] = -a * w * base[s] * (1 + joint[s]);
            posterior[s] = base[s] * (sum * own * (1 + alone[s]) - a * rate * w * (1 + joint[s]));
            weights[s] = (left == 0 ? 0 : sum * own / left * alone[s]) - a * w / b * joint[s];
        }
        return new Divergence.DivergenceAtDraws(outer.value(), prior, posterior, weights);
    }

    private double[] exponents(double ofPosterior, double ofPrior) {
        double[] exponents = new double[base.length];
        for (int s = 0; s < exponents.length; s++) {
            exponents[s] =
                    (ofPosterior == 0 ? 0 : ofPosterior * logPosterior[s]) + (ofPrior == 0 ? 0 : ofPrior * logPrior[s]);
        }
        return exponents;
    }

    /** Relative excess of each draw's contribution over its base weight: e^{x_s}/mean − 1. */
    private double[] shares(double[] exponents) {
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
            centre += base[s] * exponents[s];
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
            sum += base[s] * (near ? Math.expm1(exponents[s] - from) : Math.exp(exponents[s] - from));
        }
        return from + (near ? Math.log1p(sum) : Math.log(sum));
    }
}
