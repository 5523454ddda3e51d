package io.credence.risk;

/**
 * Mean loss of a row less the variance of its density over the draws, relative to the largest: m − c Var_s(p_s/max p)
 * with p_s = exp(−ℓ_s), which with c = ½ is the loss of PAC²-Bayesian learning (Masegosa 2020, theorem 3; 003, where it
 * is PAC²_E), between {@link EntropicRisk} of γ = 1 and the mean. The variance takes no more than c/4 off, so that a
 * row that no draw explains cannot drive the draws apart. The slopes are exact: they see that the largest density
 * depends on the losses.
 *
 * @param c weight of the variance, positive
 */
record DensityVariance(double c) implements RowReduction {

    public DensityVariance {
        RowLosses.requirePositive("c of a density-variance risk", c);
    }

    @Override
    public String name() {
        return "density-variance(c=" + c + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double least = RowLosses.smallest(losses, first, stride, draws);
        double mean = 0;
        int smallest = first;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] = Math.exp(least - losses[at]);
            mean += slopes[at] / draws;
            smallest = losses[at] < losses[smallest] ? at : smallest;
        }
        double variance = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            double density = slopes[at];
            variance += (density - mean) * (density - mean) / draws;
            slopes[at] = (1 + 2 * c * (density - mean) * density) / draws;
        }
        slopes[smallest] -= 2 * c * variance;
        return RowLosses.mean(losses, first, stride, draws, least) - c * variance;
    }
}
