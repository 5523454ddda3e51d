package io.credence.summary;

import io.credence.kind.LevelNames;
import io.credence.kind.RandomEffects;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.mixed.result.MixedPosterior.RankedLevel;
import io.credence.statistics.PartitionPass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Effects of the levels of a grouping factor, wherever their moments are.
 *
 * @param posterior posterior of the effects
 * @param levels names of the levels
 */
public record FactorEffects(EffectsPosterior posterior, LevelNames levels) {

    /** Terms of the effects. */
    public RandomEffects effects() {
        return posterior.effects();
    }

    /** Effects in this process. */
    public LevelEffects collect() {
        return new LevelEffects(
                effects().factor(),
                effects().terms(),
                levels.all(),
                posterior.moments().collect().mean(),
                posterior.moments().collect().covariance(),
                posterior.moments().collect().cross());
    }

    /**
     * Pass that computes the moments of all effects of a model where the rows of the levels are; null for moments in
     * this process.
     */
    public @Nullable PartitionPass<PartitionMoments> pass() {
        return posterior.moments().pass();
    }

    /**
     * Mean shrinkage of each effect towards 0, at most 1: the ratio of posterior variance to variance between levels,
     * averaged over the levels.
     *
     * @param covariance covariance between levels, k × k
     */
    public double[] shrinkage(double[] covariance) {
        return posterior.moments().digest().shrinkage(covariance);
    }

    /**
     * Summaries of each effect by level, in ascending order of the means. Of more than {@code most} levels, some at equal
     * distances in that order are returned.
     */
    public List<List<SummaryRow>> rankedSummaries(int most) {
        return rankedSummaries(List.of(this), most).get(0);
    }

    /**
     * Summaries of several entries of the model's effects, whose factor is one and whose levels' names are asked for
     * together.
     */
    static List<List<List<SummaryRow>>> rankedSummaries(List<FactorEffects> ofFactor, int most) {
        List<List<List<RankedLevel>>> ranked = ofFactor.stream()
                .map(entry -> entry.posterior.moments().digest().rankedLevels(most))
                .toList();
        Map<Integer, String> names = ofFactor.get(0)
                .levels
                .of(ranked.stream()
                        .flatMap(List::stream)
                        .flatMap(List::stream)
                        .map(RankedLevel::level)
                        .collect(Collectors.toSet()));
        return ranked.stream()
                .map(entry -> entry.stream().map(term -> summaries(term, names)).toList())
                .toList();
    }

    private static List<SummaryRow> summaries(List<RankedLevel> term, Map<Integer, String> names) {
        return term.stream()
                .map(each -> SummaryRow.ofNormal(
                        Objects.requireNonNull(names.get(each.level())), each.mean(), each.sd(), SummaryRow.LEVEL))
                .toList();
    }
}
