package io.credence.spark.backend;

import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/** What a task appends to each of the rows of its partition that it keeps. */
public interface RowTask extends Serializable {

    /** Number of new columns. */
    int width();

    /** Rows with the new columns behind their own, which are filled again for the next. */
    Iterator<InternalRow> run(Iterator<InternalRow> rows);
}
