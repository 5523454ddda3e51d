package io.credence.spark.score;

import io.credence.spark.row.Fault;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * New columns that state why a row has no predictions; they are empty in rows that have some.
 *
 * @param unseenColumn name of the column for a level that was not in the fit; null where such rows are refused
 * @param missingColumn name of the column for a missing or unusable cell; null where such rows are refused or left out
 */
record MissingPredictionReasons(
        @Nullable String unseenColumn, @Nullable String missingColumn) implements Serializable {

    static final MissingPredictionReasons NONE = new MissingPredictionReasons(null, null);

    /** Names of those columns that exist. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        if (unseenColumn != null) {
            columns.add(unseenColumn);
        }
        if (missingColumn != null) {
            columns.add(missingColumn);
        }
        return columns;
    }

    /** Columns of predictions, followed by the columns of reasons. */
    List<StructField> withReasonColumns(List<StructField> outputs) {
        List<StructField> all = new ArrayList<>(outputs);
        columns().forEach(name -> all.add(DataTypes.createStructField(name, DataTypes.StringType, true)));
        return all;
    }

    /** Puts the reason into its column. The columns of reasons are the last of {@code outputs}. */
    void put(@Nullable Fault fault, Object[] outputs) {
        if (fault != null) {
            boolean before = fault.kind() == Fault.FaultKind.UNSEEN && missingColumn != null;
            outputs[outputs.length - (before ? 2 : 1)] = UTF8String.fromString(text(fault));
        }
    }

    private static String text(Fault fault) {
        return switch (fault.kind()) {
            case UNSEEN -> "level " + fault.found() + " of column '" + fault.column() + "'";
            case MISSING -> fault.kind().problem() + " in column '" + fault.column() + "'";
            default -> fault.kind().problem() + " in column '" + fault.column() + "': " + fault.found();
        };
    }
}
