package io.credence.spark.pack;

import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import io.credence.summary.Sentences;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Notes for the user on the rows that were packed, such as constant columns. */
public final class PackingNotes {

    /** Mean weight below which a note states that rows count as far fewer than they are. */
    private static final double SHARE = 0.5;

    private PackingNotes() {}

    /** Note on classes without a row that the configuration or an earlier fit has. */
    public static List<String> ofClasses(RowTally tally, List<String> labels) {
        List<String> without = IntStream.range(0, labels.size())
                .filter(k -> tally.hasClasses() && (tally.classBits() >> k & 1) == 0)
                .mapToObj(labels::get)
                .toList();
        return without.isEmpty()
                ? List.of()
                : List.of(
                        "no row has the class " + String.join(" or ", without) + ", which the prior alone decides on");
    }

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

    /**
     * Notes on small weights, which make rows count as far fewer than they are, and on labels that are all the same.
     */
    public static List<String> ofRows(RowTally tally, RowPlan plan) {
        List<String> notes = new ArrayList<>();
        if (plan.roles().weight() != null && tally.weight() < SHARE * tally.rows()) {
            String all = text(tally.weight());
            notes.add(String.format(
                    Locale.ROOT,
                    "weights of %d rows add up to %s, so that all of them count as %s; where each is to count as one on"
                            + " average, weights sum to their number: divide them by their mean, %s",
                    tally.rows(),
                    all,
                    all,
                    text(tally.weight() / tally.rows())));
        }
        OptionalDouble label = tally.rows() > 1 ? tally.onlyLabel() : OptionalDouble.empty();
        if (label.isPresent() && (plan.roles().secondResponse() == null || isOutcome(label.getAsDouble()))) {
            notes.add(String.format(
                    Locale.ROOT,
                    "all labels are %s: no column can explain them, and only priors bound the parameters; required: rows with"
                            + " another label",
                    text(label.getAsDouble())));
        }
        return notes;
    }

    private static String text(double number) {
        return BigDecimal.valueOf(number)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Whether a label is the outcome of a trial, 0 or 1, and not a pair of numbers encoded as one. */
    private static boolean isOutcome(double label) {
        return label == 0 || label == 1;
    }

    /**
     * Note on constant columns in a model of a response with an intercept. Without one, a constant column may well replace
     * it.
     */
    public static List<String> ofConstants(RowTally tally, List<String> names, RowPlan plan) {
        if (plan.features().interceptTarget() < 0 || plan.labelName() == null) {
            return List.of();
        }
        BitSet constant = tally.constantColumns().columns();
        constant.clear(plan.features().interceptTarget());
        List<String> named = constant.stream().mapToObj(names::get).toList();
        return named.isEmpty()
                ? List.of()
                : List.of(Sentences.columnSentence(
                        named,
                        "is constant beside an intercept; only the prior separates them",
                        "are constant beside an intercept; only the prior separates them"));
    }

    /** Note on partitions of unequal size that stay as they are. */
    public static String ofUnevenPartitions(List<RowTally> parts) {
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
