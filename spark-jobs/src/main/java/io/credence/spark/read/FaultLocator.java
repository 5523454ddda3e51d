package io.credence.spark.read;

import io.credence.spark.row.CellCounts;
import io.credence.spark.row.DataException;
import io.credence.spark.row.Fault;
import io.credence.spark.row.NumberText;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.SqlText;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Search for the first row that cannot be used, in the order of the file and not of the tasks. It takes a second pass
 * over the data.
 */
public final class FaultLocator {

    private FaultLocator() {}

    /** First fault in a part of the rows, and the number of rows up to and including the one at fault. */
    private static final class PartFault implements Serializable {
        private static final long serialVersionUID = 1;

        private long rows;
        private @Nullable Fault fault;
    }

    /** Scan that counts rows until one is at fault. */
    private record FaultScan(RowInspection inspection) implements FileParts.PartScan<PartFault> {
        @Override
        public PartFault newResult() {
            return new PartFault();
        }

        @Override
        public void addRow(InternalRow row, PartFault found) {
            if (found.fault == null) {
                found.rows++;
                found.fault = inspection.fault(row);
            }
        }
    }

    /** Finds the error of the first row that the plan refuses; empty if there is none. */
    public static Optional<DataException> locateFault(Table table, RowPlan plan, Column[] selected) {
        return locateFault(table, () -> planInspection(plan), selected);
    }

    private static RowInspection planInspection(RowPlan plan) {
        RowDecoder decoder = new RowDecoder(plan);
        return row -> decoder.decode(row) == RowDecoder.Outcome.REFUSED ? decoder.fault() : null;
    }

    /** Finds the error of the first row with a fault; empty if there is none. */
    public static Optional<DataException> locateFault(Table table, RowInspection.Factory rows, Column[] selected) {
        List<FileParts.FilePart<PartFault>> parts =
                FileParts.scanInOrder(table, selected, () -> new FaultScan(rows.newInspection()));
        boolean several =
                parts.stream().map(FileParts.FilePart::file).distinct().count() > 1;
        String file = "";
        long before = 0;
        for (FileParts.FilePart<PartFault> part : parts) {
            before = part.file().equals(file) ? before : 0;
            file = part.file();
            before += part.result().rows;
            Fault fault = part.result().fault;
            if (fault != null) {
                String where = (several ? file : table.where()) + rows.rowName(before);
                return Optional.of(faultException(table, fault, where));
            }
        }
        return Optional.empty();
    }

    private static DataException faultException(Table table, Fault fault, String where) {
        if (fault.kind() == Fault.FaultKind.NOT_A_NUMBER && holdsNoNumber(table, fault.column())) {
            return textColumnException(table, fault.column(), fault.found());
        }
        String column = fault.column().isEmpty() ? "" : ", column '" + fault.column() + "'";
        return new DataException(fault.kind().problem(), fault.required(), fault.found(), where + column);
    }

    /** Error for a column of text where numbers are required. */
    public static DataException textColumnException(Table table, String name, String found) {
        return new DataException(
                "column '" + name + "' holds text",
                "numbers; list it under data.categorical, or leave it out of data.features",
                found,
                table.where());
    }

    /**
     * Error for the first cell that is no number, in a text column whose other cells are nearly all numbers.
     *
     * @param wayOut what to configure if such cells are intended, for the message
     */
    public static DataException strayCellException(Table table, String column, CellCounts cells, String wayOut) {
        char decimal = table.origin().decimalSeparator();
        String others =
                ", where " + (cells.count() - cells.wordCount()) + " of " + cells.count() + " cells are numbers";
        Fault.FaultKind kind = cells.haveCommas() ? Fault.FaultKind.COMMA : Fault.FaultKind.NOT_A_NUMBER;
        RowInspection.Factory stray =
                () -> row -> row.isNullAt(0) || !Double.isNaN(NumberText.parse(row.getUTF8String(0), decimal))
                        ? null
                        : new Fault(
                                kind,
                                column,
                                "a number; " + wayOut,
                                DataException.quoted(row.getUTF8String(0).toString()) + others);
        return locateFault(table, stray, new Column[] {SqlText.column(column)}).orElseThrow();
    }

    private static boolean holdsNoNumber(Table table, String column) {
        char decimal = table.origin().decimalSeparator();
        return table
                .select(SqlText.column(column))
                .run((partition, rows) -> {
                    while (rows.hasNext()) {
                        InternalRow row = rows.next();
                        if (!row.isNullAt(0) && !Double.isNaN(NumberText.parse(row.getUTF8String(0), decimal))) {
                            return false;
                        }
                    }
                    return true;
                })
                .stream()
                .allMatch(none -> none);
    }
}
