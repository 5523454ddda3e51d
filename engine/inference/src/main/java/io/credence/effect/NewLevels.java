package io.credence.effect;

import java.io.Serializable;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rows of an average with a level that had no rows in the fit. The effects of such a level are drawn from the population of levels:
 * that part of the average is prior.
 */
final class NewLevels implements Serializable {

    private static final long serialVersionUID = 1;

    /** Largest number of levels of a factor that are named. */
    private static final int NAMED = 3;

    private static final String PRIOR = " % prior (no rows of ";

    /** First levels by factor, in the order of their texts, one more than are named. */
    private final TreeMap<String, TreeSet<String>> levels = new TreeMap<>();

    private double weight;

    /**
     * Counts a row.
     *
     * @param ofRow its levels without rows in the fit, by factor; none for most rows
     */
    void countRow(double rowWeight, Map<String, String> ofRow) {
        if (!ofRow.isEmpty() && rowWeight > 0) {
            weight += rowWeight;
            ofRow.forEach(this::name);
        }
    }

    private void name(String factor, String level) {
        TreeSet<String> first = levels.computeIfAbsent(factor, any -> new TreeSet<>());
        first.add(level);
        if (first.size() > NAMED + 1) {
            first.pollLast();
        }
    }

    void add(NewLevels other) {
        weight += other.weight;
        other.levels.forEach((factor, some) -> some.forEach(level -> name(factor, level)));
    }

    /** Share of the rows' weight. */
    double share(double ofRows) {
        return weight / ofRows;
    }

    /** Text that follows that on the rows, such as <em>, 33 % prior (no rows of state AK, HI)</em>; empty if there are no such levels. */
    String text(double ofRows) {
        if (weight == 0) {
            return "";
        }
        double percent = 100 * share(ofRows);
        String words = levels.entrySet().stream()
                .map(factor -> factor.getKey() + " " + namedText(factor.getValue()))
                .collect(Collectors.joining("; "));
        return (percent < 1 ? ", less than 1" : String.format(Locale.ROOT, ", %.0f", percent)) + PRIOR + words + ")";
    }

    private static String namedText(TreeSet<String> first) {
        String named = first.stream().limit(NAMED).collect(Collectors.joining(", "));
        return first.size() > NAMED ? named + " and others" : named;
    }

    /** Whether a text on averaged rows says that some of them have such levels. */
    static boolean isIn(String averagedOver) {
        return averagedOver.contains(PRIOR);
    }
}
