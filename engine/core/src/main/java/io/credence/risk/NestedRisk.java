package io.credence.risk;

/**
 * Nested risk of a row: a risk over replicates, parts of the draws, of the risk within each replicate. Replicates are equal and
 * consecutive. With losses that are minus log importance weights of a latent variable, M replicates, {@link EntropicRisk}
 * of γ = 1 within and {@link WeightedMeanVariance} of c = ¼ across, it is minus the bound IWAE-VAR on the log evidence
 * (Futami et al. 2022, eq. 25 and 149).
 *
 * @param replicateCount number of replicates M, at least 1; the number of draws must be a multiple of it
 * @param within risk over the draws of a replicate
 * @param across risk over the replicates
 */
public record NestedRisk(int replicateCount, RowReduction within, RowReduction across) implements RowReduction {
    public NestedRisk {
        if (replicateCount < 1) {
            throw new IllegalArgumentException(
                    "a nested risk must have at least 1 replicate but has " + replicateCount);
        }
    }

    @Override
    public String name() {
        return "nested(" + replicateCount + ", " + within.name() + ", " + across.name() + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        if (draws % replicateCount != 0) {
            throw new IllegalArgumentException(
                    "the draws must be a multiple of the " + replicateCount + " replicates but are " + draws);
        }
        int size = draws / replicateCount;
        double[] risks = new double[replicateCount];
        double[] outer = new double[replicateCount];
        for (int m = 0; m < replicateCount; m++) {
            risks[m] = within.reduce(losses, first + m * size * stride, stride, size, slopes);
        }
        double risk = across.reduce(risks, 0, 1, replicateCount, outer);
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] *= outer[s / size];
        }
        return risk;
    }
}
