package io.credence.network.dense;

import io.credence.objective.DrawDensities;
import io.credence.objective.DrawWeights;
import io.credence.objective.Objective;
import java.util.Arrays;

/**
 * Objective of importance weights of the draws, w = p(D | θ) π(θ)/q(θ). The rows of a batch represent all rows.
 *
 * @param usesScoreGradient whether the gradient is that by values, Σ_s c_s ∇_λ log q(θ_s; λ) with the draws held fixed,
 *     such as algorithm 1 of Ji and Shen 2019; else that along paths
 */
record ImportanceObjective(Objective objective, boolean usesScoreGradient) implements DrawCombination {

    @Override
    public String name() {
        return objective.name() + (usesScoreGradient ? " by values" : " by paths");
    }

    @Override
    public boolean hasDivergence() {
        return false;
    }

    @Override
    public String biasWarning() {
        return objective.isLinear() ? "" : "importance weights of a minibatch are biased";
    }

    @Override
    public double combine(DrawLosses draws, double[] weight, double share) {
        int rows = draws.rows();
        double[] totals = new double[draws.draws];
        for (int s = 0, at = 0; s < totals.length; s++) {
            for (int i = 0; i < rows; i++, at++) {
                draws.slopes[at] = weight[i] / rows;
                totals[s] += draws.slopes[at] * draws.losses[at] / share;
            }
        }
        double[] base = new double[totals.length];
        Arrays.fill(base, 1.0 / base.length);
        DrawDensities densities = new DrawDensities(totals, draws.logPrior, draws.logPosterior, base);
        DrawWeights weights = objective.weighDraws(densities);
        double[] points = objective.drawShares(densities);
        for (int s = 0; s < totals.length; s++) {
            draws.points[s] = points[s];
            draws.paths[s] = usesScoreGradient ? 0 : weights.lossWeights()[s];
            draws.prior[s] = usesScoreGradient ? 0 : share * weights.priorWeights()[s];
            draws.posterior[s] = usesScoreGradient ? 0 : share * weights.posteriorWeights()[s];
            draws.score[s] = usesScoreGradient ? share * weights.scoreWeights()[s] : 0;
        }
        return share * weights.value();
    }
}
