package io.credence.spark.row;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;

/** Origin of rows in the memory of a task. The first row at fault is reported by its column. */
public record TaskOrigin(String where, List<InternalRow> rows) implements RowOrigin {

    @Override
    public Optional<DataException> locateFault(RowPlan plan) {
        RowDecoder decoder = new RowDecoder(plan);
        return rows.stream()
                .filter(row -> decoder.decode(row) == RowDecoder.Outcome.REFUSED)
                .findFirst()
                .flatMap(row -> Optional.ofNullable(decoder.fault()))
                .map(fault -> new DataException(
                        fault.kind().problem(),
                        fault.required(),
                        fault.found(),
                        where + ", column '" + fault.column() + "'"));
    }
}
