package io.credence.objective;

import io.credence.linalg.LogSums;
import io.credence.part.Catalogue;
import io.credence.part.NumberRange;
import io.credence.part.Option;
import java.util.Map;

/** Catalogue of the objectives of importance weights that come with Credence. */
public final class Objectives {

    /** All objectives, by name. */
    public static final Catalogue<ObjectivePart> ALL = Catalogue.of(
            "objective",
            ObjectivePart.of(
                    "eubo", "evidence upper bound, the inclusive Kullback–Leibler divergence", v -> new DrawnEubo()),
            ObjectivePart.of(
                    "chivi",
                    "χ upper bound of the evidence",
                    v -> PowerMean.chivi(v.number("order")),
                    Option.number("order", 2, NumberRange.above(1), "order n of the χ divergence")),
            ObjectivePart.of(
                    "renyi",
                    "Rényi bound of the evidence",
                    v -> v.number("alpha") == 1 ? new DrawnElbo() : PowerMean.renyi(v.number("alpha")),
                    Option.number("alpha", 0.5, "order α; 1 is the ELBO")),
            ObjectivePart.of(
                    "iwae",
                    "importance-weighted bound of the evidence",
                    v -> v.whole("draws") == 1 ? new DrawnElbo() : PowerMean.iwae(v.whole("draws")),
                    Option.whole("draws", 5, 1, "draws of a replicate; 1 is the ELBO")),
            ObjectivePart.of(
                    "tail-adaptive",
                    "f-divergence that adapts to the tail of the importance weights",
                    v -> new TailAdaptiveObjective()));

    private Objectives() {}

    /**
     * Finds an objective by its name and makes it of its options.
     *
     * @param given values of its options; the others have their defaults
     * @throws IllegalArgumentException if the name or an option is unknown or out of range
     */
    public static Objective named(String name, Map<String, Double> given) {
        ObjectivePart part = ALL.named(name);
        return part.objective(part.values(given));
    }

    /**
     * Negative evidence lower bound by draws, −Σ base_s log w_s, for posteriors and priors of any kind. Its
     * reparameterised gradient leaves out the score of q, whose mean is zero, so that it has no noise where q is the
     * exact posterior; the gradient by values subtracts from each the mean of the other draws, which in a mixture
     * leaves a bias of order 1/S.
     */
    public record DrawnElbo() implements Objective {

        @Override
        public String name() {
            return "elbo";
        }

        @Override
        public boolean isLinear() {
            return true;
        }

        @Override
        public boolean hasScoreForm() {
            return true;
        }

        @Override
        public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
            double[] logWeights = densities.logWeights();
            double[] base = densities.baseWeights();
            double mean = LogWeightSums.meanLogWeight(logWeights, base);
            if (Double.isInfinite(mean)) {
                return LogWeightSums.ofInfiniteObjective(base.length);
            }
            double[] paths = new double[base.length];
            double[] score = new double[base.length];
            double[] weights = new double[base.length];
            for (int s = 0; s < base.length; s++) {
                boolean counts = base[s] > 0;
                paths[s] = -base[s];
                weights[s] = counts ? mean - logWeights[s] : 0;
                score[s] = counts && base[s] < 1 ? base[s] * weights[s] / (1 - base[s]) : 0;
            }
            return LogWeightSums.ofPathWeights(-mean, paths, score, weights);
        }
    }

    /**
     * Evidence upper bound by draws, U = Σ ŵ_s log w_s, with the normalised weights ŵ (Ji and Shen 2019, eq. 2 and 6).
     * It is the log evidence plus the inclusive KL(p ‖ q). By values its gradient is that of the paper's algorithm 1,
     * −Σ ŵ_s ∇_λ log q(θ_s) with θ held fixed, less the mean weight of the other draws; for a Gaussian that is moment
     * matching. Reparameterised it is −Σ ŵ_s (∂θ_s/∂λ)ᵀ ∇_θ log w(θ_s), which the paper's equation 5 is not. Both have
     * no noise where q is the exact posterior, and a bias of order 1/S elsewhere. The reparameterised gradient has much
     * less noise near there; but where few draws outweigh the others, it is of the size of the slope of log p at those,
     * which can drive q ever further away, while moment matching stays among the draws.
     */
    record DrawnEubo() implements Objective {

        @Override
        public String name() {
            return "eubo";
        }

        @Override
        public boolean isLinear() {
            return false;
        }

        @Override
        public boolean hasScoreForm() {
            return true;
        }

        @Override
        public boolean matchesMoments() {
            return true;
        }

        @Override
        public double[] drawShares(DrawDensities densities) {
            double[] shares = new double[densities.count()];
            LogWeightSums.normalisePowers(densities.logWeights(), densities.baseWeights(), 1, 0, shares.length, shares);
            return shares;
        }

        @Override
        public double averagedWeightPower() {
            return 1;
        }

        @Override
        public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
            double[] logWeights = densities.logWeights();
            double[] base = densities.baseWeights();
            double[] powers = LogWeightSums.logWeightPowers(logWeights, base, 1, 0, base.length);
            double total = LogSums.logSumExp(powers);
            if (Double.isInfinite(total)) {
                return LogWeightSums.ofInfiniteObjective(base.length);
            }
            double value = 0;
            double[] paths = new double[base.length];
            double[] score = new double[base.length];
            double[] weights = new double[base.length];
            for (int s = 0; s < base.length; s++) {
                double share = Math.exp(powers[s] - total);
                paths[s] = -share;
                weights[s] = -LogWeightSums.densityRatio(powers[s] - total, base[s]);
                value += share == 0 ? 0 : share * logWeights[s];
                score[s] = base[s] < 1 ? (base[s] - share) / (1 - base[s]) : 0;
            }
            return LogWeightSums.ofPathWeights(value, paths, score, weights);
        }
    }
}
