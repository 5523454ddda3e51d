package io.credence.spark;

import io.credence.FactorPartitions;
import io.credence.Rows;
import io.credence.data.BlockBuilder;
import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.diagnostic.RowKeyLookup;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.formula.ColumnProduct;
import io.credence.formula.Design;
import io.credence.formula.GroupingTerm;
import io.credence.kind.ColumnScales;
import io.credence.kind.RowGrouping;
import io.credence.linalg.Kernels;
import io.credence.spark.backend.BlockPartitions;
import io.credence.spark.backend.Execution;
import io.credence.spark.backend.SparkBackend;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.plan.FactorLevels;
import io.credence.spark.plan.FeaturePlan;
import io.credence.spark.score.LevelTable;
import io.credence.statistics.RowMoments;
import io.credence.summary.FactorEffects;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Packed rows of a fit, in blocks that Spark keeps, and what is known about them. Closing frees the blocks. */
public final class PackedRows implements Rows, AutoCloseable {

    private final BlockPartitions blocks;
    private final @Nullable Execution execution;
    private final DataSummary summary;
    private final FeaturePlan.Features features;
    private final int classes;
    private final long skipped;
    private final String fingerprint;
    private final ColumnScales scales;
    private final List<String> notes;
    private final long rowsRead;
    private final long bytes;
    private final List<FactorPartitions> sites;
    private final @Nullable RowKeyLookup keys;
    private final @Nullable RowGrouping grouping;
    /** Blocks collected into this process; null before that, or if they are not small. */
    private @Nullable List<List<RowBlock>> held;
    /** Levels of grouping factors; null without such factors. */
    private @Nullable FactorLevels levels;
    /** Moments of the rows, once a pass computed them. */
    private @Nullable RowMoments moments;

    PackedRows(
            BlockPartitions blocks,
            @Nullable Execution execution,
            DataSummary summary,
            FeaturePlan.Features features,
            int classes,
            long skipped,
            String fingerprint,
            ColumnScales scales,
            List<String> notes,
            long rowsRead,
            long bytes,
            List<FactorPartitions> sites,
            @Nullable RowKeyLookup keys,
            @Nullable RowGrouping grouping) {
        this.blocks = blocks;
        this.execution = execution;
        this.summary = summary;
        this.features = features;
        this.classes = classes;
        this.skipped = skipped;
        this.fingerprint = fingerprint;
        this.scales = scales;
        this.notes = List.copyOf(notes);
        this.rowsRead = rowsRead;
        this.bytes = bytes;
        this.sites = List.copyOf(sites);
        this.keys = keys;
        this.grouping = grouping;
    }

    /** Has the rows free what Spark keeps of the levels, too. */
    PackedRows withLevels(FactorLevels all) {
        levels = all;
        return this;
    }

    /** Blocks of each partition, as Spark keeps them. */
    public BlockPartitions blocks() {
        return blocks;
    }

    /** Number of rows, their weight, and the shape of the blocks. */
    public DataSummary summary() {
        return summary;
    }

    /** Number of rows read from the table. Blocks have more rows where one counts both successes and failures. */
    public long rowsRead() {
        return rowsRead;
    }

    /** Names of the features, in the order of columns; the intercept is "(Intercept)" and first. */
    @Override
    public List<String> names() {
        return features.names();
    }

    /** Number of classes, where labels are classes; else 0. */
    @Override
    public int classes() {
        return classes;
    }

    /** Number of rows that were left out: for a missing or unusable cell, or for weight 0. */
    public long skipped() {
        return skipped;
    }

    /** Digest of the rows' content and the features' names, whatever the order and packing of the rows. */
    public String fingerprint() {
        return fingerprint;
    }

    /**
     * Partition factors of the rows with the partitions of each; one partition factor of all rows where no column names
     * sites.
     */
    @Override
    public List<FactorPartitions> sites(String name, DataSummary all) {
        int[] partitions = IntStream.range(0, all.partitionCount()).toArray();
        return sites.isEmpty() ? List.of(new FactorPartitions(name, fingerprint, rowsRead, partitions)) : sites;
    }

    /**
     * Keys that identify rows: the cells of a column, or the names of series. Finding cells reads the table once more. There
     * are none where rows are joined with the numbers of their levels, since no check of a mixed model asks for them.
     */
    @Override
    public @Nullable RowKeyLookup keys() {
        return keys;
    }

    @Override
    public @Nullable RowGrouping groups(List<GroupingTerm> terms) {
        return grouping;
    }

