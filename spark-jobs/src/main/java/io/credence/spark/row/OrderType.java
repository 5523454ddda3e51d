package io.credence.spark.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Types of columns that order rows. Each cell becomes a position, a long that is smaller the earlier the row stands.
 */
public enum OrderType {
    WHOLE,
    REAL,
    DATE,
    TIMESTAMP,
    TEXT_OF_NUMBERS,
    TEXT_OF_TIMES;

    private static final long MICROS = 1_000_000;

    /**
     * Order of rows by a column of a Spark type; null if its cells have no order.
     *
     * @param example a cell of a text column, which distinguishes numbers from times; null if there is none
     * @param decimal sign in front of a fraction in text
     */
    public static @Nullable OrderType of(DataType type, @Nullable UTF8String example, char decimal) {
        CellType cell = CellType.of(type);
        if (cell == null) {
            return null;
        }
        return switch (cell) {
            case LONG, INT, SHORT, BYTE -> WHOLE;
            case DOUBLE, FLOAT -> REAL;
            case DATE -> DATE;
            case TIMESTAMP -> TIMESTAMP;
            case BOOLEAN -> null;
            default -> ofText(example, decimal);
        };
    }

    private static @Nullable OrderType ofText(@Nullable UTF8String example, char decimal) {
        if (example == null || !Double.isNaN(NumberText.parse(example, decimal))) {
            return TEXT_OF_NUMBERS;
        }
        return parseTimeMicros(example) == null ? null : TEXT_OF_TIMES;
    }

    /** Requirement on a cell, for messages. */
    String requirement() {
        return this == TEXT_OF_TIMES
                ? "a date or timestamp, as in the first row"
                : "a finite number, date or timestamp";
    }

    /**
     * Position of a row in the order of its series, as the cell of the ordering column has it; null where the cell,
     * itself not null, has none.
     */
    @Nullable
    Long position(InternalRow row, int ordinal, CellType type) {
        return switch (this) {
            case WHOLE -> type == CellType.LONG ? row.getLong(ordinal) : (long) type.number(row, ordinal);
            case REAL, TEXT_OF_NUMBERS -> ofNumber(type.number(row, ordinal));
            case DATE -> (long) row.getInt(ordinal);
            case TIMESTAMP -> row.getLong(ordinal);
            case TEXT_OF_TIMES -> parseTimeMicros(row.getUTF8String(ordinal));
        };
    }

    /**
     * Position that a number gives: its IEEE bits, inverted for negative numbers so that they order as the numbers do.
     */
    private static @Nullable Long ofNumber(double value) {
        return Double.isFinite(value) ? (Long) orderedBits(Double.doubleToRawLongBits(value + 0.0)) : null;
    }

    private static long orderedBits(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /**
     * Time in microseconds; text without a zone counts as UTC. A time of day alone would be one of the day of the fit.
     */
    public static @Nullable Long parseTimeMicros(UTF8String text) {
        if (!text.toString().strip().matches("[+-]?\\d{4,}-.*")) {
            return null;
        }
        Option<Object> micros = DateTimeUtils.stringToTimestamp(text, ZoneOffset.UTC);
        return micros.isDefined() ? (Long) micros.get() : null;
    }

    /** Position as it is shown in messages. */
    public String positionText(long position) {
        return switch (this) {
            case WHOLE -> String.valueOf(position);
            case REAL, TEXT_OF_NUMBERS -> {
                double value = Double.longBitsToDouble(orderedBits(position));
                yield value == Math.rint(value) && Math.abs(value) < 1e15
                        ? String.valueOf((long) value)
                        : String.valueOf(value);
            }
            case DATE -> LocalDate.ofEpochDay(position).toString();
            case TIMESTAMP, TEXT_OF_TIMES ->
                Instant.ofEpochSecond(Math.floorDiv(position, MICROS), 1000 * Math.floorMod(position, MICROS))
                        .toString()
                        .replaceFirst("T00:00:00Z$", "");
        };
    }
}
