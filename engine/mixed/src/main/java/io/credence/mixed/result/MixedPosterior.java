package io.credence.mixed.result;

import io.credence.family.MixturePosterior;
import io.credence.fit.FitDetail;
import io.credence.kind.RandomEffects;
import io.credence.linalg.Vectors;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.EffectMoments.Levels;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of a mixed model: a mixture over the points of a design for the variance components. Given a point,
 * coefficients and effects are normal.
 *
 * @param fixedEffectsPosterior posterior of β, one normal component for each point that counts
 * @param componentDesign points of the variance components on their natural scale and their probabilities
 * @param effects posterior of each entry of the model's {@code effects}
 * @param residualSd residual standard deviation; null where the model has none to estimate
 * @param logMarginalLikelihood log p(y), nats; NaN where the design was not finished
 * @param logDensityError error of log p(y | components), nats, where likelihoods of rows are not normal; else 0
 * @param smooths posteriors of the smooths' standard deviations
 * @param surrogate check of the quadratic likelihood that was taken instead of the levels'; null where none was
 */
public record MixedPosterior(
        MixturePosterior fixedEffectsPosterior,
        VarianceDesign componentDesign,
        List<EffectsPosterior> effects,
        @Nullable ComponentSummary residualSd,
        double logMarginalLikelihood,
        double logDensityError,
        List<SmoothPosterior> smooths,
        @Nullable SurrogateCheck surrogate)
        implements FitDetail {

    /**
     * Posterior of how smooth a smooth function is.
     *
     * @param sd standard deviation of its penalised coefficients
     * @param effectiveDegrees effective degrees of freedom of these coefficients, between 0 and their number
     */
    public record SmoothPosterior(ComponentSummary sd, double effectiveDegrees) {}

    /**
     * Check of a likelihood that approximates that of the levels, by the importance weights of draws of its posterior.
     *
     * @param draws number of draws
     * @param weightSpread standard deviation of the weights over their mean
     * @param meanError error of a mean, in standard deviations
     * @param evidenceError error of the log marginal likelihood, nats
     */
    public record SurrogateCheck(int draws, double weightSpread, double meanError, double evidenceError) {}

    /**
     * Variance components as a list of points.
     *
     * @param names {@code sd[county:(Intercept)]}, {@code cor[county:(Intercept),floor]}, {@code sigma}, or
     *     the name of a dispersion
     * @param points each as long as {@code names}
     * @param weights probability of each point, which sum to 1
     * @param logWeights logarithms of the importance weights of all draws of the design, those without a density
     *     included; empty where it was not finished
     * @param underCoveredNames names of the components whose tail reaches beyond the design, so that neither their sd
     *     nor what they widen is known
     * @param lostProbability probability of points that lost their weight, since equations for the effects could not be
     *     solved there
     */
    public record VarianceDesign(
            List<String> names,
            List<double[]> points,
            double[] weights,
            double[] logWeights,
            List<String> underCoveredNames,
            double lostProbability) {

        public VarianceDesign {
            names = List.copyOf(names);
            points = List.copyOf(points);
            underCoveredNames = List.copyOf(underCoveredNames);
        }

        /** Creates a design that reaches as far into the tails as its components do. */
        public VarianceDesign(List<String> names, List<double[]> points, double[] weights, double[] logWeights) {
            this(names, points, weights, logWeights, List.of(), 0);
        }

        public VarianceDesign withUnderCovered(List<String> components) {
            return new VarianceDesign(names, points, weights, logWeights, components, lostProbability);
        }

        public VarianceDesign withLostProbability(double probability) {
            return new VarianceDesign(names, points, weights, logWeights, underCoveredNames, probability);
        }
    }

    /**
     * Posterior summary of a variance component.
     *
     * @param lower 5 % quantile
     * @param upper 95 % quantile
     */
    public record ComponentSummary(String name, double mean, double sd, double lower, double upper) {}

    /**
     * Posterior of the effects of the levels of one factor.
     *
     * @param effects terms and columns of the effects
     * @param sds standard deviations of the k terms
     * @param nearZero probability for each term that its standard deviation is negligible: it moves a linear predictor
     *     by less than a tenth of the residual standard deviation, or by less than 0.1 where there is none
     * @param correlations correlations of pairs of terms (2, 1), (3, 1), (3, 2), …; empty where they are not learned
     * @param levels number of levels
     * @param moments moments of the effects of the levels
     * @param intraclass share of the intercepts' variance in the variance of a response given the fixed effects, on the
     *     scale of the linear predictor; null where the noise has no variance there, or no intercept is among the terms
     */
    public record EffectsPosterior(
            RandomEffects effects,
            List<ComponentSummary> sds,
            double[] nearZero,
            List<ComponentSummary> correlations,
            int levels,
            LevelPosteriors moments,
            @Nullable ComponentSummary intraclass) {

        /** Posterior mean of the effect of a level. */
        public double mean(int level, int term) {
            return moments.collect().mean()[level * effects.size() + term];
        }

        /** Posterior standard deviation of the effect of a level. */
        public double sd(int level, int term) {
            int k = effects.size();
            return Math.sqrt(moments.collect().covariance()[(level * k + term) * k + term]);
        }
    }

    /**
     * Level with its effect.
     *
     * @param level number of the level
     * @param weight number of levels that it stands for
     */
    public record RankedLevel(int level, double mean, double sd, long weight) implements Serializable {

        static final Comparator<RankedLevel> BY_MEAN =
                Comparator.comparingDouble(RankedLevel::mean).thenComparingInt(RankedLevel::level);
    }

    /** Moments of the effects of the levels that have rows in some partitions. All rows of a level lie in one partition. */
    public static final class PartitionMoments implements Sums<PartitionMoments> {

        private static final long serialVersionUID = 1;

        private final int[] entries;
        private final int[] sizes;
        private final int p;
        private int[] levels;
        private double[] numbers;

        /**
         * Moments of the effects of a level.
         *
         * @param entry number of the entry of the model's effects
         * @param level number of the level
         * @param moments moments of this level alone
         */
        public record OfLevel(int entry, int level, Levels moments) {}

        /**
         * Creates the moments of a partition.
         *
         * @param levels numbers of the levels
         * @param numbers of each level the means of all its k effects, their covariances, and those with the fixed effects
         */
        public PartitionMoments(EffectLayout layout, int[] levels, double[] numbers) {
            this.entries = layout.local().stream().mapToInt(e -> e).toArray();
            this.sizes = Arrays.stream(entries)
                    .map(e -> layout.model().effects().get(e).size())
                    .toArray();
            this.p = layout.fixedEffectCount();
            this.levels = levels;
            this.numbers = numbers;
        }

        /** Number of the numbers of a level: k(1 + k + p) of all its effects. */
        public static int numbersPerLevel(EffectLayout layout) {
            return layout.localEffectsPerLevel() * (1 + layout.localEffectsPerLevel() + layout.fixedEffectCount());
        }

        @Override
        public void merge(PartitionMoments other) {
            int before = levels.length;
            levels = Arrays.copyOf(levels, before + other.levels.length);
            System.arraycopy(other.levels, 0, levels, before, other.levels.length);
            numbers = Vectors.concatenate(List.of(numbers, other.numbers));
        }

        /** Moments of each entry of the model's effects for each level, level by level. */
        public Stream<OfLevel> stream() {
            return IntStream.range(0, levels.length * entries.length)
                    .mapToObj(i -> at(i / entries.length, i % entries.length));
        }

        private OfLevel at(int g, int own) {
            int k = Arrays.stream(sizes).sum();
            int begin = Arrays.stream(sizes, 0, own).sum();
            int size = sizes[own];
            int first = g * k * (1 + k + p);
            Levels moments = Levels.allocate(1, size, p);
            System.arraycopy(numbers, first + begin, moments.mean(), 0, size);
            for (int i = 0; i < size; i++) {
                int row = begin + i;
                System.arraycopy(numbers, first + k + row * k + begin, moments.covariance(), i * size, size);
                System.arraycopy(numbers, first + k * (1 + k) + row * p, moments.cross(), i * p, p);
            }
            return new OfLevel(entries[own], levels[g], moments);
        }
    }
}
