package io.credence.spark.pack;

import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** What packing reports of the rows beside their faults. */
public final class PackingNotes {

    /** Constant columns that are named; of more there is the number. */
    private static final int NAMED = 10;

    private PackingNotes() {}

    public static List<String> ofLeftOut(RowTally tally) {
        List<String> notes = new ArrayList<>();
        if (tally.skipped() > 0) {
            notes.add(tally.skipped() + " rows with missing or unusable cells were left out");
        }
        if (tally.weightless() > 0) {
            notes.add(tally.weightless() + " rows of weight 0 were left out");
        }
        return notes;
    }

    /** On columns that are constant beside an intercept; without one a constant column may well replace it. */
    public static List<String> ofConstants(RowTally tally, List<String> names, RowPlan plan) {
        if (plan.intercept() < 0) {
            return List.of();
        }
        BitSet constant = tally.constants().found();
        constant.clear(plan.intercept());
        List<String> notes = new ArrayList<>();
        constant.stream()
                .limit(NAMED)
                .forEach(j -> notes.add("column '" + names.get(j)
                        + "' is constant beside an intercept; only the prior separates them"));
        if (constant.cardinality() > NAMED) {
            notes.add("and " + (constant.cardinality() - NAMED) + " more columns are constant");
        }
        return notes;
    }

    /** On partitions of unequal size that are not cut to equal ones. */
    public static String ofUneven(List<RowTally> parts) {
        long most = parts.stream().mapToLong(RowTally::rows).max().orElse(0);
        long all = parts.stream().mapToLong(RowTally::rows).sum();
        return String.format(
                Locale.ROOT,
                "rows stay in the %d partitions in which Spark reads them, the largest %.1f times the mean: backend.persist ="
                        + " none cuts none to equal size; files of many row groups and a smaller"
                        + " spark.sql.files.maxPartitionBytes even them out",
                parts.size(),
                (double) most * parts.size() / all);
    }
}
