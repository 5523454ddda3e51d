package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.JavaForm;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.Packing;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.pack.SlicedRows;
import io.credence.spark.row.RowPlan;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SerializableWritable;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** Partitions of an RDD. A task reaches each executor once, as a broadcast variable. */
abstract class RddPartitions<T> implements Partitions<T> {

    private final JavaRDD<T> rdd;

    private RddPartitions(JavaRDD<T> rdd) {
        this.rdd = rdd;
    }

    JavaRDD<T> rdd() {
        return rdd;
    }

    @Override
    public <U> void collectEach(Task<T, U> task, Consumer<? super U> taker) {
        collectEach(task, IntStream.range(0, rdd.getNumPartitions()).toArray(), taker);
    }

    @Override
    public <U> void collectEach(Task<T, U> task, int[] partitions, Consumer<? super U> taker) {
        List<Object> numbers =
                Arrays.stream(partitions).<Object>mapToObj(p -> p).toList();
        RddExecution.BroadcastValue<Task<T, U>> shared = RddExecution.BroadcastValue.of(rdd.context(), task);
        try {
            rdd.context()
                    .runJob(
                            rdd.rdd(),
                            new TaskFunction<>(shared),
                            CollectionConverters.asScala(numbers).toSeq(),
                            new Handler<>(new OrderedConsumer<>(taker)),
                            ClassTag.<SerializableWritable<JavaForm<U>>>apply(SerializableWritable.class));
        } finally {
            shared.release();
        }
    }

    @Override
    public Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<T, Iterator<InternalRow>> task) {
        JavaRDD<InternalRow> made = rdd.mapPartitionsWithIndex(task::run, true);
        return ((org.apache.spark.sql.classic.SparkSession) spark).internalCreateDataFrame(made.rdd(), schema, false);
    }

    /** Handler that Spark calls for each result as it comes, in one thread at a time. */
    private static final class Handler<U>
            extends AbstractFunction2<Object, SerializableWritable<JavaForm<U>>, BoxedUnit> {

        private final OrderedConsumer<U> results;

        Handler(OrderedConsumer<U> results) {
            this.results = results;
        }

        @Override
        public BoxedUnit apply(Object position, SerializableWritable<JavaForm<U>> result) {
            results.take((Integer) position, JavaForm.value(result));
            return BoxedUnit.UNIT;
        }
    }

    /** Function that runs a task. It is a class and no lambda, so that Spark has no closure to clean. */
    private static final class TaskFunction<T, U>
            extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, SerializableWritable<JavaForm<U>>>
            implements Serializable {

        private static final long serialVersionUID = 1;
        private final SharedValue<Task<T, U>> task;

        TaskFunction(SharedValue<Task<T, U>> task) {
            this.task = task;
        }

        @Override
        public SerializableWritable<JavaForm<U>> apply(TaskContext context, scala.collection.Iterator<T> elements) {
            return JavaForm.of(task.value().run(context.partitionId(), CollectionConverters.asJava(elements)));
        }
    }

    /** Rows of a table. */
    static final class RddRows extends RddPartitions<InternalRow> implements RowPartitions {

        private final JavaRDD<InternalRow> rows;
        private final String name;

        /**
         * Creates partitions of rows.
         *
         * @param name name of the rows in Spark's user interface once they are packed
         */
        RddRows(JavaRDD<InternalRow> rows, String name) {
            super(rows);
            this.rows = rows;
            this.name = name;
        }

        @Override
        public List<InternalRow> readFirst(int count) {
            return rows.map(InternalRow::copy).take(count);
        }

        @Override
        public BlockPartitions pack(RowPlan plan, Precision precision) {
            return RddBlocks.persistBlocks(rows.mapPartitions(part -> new Packing(part, plan, precision)), name);
        }

        @Override
        public BlockPartitions pack(RowShuffle shuffle) {
            JavaRDD<RowShuffle.Chunk> dealt = rows.mapPartitionsToPair(part -> RunIterator.mapIterator(
                            shuffle.split(part), chunk -> new Tuple2<>(chunk._1(), JavaForm.of(chunk._2()))))
                    .partitionBy(new HashPartitioner(shuffle.partitionCount()))
                    .values()
                    .map(JavaForm::value);
            return RddBlocks.persistBlocks(dealt.mapPartitions(shuffle::gatherBlocks), name);
        }
    }

    /** Packed rows. */
    private static final class RddBlocks extends RddPartitions<PackedBlock> implements BlockPartitions {

        private final JavaRDD<SerializableWritable<JavaForm<PackedBlock>>> blocks;

        private RddBlocks(JavaRDD<SerializableWritable<JavaForm<PackedBlock>>> blocks) {
            super(blocks.map(JavaForm::value));
            this.blocks = blocks;
        }

        static RddBlocks persistBlocks(JavaRDD<PackedBlock> blocks, String name) {
            JavaRDD<SerializableWritable<JavaForm<PackedBlock>>> forms = blocks.map(JavaForm::of);
            return new RddBlocks(forms.setName(name).persist(StorageLevel.MEMORY_AND_DISK()));
        }

        @Override
        public BlockPartitions repartition(RowSlices slices) {
            return persistBlocks(new SlicedRows(rdd().rdd(), slices).toJavaRDD(), blocks.name());
        }

        @Override
        public void release() {
            blocks.unpersist(false);
        }
    }
}
