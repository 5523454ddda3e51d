package io.credence.risk;

/**
 * Mean loss of a row, the risk-neutral reduction. With losses that are minus log importance weights of a latent
 * variable it is minus the standard bound on the log evidence (Futami et al. 2022, eq. 24 without its variance). The slopes are 1/S.
 */
public record MeanRisk() implements RowReduction {

    @Override
    public String name() {
        return "mean";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] = 1.0 / draws;
        }
        return RowLossStatistics.mean(
                losses, first, stride, draws, RowLossStatistics.smallest(losses, first, stride, draws));
    }
}
