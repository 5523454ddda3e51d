package io.credence.report;

import io.credence.kind.TableCell;
import io.credence.summary.NumberFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Texts of the cells of a column.
 *
 * @param numbers format of the column's numbers
 */
public record CellText(NumberFormat numbers) implements TableCell.Form<String> {

    /**
     * Texts of the cells of a column.
     *
     * @param decimals number of digits after the decimal point of its numbers; null for a column of texts
     */
    public static CellText of(@Nullable Integer decimals) {
        return new CellText(new NumberFormat(Objects.requireNonNullElse(decimals, 0)));
    }

    @Override
    public String ofText(String text) {
        return text;
    }

    @Override
    public String ofNumber(double value, double error) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return numbers.format(value) + (!Double.isFinite(error) ? "" : " ± " + numbers.format(error));
    }

    @Override
    public String ofInterval(double lower, double upper) {
        return numbers.format(lower) + " to " + numbers.format(upper);
    }
}
