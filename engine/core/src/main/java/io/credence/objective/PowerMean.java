package io.credence.objective;

import io.credence.linalg.LogSums;

/**
 * Bound on the log evidence by a power of importance weights, (1/c) log E_q[w^c]. Below c = 1 it is a lower one, whose
 * negative is minimised, and above an upper one, which is minimised itself. It is the Rényi bound of order α = 1 − c,
 * the χ bound CUBO_c for c &gt; 1, and for c = 1 the importance-weighted bound of replicates of {@code replicateSize} draws.
 *
 * <p>Lower bounds are means over replicates of draws, the last of which takes the rest, and remain bounds whatever their
 * number. Their gradient is exact: with gradients at the draws doubly reparameterised (Tucker et al. 2019), with
 * weights αω + (1 − α)ω² of ∇_θ log w, ω the share of a draw in its replicate; by values against the bound of the replicate's
 * other draws. In a mixture both have a bias of the order of one over the size of the replicate. An upper bound estimated
 * from few draws lies low, and descending on it would end at −∞; its gradient is therefore that of the logarithm of an
 * unbiased E_q[w^c] (CHI, section 2), with a bias of order 1/S: weights αω of ∇_θ log w with gradients, and α/(1 − α)
 * (ω − base)/(1 − base) of the score by values, of which {@link Objectives.DrawnEubo} reports when either is of use.
 *
 * @param name name in configuration
 * @param power power c, not 0
 * @param replicateSize number of draws of a replicate, 0 for all; for c = 1 only
 */
public record PowerMean(String name, double power, int replicateSize) implements Objective {

    public PowerMean {
        if (power == 0 || !Double.isFinite(power)) {
            throw new IllegalArgumentException(
                    "the power of weights in a bound must be finite and not 0 but was " + power);
        }
        if (replicateSize < 0 || (replicateSize > 0 && power != 1)) {
            throw new IllegalArgumentException(
                    "draws are taken together in replicates of at least 1 for power 1 only, found replicates of "
                            + replicateSize + " for power " + power);
        }
    }

    /**
     * The Rényi bound of order α (Li and Turner 2016): a lower bound for α ≥ 0, an upper one below.
     *
     * @throws IllegalArgumentException if α is 1, where it is the ELBO, or not finite
     */
    public static PowerMean renyi(double alpha) {
        if (alpha == 1 || !Double.isFinite(alpha)) {
            throw new IllegalArgumentException("the order alpha of a Rényi bound must be finite and other than 1,"
                    + " where it is the objective elbo, but was " + alpha);
        }
        return new PowerMean("renyi(alpha=" + alpha + ")", 1 - alpha, 0);
    }

    /**
     * The χ upper bound CUBO_n (Dieng et al. 2017).
     *
     * @throws IllegalArgumentException if the order n is not above 1 and finite
     */
    public static PowerMean chivi(double order) {
        if (!(order > 1) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "the order of a χ upper bound must be above 1 and finite but was " + order);
        }
        return new PowerMean("chivi(order=" + order + ")", order, 0);
    }

    /**
     * The importance-weighted lower bound of the given number of draws (Burda et al. 2016), averaged over the
     * replicates of a step.
     *
     * @throws IllegalArgumentException if there are not at least 2; of one draw it is the ELBO
     */
    public static PowerMean iwae(int draws) {
        if (draws < 2) {
            throw new IllegalArgumentException(
                    "an importance-weighted bound takes at least 2 draws together, of 1 it is the"
                            + " objective elbo, but was given " + draws);
        }
        return new PowerMean("iwae(draws=" + draws + ")", 1, draws);
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
        return isUpperBound();
    }

    /** Whether this is an upper bound, which is minimised as it is. */
    public boolean isUpperBound() {
        return power > 1;
    }

    /**
     * Power of the weights over which steps average. It is 0 for replicates of draws, which have bounds of their own,
     * whatever the tail.
     */
    @Override
    public double averagedWeightPower() {
        return replicateSize == 0 ? power : 0;
    }

    @Override
    public double[] drawShares(DrawDensities densities) {
        int count = densities.count();
        double[] shares = new double[count];
        for (int g = 0; g < replicates(count); g++) {
            LogWeightSums.normalisePowers(
                    densities.logWeights(), densities.baseWeights(), power, g * replicateSize, end(g, count), shares);
        }
        return shares;
    }

    private int replicates(int count) {
        return replicateSize == 0 ? 1 : Math.max(1, count / replicateSize);
    }

    private int end(int replicate, int count) {
        return replicate == replicates(count) - 1 ? count : (replicate + 1) * replicateSize;
    }

    @Override
    public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
        int count = densities.count();
        ReplicateSums gathered = new ReplicateSums(densities.logWeights(), densities.baseWeights());
        for (int g = 0; g < replicates(count); g++) {
            if (!gathered.add(g * replicateSize, end(g, count))) {
                return LogWeightSums.ofInfiniteObjective(count);
            }
        }
        return LogWeightSums.ofPathWeights(gathered.value, gathered.paths, gathered.score, gathered.weights);
    }

    /** Sums over replicates of draws. */
    private final class ReplicateSums {
        private final double[] logWeights;
        private final double[] base;
        private final double[] paths;
        private final double[] score;
        private final double[] weights;
        private double value;

        ReplicateSums(double[] logWeights, double[] base) {
            this.logWeights = logWeights;
            this.base = base;
            this.paths = new double[base.length];
            this.score = new double[base.length];
            this.weights = new double[base.length];
        }

        /** Adds a replicate by its share of base weights; false if its bound is not finite. */
        boolean add(int from, int to) {
            double share = 0;
            for (int s = from; s < to; s++) {
                share += base[s];
            }
            if (share == 0) {
                return true;
            }
            double[] powers = LogWeightSums.logWeightPowers(logWeights, base, power, from, to);
            double total = LogSums.logSumExp(powers);
            if (Double.isInfinite(total)) {
                return false;
            }
            double bound = (total - Math.log(share)) / power;
            double sign = isUpperBound() ? share : -share;
            value += sign * bound;
            double[] others = LogWeightSums.leaveOneOutLogSums(powers);
            for (int i = 0, s = from; s < to; i++, s++) {
                double own = Math.exp(powers[i] - total);
                double alone = leaveOneOutScoreWeight(others[i] - total, own, base[s] / share);
                score[s] = sign * (isUpperBound() ? meanScoreWeight(own, base[s]) : alone);
                paths[s] = sign * own * (1 - power + (isUpperBound() ? 0 : power * own));
                double lift = (1 - power) / power * LogWeightSums.densityRatio(powers[i] - total, base[s]);
                weights[s] = sign * lift - (replicateSize > 0 ? bound : 0);
            }
            return true;
        }

        /**
         * Weight of the score of a draw: excess of its own contribution over the mean contribution of the other draws.
         */
        private double meanScoreWeight(double own, double part) {
            return part < 1 ? (1 - power) / power * (own - part) / (1 - part) : 0;
        }

        /**
         * Score weight of a draw: its contribution to the bound beyond that of the others, less the part owed to its
         * own density.
         */
        private double leaveOneOutScoreWeight(double logOthers, double own, double part) {
            boolean alone = part >= 1 || logOthers == Double.NEGATIVE_INFINITY;
            double lift = alone ? own - part : Math.log1p(-part) - logOthers;
            return lift / power - (own - part);
        }
    }
}
