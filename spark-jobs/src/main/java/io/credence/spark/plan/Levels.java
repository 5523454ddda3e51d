package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.part.Spelling;
import io.credence.spark.row.DataException;
import io.credence.spark.row.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Levels of a column in the order in which they are coded. */
public final class Levels {

    private static final String ORDER = "<";

    private Levels() {}

    /**
     * Orders levels: the requested reference level first, the others ascending. The configuration may also list all in
     * order, as "low < medium < high".
     *
     * @param ascending levels in ascending order
     * @param before reference level of an earlier fit, which these rows need not have; null for none
     * @throws DataException if there are too many levels, or no such level
     */
    static List<String> orderedLevels(
            List<String> ascending, @Nullable String before, String column, DataConfig config, String where) {
        if (ascending.size() > ColumnScan.MOST_LEVELS) {
            throw new DataException(
                    "column '" + column + "' has too many levels", "at most " + ColumnScan.MOST_LEVELS, "more", where);
        }
        String reference = config.predictors().referenceLevels().get(column);
        if (reference == null) {
            return ascending;
        }
        if (reference.contains(ORDER) && !ascending.contains(reference)) {
            return parseOrder(reference, ascending, column, where);
        }
        List<String> ordered = new ArrayList<>(ascending);
        if (!ordered.remove(reference) && !reference.equals(before)) {
            throw new DataException(
                    "column '" + column + "' has no level '" + reference + "', its data.reference",
                    "one of its levels",
                    Spelling.suggest(reference, ascending),
                    where);
        }
        ordered.add(0, reference);
        return ordered;
    }

    /** Levels that are listed in order, as "low < medium < high"; none where one is named. */
    public static List<String> parseOrder(String order) {
        List<String> all =
                Arrays.stream(order.split(ORDER, -1)).map(String::strip).toList();
        return all.size() < 2 || all.contains("") ? List.of() : all;
    }

    private static List<String> parseOrder(String order, List<String> ascending, String column, String where) {
        List<String> all = parseOrder(order);
        if (all.size() != ascending.size() || !new HashSet<>(all).containsAll(ascending)) {
            throw new DataException(
                    "the levels of column '" + column + "' are not those of its data.reference",
                    "each level once, as in " + String.join(" < ", ascending),
                    order,
                    where);
        }
        return all;
    }

    /** Levels in ascending order: as numbers if all of them are, else as text. */
    static List<String> sortedLevels(Collection<UTF8String> levels) {
        boolean numeric = levels.stream().noneMatch(level -> Double.isNaN(NumberText.parse(level)));
        Comparator<UTF8String> text = Comparator.naturalOrder();
        return levels.stream()
                .sorted(
                        numeric
                                ? Comparator.<UTF8String>comparingDouble(NumberText::parse)
                                        .thenComparing(text)
                                : text)
                .map(UTF8String::toString)
                .toList();
    }

    /** Number of each level. */
    static Map<UTF8String, Integer> levelNumbers(List<String> levels) {
        Map<UTF8String, Integer> numbers = new HashMap<>();
        for (int k = 0; k < levels.size(); k++) {
            numbers.put(UTF8String.fromString(levels.get(k)), k);
        }
        return numbers;
    }
}
