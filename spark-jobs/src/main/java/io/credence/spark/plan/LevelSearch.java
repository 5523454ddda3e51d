package io.credence.spark.plan;

import io.credence.kind.GroupingFactor;
import io.credence.kind.LevelNames;
import io.credence.spark.backend.BroadcastLimit;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LevelIndex;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Search for the levels of grouping factors. The driver reads those of small factors; where it has read more, Spark numbers
 * the levels where they are.
 */
final class LevelSearch {

    /** Least bytes of levels after which the driver stops to read more: what it has read is the sample of the others. */
    private static final long LEAST_SAMPLE = 1 << 20;

    private final List<String> levels = new ArrayList<>();
    private long bytes;
    private long largestRows;
    private long rows;

    /**
     * Levels of a factor.
     *
     * @param count number of levels
     * @param names their names, in the order of the texts
     * @param isHeld whether the driver holds them
     * @param largestRows number of rows of the largest level
     * @param rows number of rows that have a level
     */
    record FoundFactor(long count, LevelNames names, boolean isHeld, long largestRows, long rows) {

        /**
         * The factor.
         *
         * @param where name of the table in messages
         * @throws DataException if it has fewer than two levels
         */
        GroupingFactor toFactor(String name, String where) {
            if (count < 2) {
                throw new DataException(
                        "the grouping factor '" + name + "' has "
                                + (count == 0 ? "no level" : "one level, whose effects the others already are"),
                        "at least two levels",
                        count == 0
                                ? "none in a row that is kept"
                                : DataException.quoted(names.all().get(0)),
                        where);
            } else if (count > Integer.MAX_VALUE) {
                throw new DataException(
                        "there are too many levels of " + name,
                        "at most " + Integer.MAX_VALUE,
                        String.valueOf(count),
                        where);
            }
            return new GroupingFactor(name, (int) count);
        }

        private static FoundFactor of(NumberedLevels.FactorCount count, LevelNames names, long limit) {
            boolean held = LevelIndex.BYTES * count.levels() + count.bytes() <= limit;
            return new FoundFactor(
                    count.levels(), held ? LevelNames.of(names.all()) : names, held, count.largestRows(), count.rows());
        }
    }

    /**
     * Levels of all factors.
     *
     * @param numbered levels that Spark has numbered; null where the driver holds all
     */
    record Found(List<FoundFactor> factors, @Nullable NumberedLevels numbered) {

        /** Frees what Spark keeps of the levels. */
        void release() {
            if (numbered != null) {
                numbered.release();
            }
        }
    }

    private LevelSearch() {}

    /**
     * Finds the levels.
     *
     * @param counted frame of the levels: number of the factor, text, and number of rows
     */
    static Found of(Dataset<Row> counted, int factors) {
        long limit = BroadcastLimit.bytes(counted.sparkSession());
        List<LevelSearch> samples = read(counted, factors, Math.max(limit, LEAST_SAMPLE));
        if (samples.stream().allMatch(each -> each.bytes <= limit)) {
            return new Found(samples.stream().map(LevelSearch::found).toList(), null);
        }
        NumberedLevels numbered = NumberedLevels.of(
                counted, samples.stream().map(each -> each.levels).toList());
        return new Found(
                IntStream.range(0, factors)
                        .mapToObj(f -> FoundFactor.of(numbered.count(f), numbered.names(f), limit))
                        .toList(),
                numbered);
    }

    /** Reads the levels of each factor, until those of one have more bytes. */
    private static List<LevelSearch> read(Dataset<Row> counted, int factors, long most) {
        List<LevelSearch> all = new ArrayList<>();
        IntStream.range(0, factors).forEach(f -> all.add(new LevelSearch()));
        // Row by row, since rows of Spark take several times the memory of their texts
        Iterator<Row> found = counted.toLocalIterator();
        boolean more = true;
        while (more && found.hasNext()) {
            Row row = found.next();
            LevelSearch factor = all.get(row.getInt(0));
            factor.add(row.getString(1), row.getLong(2));
            more = factor.bytes <= most;
        }
        return all;
    }

    private void add(String level, long itsRows) {
        levels.add(level);
        bytes += LevelIndex.BYTES + level.length();
        largestRows = Math.max(largestRows, itsRows);
        rows += itsRows;
    }

    private FoundFactor found() {
        levels.sort(null);
        return new FoundFactor(levels.size(), LevelNames.of(levels), true, largestRows, rows);
    }
}
