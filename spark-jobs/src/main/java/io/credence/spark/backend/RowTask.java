package io.credence.spark.backend;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/** Task that appends columns to the rows of a partition. It may leave rows out. */
public interface RowTask extends Serializable {

    /** Number of new columns. */
    int newColumnCount();

    /** Appends the new columns to the rows. The returned row is reused for the next one. */
    Iterator<InternalRow> run(Iterator<InternalRow> rows);
}
