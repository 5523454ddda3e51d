package io.credence.objective;

import io.credence.linalg.LogSums;

/**
 * Objective of the evidence upper bound U = Σ ŵ_s log w_s, which is the log evidence plus the inclusive KL(p ‖ q) (001,
 * eq. 2 and 6), with ŵ the normalised weights. By values its gradient is that of the paper's algorithm 1, −Σ ŵ_s ∇_λ
 * log q(θ_s) with θ held fixed, less the mean weight of the other draws; for a Gaussian that is moment matching.
 * Reparameterised it is −Σ ŵ_s (∂θ_s/∂λ)ᵀ ∇_θ log w(θ_s), which the paper's equation 5 is not. Both have no noise where
 * q is the exact posterior, and a bias of order 1/S elsewhere. The reparameterised gradient has much less noise near
 * there; but where few draws outweigh the others, it is of the size of the slope of log p at those, which can drive q
 * ever further away, while moment matching stays among the draws.
 */
record DrawnEubo() implements Objective {

    @Override
    public String name() {
        return "eubo";
    }

    @Override
    public boolean isLinear() {
        return false;
    }

    @Override
    public boolean hasScoreForm() {
        return true;
    }

    @Override
    public boolean matchesMoments() {
        return true;
    }

    @Override
    public double[] drawShares(DrawDensities densities) {
        double[] shares = new double[densities.count()];
        LogWeights.normalisePowers(densities.logWeights(), densities.baseWeights(), 1, 0, shares.length, shares);
        return shares;
    }

    @Override
    public double averagedWeightPower() {
        return 1;
    }

    @Override
    public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
        double[] logWeights = densities.logWeights();
        double[] base = densities.baseWeights();
        double[] powers = LogWeights.logWeightPowers(logWeights, base, 1, 0, base.length);
        double total = LogSums.logSumExp(powers);
        if (Double.isInfinite(total)) {
            return LogWeights.ofInfiniteObjective(base.length);
        }
        double value = 0;
        double[] paths = new double[base.length];
        double[] score = new double[base.length];
        double[] weights = new double[base.length];
        for (int s = 0; s < base.length; s++) {
            double share = Math.exp(powers[s] - total);
            paths[s] = -share;
            weights[s] = -LogWeights.densityRatio(powers[s] - total, base[s]);
            value += share == 0 ? 0 : share * logWeights[s];
            score[s] = base[s] < 1 ? (base[s] - share) / (1 - base[s]) : 0;
        }
        return LogWeights.ofPathWeights(value, paths, score, weights);
    }
}
