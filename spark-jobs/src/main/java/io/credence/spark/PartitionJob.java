package io.credence.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction2;

/** One ordinary Spark job with one result per partition, in the order of partition numbers. */
final class PartitionJob {

    private PartitionJob() {}

    /** What is done with a partition. */
    @FunctionalInterface
    interface Task<T, U> extends Serializable {
        U run(int partition, Iterator<T> elements);
    }

    /** Results of all partitions. */
    static <T, U> List<U> run(JavaRDD<T> rdd, Task<T, U> task) {
        List<Object> partitions = new ArrayList<>();
        for (int p = 0; p < rdd.getNumPartitions(); p++) {
            partitions.add(p);
        }
        return run(rdd, task, partitions);
    }

    /** Results of those partitions. */
    static <T, U> List<U> run(JavaRDD<T> rdd, Task<T, U> task, List<Object> partitions) {
        Object[] results = (Object[]) rdd.context()
                .runJob(
                        rdd.rdd(),
                        new TaskFunction<>(task),
                        CollectionConverters.asScala(partitions).toSeq(),
                        ClassTag.<U>apply(Object.class));
        List<U> ordered = new ArrayList<>(results.length);
        for (Object result : results) {
            @SuppressWarnings("unchecked")
            U typed = (U) result;
            ordered.add(typed);
        }
        return ordered;
    }

    /** A class, not a lambda: Spark then has no closure to clean. */
    private static final class TaskFunction<T, U>
            extends AbstractFunction2<TaskContext, scala.collection.Iterator<T>, U> implements Serializable {

        private static final long serialVersionUID = 1;
        private final Task<T, U> task;

        TaskFunction(Task<T, U> task) {
            this.task = task;
        }

        @Override
        public U apply(TaskContext context, scala.collection.Iterator<T> elements) {
            return task.run(context.partitionId(), CollectionConverters.asJava(elements));
        }
    }
}
