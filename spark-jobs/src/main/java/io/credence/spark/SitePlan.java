package io.credence.spark;

import io.credence.RowSite;
import io.credence.config.DataConfig;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * How rows are sent to partitions that hold those of one site each.
 *
 * @param ordinal position of the column that names a row's site, as text
 * @param numbers number of each site
 * @param names of the sites, ascending
 * @param each partitions of a site
 */
record SitePlan(int ordinal, HashMap<UTF8String, Integer> numbers, ArrayList<String> names, int each)
        implements Serializable {

    /** Each is at least one partition, whose sums travel in every round. */
    private static final int MOST = 10_000;

    /**
     * Of the column that the configuration names; null where it names none. Takes a job over that column.
     *
     * @param ordinal position that it will have
     * @throws DataException if a row has no site, or there are too many
     */
    static @Nullable SitePlan of(Table table, DataConfig config, int ordinal) {
        String column = config.roles().site();
        if (column == null) {
            return null;
        }
        TreeSet<String> found = new TreeSet<>();
        table.select(text(column)).run((partition, rows) -> cells(rows)).forEach(found::addAll);
        if (found.contains("") || found.size() > MOST) {
            throw new DataException(
                    "column '" + column + "', the sites.column, does not name the site of each row",
                    "a value in each row, at most " + MOST + " of them",
                    found.contains("") ? "a row without one" : "more",
                    table.where());
        }
        ArrayList<String> names = new ArrayList<>(found);
        int sites = Math.max(1, names.size());
        int each = (config.partitions().orElse(1) + sites - 1) / sites;
        Map<UTF8String, Integer> numbers = Levels.numbers(names);
        return new SitePlan(ordinal, new HashMap<>(numbers), names, each);
    }

    private static Column text(String column) {
        return Table.text(column).as("__credence_site");
    }

    /** The columns with this one behind them. */
    static Column[] behind(Column[] others, DataConfig config) {
        if (config.roles().site() == null) {
            return others;
        }
        Column[] all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = text(config.roles().site());
        return all;
    }

    private static ArrayList<String> cells(Iterator<InternalRow> rows) {
        TreeSet<UTF8String> cells = new TreeSet<>();
        while (rows.hasNext() && cells.size() <= MOST) {
            UTF8String cell = cell(rows.next(), 0);
            if (!cells.contains(cell)) {
                cells.add(cell.copy());
            }
        }
        ArrayList<String> texts = new ArrayList<>();
        cells.forEach(cell -> texts.add(cell.toString()));
        return texts;
    }

    private static UTF8String cell(InternalRow row, int at) {
        UTF8String cell = row.isNullAt(at) ? UTF8String.EMPTY_UTF8 : row.getUTF8String(at);
        return NumberText.isMissing(cell) ? UTF8String.EMPTY_UTF8 : cell;
    }

    int partitions() {
        return names.size() * each;
    }

    /** The partition of a row with that hash. */
    int partition(InternalRow row, long hash) {
        Integer number = numbers.get(cell(row, ordinal));
        if (number == null) {
            throw new IllegalStateException("every site was counted before rows are sent");
        }
        return number * each + (int) Long.remainderUnsigned(hash, each);
    }

    /** The sites with what packing found of each partition. */
    List<RowSite> sites(List<RowTally> parts, RowPlan plan, List<String> features) {
        List<RowSite> sites = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            RowTally tally = new RowTally(plan);
            parts.subList(k * each, (k + 1) * each).forEach(tally::merge);
            int[] partitions = IntStream.range(k * each, (k + 1) * each).toArray();
            sites.add(new RowSite(names.get(k), RowHash.fingerprint(tally, features), tally.rowsRead(), partitions));
        }
        return sites;
    }
}
