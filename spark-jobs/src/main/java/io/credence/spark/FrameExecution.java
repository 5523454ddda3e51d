package io.credence.spark;

import java.io.Serializable;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Jobs over data frames alone, for platforms that give out neither a SparkContext nor RDDs. */
record FrameExecution(FrameKeeping keeping, JobNames names, ResultLimit room) implements Execution {

    @Override
    public <T extends Serializable> Shared<T> share(T value) {
        return new Shared.Copied<>(value);
    }

    @Override
    public @Nullable ScoringTally tally() {
        return null;
    }

    @Override
    public Dataset<Row> scored(Dataset<Row> rows, StructType schema, ScoringTask task) {
        StructType read = rows.schema();
        return rows.mapPartitions(
                (MapPartitionsFunction<Row, Row>) part -> new FrameScores(part, read, task), Encoders.row(schema));
    }

    @Override
    public RowPartitions rows(Dataset<Row> rows, String where) {
        return new FrameRows(rows, keeping);
    }
}
