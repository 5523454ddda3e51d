package io.credence.spark.row;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Texts of cells that identify something: levels of factors and grouping factors, classes of labels, keys, series,
 * partition factors, segments. Two cells of a column have the same text exactly where they are equal, whatever the
 * session's time zone, collation and dialect; the same number has the same text in every type of number. Null, and NaN
 * of a column of doubles, has none.
 */
public final class LevelText {

    private LevelText() {}

    /** Whether cells of a column can be levels. */
    public static boolean canBeLevels(DataType type) {
        return CellType.of(type) != null || type instanceof DecimalType || type instanceof BinaryType;
    }

    /** Texts of a column; of a type that has none, what Spark prints. */
    public static Column of(StructType schema, String column) {
        return of(schema.apply(column).dataType(), SqlText.column(column));
    }

    /** Texts of an expression of a given type. */
    public static Column of(DataType type, Column cell) {
        if (type.equals(DataTypes.StringType)) {
            return cell;
        } else if (type instanceof StringType) {
            return functions.collate(cell, "UTF8_BINARY");
        } else if (type instanceof DoubleType || type instanceof FloatType) {
            return functions
                    .udf((UDF1<Double, String>) LevelText::ofDouble, DataTypes.StringType)
                    .apply(cell.cast(DataTypes.DoubleType));
        } else if (type instanceof DecimalType) {
            return functions
                    .udf((UDF1<BigDecimal, String>) LevelText::ofDecimal, DataTypes.StringType)
                    .apply(cell);
        } else if (type instanceof TimestampType) {
            return functions
                    .udf((UDF1<Long, String>) LevelText::ofMicros, DataTypes.StringType)
                    .apply(functions.unix_micros(cell));
        }
        return type instanceof BinaryType ? functions.hex(cell) : cell.cast(DataTypes.StringType);
    }

    /**
     * Texts of several columns combined into one column. Different cells have different texts; null if one cell is
     * null.
     */
    public static Column of(StructType schema, List<String> columns) {
        int last = columns.size() - 1;
        return IntStream.rangeClosed(0, last)
                .mapToObj(k -> {
                    Column text = of(schema, columns.get(k));
                    // What follows the first colon that is not marked is the next cell
                    return k == last ? text : functions.regexp_replace(text, "([\\\\:])", "\\\\$1");
                })
                .reduce((before, next) -> functions.concat(before, functions.lit(":"), next))
                .orElseThrow();
    }

    private static @Nullable String ofDouble(@Nullable Double number) {
        if (number == null || number.isNaN()) {
            return null;
        } else if (number.isInfinite()) {
            return number.toString();
        }
        boolean whole = Math.rint(number) == number;
        if (whole && Math.abs(number) < 0x1p63) {
            return Long.toString(number.longValue());
        }
        return ofDecimal(whole ? new BigDecimal(number) : BigDecimal.valueOf(number));
    }

    private static @Nullable String ofDecimal(@Nullable BigDecimal number) {
        return number == null ? null : number.stripTrailingZeros().toPlainString();
    }

    /**
     * Text of an instant in universal time. In the session's time two instants would have the same text when clocks are
     * put back. Texts have the order of the instants.
     */
    private static @Nullable String ofMicros(@Nullable Long micros) {
        if (micros == null) {
            return null;
        }
        String text = Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
        return text.replace('T', ' ').replace("Z", "+00:00");
    }
}
