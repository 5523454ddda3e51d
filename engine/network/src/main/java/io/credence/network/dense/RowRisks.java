package io.credence.network.dense;

import io.credence.risk.RowReduction;

/**
 * Risk of each row over the draws. Without ratios the divergence of the posterior from the prior is added to their sum.
 * With them the loss of each row has its share of log q(θ) − log π(θ) before it is reduced, and nothing is added: with
 * the entropic risk of γ = α that is the energy of black-box alpha, −(1/α) Σ_i log E_q[p_i^α (π/q)^{α/N}]
 * (Hernández-Lobato et al. 2016, with their tied sites (q/π)^{1/N}).
 *
 * @param includesLogRatio whether a row's share of log q − log π is added to its loss
 */
record RowRisks(RowReduction risk, boolean includesLogRatio) implements DrawCombination {

    @Override
    public String name() {
        return risk.name() + (includesLogRatio ? " of losses with their share of log q - log prior" : "");
    }

    @Override
    public boolean hasDivergence() {
        return !includesLogRatio;
    }

    @Override
    public String biasWarning() {
        return "";
    }

    @Override
    public double combine(DrawLosses draws, double[] weight, double share) {
        int rows = draws.rows();
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            double outer = includesLogRatio ? 1 : weight[i];
            double inner = includesLogRatio ? weight[i] : 1;
            for (int s = 0, at = i; includesLogRatio && s < draws.draws; s++, at += rows) {
                draws.losses[at] = inner * draws.losses[at] + share * (draws.logPosterior[s] - draws.logPrior[s]);
            }
            sum += outer * risk.reduce(draws.losses, i, rows, draws.draws, draws.slopes);
            for (int s = 0, at = i; s < draws.draws; s++, at += rows) {
                double slope = outer * draws.slopes[at] / rows;
                draws.slopes[at] = inner * slope;
                addRatio(draws, s, includesLogRatio ? share * slope : 0);
            }
        }
        return sum / rows;
    }

    /**
     * Adds the slope of the ratio log q − log π of a draw. Along a path, the whole derivative of log q includes that of
     * its parameters.
     */
    private static void addRatio(DrawLosses draws, int s, double slope) {
        draws.prior[s] -= slope;
        draws.posterior[s] += slope;
        draws.score[s] += slope;
    }
}
