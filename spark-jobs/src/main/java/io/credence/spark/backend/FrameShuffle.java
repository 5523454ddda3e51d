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
 * Shuffle that sends pieces to numbered partitions by a column alone: each number has a key whose hash Spark sends
 * there.
 */
final class FrameShuffle {

    /** Encoder of a piece in bytes behind the partition it is for and its position in there. */
    static final Encoder<Tuple3<Integer, Long, byte[]>> ADDRESSED =
            Encoders.tuple(Encoders.INT(), Encoders.LONG(), Encoders.BINARY());

    /** Seed of the hash by which Spark divides rows. */
    private static final int SEED = 42;

    private FrameShuffle() {}

    /** Sends the pieces, each partition's together and in order, one partition in a task. */
    static Dataset<Tuple2<Integer, byte[]>> send(Dataset<Tuple3<Integer, Long, byte[]>> pieces, int partitions) {
        Column key = functions.element_at(
                functions.lit(partitionKeys(partitions)), pieces.col("_1").plus(1));
        return pieces.repartition(partitions, key)
                .sortWithinPartitions("_1", "_2")
                .select(pieces.col("_1"), pieces.col("_3").as("_2"))
                .as(FrameResults.NUMBERED);
    }

    /**
     * Least number for each partition that Spark's hash sends there. Were its hash another, partitions would share
     * tasks, and nothing else would change.
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

    /** Pieces of a task; in one of the tasks there is one before them for each partition, so that none is without a piece. */
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
