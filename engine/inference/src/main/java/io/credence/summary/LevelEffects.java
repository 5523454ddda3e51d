package io.credence.summary;

import io.credence.linalg.Vectors;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Posterior of the effects of a grouping factor, level by level.
 *
 * @param factorName name of the factor
 * @param effectNames names of the k effects of a level
 * @param levels names of the levels
 * @param mean posterior means, levels × k
 * @param covariance posterior covariances, levels × k × k
 * @param crossCovariance covariances with the p fixed effects, levels × k × p
 */
public record LevelEffects(
        String factorName,
        List<String> effectNames,
        List<String> levels,
        double[] mean,
        double[] covariance,
        double[] crossCovariance)
        implements Serializable {

    public LevelEffects {
        effectNames = new ArrayList<>(effectNames);
        levels = new ArrayList<>(levels);
    }

    /** Effects of all grouping factors of a mixed model, in the order of the model. */
    public static List<LevelEffects> of(MixedSummary mixed) {
        List<LevelEffects> all = new ArrayList<>();
        for (EffectsPosterior found : mixed.posterior().effects()) {
            List<String> levels = mixed.model()
                    .factors()
                    .get(mixed.model().factorIndex(found.effects()))
                    .levels();
            all.add(new LevelEffects(
                    found.effects().factor(),
                    found.effects().terms(),
                    levels,
                    found.mean(),
                    found.covariance(),
                    found.cross()));
        }
        return all;
    }

    /** Effects of a range of levels, by index; the last index is not included. */
    public LevelEffects range(int from, int to) {
        int k = effectNames.size();
        int wide = levels.isEmpty() ? 0 : crossCovariance.length / levels.size();
        return new LevelEffects(
                factorName,
                effectNames,
                levels.subList(from, to),
                Arrays.copyOfRange(mean, from * k, to * k),
                Arrays.copyOfRange(covariance, from * k * k, to * k * k),
                Arrays.copyOfRange(crossCovariance, from * wide, to * wide));
    }

    /** Posterior standard deviation of an effect of a level. */
    public double sd(int level, int term) {
        int k = effectNames.size();
        return Math.sqrt(covariance[(level * k + term) * k + term]);
    }

    /**
     * Mean shrinkage of an effect towards 0, at most 1: the ratio of posterior variance to variance between levels,
     * averaged over the levels.
     *
     * @param variance variance between levels
     */
    public double shrinkage(int term, double variance) {
        double sum = 0;
        for (int level = 0; level < levels.size(); level++) {
            sum += sd(level, term) * sd(level, term);
        }
        return Math.min(1, sum / levels.size() / variance);
    }

    /**
     * Summaries of an effect by level, in ascending order of the means. Of more than {@code most} levels, some at equal
     * distances in that order are returned.
     */
    public List<SummaryRow> rankedSummaries(int term, int most) {
        int k = effectNames.size();
        int[] order = Vectors.sortedIndices(levels.size(), level -> mean[level * k + term]);
        int shown = Math.min(most, order.length);
        return IntStream.range(0, shown)
                .map(i -> order[(int) ((long) i * (order.length - 1) / Math.max(1, shown - 1))])
                .mapToObj(level -> SummaryRow.ofNormal(
                        levels.get(level), mean[level * k + term], sd(level, term), SummaryRow.LEVEL))
                .toList();
    }
}
