package io.credence.spark.row;

import io.credence.spark.row.Fault.Kind;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** A cell that has to be a finite number, and what is wrong with one that is none. */
final class NumberCell {

    private static final String REQUIRED = "a finite number";

    private NumberCell() {}

    /** The number in a cell; NaN where there is none. */
    static double read(InternalRow cells, int ordinal, CellType type) {
        return cells.isNullAt(ordinal) ? Double.NaN : type.number(cells, ordinal);
    }

    /** Whether it is finite. */
    static boolean isUsable(double value) {
        return Math.abs(value) <= Double.MAX_VALUE;
    }

    /** What is wrong with a cell of which such a value was read. */
    static Fault fault(InternalRow cells, int ordinal, String column, CellType type, double value) {
        if (cells.isNullAt(ordinal)) {
            return missing(column, "nothing");
        }
        if (!type.isText() || !Double.isNaN(value)) {
            return notFinite(column, value);
        }
        UTF8String cell = cells.getUTF8String(ordinal);
        String found = DataException.quoted(cell.toString());
        if (NumberText.isMissing(cell)) {
            return missing(column, found);
        }
        return type.isTime()
                ? new Fault(Kind.NOT_A_TIME, column, "a date or time, as in other rows", found)
                : new Fault(Kind.NOT_A_NUMBER, column, REQUIRED, found);
    }

    /** Of a cell without content. */
    static Fault missing(String column, String found) {
        return new Fault(Kind.MISSING, column, REQUIRED, found);
    }

    /** Of a number that is not finite. */
    static Fault notFinite(String column, double value) {
        return new Fault(Kind.NOT_FINITE, column, REQUIRED, String.valueOf(value));
    }
}
