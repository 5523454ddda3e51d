package io.credence.spark.backend;

import io.credence.data.RowBlock;
import io.credence.spark.pack.BlockBytes;
import io.credence.spark.pack.JavaBytes;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.pack.RowSlices.Slice;
import io.credence.spark.pack.RunIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;
import scala.Tuple3;

/**
 * Packed rows as bytes in a stored data frame. Every partition has at least one element, if only an empty one.
 *
 * @param storedFrame frame of columns _1, the partition, and _2, the bytes
 * @param storage stores frames that are cut from this one
 */
public record FrameBlocks(FrameStorage.StoredFrame storedFrame, FrameStorage storage) implements BlockPartitions {

    @Override
    public <U> void collectEach(Task<PackedBlock, U> task, Consumer<? super U> taker) {
        FrameResults.of(taskResults(storedFrame.frame(), task)).collectEach(taker);
    }

    /** Runs a task over some partitions. The others are filtered out; their files are not even opened. */
    @Override
    public <U> void collectEach(Task<PackedBlock, U> task, int[] partitions, Consumer<? super U> taker) {
        Object[] numbers = Arrays.stream(partitions).boxed().toArray();
        Dataset<Tuple2<Integer, byte[]>> some =
                storedFrame.frame().where(storedFrame.frame().col("_1").isin(numbers));
        FrameResults.of(taskResults(some, task)).collectEach(partitions, taker);
    }

    private static <U> Dataset<Tuple2<Integer, byte[]>> taskResults(
            Dataset<Tuple2<Integer, byte[]>> blocks, Task<PackedBlock, U> task) {
        return blocks.mapPartitions(
                (MapPartitionsFunction<Tuple2<Integer, byte[]>, Tuple2<Integer, byte[]>>) elements ->
                        FrameRuns.resultsByPartition(
                                elements,
                                BlockBytes::decode,
                                (partition, own) -> List.of(JavaBytes.of(task.run(partition, own)))
                                        .iterator()),
                FrameResults.NUMBERED);
    }

    @Override
    public Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<PackedBlock, Iterator<InternalRow>> task) {
        return storedFrame
                .frame()
                .mapPartitions(
                        (MapPartitionsFunction<Tuple2<Integer, byte[]>, Row>) elements -> new RunIterator<>(
                                elements,
                                Tuple2::_1,
                                (partition, own) -> FrameRows.toExternalRows(
                                        task.run(
                                                partition,
                                                RunIterator.mapIterator(
                                                        own, element -> BlockBytes.decode(element._2()))),
                                        schema)),
                        Encoders.row(schema));
    }

    @Override
    public BlockPartitions repartition(RowSlices slices) {
        int partitions = slices.slicesByPartition().size();
        Dataset<Tuple3<Integer, Long, byte[]>> pieces = storedFrame
                .frame()
                .mapPartitions(
                        (MapPartitionsFunction<Tuple2<Integer, byte[]>, Tuple3<Integer, Long, byte[]>>)
                                elements -> FrameShuffle.withFirstPieces(
                                        new SliceIterator(elements, slices),
                                        partitions,
                                        BlockBytes.encode(new PackedBlock(null, null))),
                        FrameShuffle.ADDRESSED);
        return new FrameBlocks(storage.keep(FrameShuffle.send(pieces, partitions)), storage);
    }

    @Override
    public void release() {
        storedFrame.release();
    }

    /** Iterator over the slices of the blocks with their destinations, each block in turn. */
    private static final class SliceIterator implements Iterator<Tuple3<Integer, Long, byte[]>> {

        private final Iterator<Tuple2<Integer, byte[]>> elements;
        private final RowSlices slices;
        private Iterator<Tuple3<Integer, Long, byte[]>> pieces = Collections.emptyIterator();
        private int partition = -1;
        private long first;
        private long number;

        SliceIterator(Iterator<Tuple2<Integer, byte[]>> elements, RowSlices slices) {
            this.elements = elements;
            this.slices = slices;
        }

        @Override
        public boolean hasNext() {
            while (!pieces.hasNext() && elements.hasNext()) {
                Tuple2<Integer, byte[]> element = elements.next();
                first = element._1() == partition ? first : 0;
                partition = element._1();
                RowBlock block = BlockBytes.decode(element._2()).block();
                if (block != null) {
                    pieces = addressedPieces(block).iterator();
                    first += block.rows();
                    number++;
                }
            }
            return pieces.hasNext();
        }

        private List<Tuple3<Integer, Long, byte[]>> addressedPieces(RowBlock block) {
            List<Tuple3<Integer, Long, byte[]>> found = new ArrayList<>();
            for (int target = 0; target < slices.slicesByPartition().size(); target++) {
                List<Slice> required = slices.slicesByPartition().get(target);
                for (int s = 0; s < required.size(); s++) {
                    RowBlock piece = required.get(s).source() == partition
                            ? required.get(s).selectRows(block, first)
                            : null;
                    if (piece != null) {
                        byte[] bytes = BlockBytes.encode(new PackedBlock(piece, null));
                        found.add(new Tuple3<>(target, ((long) s << Integer.SIZE) + number, bytes));
                    }
                }
            }
            return found;
        }

        @Override
        public Tuple3<Integer, Long, byte[]> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return pieces.next();
        }
    }
}
