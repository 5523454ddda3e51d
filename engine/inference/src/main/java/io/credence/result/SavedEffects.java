package io.credence.result;

import io.credence.summary.SummaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Saved summaries of the effects that vary between the levels of a factor.
 *
 * @param factor name of the factor
 * @param terms names of the k effects of a level
 * @param levels number of levels
 * @param sds standard deviations of the effects between levels
 * @param correlations correlations of pairs of effects: (2, 1), (3, 1), (3, 2), …
 * @param intraclass share of a response's variance that is between levels; null where that is not defined
 * @param covariance posterior mean of the covariance of a level's effects, row-major
 * @param shrinkage mean shrinkage of each effect towards 0, as a share; null in results of earlier versions
 * @param ranked effects of the levels in ascending order, for each term; of many levels only some
 */
public record SavedEffects(
        String factor,
        List<String> terms,
        int levels,
        List<SummaryRow> sds,
        List<SummaryRow> correlations,
        @Nullable SummaryRow intraclass,
        double[] covariance,
        double @Nullable [] shrinkage,
        List<List<SummaryRow>> ranked) {

    public SavedEffects {
        terms = List.copyOf(terms);
        sds = List.copyOf(sds);
        correlations = List.copyOf(correlations);
        ranked = List.copyOf(ranked);
    }
}
