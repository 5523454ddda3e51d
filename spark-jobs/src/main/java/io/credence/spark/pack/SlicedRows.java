package io.credence.spark.pack;

import io.credence.spark.pack.RowSlices.Slice;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * RDD of packed rows cut anew into partitions of equal numbers of rows, without a shuffle. A partition reads its slices
 * from persisted partitions, in this process's memory where they lie there. Blocks are shared; only one that a cut goes
 * through is copied.
 */
public final class SlicedRows extends RDD<PackedBlock> {

    private static final long serialVersionUID = 1;
    private static final ClassTag<PackedBlock> PACKED = ClassTag.apply(PackedBlock.class);

    /** Slice with the partition from which it is cut. */
    private record PartitionSlice(Partition source, Slice slice) implements java.io.Serializable {}

    private final transient RowSlices slices;

    public SlicedRows(RDD<PackedBlock> packed, RowSlices slices) {
        super(packed.context(), sequence(List.<Dependency<?>>of(new SliceDependency(packed, slices))), PACKED);
        this.slices = slices;
    }

    @Override
    public Partition[] getPartitions() {
        Partition[] sources = firstParent(PACKED).partitions();
        Partition[] partitions = new Partition[slices.slicesByPartition().size()];
        for (int p = 0; p < partitions.length; p++) {
            List<PartitionSlice> parts = new ArrayList<>();
            slices.slicesByPartition()
                    .get(p)
                    .forEach(slice -> parts.add(new PartitionSlice(sources[slice.source()], slice)));
            partitions[p] = new SlicedPartition(p, parts);
        }
        return partitions;
    }

    @Override
    public scala.collection.Iterator<PackedBlock> compute(Partition partition, TaskContext context) {
        RDD<PackedBlock> packed = firstParent(PACKED);
        Iterator<PackedBlock> blocks = ((SlicedPartition) partition)
                .parts.stream()
                        .flatMap(part -> part
                                .slice()
                                .selectRows(CollectionConverters.asJava(packed.iterator(part.source(), context)))
                                .stream())
                        .iterator();
        return CollectionConverters.asScala(blocks);
    }

    private static <T> Seq<T> sequence(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    private static final class SlicedPartition implements Partition {
        private static final long serialVersionUID = 1;
        private final int index;
        private final ArrayList<PartitionSlice> parts;

        SlicedPartition(int index, List<PartitionSlice> parts) {
            this.index = index;
            this.parts = new ArrayList<>(parts);
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SlicedPartition partition && partition.index == index;
        }

        @Override
        public int hashCode() {
            return index;
        }
    }

    private static final class SliceDependency extends NarrowDependency<PackedBlock> {
        private static final long serialVersionUID = 1;
        private final RowSlices slices;

        SliceDependency(RDD<PackedBlock> packed, RowSlices slices) {
            super(packed);
            this.slices = slices;
        }

        @Override
        public Seq<Object> getParents(int partition) {
            return sequence(slices.slicesByPartition().get(partition).stream()
                    .<Object>map(Slice::source)
                    .toList());
        }
    }
}
