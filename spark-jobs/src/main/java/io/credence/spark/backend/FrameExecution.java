package io.credence.spark.backend;

import io.credence.spark.row.SqlText;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Execution of jobs over data frames alone, for platforms that give out neither a SparkContext nor RDDs. */
record FrameExecution(FrameStorage storage, JobNames jobNames, ResultLimit resultLimit) implements Execution {

    @Override
    public <T extends Serializable> SharedValue<T> share(T value) {
        return new SharedValue.SerialCopy<>(value);
    }

    @Override
    public <C> @Nullable C registerAccumulator(Supplier<C> accumulator, String name) {
        return null;
    }

    @Override
    public Dataset<Row> appendColumns(Dataset<Row> rows, StructType schema, RowTask task) {
        StructType read = rows.schema();
        Dataset<Row> appended = rows.mapPartitions(
                (MapPartitionsFunction<Row, Row>) part -> new FrameAppendIterator(part, read, task),
                Encoders.row(schema));
        // The encoder forgets comments and what else columns have as metadata
        return appended.select(Arrays.stream(schema.fields())
                .map(field -> SqlText.column(field.name()).as(field.name(), field.metadata()))
                .toArray(Column[]::new));
    }

    @Override
    public RowPartitions rows(Dataset<Row> rows, String where) {
        return new FrameRows(rows, storage);
    }
}
