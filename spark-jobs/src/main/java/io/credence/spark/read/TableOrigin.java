package io.credence.spark.read;

import io.credence.spark.row.DataException;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import java.util.Optional;
import org.apache.spark.sql.Column;

/** Origin of rows in a table. A second pass finds the first row at fault, in the order of the file. */
public record TableOrigin(Table table, Column[] selected) implements RowOrigin {

    @Override
    public String where() {
        return table.where();
    }

    @Override
    public Optional<DataException> locateFault(RowPlan plan) {
        return FaultLocator.locateFault(table, plan.beforeJoin(), selected);
    }
}
