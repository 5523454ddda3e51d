package io.credence.risk;

/**
 * Nested risk of a row: a risk over groups of draws of the risk within each group. The groups are equal and
 * consecutive. With losses that are minus log importance weights of a latent variable, M groups, {@link EntropicRisk}
 * of γ = 1 within and {@link WeightedMeanVariance} of c = ¼ across, it is minus the bound IWAE-VAR on the log evidence
 * (Futami et al. 2022, eq. 25 and 149).
 *
 * @param groupCount number of groups M, at least 1; the number of draws must be a multiple of it
 * @param within risk over the draws of a group
 * @param across risk over the groups
 */
public record NestedRisk(int groupCount, RowReduction within, RowReduction across) implements RowReduction {
    public NestedRisk {
        if (groupCount < 1) {
            throw new IllegalArgumentException("a nested risk must have at least 1 replicate but has " + groupCount);
        }
    }

    @Override
    public String name() {
        return "nested(" + groupCount + ", " + within.name() + ", " + across.name() + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        if (draws % groupCount != 0) {
            throw new IllegalArgumentException(
                    "the draws must be a multiple of the " + groupCount + " replicates but are " + draws);
        }
        int size = draws / groupCount;
        double[] risks = new double[groupCount];
        double[] outer = new double[groupCount];
        for (int m = 0; m < groupCount; m++) {
            risks[m] = within.reduce(losses, first + m * size * stride, stride, size, slopes);
        }
        double risk = across.reduce(risks, 0, 1, groupCount, outer);
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] *= outer[s / size];
        }
        return risk;
    }
}
