package io.credence.diagnostic;

import java.util.List;
import java.util.stream.Stream;

/**
 * Rows, or series, that were left out one at a time.
 *
 * @param count number of rows that were left out
 * @param share share of all rows that these are, by weight
 * @param doubtful number of rows whose density cannot be trusted: their k̂ is above the threshold and the relative
 *     standard deviation of their ratios is above 0.2
 * @param largest largest k̂ of all of them
 * @param influential rows of the largest k̂, the largest first
 * @param surprising rows that the others predict worst, the worst first
 * @param pointwise all rows in order, where all were left out and are few enough; else empty
 */
public record LeftOutSummary(
        long count,
        double share,
        long doubtful,
        double largest,
        List<LeftOutRow> influential,
        List<LeftOutRow> surprising,
        List<LeftOutRow> pointwise) {

    public LeftOutSummary {
        influential = List.copyOf(influential);
        surprising = List.copyOf(surprising);
        pointwise = List.copyOf(pointwise);
    }

    /** Whether one of the worst rows has no key. */
    public boolean isWithoutKeys() {
        return Stream.concat(influential.stream(), surprising.stream()).anyMatch(row -> row.key() == null);
    }
}