    @Override
    public List<List<String>> predictorColumns() {
        Design design = features.design();
        return design == null ? List.of() : design.predictorColumns();
    }

    @Override
    public List<ColumnProduct> products() {
        Design design = features.design();
        return design == null ? List.of() : design.numberProducts();
    }

    /** Moments of the rows, computed once, for the search for aliased columns and for default priors. */
    @Override
    public RowMoments moments(ExecutionBackend backend) {
        RowMoments known = moments;
        if (known == null) {
            known = Rows.super.moments(backend);
            moments = known;
        }
        return known;
    }

    /** Scales by which the columns were divided. */
    @Override
    public ColumnScales scales() {
        return scales;
    }

    /** Level without an indicator of each categorical column. */
    public Map<String, String> baselines() {
        return features.baselines();
    }

    /** Design that a formula makes of the columns; null where the columns themselves are the features. */
    public @Nullable Design design() {
        return features.design();
    }

    /** Words for the classes of the label, in order; empty where labels are numbers. */
    @Override
    public List<String> classNames() {
        return features.classNames();
    }

    /** Notes on the rows for users. */
    public List<String> notes() {
        return notes;
    }

    /** Size of all blocks in memory. */
    public long bytes() {
        return bytes;
    }

    /** Whether all rows would fit into one block, so that Spark jobs would cost more than they save. */
    public boolean isSmall() {
        return bytes <= BlockBuilder.DEFAULT_BLOCK_BYTES;
    }

    /**
     * Creates a backend in this process for small data and for rows in a task, else one on Spark. Both give the same
     * bits.
     */
    @Override
    public ExecutionBackend toBackend(String kernelName) {
        return isSmall() || execution == null ? toInProcessBackend(kernelName) : toSparkBackend(kernelName);
    }

    /** Creates a backend on Spark, however small the rows are. */
    public ExecutionBackend toSparkBackend(String kernelName) {
        Execution jobs = Objects.requireNonNull(execution, "rows in a task are fitted there");
        return new SparkBackend(blocks, summary, kernelName, jobs.jobNames(), jobs.resultLimit());
    }

    /** Effects of the levels of these rows' grouping factors, which stay with the rows unless they are small. */
    LevelTable levelTable(List<FactorEffects> effects, int fixedCount, String kernelName) {
        FactorLevels known = levels;
        return known == null
                ? LevelTable.of(effects.stream().map(FactorEffects::collect).toList())
                : LevelTable.ofRows(effects, blocks, known::frame, fixedCount, kernelName);
    }

    /** Blocks of each partition, collected into this process. */
    public List<List<RowBlock>> collectedBlocks() {
        List<List<RowBlock>> known = held;
        if (known == null) {
            known = collectBlocks();
            held = isSmall() ? known : null;
        }
        return known;
    }

    private List<List<RowBlock>> collectBlocks() {
        return blocks.run((partition, elements) -> {
            List<RowBlock> collected = new ArrayList<>();
            PackedBlock.blocks(elements).forEachRemaining(collected::add);
            return collected;
        });
    }

    /** Creates a backend for rows that are visited in any order: small ones are collected into one partition. */
    public ExecutionBackend toFewestPartitions(String kernelName) {
        if (!isSmall()) {
            return toSparkBackend(kernelName);
        }
        List<RowBlock> all = collectedBlocks().stream().flatMap(List::stream).toList();
        DataSummary one = new DataSummary(summary.rows(), summary.weight(), summary.columns(), summary.sparse(), 1);
        return new InProcessBackend(List.of(all), one, Kernels.named(kernelName), 1);
    }

    /** Creates a backend in this process over the same partitions, however large. */
    public ExecutionBackend toInProcessBackend(String kernelName) {
        return new InProcessBackend(
                collectedBlocks(),
                summary,
                Kernels.named(kernelName),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Description of the rows for the report of a fit.
     *
     * @param notes further notes for the user
     * @param kernel name of the requested kernel
     */
    public FitReport.DataFacts dataFacts(List<String> notes, String kernel) {
        List<String> all = new ArrayList<>(this.notes);
        all.addAll(notes);
        String slower = Kernels.fallbackReason(kernel);
        if (slower != null) {
            all.add(slower);
        }
        return new FitReport.DataFacts(
                rowsRead,
                skipped,
                fingerprint,
                summary.partitionCount(),
                new FitReport.ClassFacts(classes, classNames()),
                new FitReport.ColumnFacts(baselines(), features.aliased(), design()),
                all);
    }

    @Override
    public void close() {
        blocks.release();
        if (levels != null) {
            levels.release();
        }
    }
}
