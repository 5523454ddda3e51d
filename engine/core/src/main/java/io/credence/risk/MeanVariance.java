package io.credence.risk;

/**
 * Mean–variance risk of a row, mean_s ℓ_s − c Var_s ℓ (003, eq. 6), with the variance of the draws as they are, that is
 * with 1/S. The slopes are (1/S)(1 − 2c(ℓ_s − mean)): negative at draws whose loss exceeds the mean by 1/2c, so that a
 * row with very different losses is driven further apart; {@link WeightedMeanVariance} and {@link EntropicRisk} do not
 * do this.
 *
 * @param c weight of the variance, positive; ½ agrees with the entropic risk of γ = 1 to second order
 */
record MeanVariance(double c) implements RowReduction {
    public MeanVariance {
        RowLosses.requirePositive("c of a mean-variance risk", c);
    }

    @Override
    public String name() {
        return "mean-variance(c=" + c + ")";
    }

    @Override
    public double varianceWeight() {
        return c;
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double least = RowLosses.smallest(losses, first, stride, draws);
        double mean = RowLosses.mean(losses, first, stride, draws, least);
        double squares = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            double deviation = losses[at] - mean;
            squares += deviation * deviation;
            slopes[at] = (1 - 2 * c * deviation) / draws;
        }
        return mean - c * squares / draws;
    }
}
