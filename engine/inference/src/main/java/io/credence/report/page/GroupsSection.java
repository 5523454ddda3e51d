package io.credence.report.page;

import io.credence.result.SavedGroup;
import io.credence.result.SavedPosterior;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much levels of groups differ, and each of them.
 *
 * @param components standard deviations, correlations and what they imply
 * @param caterpillars effects of the levels in ascending order, a picture for each term
 */
record GroupsSection(CoefficientTable components, List<Caterpillar> caterpillars) {

    /**
     * Effects of the levels.
     *
     * @param title of which term and factor
     * @param picture their intervals
     */
    record Caterpillar(String title, Picture picture) {}

    /** Null where rows are in no groups. */
    static @Nullable GroupsSection of(SavedPosterior saved) {
        List<SummaryRow> rows = new ArrayList<>();
        List<SummaryRow> shares = new ArrayList<>();
        List<Caterpillar> caterpillars = new ArrayList<>();
        for (SavedGroup group : saved.groups()) {
            rows.addAll(group.sds());
            rows.addAll(group.correlations());
            if (group.intraclass() != null) {
                shares.add(group.intraclass());
            }
            for (int term = 0; term < group.terms().size(); term++) {
                caterpillars.add(caterpillar(group, term));
            }
        }
        if (rows.isEmpty()) {
            return null;
        }
        SummaryRow residual = saved.residual();
        if (residual != null) {
            rows.add(residual);
        }
        rows.addAll(shares);
        return new GroupsSection(CoefficientTable.of(rows), caterpillars);
    }

    private static Caterpillar caterpillar(SavedGroup group, int term) {
        List<SummaryRow> ranked = group.ranked().get(term);
        String some = ranked.size() < group.levels()
                ? String.format(Locale.ROOT, "%d of %,d levels", ranked.size(), group.levels())
                : String.format(Locale.ROOT, "%d levels", group.levels());
        double[] shrinkage = group.shrinkage();
        String drawn = shrinkage == null
                ? ""
                : String.format(Locale.ROOT, ", drawn to 0 by %.0f %% on average", 100 * shrinkage[term]);
        return new Caterpillar(
                group.terms().get(term) + " by " + group.factor() + ", " + some + drawn,
                Objects.requireNonNull(ForestPicture.of(ranked), "effects of levels have a sign"));
    }
}
