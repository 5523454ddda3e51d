package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.Packing;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.pack.SlicedRows;
import io.credence.spark.row.RowPlan;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.storage.StorageLevel;
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

    @Override
    public <U> void each(Task<T, U> task, Consumer<? super U> taker) {
        each(task, IntStream.range(0, rdd.getNumPartitions()).toArray(), taker);
    }

    @Override
    public <U> void each(Task<T, U> task, int[] partitions, Consumer<? super U> taker) {
        List<Object> numbers =
                Arrays.stream(partitions).<Object>mapToObj(p -> p).toList();
        Broadcast<Task<T, U>> shared =
                JavaSparkContext.fromSparkContext(rdd.context()).broadcast(task);
        try {
            rdd.context()
                    .runJob(
                            rdd.rdd(),
                            new TaskFunction<>(shared),
                            CollectionConverters.asScala(numbers).toSeq(),
                            new Handler<>(new InOrder<>(taker)),
                            ClassTag.<U>apply(Object.class));
        } finally {
            shared.destroy();
        }
    }

    /** Spark calls it for each result as it comes, in one thread at a time. */
    private static final class Handler<U> extends AbstractFunction2<Object, U, BoxedUnit> {

        private final InOrder<U> results;

        Handler(InOrder<U> results) {
            this.results = results;
        }

        @Override
        public BoxedUnit apply(Object position, U result) {
            results.take((Integer) position, result);
            return BoxedUnit.UNIT;
        }
    }

    /** A class, not a lambda: Spark then has no closure to clean. */
    private static final class TaskFunction<T, U>
            extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, U> implements Serializable {

        private static final long serialVersionUID = 1;
        private final Broadcast<Task<T, U>> task;

        TaskFunction(Broadcast<Task<T, U>> task) {
            this.task = task;
        }

        @Override
        public U apply(TaskContext context, scala.collection.Iterator<T> elements) {
            return task.value().run(context.partitionId(), CollectionConverters.asJava(elements));
        }
    }

    /** Rows of a table. */
    static final class OfRows extends RddPartitions<InternalRow> implements RowPartitions {

        private final JavaRDD<InternalRow> rows;
        private final String name;

        /**
         * Rows.
         *
         * @param name what Spark's user interface calls them once they are packed
         */
        OfRows(JavaRDD<InternalRow> rows, String name) {
            super(rows);
            this.rows = rows;
            this.name = name;
        }

        @Override
        public BlockPartitions pack(RowPlan plan, Precision precision) {
            return OfBlocks.kept(rows.mapPartitions(part -> new Packing(part, plan, precision)), name);
        }

        @Override
        public BlockPartitions pack(RowShuffle shuffle) {
            return OfBlocks.kept(
                    rows.mapPartitionsToPair(shuffle::split)
                            .partitionBy(new HashPartitioner(shuffle.partitions()))
                            .values()
                            .mapPartitions(shuffle::gather),
                    name);
        }
    }

    /** Packed rows. */
    private static final class OfBlocks extends RddPartitions<PackedBlock> implements BlockPartitions {

        private final JavaRDD<PackedBlock> blocks;

        private OfBlocks(JavaRDD<PackedBlock> blocks) {
            super(blocks);
            this.blocks = blocks;
        }

        static OfBlocks kept(JavaRDD<PackedBlock> blocks, String name) {
            return new OfBlocks(blocks.setName(name).persist(StorageLevel.MEMORY_AND_DISK()));
        }

        @Override
        public BlockPartitions cut(RowSlices slices) {
            return kept(new SlicedRows(blocks.rdd(), slices).toJavaRDD(), blocks.name());
        }

        @Override
        public void release() {
            blocks.unpersist(false);
        }
    }
}
