package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.BlockBytes;
import io.credence.spark.pack.JavaBytes;
import io.credence.spark.pack.Packing;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RowShuffle.Chunk;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.row.RowPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Tuple2;
import scala.Tuple3;

/**
 * Rows of a data frame. A partition has the number of the task that reads it, which is that of Spark's partition.
 *
 * @param rows columns that are read
 * @param storage storage of the rows once they are packed
 */
public record FrameRows(Dataset<Row> rows, FrameStorage storage) implements RowPartitions {

    public FrameRows {
        rows = withNumericTimes(rows);
    }

    /**
     * Converts dates and times to Spark's internal numbers for them, since Java's objects for times are slow to create.
     */
    public static Dataset<Row> withNumericTimes(Dataset<Row> rows) {
        StructField[] fields = rows.schema().fields();
        String[] names =
                IntStream.range(0, fields.length).mapToObj(k -> "_" + k).toArray(String[]::new);
        Dataset<Row> numbered = rows.toDF(names);
        Column[] columns = new Column[fields.length];
        Arrays.setAll(columns, k -> {
            Column cell = numbered.col(names[k]);
            DataType type = fields[k].dataType();
            return type.equals(DataTypes.DateType)
                    ? functions.unix_date(cell)
                    : type.equals(DataTypes.TimestampType) ? functions.unix_micros(cell) : cell;
        });
        return numbered.select(columns);
    }

    @Override
    public <U> void collectEach(Task<InternalRow, U> task, Consumer<? super U> taker) {
        FrameResults.of(partitionResults((partition, cells) -> serializedResult(task, partition, cells)))
                .collectEach(taker);
    }

    /** Runs a task over some partitions; Spark's tasks for the others read nothing. */
    @Override
    public <U> void collectEach(Task<InternalRow, U> task, int[] partitions, Consumer<? super U> taker) {
        BitSet required = new BitSet();
        Arrays.stream(partitions).forEach(required::set);
        FrameResults.of(partitionResults((partition, cells) -> required.get(partition)
                        ? serializedResult(task, partition, cells)
                        : Collections.emptyIterator()))
                .collectEach(partitions, taker);
    }

    private static <U> Iterator<byte[]> serializedResult(
            Task<InternalRow, U> task, int partition, Iterator<InternalRow> cells) {
        return List.of(JavaBytes.of(task.run(partition, cells))).iterator();
    }

    @Override
    public List<InternalRow> readFirst(int count) {
        List<InternalRow> first = new ArrayList<>();
        toInternalRows(rows.takeAsList(count).iterator(), rows.schema()).forEachRemaining(first::add);
        return first;
    }

    @Override
    public Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<InternalRow, Iterator<InternalRow>> task) {
        StructType read = rows.schema();
        return rows.mapPartitions(
                (MapPartitionsFunction<Row, Row>) part ->
                        toExternalRows(task.run(TaskContext.getPartitionId(), toInternalRows(part, read)), schema),
                Encoders.row(schema));
    }

    @Override
    public BlockPartitions pack(RowPlan plan, Precision precision) {
        return new FrameBlocks(
                storage.keep(partitionResults((partition, cells) ->
                        RunIterator.mapIterator(new Packing(cells, plan, precision), BlockBytes::encode))),
                storage);
    }

    private Dataset<Tuple2<Integer, byte[]>> partitionResults(FrameRuns.PartitionFunction<InternalRow> step) {
        StructType schema = rows.schema();
        return rows.mapPartitions(
                (MapPartitionsFunction<Row, Tuple2<Integer, byte[]>>) part -> {
                    int partition = TaskContext.getPartitionId();
                    return RunIterator.mapIterator(
                            step.run(partition, toInternalRows(part, schema)), bytes -> new Tuple2<>(partition, bytes));
                },
                FrameResults.NUMBERED);
    }

    @Override
    public BlockPartitions pack(RowShuffle shuffle) {
        StructType schema = rows.schema();
        Dataset<Tuple3<Integer, Long, byte[]>> chunks = rows.mapPartitions(
                (MapPartitionsFunction<Row, Tuple3<Integer, Long, byte[]>>)
                        part -> addressedChunks(toInternalRows(part, schema), shuffle),
                FrameShuffle.ADDRESSED);
        Dataset<Tuple2<Integer, byte[]>> packed = FrameShuffle.send(chunks, shuffle.partitionCount())
                .mapPartitions(
                        (MapPartitionsFunction<Tuple2<Integer, byte[]>, Tuple2<Integer, byte[]>>)
                                received -> FrameRuns.resultsByPartition(
                                        received,
                                        JavaBytes::<Chunk>read,
                                        (partition, own) ->
                                                RunIterator.mapIterator(shuffle.gatherBlocks(own), BlockBytes::encode)),
                        FrameResults.NUMBERED);
        return new FrameBlocks(storage.keep(packed), storage);
    }

    private static Iterator<Tuple3<Integer, Long, byte[]>> addressedChunks(
            Iterator<InternalRow> cells, RowShuffle shuffle) {
        Iterator<Tuple3<Integer, Long, byte[]>> chunks = RunIterator.mapIterator(
                shuffle.split(cells), chunk -> new Tuple3<>(chunk._1(), 0L, JavaBytes.of(chunk._2())));
        return FrameShuffle.withFirstPieces(chunks, shuffle.partitionCount(), JavaBytes.of(shuffle.emptyChunk()));
    }

    /** Converts Spark's internal rows to external ones. */
    static Iterator<Row> toExternalRows(Iterator<InternalRow> rows, StructType schema) {
        Function1<Object, Object> convert = CatalystTypeConverters.createToScalaConverter(schema);
        return RunIterator.mapIterator(rows, row -> (Row) convert.apply(row));
    }

    /** Converts external rows to Spark's internal rows, the only form that is decoded. */
    public static Iterator<InternalRow> toInternalRows(Iterator<Row> rows, StructType schema) {
        Function1<Object, Object> convert = CatalystTypeConverters.createToCatalystConverter(schema);
        return RunIterator.mapIterator(rows, row -> (InternalRow) convert.apply(row));
    }
}
