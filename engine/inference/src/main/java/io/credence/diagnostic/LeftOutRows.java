package io.credence.diagnostic;

import java.util.List;
import java.util.stream.Stream;

/**
 * The rows, or series, that were left out one at a time.
 *
 * @param count how many
 * @param share of all rows that these are
 * @param doubtful of how many the density cannot be trusted: their k̂ is above the threshold and their ratios do not all but
 *     agree, with a relative standard deviation above 0.2
 * @param largest k̂ of all of them
 * @param influential those of the largest k̂, the largest first
 * @param surprising those that the others predict worst, the worst first
 * @param pointwise all rows in order, where all were left out and are few enough; else empty
 */
public record LeftOutRows(
        long count,
        double share,
        long doubtful,
        double largest,
        List<LeftOut> influential,
        List<LeftOut> surprising,
        List<LeftOut> pointwise) {

    public LeftOutRows {
        influential = List.copyOf(influential);
        surprising = List.copyOf(surprising);
        pointwise = List.copyOf(pointwise);
    }

    /** Whether one of the worst rows has no key. */
    public boolean isWithoutKeys() {
        return Stream.concat(influential.stream(), surprising.stream()).anyMatch(row -> row.key() == null);
    }
}
