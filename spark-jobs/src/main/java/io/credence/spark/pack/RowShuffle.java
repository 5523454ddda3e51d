package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.DenseBlock;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.random.AddressedRandom;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import io.credence.spark.row.SeriesPlan;
import io.credence.spark.row.SeriesReader;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Shuffle that sends each row to partition hash(seed, content) mod n and sorts each partition by that hash. So the
 * blocks depend on the rows and the seed alone, not on the order of the rows, the splits they were read in, or who read
 * them. Rows of a series are hashed by its name instead, rows of a mixed model by their level of one grouping factor,
 * and so stay together. Rows travel in chunks, and a partition's rows must fit into its task's memory.
 *
 * @param plan plan by which cells become rows
 * @param precision precision in which the blocks are stored
 * @param partitionCount number of partitions
 * @param seed seed of the order of rows
 * @param site plan that gives each partition the rows of one partition factor; null where partitions hold any rows
 */
public record RowShuffle(
        RowPlan plan,
        Precision precision,
        int partitionCount,
        long seed,
        @Nullable PartitionFactorPlan site) implements Serializable {

    /** Default number of partitions over which rows are shuffled. */
    public static final int PARTITIONS = 64;

    private static final int MAP_BYTES = 64 << 20;

    /**
     * Chunk of rows for one partition, or the tally of rows that were left out.
     *
     * @param hashes hash of each row, by which it was sent and is sorted
     * @param contentDigests digest of each row's content as it was read
     * @param positions place of each row in its series; null where rows make none
     */
    public record Chunk(
            long[] hashes,
            long[] contentDigests,
            @Nullable Positions positions,
            @Nullable RowBlock block,
            @Nullable RowTally leftOutTally)
            implements Serializable {}

    /**
     * Place of each row in its series.
     *
     * @param series name of each row's series
     * @param positions position of each row, ascending with the order column
     */
    record Positions(String[] series, long[] positions) implements Serializable {}

    /** Splits rows into chunks, each with the number of the partition that it is for. */
    public Iterator<Tuple2<Integer, Chunk>> split(Iterator<InternalRow> rows) {
        RowDecoder decoder = new RowDecoder(plan);
        RowTally leftOut = new RowTally(plan);
        Writer[] writers = new Writer[partitionCount];
        List<Tuple2<Integer, Chunk>> chunks = new ArrayList<>();
        while (leftOut.refused() == 0 && rows.hasNext()) {
            InternalRow cells = rows.next();
            RowDecoder.Outcome outcome = decoder.decode(cells);
            if (outcome != RowDecoder.Outcome.KEPT) {
                leftOut.addLeftOut(outcome);
                continue;
            }
            leftOut.addSplit(decoder.outcomeCount());
            SeriesReader series = decoder.seriesReader();
            long[] contents = contentDigests(decoder, series);
            if (plan.features().scales() != null) {
                decoder.row().divideBy(plan.features().scales());
            }
            for (int i = 0; i < contents.length; i++) {
                decoder.applyOutcome(i);
                long hash = AddressedRandom.bits(seed, decoder.dealingHash(contents[i]));
                int target =
                        site == null ? (int) Long.remainderUnsigned(hash, partitionCount) : site.partition(cells, hash);
                if (writers[target] == null) {
                    writers[target] = new Writer(plan, partitionCount);
                }
                writers[target].add(decoder.row(), hash, contents[i], series);
                if (writers[target].builder.isFull()) {
                    chunks.add(new Tuple2<>(target, writers[target].finishChunk()));
                }
            }
        }
        for (int p = 0; p < partitionCount; p++) {
            if (writers[p] != null && !writers[p].builder.isEmpty()) {
                chunks.add(new Tuple2<>(p, writers[p].finishChunk()));
            }
        }
        chunks.add(new Tuple2<>(0, tallyChunk(leftOut)));
        return chunks.iterator();
    }

    /** Digests of the rows that the cells last decoded make, before scaling. */
    private static long[] contentDigests(RowDecoder decoder, @Nullable SeriesReader series) {
        long[] contents = new long[decoder.outcomeCount()];
        for (int i = 0; i < contents.length; i++) {
            decoder.applyOutcome(i);
            contents[i] = series == null
                    ? RowHash.of(decoder.row())
                    : RowHash.of(decoder.row(), series.series(), series.position());
        }
        return contents;
    }

    /** Creates a chunk without a row, so that a partition to which no row is sent is packed too. */
    public Chunk emptyChunk() {
        return tallyChunk(new RowTally(plan));
    }

    private static Chunk tallyChunk(RowTally tally) {
        return new Chunk(new long[0], new long[0], null, null, tally);
    }

    /** Writer of the rows for one partition. */
    private static final class Writer {
        private final BlockBuilder builder;
        private long[] hashes = new long[64];
        private long[] contents = new long[64];
        private String[] series = new String[0];
        private long[] positions = new long[0];
        private int rows;

        Writer(RowPlan plan, int partitions) {
            int bytes = Math.min(BlockBuilder.DEFAULT_BLOCK_BYTES, Math.max(1 << 14, MAP_BYTES / partitions));
            builder = Packing.builder(plan, Precision.FLOAT64, bytes);
        }

        void add(FeatureRow row, long hash, long content, @Nullable SeriesReader of) {
            if (of != null) {
                addPosition(of);
            }
            if (rows == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * rows);
                contents = Arrays.copyOf(contents, 2 * rows);
            }
            hashes[rows] = hash;
            contents[rows] = content;
            rows++;
            Packing.add(builder, row);
        }

        private void addPosition(SeriesReader of) {
            if (rows == positions.length) {
                series = Arrays.copyOf(series, Math.max(64, 2 * rows));
                positions = Arrays.copyOf(positions, series.length);
            }
            series[rows] = of.series().name();
            positions[rows] = of.position();
        }

        Chunk finishChunk() {
            Positions placed = positions.length == 0
                    ? null
                    : new Positions(Arrays.copyOf(series, rows), Arrays.copyOf(positions, rows));
            Chunk chunk = new Chunk(
                    Arrays.copyOf(hashes, rows), Arrays.copyOf(contents, rows), placed, builder.build(), null);
            rows = 0;
            return chunk;
        }
    }

    /** Packs the chunks that were sent to a partition, in whatever order, into its blocks. */
    public Iterator<PackedBlock> gatherBlocks(Iterator<Chunk> chunks) {
        List<Chunk> received = new ArrayList<>();
        RowTally tally = new RowTally(plan);
        while (chunks.hasNext()) {
            Chunk chunk = chunks.next();
            if (chunk.leftOutTally() != null) {
                tally.merge(chunk.leftOutTally());
            } else {
                received.add(chunk);
            }
        }
        ChunkRows rows = new ChunkRows(received);
        SeriesPlan series = plan.series();
        return series == null
                ? new Gathering(rows, plan, precision, tally)
                : new SeriesGathering(rows, plan, series, precision, tally);
    }

    /** Loads row {@code i} of a block into the buffer. */
    static void load(RowBlock block, int i, FeatureRow into) {
        into.reset(
                block.attributes().labels()[i],
                block.attributes().weight(i),
                block.attributes().offset(i));
        int[][] levels = block.attributes().levels();
        for (int f = 0; levels != null && f < levels.length; f++) {
            into.levelBuffer()[f] = levels[f][i];
        }
        if (block instanceof DenseBlock dense) {
            System.arraycopy(dense.values(), i * dense.columns(), into.values(), 0, dense.columns());
        } else if (block instanceof SparseBlock sparse && sparse.doubleEntries() != null) {
            for (int at = sparse.rowStarts()[i]; at < sparse.rowStarts()[i + 1]; at++) {
                into.put(sparse.entryColumns()[at], sparse.doubleEntries()[at]);
            }
        }
    }
}
