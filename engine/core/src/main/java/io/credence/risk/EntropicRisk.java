package io.credence.risk;

/**
 * Entropic risk of a row, −(1/γ) log mean_s exp(−γℓ_s) (Futami et al. 2022, eq. 7). It is below the mean loss, and
 * tends to it as γ → 0. With γ = 1 it is minus the log predictive density at the draws, the loss of predictive
 * variational Bayes (Futami et al. 2022, eq. 3). The slopes are softmax(−γℓ).
 *
 * @param gamma γ, positive
 */
public record EntropicRisk(double gamma) implements RowReduction {
    public EntropicRisk {
        RowLossStatistics.requirePositive("gamma of an entropic risk", gamma);
    }

    @Override
    public String name() {
        return "entropic-risk(gamma=" + gamma + ")";
    }

    @Override
    public double varianceWeight() {
        return 0.5 * gamma;
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double least = RowLossStatistics.smallest(losses, first, stride, draws);
        double total = 0;
        double below = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            double exponent = -gamma * (losses[at] - least);
            slopes[at] = Math.exp(exponent);
            total += slopes[at];
            below += Math.expm1(exponent);
        }
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] /= total;
        }
        return least - Math.log1p(below / draws) / gamma;
    }
}
