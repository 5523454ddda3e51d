package io.credence.risk;

/**
 * Inverted optimised certainty equivalent of a row's losses, sup_λ {λ − mean_s g(λ − ℓ_s)} (003, eq. 34): at most the
 * mean. The location λ solves mean_s g′(λ − ℓ_s) = 1 and lies between the smallest and the largest loss; it is found by
 * Newton steps, halving that range where a step leaves it or gains too little. The slopes are g′(λ − ℓ_s)/S.
 *
 * @param distortion g
 */
record CertaintyEquivalent(Distortion distortion) implements RowReduction {

    private static final double PRECISION = 1e-13;
    private static final int STEPS = 300;

    @Override
    public String name() {
        return "certainty-equivalent(" + distortion.name() + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double least = RowLosses.smallest(losses, first, stride, draws);
        double range = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] = losses[at] - least;
            range = Math.max(range, slopes[at]);
        }
        double location = location(slopes, first, stride, draws, range);
        double sum = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            double t = location - slopes[at];
            sum += distortion.value(t);
            slopes[at] = distortion.slope(t) / draws;
        }
        return least + (location - sum / draws);
    }

    /**
     * Point at which the mean slope is 1, relative to the smallest loss; {@code excess} are the losses less the
     * smallest.
     */
    private double location(double[] excess, int first, int stride, int draws, double range) {
        double low = 0;
        double high = range;
        double at = 0;
        double before = range;
        for (int step = 0; step < STEPS && high - low > PRECISION * high; step++) {
            double gap = -1;
            double curvature = 0;
            for (int s = 0, i = first; s < draws; s++, i += stride) {
                gap += distortion.slope(at - excess[i]) / draws;
                curvature += distortion.curvature(at - excess[i]) / draws;
            }
            low = gap < 0 ? at : low;
            high = gap > 0 ? at : high;
            double move = -gap / curvature;
            if (gap == 0 || Math.abs(move) <= PRECISION * at) {
                return Math.abs(move) <= PRECISION * at ? at + move : at;
            }
            boolean slow = !(Math.abs(move) <= 0.5 * before) || !(at + move > low && at + move < high);
            double next = slow ? 0.5 * (low + high) : at + move;
            before = Math.abs(next - at);
            at = next;
        }
        return at;
    }
}
