package io.credence.spark.backend;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/** Task that appends columns to each of the rows of its partition that it keeps. */
public interface RowTask extends Serializable {

    /** Number of new columns. */
    int newColumnCount();

    /** Rows with the new columns behind their own; the row is filled again for the next. */
    Iterator<InternalRow> run(Iterator<InternalRow> rows);
}
