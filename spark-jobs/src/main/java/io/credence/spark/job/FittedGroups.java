package io.credence.spark.job;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode_outer;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.credence.config.FitConfig;
import io.credence.spark.GroupTable;
import io.credence.spark.Table;
import io.credence.spark.Versions;
import io.credence.summary.GroupCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * One fit per group.
 *
 * @param by columns that name a group
 * @param fits a row for each group, of those and {@link GroupFits#SCHEMA}
 */
public record FittedGroups(List<String> by, Dataset<Row> fits) {

    /** Reasons for failures that are listed, the most frequent first. */
    private static final int REASONS = 5;

    public FittedGroups {
        by = List.copyOf(by);
    }

    /** The fits that a configuration requests of a table, computed when they are requested. */
    public static FittedGroups of(Table table, FitConfig config) {
        List<String> taken = Stream.concat(
                        Arrays.stream(GroupFits.SCHEMA.fieldNames()), Arrays.stream(GroupFits.NUMBER.fieldNames()))
                .toList();
        GroupFits fits = new GroupFits(config, Versions.of(table.rows().sparkSession()));
        return new FittedGroups(
                config.data().by(), GroupTable.of(table, config, taken).fits(fits, GroupFits.SCHEMA));
    }

    private Stream<Column> keys() {
        return by.stream().map(Table::column);
    }

    /** A row for each number of each group, or one with the reason of a group that has none. */
    public Dataset<Row> posteriors() {
        Dataset<Row> each = fits.withColumn("number", explode_outer(col("numbers")));
        Stream<Column> numbers = Arrays.stream(GroupFits.NUMBER.fieldNames()).map(name -> col("number." + name));
        Stream<Column> group = Stream.of("status", "reliable", "khat", "rows", "reason", "seed")
                .map(name -> col(name));
        return each.select(Stream.of(keys(), numbers, group).flatMap(all -> all).toArray(Column[]::new));
    }

    /** Writes both tables; what it returns reads the fits from there. */
    FittedGroups write(Path folder) {
        String path = new Path(folder, ResultFolder.GROUP_FITS).toString();
        fits.write().parquet(path);
        FittedGroups written = new FittedGroups(by, fits.sparkSession().read().parquet(path));
        written.posteriors().write().parquet(new Path(folder, ResultFolder.GROUP_POSTERIORS).toString());
        return written;
    }

    /** How the fits ended. */
    public GroupCounts counts() {
        Map<String, Long> counts = new HashMap<>();
        long reliable = 0;
        long rows = 0;
        for (Row row : fits.groupBy("status", "reliable")
                .agg(count(lit(1)), coalesce(sum("rows"), lit(0L)))
                .collectAsList()) {
            counts.merge(row.getString(0), row.getLong(2), Long::sum);
            reliable += row.getBoolean(1) ? row.getLong(2) : 0;
            rows += row.getLong(3);
        }
        return new GroupCounts(
                counts.getOrDefault("converged", 0L),
                counts.getOrDefault("unconverged", 0L),
                counts.getOrDefault("diverged", 0L),
                counts.getOrDefault(GroupCounts.FAILED, 0L),
                reliable,
                rows);
    }

    /** What a user should know of the groups, one sentence each. */
    public List<String> notes(FitConfig config) {
        List<String> notes = new ArrayList<>(config.notes());
        fits.where(col("posterior").isNull())
                .groupBy("reason")
                .count()
                .orderBy(col("count").desc(), col("reason"))
                .limit(REASONS)
                .collectAsList()
                .forEach(row -> notes.add(row.getLong(1) + " groups have no posterior: " + row.getString(0)));
        String pooling = PoolingAdvice.of(posteriors(), config);
        if (pooling != null) {
            notes.add(pooling);
        }
        return notes;
    }
}
