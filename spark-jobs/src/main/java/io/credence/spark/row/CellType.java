package io.credence.spark.row;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Types of cells, which determine how they become numbers. Decimals do not occur: they are selected as doubles. */
public enum CellType {
    DOUBLE,
    FLOAT,
    LONG,
    INT,
    SHORT,
    BYTE,
    BOOLEAN,
    /** Days since 1970. */
    DATE,
    /** Days since 1970, with their fraction. */
    TIMESTAMP,
    TEXT,
    /** Text of numbers with a comma in front of the fraction. */
    TEXT_OF_COMMAS,
    /** Text of dates or times of a day: days since 1970, with their fraction. */
    TEXT_OF_TIMES;

    private static final double MICROS_OF_A_DAY = 86_400e6;

    /** Type of the cells of a column by its Spark type; null if they are neither numbers nor text. */
    public static @Nullable CellType of(DataType type) {
        if (type instanceof DoubleType) {
            return DOUBLE;
        } else if (type instanceof FloatType) {
            return FLOAT;
        } else if (type instanceof LongType) {
            return LONG;
        } else if (type instanceof IntegerType) {
            return INT;
        } else if (type instanceof ShortType) {
            return SHORT;
        } else if (type instanceof ByteType) {
            return BYTE;
        } else if (type instanceof BooleanType) {
            return BOOLEAN;
        } else if (type instanceof DateType) {
            return DATE;
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return TIMESTAMP;
        }
        return type instanceof StringType ? TEXT : null;
    }

    /** Whether cells of this type are text. */
    boolean isText() {
        return this == TEXT || this == TEXT_OF_COMMAS || this == TEXT_OF_TIMES;
    }

    /** Whether cells of this type become numbers of days. */
    public boolean isTime() {
        return this == DATE || this == TIMESTAMP || this == TEXT_OF_TIMES;
    }

    /** Number in a cell that is not null; NaN where text is no number. */
    double number(InternalRow row, int ordinal) {
        return switch (this) {
            case DOUBLE -> row.getDouble(ordinal);
            case FLOAT -> row.getFloat(ordinal);
            case LONG -> row.getLong(ordinal);
            case INT -> row.getInt(ordinal);
            case SHORT -> row.getShort(ordinal);
            case BYTE -> row.getByte(ordinal);
            case BOOLEAN -> row.getBoolean(ordinal) ? 1 : 0;
            case DATE -> row.getInt(ordinal);
            case TIMESTAMP -> row.getLong(ordinal) / MICROS_OF_A_DAY;
            case TEXT -> NumberText.parse(row.getUTF8String(ordinal));
            case TEXT_OF_COMMAS -> NumberText.parse(row.getUTF8String(ordinal), ',');
            case TEXT_OF_TIMES -> days(row.getUTF8String(ordinal));
        };
    }

    private static double days(UTF8String cell) {
        Long micros = OrderType.parseTimeMicros(cell);
        return micros == null ? Double.NaN : micros / MICROS_OF_A_DAY;
    }
}
