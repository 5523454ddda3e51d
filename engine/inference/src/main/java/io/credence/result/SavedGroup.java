package io.credence.result;

import io.credence.summary.SummaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code posterior.json} shows of effects that vary between the levels of a factor.
 *
 * @param factor name of the factor
 * @param terms names of the k effects of a level
 * @param levels number of levels
 * @param sds of the effects of a level
 * @param correlations of pairs of them: (2, 1), (3, 1), (3, 2), …
 * @param intraclass share of the variance of a response that levels differ by; null where that is not defined
 * @param covariance mean of the covariance of the effects of a level, row-major
 * @param shrinkage of each term, by what share effects are drawn to 0; null in results of before
 * @param ranked of each term, effects of levels in ascending order, of many levels some
 */
public record SavedGroup(
        String factor,
        List<String> terms,
        int levels,
        List<SummaryRow> sds,
        List<SummaryRow> correlations,
        @Nullable SummaryRow intraclass,
        double[] covariance,
        double @Nullable [] shrinkage,
        List<List<SummaryRow>> ranked) {

    public SavedGroup {
        terms = List.copyOf(terms);
        sds = List.copyOf(sds);
        correlations = List.copyOf(correlations);
        ranked = List.copyOf(ranked);
    }
}
