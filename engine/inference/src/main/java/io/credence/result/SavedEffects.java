package io.credence.result;

import io.credence.summary.SummaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Saved summaries of the effects that vary between the levels of a grouping factor.
 *
 * @param factorName name of the factor
 * @param effectNames names of the k effects of a level
 * @param levelCount number of levels
 * @param sds standard deviations of the effects between levels
 * @param correlations correlations of pairs of effects: (2, 1), (3, 1), (3, 2), …
 * @param intraclassCorrelation share of a response's variance that is between levels; null where that is not defined
 * @param covariance posterior mean of the covariance of a level's effects, row-major
 * @param shrinkage mean shrinkage of each effect towards 0, as a share; null in results of earlier versions
 * @param rankedEffects summaries of the levels' effects in ascending order, one list per term; of many levels only some
 */
public record SavedEffects(
        String factorName,
        List<String> effectNames,
        int levelCount,
        List<SummaryRow> sds,
        List<SummaryRow> correlations,
        @Nullable SummaryRow intraclassCorrelation,
        double[] covariance,
        double @Nullable [] shrinkage,
        List<List<SummaryRow>> rankedEffects) {

    public SavedEffects {
        effectNames = List.copyOf(effectNames);
        sds = List.copyOf(sds);
        correlations = List.copyOf(correlations);
        rankedEffects = List.copyOf(rankedEffects);
    }
}
