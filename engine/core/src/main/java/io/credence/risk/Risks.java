package io.credence.risk;

import io.credence.part.Catalogue;
import io.credence.part.NumberRange;
import io.credence.part.Option;
import java.util.Arrays;

/** Catalogue of the risks of a row that come with Credence. */
public final class Risks {

    private static final Option GAMMA = Option.positive("gamma", 1, "aversion γ; towards 0 the mean");
    private static final Option C = Option.positive("c", 0.5, "weight of the variance");

    /** All risks, by name. */
    public static final Catalogue<RiskPart> ALL = Catalogue.of(
            "risk",
            RiskPart.of(
                    "entropic-risk",
                    "minus the log mean exponential of minus a row's loss",
                    v -> new EntropicRisk(v.number("gamma")),
                    GAMMA),
            RiskPart.of(
                    "mean-variance",
                    "mean of a row's loss minus its variance",
                    v -> new MeanVariance(v.number("c")),
                    C),
            RiskPart.of(
                    "weighted-mean-variance",
                    "the same with a variance of bounded weights",
                    v -> new WeightedMeanVariance(v.number("c")),
                    C),
            RiskPart.of(
                    "density-variance",
                    "mean of a row's loss minus the variance of its density, relative to the largest (PAC²)",
                    v -> new DensityVariance(v.number("c")),
                    C),
            RiskPart.ofLogRatios(
                    "black-box-alpha",
                    "of networks: energy of tied sites, between the ELBO (α near 0) and expectation propagation",
                    v -> new EntropicRisk(v.number("alpha")),
                    Option.positive("alpha", 0.5, "power α of a site")),
            RiskPart.of(
                    "conditional-value-at-risk",
                    "mean of the smallest losses of a row",
                    v -> new ConditionalValueAtRisk(v.number("level")),
                    Option.number(
                            "level",
                            0.1,
                            NumberRange.aboveUpTo(0, 1),
                            "share of the draws that counts; 1 is the mean")),
            RiskPart.of(
                    "monotone-mean-variance",
                    "optimised certainty equivalent of a quadratic where it increases",
                    v -> new CertaintyEquivalent(new Distortion.MonotoneQuadratic(v.number("c"))),
                    C));

    private Risks() {}

    /**
     * Inverted optimised certainty equivalent of a row's losses, sup_λ {λ − mean_s g(λ − ℓ_s)} (Futami et al. 2022, eq.
     * 34). It is at most the mean. The location λ solves mean_s g′(λ − ℓ_s) = 1 and lies between the smallest and the
     * largest loss; it is found by Newton steps, halving that range where a step leaves it or gains too little. The
     * slopes are g′(λ − ℓ_s)/S.
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
            double least = RowLossStatistics.smallest(losses, first, stride, draws);
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
         * Point at which the mean slope is 1, relative to the smallest loss. The {@code excess} are the losses less the
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

    /**
     * Mean of the smallest losses of a row, over the share β of the draws that fit it best. A draw counts in part where
     * βS is not whole. It is the inverted optimised certainty equivalent (Futami et al. 2022, eq. 34) of g(t) = max(t,
     * 0)/β, hence the risk-seeking side of the conditional value at risk. The slopes are 1/βS for those draws and 0 for
     * the others; draws of equal loss at the edge share alike.
     *
     * @param level β, above 0 and at most 1; 1 is the mean
     */
    record ConditionalValueAtRisk(double level) implements RowReduction {
        public ConditionalValueAtRisk {
            if (!(level > 0 && level <= 1)) {
                throw new IllegalArgumentException(
                        "the level of a conditional value at risk must be above 0 and at most 1 but was " + level);
            }
        }

        @Override
        public String name() {
            return "conditional-value-at-risk(level=" + level + ")";
        }

        @Override
        public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
            double[] sorted = new double[draws];
            for (int s = 0, at = first; s < draws; s++, at += stride) {
                sorted[s] = losses[at];
            }
            Arrays.sort(sorted);
            double counted = level * draws;
            double edge = sorted[Math.min(draws, (int) Math.ceil(counted)) - 1];
            double shortfall = 0;
            int below = 0;
            int ties = 0;
            for (double loss : sorted) {
                shortfall += loss < edge ? edge - loss : 0;
                below += loss < edge ? 1 : 0;
                ties += loss == edge ? 1 : 0;
            }
            double partial = (counted - below) / (ties * counted);
            for (int s = 0, at = first; s < draws; s++, at += stride) {
                slopes[at] = losses[at] < edge ? 1 / counted : losses[at] == edge ? partial : 0;
            }
            return edge - shortfall / counted;
        }
    }

    /**
     * Mean loss of a row less a multiple of the variance of its density over the draws, the density relative to the
     * largest. It is m − c Var_s(p_s/max p) with p_s = exp(−ℓ_s). With c = ½ it is the loss of PAC²-Bayesian learning
     * (Masegosa 2020, theorem 3; Futami et al. 2022, where it is PAC²_E), between {@link EntropicRisk} of γ = 1 and the
     * mean. The variance takes no more than c/4 off, so that a row that no draw explains cannot drive the draws apart.
     * The slopes are exact: they see that the largest density depends on the losses.
     *
     * @param c weight of the variance, positive
     */
    record DensityVariance(double c) implements RowReduction {

        public DensityVariance {
            RowLossStatistics.requirePositive("c of a density-variance risk", c);
        }

        @Override
        public String name() {
            return "density-variance(c=" + c + ")";
        }

        @Override
        public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
            double least = RowLossStatistics.smallest(losses, first, stride, draws);
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
            return RowLossStatistics.mean(losses, first, stride, draws, least) - c * variance;
        }
    }

    /**
     * Mean–variance risk of a row, mean_s ℓ_s − c Var_s ℓ (Futami et al. 2022, eq. 6). The variance is of the draws as
     * they are, that is with 1/S. The slopes are (1/S)(1 − 2c(ℓ_s − mean)): negative at draws whose loss exceeds the
     * mean by 1/2c, so that a row with very different losses is driven further apart; {@link WeightedMeanVariance} and
     * {@link EntropicRisk} do not do this.
     *
     * @param c weight of the variance, positive; ½ agrees with the entropic risk of γ = 1 to second order
     */
    record MeanVariance(double c) implements RowReduction {
        public MeanVariance {
            RowLossStatistics.requirePositive("c of a mean-variance risk", c);
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
            double least = RowLossStatistics.smallest(losses, first, stride, draws);
            double mean = RowLossStatistics.mean(losses, first, stride, draws, least);
            double squares = 0;
            for (int s = 0, at = first; s < draws; s++, at += stride) {
                double deviation = losses[at] - mean;
                squares += deviation * deviation;
                slopes[at] = (1 - 2 * c * deviation) / draws;
            }
            return mean - c * squares / draws;
        }
    }
}
