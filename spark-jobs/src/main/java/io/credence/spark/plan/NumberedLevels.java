package io.credence.spark.plan;

import static org.apache.spark.sql.functions.col;

import io.credence.kind.LevelNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import scala.math.BigInt;

/**
 * Levels of grouping factors, numbered by Spark in the order of {@link String#compareTo} of their texts. The texts between
 * two neighbours of a sample are ranked by themselves; a level's number is its rank, and how many levels come before. It
 * depends on the texts alone, not on the partitions in which Spark has them, nor on whether it keeps or computes them anew.
 */
final class NumberedLevels {

    /** Largest number of ranges of texts. Ten million levels have some 2,500 in each, which are sorted in memory. */
    private static final int MOST_RANGES = 4096;

    /** Number of sampled texts of a range, so that few ranges have many more levels than others. */
    private static final int SAMPLED_OF_RANGE = 8;

    /** Bytes of levels, as Spark estimates them before it counts them, for which a task is worth its start. */
    private static final long PARTITION_BYTES = 4 << 20;

    private final Dataset<Row> ranked;
    private final List<FactorCount> counts;

    /**
     * Counts of a factor.
     *
     * @param before number of levels before each range of texts
     * @param levels number of levels
     * @param bytes bytes of their texts in UTF-8
     * @param largestRows number of rows of the largest level
     * @param rows number of rows that have a level
     */
    record FactorCount(long[] before, long levels, long bytes, long largestRows, long rows) {

        private static FactorCount of(List<Row> ranges, int count) {
            long[] before = new long[count + 1];
            ranges.forEach(range -> before[range.getInt(0) % MOST_RANGES + 1] = range.getLong(1));
            for (int i = 0; i < count; i++) {
                before[i + 1] += before[i];
            }
            return new FactorCount(
                    before,
                    before[count],
                    ranges.stream().mapToLong(range -> range.getLong(2)).sum(),
                    ranges.stream().mapToLong(range -> range.getLong(3)).max().orElse(0),
                    ranges.stream().mapToLong(range -> range.getLong(4)).sum());
        }
    }

    /**
     * Number of the range of a text: how many of the first texts of later ranges are not after it, beyond the numbers of
     * the factors before.
     */
    private record RangeSearch(ArrayList<String[]> firsts) implements UDF2<Integer, String, Integer> {

        @Override
        public Integer call(Integer factor, String level) {
            int found = Arrays.binarySearch(firsts.get(factor), level);
            return factor * MOST_RANGES + (found < 0 ? -found - 1 : found + 1);
        }
    }

    private NumberedLevels(Dataset<Row> ranked, List<FactorCount> counts) {
        this.ranked = ranked;
        this.counts = counts;
    }

    /**
     * Numbers the levels.
     *
     * @param counted frame of the levels: number of the factor, text, and number of rows
     * @param samples some texts of each factor
     */
    static NumberedLevels of(Dataset<Row> counted, List<List<String>> samples) {
        ArrayList<String[]> firsts =
                new ArrayList<>(samples.stream().map(NumberedLevels::quantiles).toList());
        Dataset<Row> ranked = kept(ranked(counted, firsts));
        try {
            return new NumberedLevels(ranked, counts(ranked, firsts));
        } catch (Exception failed) { // Spark throws checked exceptions that it does not declare
            release(ranked);
            throw failed;
        }
    }

    private static Dataset<Row> ranked(Dataset<Row> counted, ArrayList<String[]> firsts) {
        Column range =
                functions.udf(new RangeSearch(firsts), DataTypes.IntegerType).apply(col("factor"), col("level"));
        // Bytes of UTF-16 have the order of Java's characters, those of UTF-8 another
        Column order = functions.encode(col("level"), "UTF-16BE");
        // By one number, since Spark's sort compares the first column alone where its numbers differ
        Column rank = functions.row_number().over(Window.partitionBy("range").orderBy(order, col("level")));
        return counted.select(range.as("range"), col("level"), col("rows"))
                .repartition(partitions(counted), col("range"))
                .withColumn("rank", rank);
    }

    /** Number of partitions: Spark would make as many of few levels as of many, since it does not coalesce what it keeps. */
    private static int partitions(Dataset<Row> counted) {
        BigInt bytes = counted.queryExecution().optimizedPlan().stats().sizeInBytes();
        int most = counted.sparkSession().sessionState().conf().numShufflePartitions();
        return (int) Math.min(most, 1 + bytes.doubleValue() / PARTITION_BYTES);
    }

    private static List<FactorCount> counts(Dataset<Row> ranked, List<String[]> firsts) {
        Map<Integer, List<Row>> ranges = ranked
                .groupBy("range")
                .agg(
                        functions.count("rank"),
                        functions.sum(functions.octet_length(col("level"))),
                        functions.max("rows"),
                        functions.sum("rows"))
                .collectAsList()
                .stream()
                .collect(Collectors.groupingBy(row -> row.getInt(0) / MOST_RANGES));
        return IntStream.range(0, firsts.size())
                .mapToObj(f -> FactorCount.of(ranges.getOrDefault(f, List.of()), firsts.get(f).length + 1))
                .toList();
    }

    private static String[] quantiles(List<String> sample) {
        List<String> sorted = sample.stream().sorted().toList();
        int ranges = Math.min(MOST_RANGES, sorted.size() / SAMPLED_OF_RANGE + 1);
        String[] firsts = new String[ranges - 1];
        Arrays.setAll(firsts, i -> sorted.get((int) ((i + 1L) * sorted.size() / ranges)));
        return firsts;
    }

    /** Frame that Spark keeps in memory and on disk; where it keeps none, each job computes the frame anew. */
    private static Dataset<Row> kept(Dataset<Row> frame) {
        try {
            return frame.persist(StorageLevel.MEMORY_AND_DISK());
        } catch (RuntimeException refused) {
            return frame;
        }
    }

    /** Ends the keeping of a frame. */
    private static void release(Dataset<Row> frame) {
        try {
            frame.unpersist(false);
        } catch (RuntimeException refused) {
            // A platform that refuses this keeps none
        }
    }

    FactorCount count(int factor) {
        return counts.get(factor);
    }

    /** Frame of the levels of a factor: number and level. */
    Dataset<Row> frame(int factor) {
        int first = factor * MOST_RANGES;
        Column before = functions.element_at(
                functions.lit(counts.get(factor).before()),
                col("range").minus(first).plus(1));
        return ranked.where(col("range").between(first, first + MOST_RANGES - 1))
                .select(
                        before.plus(col("rank"))
                                .minus(1)
                                .cast(DataTypes.IntegerType)
                                .as("number"),
                        col("level"));
    }

    /** Names of the levels of a factor, which stay where they are. */
    LevelNames names(int factor) {
        Dataset<Row> frame = frame(factor);
        return new LevelNames() {
            @Override
            public Map<Integer, String> of(Set<Integer> levels) {
                return frame.where(col("number").isin(levels.toArray())).collectAsList().stream()
                        .collect(Collectors.toMap(row -> row.getInt(0), row -> row.getString(1)));
            }

            @Override
            public List<String> all() {
                List<String> all = new ArrayList<>(
                        Collections.nCopies((int) counts.get(factor).levels(), ""));
                frame.toLocalIterator().forEachRemaining(row -> all.set(row.getInt(0), row.getString(1)));
                return all;
            }
        };
    }

    /** Ends Spark's keeping of the levels. */
    void release() {
        release(ranked);
    }
}
