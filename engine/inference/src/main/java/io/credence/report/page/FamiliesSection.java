package io.credence.report.page;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.SectionTable.Emphasis;
import io.credence.kind.TableCell;
import io.credence.result.section.MomentsSection.TriedFamily;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Section on the families among which the posterior was chosen. */
final class FamiliesSection {

    private static final Pattern KEPT = Pattern.compile("posterior\\.family = auto: \\S+ is kept, as ([^\\n]*)");

    private FamiliesSection() {}

    /**
     * Section of a fit; null where the family was requested.
     *
     * @param chosen family that was chosen
     * @param log text of {@code log.txt}, with the reason why the search ended early
     */
    static @Nullable Section of(List<TriedFamily> tried, String chosen, String log) {
        if (tried.isEmpty()) {
            return null;
        }
        SectionTable table = SectionTable.of(
                "",
                Column.ofTexts("family"),
                Column.ofNumbers("ELBO", 3),
                Column.ofNumbers("k-hat", 2),
                Column.ofNumbers("spread", 2),
                Column.ofTexts("verdict"));
        for (TriedFamily one : tried) {
            boolean kept = one.family().equals(chosen);
            table = table.withRow(
                    kept ? Emphasis.STRONG : null,
                    TableCell.of(one.family()),
                    TableCell.of(one.elbo()),
                    TableCell.of(one.khat()),
                    TableCell.of(one.weightSpread()),
                    TableCell.of(one.statusText() + ", " + (one.reliable() ? "reliable" : "not reliable")
                            + (kept ? ", kept" : "")));
        }
        return Section.of("families", "families that were tried")
                .withNote(
                        ("With posterior.family = auto one follows another until its importance weights speak for it. "
                                        + whyText(tried, chosen, log))
                                .strip())
                .withTable(table);
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
