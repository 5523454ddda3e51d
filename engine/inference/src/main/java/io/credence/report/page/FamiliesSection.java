package io.credence.report.page;

import io.credence.result.SavedReport.TriedFamily;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Section on the families among which the posterior was chosen.
 *
 * @param lines lines of a table, one for each family, in the order in which they were fitted
 * @param why sentence on the choice and its reason
 */
record FamiliesSection(List<FamilyRow> lines, String why) {

    private static final Pattern KEPT = Pattern.compile("posterior\\.family = auto: \\S+ is kept, as ([^\\n]*)");

    /**
     * Line of the table, for one family.
     *
     * @param css CSS class: "known" for the family that was chosen
     */
    record FamilyRow(
            String family, String css, String status, String bound, String tail, String spread, String verdict) {}

    /**
     * Section of a fit; null where the family was requested.
     *
     * @param log text of {@code log.txt}, with the reason why the search ended early
     */
    static @Nullable FamiliesSection of(List<TriedFamily> tried, String log) {
        return tried.isEmpty()
                ? null
                : new FamiliesSection(tried.stream().map(FamiliesSection::toRow).toList(), whyText(tried, log));
    }

    private static FamilyRow toRow(TriedFamily one) {
        return new FamilyRow(
                one.family(),
                one.isChosen() ? "known" : "",
                one.status(),
                numberText("%.3f", one.bound()),
                numberText("%.2f", one.tailIndex()),
                numberText("%.2g", one.weightSpread()),
                (one.isReliable() ? "reliable" : "not reliable") + (one.isChosen() ? ", kept" : ""));
    }

    private static String numberText(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "";
    }

    private static String whyText(List<TriedFamily> tried, String log) {
        TriedFamily kept =
                tried.stream().filter(TriedFamily::isChosen).findFirst().orElse(null);
        if (kept == null) {
            return "";
        }
        if (kept.isReliable()) {
            return kept.family() + " is kept: it can be relied on, so that no other was tried after it.";
        }
        Matcher ended = KEPT.matcher(log);
        return kept.family() + " is kept, though it cannot be relied on: "
                + (tried.size() > 1
                        ? "no other that converged has a larger effective sample size, or a lower k-hat without a lower bound"
                        : "no other was tried")
                + (ended.find() ? ", as " + ended.group(1) : "") + ".";
    }
}
