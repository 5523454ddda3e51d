package io.credence.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Jobs over data frames alone, for platforms that give out neither a SparkContext nor RDDs. */
record FrameExecution(FrameKeeping keeping, JobNames names) implements Execution {

    @Override
    public RowPartitions rows(Dataset<Row> rows, String where) {
        return new FrameRows(rows, keeping);
    }
}
