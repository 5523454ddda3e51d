package io.credence.gradient;

import io.credence.gradient.GradientComparison.Contradiction;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Findings of a gradient check: rows checked, rows whose gradient differences contradict, and the first of these. */
public final class GradientFindings implements Sums<GradientFindings> {

    private static final long serialVersionUID = 1;

    /** Number of rows that have to disagree, or all, where there are fewer. */
    static final int ENOUGH = 3;

    private int rows;
    private int wrong;
    private long row;
    private @Nullable Contradiction first;

    void add(long number, @Nullable Contradiction found) {
        rows++;
        if (found == null) {
            return;
        }
        wrong++;
        if (first == null) {
            first = found;
            row = number;
        }
    }

    @Override
    public void merge(GradientFindings other) {
        rows += other.rows;
        wrong += other.wrong;
        if (first == null) {
            first = other.first;
            row = other.row;
        }
    }

    /** Whether there were rows to check. */
    public boolean isEmpty() {
        return rows == 0;
    }

    /**
     * Error found in the gradient, in words, or null.
     *
     * @param names names of the parameters
     * @param partition partition whose rows were checked
     */
    public @Nullable String refusal(List<String> names, int partition) {
        Contradiction worst = first;
        if (worst == null || wrong < Math.min(ENOUGH, rows)) {
            return null;
        }
        return "its gradient is wrong at " + wrong + " of " + rows + " rows that were checked, such as row " + row
                + " of partition " + partition + ": " + text(worst, names);
    }

    static String text(Contradiction found, List<String> names) {
        String where = found.parameter() < 0 ? "a direction of several parameters" : names.get(found.parameter());
        return String.format(
                Locale.ROOT,
                "the derivative in %s is given as %.6g, but differences of its values give %.6g",
                where,
                found.given(),
                found.found());
    }
}
