package io.credence.report.page;

import io.credence.result.section.MomentsSection.TriedFamily;
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
     * @param chosen family that was chosen
     * @param log text of {@code log.txt}, with the reason why the search ended early
     */
    static @Nullable FamiliesSection of(List<TriedFamily> tried, String chosen, String log) {
        return tried.isEmpty()
                ? null
                : new FamiliesSection(
                        tried.stream().map(one -> toRow(one, chosen)).toList(), whyText(tried, chosen, log));
    }

    private static FamilyRow toRow(TriedFamily one, String chosen) {
        boolean kept = one.family().equals(chosen);
        return new FamilyRow(
                one.family(),
                kept ? "known" : "",
                one.statusText(),
                numberText("%.3f", one.elbo()),
                numberText("%.2f", one.khat()),
                numberText("%.2g", one.weightSpread()),
                (one.reliable() ? "reliable" : "not reliable") + (kept ? ", kept" : ""));
    }

    private static String numberText(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "";
    }

    private static String whyText(List<TriedFamily> tried, String chosen, String log) {
        TriedFamily kept = tried.stream()
                .filter(one -> one.family().equals(chosen))
                .findFirst()
                .orElse(null);
        if (kept == null) {
            return "";
        }
        if (kept.reliable()) {
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
