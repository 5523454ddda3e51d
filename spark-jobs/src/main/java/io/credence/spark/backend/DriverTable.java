package io.credence.spark.backend;

import io.credence.spark.pack.JavaBytes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Table whose content the driver holds, to become a data frame. Spark sends such content within tasks and refuses tasks
 * above {@code spark.rpc.message.maxSize}, so it is sent in parts of bounded bytes, one in a task, which makes rows of
 * it. A table of one part is read where it is, without a job.
 *
 * @param schema schema of the rows
 * @param parts content of the table, in order, in parts of up to so many bytes each, made as they are needed
 * @param rowMaker makes the rows of a part, in a task where there are several
 * @param <P> a part, serialisable
 */
public record DriverTable<P>(StructType schema, Function<Long, Stream<P>> parts, Rows<P> rowMaker) {

    private static final String LARGEST_MESSAGE = "spark.rpc.message.maxSize";
    private static final String DEFAULT_MEGABYTES = "128";
    /**
     * Ratio of Spark's largest message to the bytes of a part. It leaves room for what is only estimated, such as
     * names.
     */
    private static final int MESSAGE_SHARE = 4;
    /**
     * Ratio of the heap to the bytes of a part: some six copies of it live at once, from its numbers to the message.
     */
    private static final int HEAP_SHARE = 64;
    /** Estimated bytes of a cell that is a number or a short name. */
    private static final int CELL = 24;

    /** Conversion of a part to its rows. */
    @FunctionalInterface
    public interface Rows<P> extends Serializable {
        Iterator<Row> rowsOfPart(P part);
    }

    /** Creates a table of few rows. */
    public static DriverTable<List<Row>> of(StructType schema, List<Row> rows) {
        List<Row> all = List.copyOf(rows);
        long longest = all.stream().mapToLong(DriverTable::bytes).max().orElse(0);
        return new DriverTable<>(
                schema,
                most -> splitByBytes(all.size(), longest, most)
                        .map(part -> new ArrayList<>(all.subList(part.from(), part.to()))),
                List::iterator);
    }

    private static long bytes(Row row) {
        long bytes = CELL;
        for (int k = 0; k < row.size(); k++) {
            bytes += CELL + (row.get(k) instanceof CharSequence text ? (long) text.length() * 3 : 0);
        }
        return bytes;
    }

    /** Range of the numbers of items, {@code to} excluded. */
    public record Range(int from, int to) {}

    /** Cuts {@code items} items into ranges of up to {@code most} bytes, but of at least one item. */
    public static Stream<Range> splitByBytes(int items, long bytesOfItem, long most) {
        int together = (int) Math.max(1, Math.min(items, most / Math.max(1, bytesOfItem)));
        return IntStream.iterate(0, from -> from < items, from -> from + together)
                .mapToObj(from -> new Range(from, Math.min(items, from + together)));
    }

    /** Converts the table to a frame, whose rows keep their order. */
    public Dataset<Row> toDataFrame(SparkSession spark) {
        Iterator<P> each = parts.apply(bytesOfPart(spark)).iterator();
        List<P> first = next(each);
        if (!each.hasNext()) {
            List<Row> all = new ArrayList<>();
            first.forEach(part -> rowMaker.rowsOfPart(part).forEachRemaining(all::add));
            return spark.createDataFrame(all, schema);
        }
        Dataset<Row> frame = toDataFrame(spark, first);
        while (each.hasNext()) {
            frame = frame.union(toDataFrame(spark, next(each)));
        }
        return frame;
    }

    private static <P> List<P> next(Iterator<P> each) {
        return each.hasNext() ? List.of(each.next()) : List.of();
    }

    private Dataset<Row> toDataFrame(SparkSession spark, List<P> some) {
        Rows<P> made = rowMaker;
        return spark.createDataset(some.stream().map(JavaBytes::of).toList(), Encoders.BINARY())
                .flatMap(
                        (FlatMapFunction<byte[], Row>) part -> made.rowsOfPart(JavaBytes.<P>read(part)),
                        Encoders.row(schema));
    }

    /**
     * Writes the table as Parquet, a part at a time: the driver holds no second copy, and each job has one small task.
     */
    public void write(SparkSession spark, String path) {
        Iterator<P> each = parts.apply(bytesOfPart(spark)).iterator();
        do {
            toDataFrame(spark, next(each)).write().mode("append").parquet(path);
        } while (each.hasNext());
    }

    private static long bytesOfPart(SparkSession spark) {
        long message = Long.parseLong(spark.conf().get(LARGEST_MESSAGE, DEFAULT_MEGABYTES)) << 20;
        return Math.min(message / MESSAGE_SHARE, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }
}
