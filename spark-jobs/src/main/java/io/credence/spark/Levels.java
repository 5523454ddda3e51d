package io.credence.spark;

import io.credence.config.DataConfig;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** The levels of a column in the order in which they are coded. */
final class Levels {

    private Levels() {}

    /**
     * The reference level that the configuration asks for first, the others ascending.
     *
     * @throws DataException if there are too many levels, or no such level
     */
    static List<String> ordered(List<String> ascending, String column, DataConfig config, Table table) {
        if (ascending.size() > ColumnScan.MOST_LEVELS) {
            throw new DataException(
                    "column '" + column + "' has too many levels",
                    "at most " + ColumnScan.MOST_LEVELS,
                    "more",
                    table.where());
        }
        String reference = config.reference().get(column);
        if (reference == null) {
            return ascending;
        }
        List<String> ordered = new ArrayList<>(ascending);
        if (!ordered.remove(reference)) {
            throw new DataException(
                    "column '" + column + "' has no level '" + reference + "', its data.reference",
                    "one of its levels",
                    Spelling.suggest(reference, ascending),
                    table.where());
        }
        ordered.add(0, reference);
        return ordered;
    }

    /** The number of each level. */
    static Map<UTF8String, Integer> numbers(List<String> levels) {
        Map<UTF8String, Integer> numbers = new HashMap<>();
        for (int k = 0; k < levels.size(); k++) {
            numbers.put(UTF8String.fromString(levels.get(k)), k);
        }
        return numbers;
    }
}
