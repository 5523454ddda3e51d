package io.credence.objective;

/**
 * Objective minus the evidence lower bound by draws, −Σ base_s log w_s, for posteriors and priors of any kind. Its
 * reparameterised gradient leaves out the score of q, whose mean is zero, so that it has no noise where q is the exact
 * posterior; the gradient by values subtracts from each the mean of the other draws, which in a mixture leaves a bias
 * of order 1/S.
 */
public record DrawnElbo() implements Objective {

    @Override
    public String name() {
        return "elbo";
    }

    @Override
    public boolean isLinear() {
        return true;
    }

    @Override
    public boolean hasScoreForm() {
        return true;
    }

    @Override
    public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
        double[] logWeights = densities.logWeights();
        double[] base = densities.baseWeights();
        double mean = LogWeights.meanLogWeight(logWeights, base);
        if (Double.isInfinite(mean)) {
            return LogWeights.ofInfiniteObjective(base.length);
        }
        double[] paths = new double[base.length];
        double[] score = new double[base.length];
        double[] weights = new double[base.length];
        for (int s = 0; s < base.length; s++) {
            boolean counts = base[s] > 0;
            paths[s] = -base[s];
            weights[s] = counts ? mean - logWeights[s] : 0;
            score[s] = counts && base[s] < 1 ? base[s] * weights[s] / (1 - base[s]) : 0;
        }
        return LogWeights.ofPathWeights(-mean, paths, score, weights);
    }
}
