package io.credence.spark.backend;

import io.credence.spark.pack.JavaBytes;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import scala.Tuple2;

/** Results of a job over a frame, by the number of their partition. */
final class FrameResults {

    /** Encoder of a partition's number and its bytes. */
    static final Encoder<Tuple2<Integer, byte[]>> NUMBERED = Encoders.tuple(Encoders.INT(), Encoders.BINARY());

    private final NavigableMap<Integer, byte[]> byPartition;

    private FrameResults(NavigableMap<Integer, byte[]> byPartition) {
        this.byPartition = byPartition;
    }

    /** Runs the job, and collects its results. */
    static FrameResults of(Dataset<Tuple2<Integer, byte[]>> answers) {
        NavigableMap<Integer, byte[]> byPartition = new TreeMap<>();
        for (Tuple2<Integer, byte[]> answer : answers.collectAsList()) {
            if (byPartition.put(answer._1(), answer._2()) != null) {
                throw new IllegalStateException("partition " + answer._1()
                        + " was divided: required one task for the rows of each, found several of this one; a larger"
                        + " data.partitions makes smaller ones");
            }
        }
        return new FrameResults(byPartition);
    }

    /** Hands over all results, in the order of partition numbers. */
    <U> void collectEach(Consumer<? super U> taker) {
        byPartition.values().forEach(answer -> taker.accept(JavaBytes.<U>read(answer)));
    }

    /** Hands over the results of some partitions, in the order given. */
    <U> void collectEach(int[] partitions, Consumer<? super U> taker) {
        for (int partition : partitions) {
            taker.accept(this.<U>of(partition));
        }
    }

    private <U> U of(int partition) {
        byte[] answer = byPartition.get(partition);
        if (answer == null) {
            throw new IllegalStateException("partition " + partition + " has disappeared: required an answer of each,"
                    + " found those of " + byPartition.keySet());
        }
        return JavaBytes.read(answer);
    }
}
