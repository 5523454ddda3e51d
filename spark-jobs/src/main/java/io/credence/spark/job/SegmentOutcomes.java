package io.credence.spark.job;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode_outer;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.result.MissingFiles;
import io.credence.result.ResultJson;
import io.credence.result.SavedPosterior;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.SegmentTable;
import io.credence.spark.Versions;
import io.credence.spark.read.Table;
import io.credence.spark.row.LiteralPath;
import io.credence.spark.row.SqlText;
import io.credence.spark.score.SegmentScoring;
import io.credence.summary.SegmentCounts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Fits of all segments, one each.
 *
 * @param segmentColumns columns that name a segment
 * @param fits a row for each segment, with those columns and {@link SegmentFits#SCHEMA}
 */
public record SegmentOutcomes(List<String> segmentColumns, Dataset<Row> fits) implements Serializable {

    /** Largest number of reasons for failures in the notes, which list the most frequent ones first. */
    private static final int REASONS = 5;
    /** Fits in a partition of what is computed from them and written: some ten megabytes of JSON. */
    private static final long PARTITION_FITS = 1000;

    public SegmentOutcomes {
        segmentColumns = new ArrayList<>(segmentColumns);
    }

    /** Fits that a configuration requests for the segments of a table, computed when their rows are requested. */
    public static SegmentOutcomes of(Table table, FitConfig config) {
        List<String> taken = Stream.concat(
                        Arrays.stream(SegmentFits.SCHEMA.fieldNames()), Arrays.stream(SegmentFits.NUMBER.fieldNames()))
                .toList();
        SegmentFits fits = new SegmentFits(config, Versions.of(table.rows().sparkSession()));
        return new SegmentOutcomes(
                config.data().roles().segmentColumns(),
                SegmentTable.of(table, config, taken).fitsTable(fits, SegmentFits.SCHEMA));
    }

    private Stream<Column> keyColumns() {
        return segmentColumns.stream().map(SqlText::column);
    }

    /** Table of a row for each number of each segment. A segment without a posterior has one row with the reason. */
    public Dataset<Row> posteriors() {
        Dataset<Row> each = fits.withColumn("number", explode_outer(col("numbers")));
        Stream<Column> numbers = Arrays.stream(SegmentFits.NUMBER.fieldNames()).map(name -> col("number." + name));
        Stream<Column> outcome = Stream.of("status", "reliable", "khat", "rows", "reason", "seed")
                .map(name -> col(name));
        return each.select(
                Stream.of(keyColumns(), numbers, outcome).flatMap(all -> all).toArray(Column[]::new));
    }

    /** Reads the fits in the folder of a result. */
    static SegmentOutcomes read(String path, SegmentsFile saved, SparkSession spark) {
        new MissingFiles(saved.outcome().missing()).requireWritten(ResultFolder.SEGMENT_FITS);
        String fits = LiteralPath.of(path + "/" + ResultFolder.SEGMENT_FITS, spark);
        return new SegmentOutcomes(saved.by(), spark.read().parquet(fits));
    }

    /** Copy whose fits are computed once and kept by Spark until its session ends. */
    public SegmentOutcomes withPersistedFits() {
        return new SegmentOutcomes(segmentColumns, fits.persist(StorageLevel.MEMORY_AND_DISK()));
    }

    /**
     * Outcome of the fits: their counts, notes and files.
     *
     * @param notes notes for the user, one sentence each
     */
    public record Outcome(SegmentCounts counts, List<String> notes, ResultFiles files) {}

    /**
     * Computes the fits, which are to be persisted: what follows reads them in as few tasks, and files, as there are segments for.
     *
     * @param begin begin of the job, as {@link System#nanoTime} has it
     */
    public Outcome computeOutcome(FitConfig config, long begin) {
        List<Row> ended = fits.groupBy("status", "reliable")
                .agg(count(lit(1)), coalesce(sum("rows"), lit(0L)))
                .collectAsList();
        SegmentCounts counts = counts(ended);
        long rows = ended.stream().mapToLong(row -> row.getLong(3)).sum();
        long segments = ended.stream().mapToLong(row -> row.getLong(2)).sum();
        int partitions = (int) Math.min(Integer.MAX_VALUE, 1 + segments / PARTITION_FITS);
        SegmentOutcomes computed = new SegmentOutcomes(segmentColumns, fits.coalesce(partitions));
        List<String> notes = computed.notes(config);
        SegmentsFile all = SegmentsFile.of(
                config, counts, rows, notes, (System.nanoTime() - begin) * 1e-9, Versions.of(fits.sparkSession()));
        return new Outcome(counts, notes, ResultFiles.of(computed, ResultJson.text(all)));
    }

    /** Posterior of any segment that has one. */
    public SavedPosterior anyPosterior() {
        return SegmentScoring.anyPosterior(fits);
    }

    /** Creates the scoring of rows by the posteriors of their segments. */
    public SegmentScoring scoring(Table rows, DataConfig data, double level) {
        return new SegmentScoring(rows, data, segmentColumns, fits, level);
    }

    /** Counts of the fits by how they ended. */
    private static SegmentCounts counts(List<Row> ended) {
        Map<String, Long> counts = new HashMap<>();
        long reliable = 0;
        for (Row row : ended) {
            counts.merge(row.getString(0), row.getLong(2), Long::sum);
            reliable += row.getBoolean(1) ? row.getLong(2) : 0;
        }
        return SegmentCounts.of(
                counts.getOrDefault("converged", 0L),
                counts.getOrDefault("unconverged", 0L),
                counts.getOrDefault("diverged", 0L),
                counts.getOrDefault(SegmentCounts.FAILED, 0L),
                reliable);
    }

    /** Notes on the segments for the user, one sentence each. */
    private List<String> notes(FitConfig config) {
        List<String> notes = new ArrayList<>(config.notes());
        fits.where(col("posterior").isNull())
                .groupBy("reason")
                .count()
                .orderBy(col("count").desc(), col("reason"))
                .limit(REASONS)
                .collectAsList()
                .forEach(row ->
                        notes.add("segments without a posterior, " + row.getLong(1) + " of them: " + row.getString(0)));
        String pooling = PoolingAdvice.of(posteriors(), config);
        if (pooling != null) {
            notes.add(pooling);
        }
        return notes;
    }
}
