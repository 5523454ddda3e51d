package io.credence.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Finds, in a second look at the data, the first row that cannot be used, in the order of the file and not of the tasks. */
final class FaultLocator {

    private FaultLocator() {}

    /**
     * A part of a file as a task reads it.
     *
     * @param rows rows of the part, up to and including the one at fault
     */
    private record Part(
            String file,
            long start,
            int partition,
            long rows,
            @Nullable Fault fault) implements Serializable {}

    /** The error for the first row that the plan refuses; empty if there is none. */
    static Optional<DataException> locate(Table table, RowPlan plan, Column[] selected) {
        return locate(table, () -> looking(plan), selected);
    }

    private static RowLook looking(RowPlan plan) {
        RowDecoder decoder = new RowDecoder(plan);
        return row -> decoder.decode(row) == RowDecoder.Outcome.REFUSED ? decoder.fault() : null;
    }

    /** The error for the first row in which something is seen; empty if there is none. */
    static Optional<DataException> locate(Table table, RowLook.Factory looks, Column[] selected) {
        Column[] columns = Arrays.copyOf(selected, selected.length + 2);
        columns[selected.length] = functions.col(Table.FILE);
        columns[selected.length + 1] = functions.col(Table.START);
        int position = selected.length;
        List<Part> parts = new ArrayList<>();
        table.positioned(columns)
                .run((partition, cells) -> new ArrayList<>(parts(partition, cells, looks.look(), position)))
                .forEach(parts::addAll);
        parts.sort(
                Comparator.comparing(Part::file).thenComparingLong(Part::start).thenComparingInt(Part::partition));
        boolean several = parts.stream().map(Part::file).distinct().count() > 1;
        String file = "";
        long before = 0;
        for (Part part : parts) {
            before = part.file().equals(file) ? before : 0;
            file = part.file();
            before += part.rows();
            Fault fault = part.fault();
            if (fault != null) {
                String where = (several ? file : table.where()) + looks.row(before);
                return Optional.of(describe(table, fault, where));
            }
        }
        return Optional.empty();
    }

    /** The error for the first row that the plan refuses, of which a task has met one. */
    static DataException refused(Table table, RowPlan plan, Column[] selected) {
        return locate(table, plan, selected)
                .orElseGet(() -> new DataException(
                        "a row could not be used, but was not met again",
                        "rows that stay the same while they are read",
                        "rows that changed",
                        table.where()));
    }

    private static List<Part> parts(int partition, Iterator<InternalRow> rows, RowLook look, int position) {
        List<Part> parts = new ArrayList<>();
        UTF8String file = UTF8String.EMPTY_UTF8;
        long start = 0;
        long count = -1;
        Fault fault = null;
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            boolean same = count >= 0
                    && row.getLong(position + 1) == start
                    && row.getUTF8String(position).equals(file);
            if (!same) {
                if (count >= 0) {
                    parts.add(new Part(file.toString(), start, partition, count, fault));
                }
                file = row.getUTF8String(position).copy();
                start = row.getLong(position + 1);
                count = 0;
                fault = null;
            }
            if (fault == null) {
                count++;
                fault = look.fault(row);
            }
        }
        if (count >= 0) {
            parts.add(new Part(file.toString(), start, partition, count, fault));
        }
        return parts;
    }

    private static DataException describe(Table table, Fault fault, String where) {
        if (fault.kind() == Fault.Kind.NOT_A_NUMBER && holdsNoNumber(table, fault.column())) {
            return ColumnRoles.textColumn(table, fault.column(), fault.found());
        }
        String column = fault.column().isEmpty() ? "" : ", column '" + fault.column() + "'";
        return new DataException(fault.kind().problem(), fault.required(), fault.found(), where + column);
    }

    private static boolean holdsNoNumber(Table table, String column) {
        return table
                .select(functions.col(Derivation.quoted(column)))
                .run((partition, rows) -> {
                    while (rows.hasNext()) {
                        InternalRow row = rows.next();
                        if (!row.isNullAt(0) && !Double.isNaN(NumberText.parse(row.getUTF8String(0)))) {
                            return false;
                        }
                    }
                    return true;
                })
                .stream()
                .allMatch(none -> none);
    }
}
