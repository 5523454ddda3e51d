package io.credence.diagnostic;

import java.util.List;
import java.util.stream.Stream;

/**
 * Summary of the rows, or series, that were left out one at a time.
 *
 * @param rowCount number of rows that were left out
 * @param rowShare share of these rows among all, by weight
 * @param doubtfulRowCount number of rows whose density cannot be trusted: their k̂ is above the threshold and the
 *     relative standard deviation of their ratios is above 0.2
 * @param largestTailIndex largest k̂ of all of them
 * @param influentialRows rows of the largest k̂, the largest first
 * @param surprisingRows rows that the others predict worst, the worst first
 * @param allRows all rows in order, where all were left out and are few enough; else empty
 */
public record LeftOutSummary(
        long rowCount,
        double rowShare,
        long doubtfulRowCount,
        double largestTailIndex,
        List<LeftOutRow> influentialRows,
        List<LeftOutRow> surprisingRows,
        List<LeftOutRow> allRows) {

    public LeftOutSummary {
        influentialRows = List.copyOf(influentialRows);
        surprisingRows = List.copyOf(surprisingRows);
        allRows = List.copyOf(allRows);
    }

    /** Whether one of the worst rows has no key. */
    public boolean hasRowWithoutKey() {
        return Stream.concat(influentialRows.stream(), surprisingRows.stream()).anyMatch(row -> row.key() == null);
    }
}
