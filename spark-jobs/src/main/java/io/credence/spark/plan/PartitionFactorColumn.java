package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.spark.pack.PartitionFactorPlan;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Access to the column that names the partition factor of each row. */
public final class PartitionFactorColumn {

    /** Largest number of partition factors: each is at least one partition, whose sums travel in every round. */
    private static final int MOST = 10_000;

    private PartitionFactorColumn() {}

    /**
     * Plan that sends rows to the partitions of their partition factor; null where the configuration names no column of
     * sites. Takes a job over that column.
     *
     * @param ordinal position that the column will have
     * @throws DataException if a row has no partition factor, or there are too many
     */
    public static @Nullable PartitionFactorPlan plan(Table table, DataConfig config, int ordinal) {
        String column = config.roles().site();
        if (column == null) {
            return null;
        }
        TreeSet<String> found = new TreeSet<>();
        table.select(siteText(table, column))
                .run((partition, rows) -> siteNames(rows))
                .forEach(found::addAll);
        if (found.contains("") || found.size() > MOST) {
            throw new DataException(
                    "column '" + column + "', the sites.column, does not name the partition factor of each row",
                    "a value in each row, at most " + MOST + " of them",
                    found.contains("") ? "a row without one" : "more",
                    table.where());
        }
        ArrayList<String> names = new ArrayList<>(found);
        int sites = Math.max(1, names.size());
        int each = (config.partitions().orElse(1) + sites - 1) / sites;
        Map<UTF8String, Integer> numbers = Levels.levelNumbers(names);
        return new PartitionFactorPlan(ordinal, new HashMap<>(numbers), names, each);
    }

    private static Column siteText(Table table, String column) {
        return table.identityColumn(column).as("__credence_site");
    }

    /** Appends the partition factor column to the others, where there is one. */
    public static Column[] withSiteColumn(Column[] others, Table table, DataConfig config) {
        if (config.roles().site() == null) {
            return others;
        }
        Column[] all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = siteText(table, config.roles().site());
        return all;
    }

    private static ArrayList<String> siteNames(Iterator<InternalRow> rows) {
        TreeSet<UTF8String> cells = new TreeSet<>();
        while (rows.hasNext() && cells.size() <= MOST) {
            UTF8String cell = PartitionFactorPlan.cell(rows.next(), 0);
            if (!cells.contains(cell)) {
                cells.add(cell.copy());
            }
        }
        ArrayList<String> texts = new ArrayList<>();
        cells.forEach(cell -> texts.add(cell.toString()));
        return texts;
    }
}
