package io.credence.report.page;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeftOutRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Section on leave-one-out prediction of the rows.
 *
 * @param facts sums over all rows
 * @param threshold text of the k̂ above which a row's predictive density is unreliable
 * @param keyed whether rows have keys
 * @param influential rows with the largest k̂
 * @param surprising rows that are predicted worst
 */
record LeaveOneOutTable(
        List<Fact> facts,
        String threshold,
        boolean keyed,
        List<LeftOutRowLine> influential,
        List<LeftOutRowLine> surprising) {

    /**
     * Line of a table, for one row.
     *
     * @param key key of the row in its table; empty where it has none
     * @param css CSS class: "off" where k̂ is above the threshold, unless no row is doubtful
     */
    record LeftOutRowLine(String row, String key, String css, String label, String elpd, String khat) {}

    static LeaveOneOutTable of(LeaveOneOut found) {
        List<Fact> facts = new ArrayList<>();
        facts.add(estimateFact("elpd, nats", found.elpd()));
        facts.add(estimateFact("effective number of parameters", found.effectiveParameters()));
        facts.add(estimateFact("elpd by WAIC", found.waic()));
        facts.add(Fact.of("rows left out", "%,d", found.rows().rowCount()));
        if (found.rows().rowShare() < 1) {
            facts.add(Fact.of("error by the rows not left out, nats", "%.2f", found.samplingError()));
        }
        facts.add(
                Fact.of("rows whose elpd cannot be trusted", "%,d", found.rows().doubtfulRowCount()));
        boolean keyed = Stream.concat(found.rows().influentialRows().stream(), found.rows().surprisingRows().stream())
                .anyMatch(row -> row.key() != null);
        return new LeaveOneOutTable(
                facts,
                String.format(Locale.ROOT, "%.2f", found.threshold()),
                keyed,
                rowLines(found, found.rows().influentialRows()),
                rowLines(found, found.rows().surprisingRows()));
    }

    private static Fact estimateFact(String name, Estimate estimate) {
        return Fact.of(name, "%.2f ± %.2f", estimate.value(), estimate.error());
    }

    private static List<LeftOutRowLine> rowLines(LeaveOneOut found, List<LeftOutRow> rows) {
        return rows.stream()
                .map(row -> new LeftOutRowLine(
                        String.valueOf(row.row()),
                        row.key() == null ? "" : row.name(),
                        found.rows().doubtfulRowCount() > 0 && row.tailIndex() > found.threshold() ? "off" : "",
                        String.format(
                                Locale.ROOT, row.label() == Math.rint(row.label()) ? "%.0f" : "%.6g", row.label()),
                        String.format(Locale.ROOT, "%.3f", row.elpd()),
                        Double.isFinite(row.tailIndex()) ? String.format(Locale.ROOT, "%.2f", row.tailIndex()) : ""))
                .toList();
    }
}
