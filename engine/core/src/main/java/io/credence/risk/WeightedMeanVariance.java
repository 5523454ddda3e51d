package io.credence.risk;

/**
 * Weighted mean–variance risk of a row, m − c mean_s h_s^{−2}(ℓ_s − m)² (Futami et al. 2022, eq. 31–33). Here m =
 * mean_s ℓ_s and h_s^{−2} = exp(2 min ℓ − ℓ_s − m) ≤ 1. With c ≤ ¼ it lies between {@link EntropicRisk} of γ = 1 and
 * the mean, so that for losses which are minus log importance weights of a latent variable it is minus the bound VI-VAR
 * on the log evidence (Futami et al. 2022, eq. 24 and 152). The slopes are exact: they see that the weights depend on
 * the losses.
 *
 * @param c weight of the weighted variance, positive; ¼ in the paper
 */
public record WeightedMeanVariance(double c) implements RowReduction {
    public WeightedMeanVariance {
        RowLossStatistics.requirePositive("c of a weighted mean-variance risk", c);
    }

    /** Risk of the paper, with c = ¼. */
    public WeightedMeanVariance() {
        this(0.25);
    }

    @Override
    public String name() {
        return "weighted-mean-variance(c=" + c + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double least = RowLossStatistics.smallest(losses, first, stride, draws);
        double mean = RowLossStatistics.mean(losses, first, stride, draws, least);
        double squares = 0;
        double common = 0;
        int smallest = first;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            double deviation = losses[at] - mean;
            double weight = Math.exp((least - losses[at]) + (least - mean));
            double square = deviation * deviation * weight;
            squares += square;
            slopes[at] = 2 * deviation * weight - square;
            common += 2 * deviation * weight + square;
            smallest = losses[at] < losses[smallest] ? at : smallest;
        }
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] = (1 - c * (slopes[at] - common / draws)) / draws;
        }
        slopes[smallest] -= 2 * c * squares / draws;
        return mean - c * squares / draws;
    }
}
