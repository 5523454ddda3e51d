package io.credence.report.page;

import io.credence.result.SavedEffects;
import io.credence.result.SavedPosterior;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section on effects that vary between groups.
 *
 * @param components table of standard deviations, correlations and intraclass correlations
 * @param caterpillars pictures of the levels' effects in ascending order, one for each term
 */
record GroupsSection(CoefficientTable components, List<Caterpillar> caterpillars) {

    /**
     * Caterpillar plot of the effects of a factor's levels.
     *
     * @param title title with term and factor
     * @param picture picture of their intervals
     */
    record Caterpillar(String title, Picture picture) {}

    /** Section of a saved posterior; null for models without varying effects. */
    static @Nullable GroupsSection of(SavedPosterior saved) {
        List<SummaryRow> rows = new ArrayList<>();
        List<SummaryRow> shares = new ArrayList<>();
        List<Caterpillar> caterpillars = new ArrayList<>();
        for (SavedEffects group : saved.groups()) {
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

    private static Caterpillar caterpillar(SavedEffects group, int term) {
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
