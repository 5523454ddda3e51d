package io.credence.spark.row;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Plan that puts rows together to series: rows with equal cells in one column, ordered by another.
 *
 * @param series column that names the series; null where all rows are one
 * @param order column that orders them; its cell type is not read where the order is of dates or timestamps
 * @param type type of the cells of that column
 */
public record SeriesPlan(RowPlan.@Nullable Role series, RowPlan.Role order, OrderType type) implements Serializable {

    /** Name of a series in messages. */
    public String describe(String name) {
        return series == null ? "the rows" : "the series " + DataException.quoted(name);
    }
}
