package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.summary.LevelEffects;
import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of the k effects of the levels of a grouping factor.
 *
 * @param effects factor and terms
 * @param sd standard deviations of the effects between levels
 * @param correlation correlations of pairs of effects: (2, 1), (3, 1), (3, 2), …
 * @param intraclass share of a response's variance that is between levels; null where that is not defined
 * @param covariance posterior mean of the covariance of a level's effects, row-major
 * @param shrinkage mean shrinkage of each effect towards 0, as a share; null in files of earlier versions
 * @param ranked summaries of the levels' effects in ascending order, one list per term; of many levels only some
 */
public record GroupSection(
        @JsonUnwrapped TermsSection effects,
        List<SummaryRow> sd,
        List<SummaryRow> correlation,
        @Nullable SummaryRow intraclass,
        double[] covariance,
        double @Nullable [] shrinkage,
        List<List<SummaryRow>> ranked) {

    /** Largest number of levels of a term that are saved for pictures. */
    private static final int SHOWN = 60;

    /**
     * Factor with the terms of its levels' effects.
     *
     * @param factor name of the factor
     * @param terms names of the effects of a level
     * @param correlated whether the effects of a level are correlated; null in files of earlier versions
     * @param levels number of levels
     */
    public record TermsSection(
            String factor, List<String> terms, @Nullable Boolean correlated, int levels) {}

    public GroupSection {
        int k = effects.terms().size();
        Refusal.requireLengths(
                k,
                List.of("sd", "ranked", "shrinkage"),
                sd.size(),
                ranked.size(),
                shrinkage == null ? k : shrinkage.length);
        Refusal.requireLength("covariance", k * k, covariance.length);
    }

    static GroupSection of(MixedSummary.EffectsSummary found, LevelEffects levels) {
        int k = levels.effectNames().size();
        return new GroupSection(
                new TermsSection(
                        found.effects().factor(),
                        found.effects().terms(),
                        found.effects().correlated(),
                        found.levelCount()),
                found.sds(),
                found.correlations(),
                found.intraclassCorrelation(),
                found.covariance(),
                IntStream.range(0, k)
                        .mapToDouble(term -> levels.shrinkage(term, found.covariance()[term * (k + 1)]))
                        .toArray(),
                IntStream.range(0, k)
                        .mapToObj(term -> levels.rankedSummaries(term, SHOWN))
                        .toList());
    }

    /** Name of the factor. */
    public String factor() {
        return effects.factor();
    }

    /** Names of the effects of a level. */
    public List<String> terms() {
        return effects.terms();
    }
}
