package io.credence.spark.backend;

import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import scala.Tuple2;
import scala.Tuple3;

/**
 * Shuffle that sends pieces of a data frame to partitions of given numbers. Spark only hashes a column, so each number
 * is replaced by a key whose hash selects that partition.
 */
final class FrameShuffle {

    /** Encoder of the number of a target partition, a position in it, and a piece in bytes. */
    static final Encoder<Tuple3<Integer, Long, byte[]>> ADDRESSED =
            Encoders.tuple(Encoders.INT(), Encoders.LONG(), Encoders.BINARY());

    /** Seed of the hash by which Spark assigns rows to partitions. */
    private static final int SEED = 42;

    private FrameShuffle() {}

    /** Sends the pieces to their partitions, one partition in a task, sorted by position. */
    static Dataset<Tuple2<Integer, byte[]>> send(Dataset<Tuple3<Integer, Long, byte[]>> pieces, int partitions) {
        Column key = functions.element_at(
                functions.lit(partitionKeys(partitions)), pieces.col("_1").plus(1));
        return pieces.repartition(partitions, key)
                .sortWithinPartitions("_1", "_2")
                .select(pieces.col("_1"), pieces.col("_3").as("_2"))
                .as(FrameResults.NUMBERED);
    }

    /**
     * Smallest key for each partition whose hash selects it. If Spark changed its hash, partitions would share tasks,
     * and nothing else would change.
     */
    static int[] partitionKeys(int partitions) {
        int[] keys = new int[partitions];
        boolean[] found = new boolean[partitions];
        int missing = partitions;
        for (int key = 0; missing > 0; key++) {
            int target = Math.floorMod(Murmur3_x86_32.hashInt(key, SEED), partitions);
            if (!found[target]) {
                found[target] = true;
                keys[target] = key;
                missing--;
            }
        }
        return keys;
    }

    /**
     * Pieces of a task; in the first task one piece for each partition precedes them, so that no partition is without a
     * piece.
     */
    static Iterator<Tuple3<Integer, Long, byte[]>> withFirstPieces(
            Iterator<Tuple3<Integer, Long, byte[]>> pieces, int partitions, byte[] first) {
        if (TaskContext.getPartitionId() > 0) {
            return pieces;
        }
        Stream<Tuple3<Integer, Long, byte[]>> firsts =
                IntStream.range(0, partitions).mapToObj(p -> new Tuple3<>(p, -1L, first));
        Iterable<Tuple3<Integer, Long, byte[]>> rest = () -> pieces;
        return Stream.concat(firsts, StreamSupport.stream(rest.spliterator(), false))
                .iterator();
    }
}
