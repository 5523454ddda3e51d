package io.credence.spark.row;

import java.util.regex.Pattern;
import org.apache.spark.unsafe.types.UTF8String;

/** Parser of numbers in text cells, without an object for the plain ones. */
public final class NumberText {
    // A decimal of at most 15 digits is an exact double, as is 10^k for k ≤ 22, and one IEEE division of exact numbers
    // is correctly rounded: the same bits as Double.parseDouble (Clinger 1990). Everything else goes there.

    private static final int EXACT_DIGITS = 15;
    private static final Pattern COMMA = Pattern.compile("\\s*[+-]?\\d*,\\d[\\d,.eE+-]*\\s*");
    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private NumberText() {}

    /** Whether a cell would be a number but for a comma, in front of its fraction or between thousands. */
    static boolean hasComma(String cell) {
        return cell.indexOf(',') >= 0 && COMMA.matcher(cell).matches();
    }

    /** Number in the cell, true and false counting as 1 and 0; NaN where there is none. */
    public static double parse(UTF8String cell) {
        return parse(cell, '.');
    }

    /**
     * Number in the cell, with {@code decimal} in front of a fraction; NaN where there is none. If {@code decimal} is
     * not the point, a cell with a point is no number.
     */
    public static double parse(UTF8String cell, char decimal) {
        int length = cell.numBytes();
        if (length == 0) {
            return Double.NaN;
        }
        int at = cell.getByte(0) == '-' ? 1 : 0;
        boolean negative = at == 1;
        long digits = 0;
        int count = 0;
        int fraction = -1;
        for (; at < length && count <= EXACT_DIGITS; at++) {
            byte c = cell.getByte(at);
            if (c >= '0' && c <= '9') {
                digits = 10 * digits + (c - '0');
                count++;
                fraction += fraction >= 0 ? 1 : 0;
            } else if (c == decimal && fraction < 0) {
                fraction = 0;
            } else {
                return parseSlowly(cell, decimal);
            }
        }
        if (at < length || count == 0 || count > EXACT_DIGITS) {
            return parseSlowly(cell, decimal);
        }
        double value = fraction > 0 ? digits / POWERS[fraction] : digits;
        return negative ? -value : value;
    }

    private static double parseSlowly(UTF8String cell, char decimal) {
        String found = cell.toString().strip();
        if (decimal != '.' && found.indexOf('.') >= 0) {
            return Double.NaN;
        }
        String text = found.replace(decimal, '.');
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return text.equalsIgnoreCase("true") ? 1 : 0;
        }
        for (int i = 0; i < text.length(); i++) {
            // Java also reads 1d, 0x1p3 and NaN
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0 && !text.endsWith("Infinity")) {
                return Double.NaN;
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
