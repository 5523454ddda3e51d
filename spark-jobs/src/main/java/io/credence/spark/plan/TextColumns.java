package io.credence.spark.plan;

import io.credence.spark.read.FaultLocator;
import io.credence.spark.read.Table;
import io.credence.spark.row.CellCounts;
import io.credence.spark.row.DataException;
import io.credence.spark.row.SqlText;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;

/** Decision on text columns, where the configuration does not state whether they hold numbers or levels. */
final class TextColumns {

    private TextColumns() {}

    /** Counts the cells of each column, in one job; none where there are no columns. */
    static Map<String, CellCounts> count(Table table, List<String> names) {
        Map<String, CellCounts> counts = new LinkedHashMap<>();
        if (names.isEmpty()) {
            return counts;
        }
        char decimal = table.origin().decimalSeparator();
        Column[] columns = names.stream().map(SqlText::column).toArray(Column[]::new);
        int width = columns.length;
        for (List<CellCounts> part :
                table.select(columns).run((partition, rows) -> countPartition(rows, width, decimal))) {
            for (int j = 0; j < width; j++) {
                counts.merge(names.get(j), part.get(j), CellCounts::merge);
            }
        }
        return counts;
    }

    private static ArrayList<CellCounts> countPartition(Iterator<InternalRow> rows, int width, char decimal) {
        ArrayList<CellCounts> counts = new ArrayList<>();
        for (int j = 0; j < width; j++) {
            counts.add(new CellCounts(decimal));
        }
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            for (int j = 0; j < width; j++) {
                if (!row.isNullAt(j)) {
                    counts.get(j).add(row.getUTF8String(j));
                }
            }
        }
        return counts;
    }

    /**
     * Whether the cells of a column in a formula are levels and not numbers.
     *
     * @param skip whether rows with a cell that is not a number are left out
     * @throws DataException if all of them are numbers but a few, which are not to be left out
     */
    static boolean areLevels(Table table, String name, CellCounts cells, boolean skip) {
        boolean text = table.origin().hasNumericText();
        if (!cells.areNearlyAllNumbers()) {
            return !(text && cells.areNumbers());
        } else if (skip && text) {
            return false;
        }
        throw FaultLocator.strayCellException(
                table,
                name,
                cells,
                (text && cells.haveCommas() ? "data.decimal = \",\" where a comma stands in front of fractions; " : "")
                        + (text
                                ? "data.naStrings has the words for a missing cell, data.onMissing = skip leaves such rows out, and"
                                : "a column of numbers, not of text; or")
                        + " factor(" + name + ") in the formula makes all cells levels");
    }

    /** Note for the user on columns whose cells became levels though most are numbers; empty if there are none. */
    static Optional<String> note(Map<String, CellCounts> levels) {
        List<String> mostly = levels.entrySet().stream()
                .filter(each -> each.getValue().areMostlyNumbers())
                .map(each -> String.format(
                        Locale.ROOT,
                        "'%s', though %d of %d are numbers",
                        each.getKey(),
                        each.getValue().count() - each.getValue().wordCount(),
                        each.getValue().count()))
                .toList();
        return mostly.isEmpty()
                ? Optional.empty()
                : Optional.of("cells of text columns are levels: " + Sentences.listed(mostly));
    }
}
