package io.credence.spark.row;

import io.credence.spark.row.Fault.FaultKind;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Reader of cells that have to be finite numbers, and of the fault of one that is not. */
final class NumberCell {

    private static final String REQUIRED = "a finite number";
    private static final String WITHOUT_COMMA =
            " without a comma; data.decimal = \",\" where it stands in front of fractions";
    private static final String WITHOUT_POINT = " without a point, since data.decimal = \",\"";
    /** Pattern of the words that other programs write for a missing cell. */
    private static final Pattern USUAL = Pattern.compile("(?i)\\s*(n/?a|nan|null|none|missing|unknown|[?.-]+|)\\s*");

    private static final String MISSING_WORDS = "; data.naStrings has the words for a missing one";

    private NumberCell() {}

    /** Number in a cell; NaN where there is none. */
    static double read(InternalRow cells, int ordinal, CellType type) {
        return cells.isNullAt(ordinal) ? Double.NaN : type.number(cells, ordinal);
    }

    /** Whether a number is finite. */
    static boolean isUsable(double value) {
        return Math.abs(value) <= Double.MAX_VALUE;
    }

    /** Fault of a cell whose value is not a finite number. */
    static Fault fault(InternalRow cells, int ordinal, String column, CellType type, double value) {
        if (cells.isNullAt(ordinal)) {
            return new Fault(FaultKind.MISSING, column, REQUIRED, "nothing");
        }
        if (!type.isText() || !Double.isNaN(value)) {
            return notFinite(column, value);
        }
        UTF8String cell = cells.getUTF8String(ordinal);
        String found = DataException.quoted(cell.toString());
        if (type.isTime()) {
            return new Fault(FaultKind.NOT_A_TIME, column, "a date or time, as in other rows", found);
        } else if (type == CellType.TEXT && NumberText.hasComma(cell.toString())) {
            return new Fault(FaultKind.COMMA, column, REQUIRED + WITHOUT_COMMA, found);
        } else if (type == CellType.TEXT_OF_COMMAS && found.indexOf('.') >= 0) {
            return new Fault(FaultKind.COMMA, column, REQUIRED + WITHOUT_POINT, found);
        }
        boolean missing = USUAL.matcher(cell.toString()).matches();
        return new Fault(FaultKind.NOT_A_NUMBER, column, missing ? REQUIRED + MISSING_WORDS : REQUIRED, found);
    }

    /** Fault of a number that is not finite. */
    static Fault notFinite(String column, double value) {
        return new Fault(FaultKind.NOT_FINITE, column, REQUIRED, String.valueOf(value));
    }
}
