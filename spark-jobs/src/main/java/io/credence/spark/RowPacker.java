package io.credence.spark;

import io.credence.AliasedColumnSearch;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Backend;
import io.credence.data.BlockBuilder;
import io.credence.data.DataSummary;
import io.credence.data.Precision;
import io.credence.diagnostic.RowKeyLookup;
import io.credence.kind.ColumnScales;
import io.credence.spark.backend.BlockPartitions;
import io.credence.spark.backend.Execution;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.backend.SeriesNameSearch;
import io.credence.spark.backend.TaskRows;
import io.credence.spark.backend.UncachedPartitions;
import io.credence.spark.pack.PackingNotes;
import io.credence.spark.pack.PartitionFactorPlan;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.plan.EarlierFitColumns;
import io.credence.spark.plan.FactorLevels;
import io.credence.spark.plan.FeaturePlan;
import io.credence.spark.plan.FeatureSelection;
import io.credence.spark.plan.LabelLevels;
import io.credence.spark.plan.LevelColumns;
import io.credence.spark.plan.PartitionFactorColumn;
import io.credence.spark.read.ReadFailure;
import io.credence.spark.read.RowKeySearch;
import io.credence.spark.read.Table;
import io.credence.spark.read.TableOrigin;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Packer of the rows of a table into blocks in Spark's memory. One job packs them and collects all facts that a fit
 * needs about them; categorical columns and standardisation take one job before it. With an explicit number of
 * partitions the blocks depend on rows and seed alone, else on the partitions in which Spark reads them. Rows that have
 * an order are packed by series, each into one block of its own, whatever their order and partitions were.
 */
public final class RowPacker {

    private final LabelRule labels;
    private final long seed;
    private final Backend backend;
    private final @Nullable AliasedFeatures aliased;
    private final EarlierFitColumns earlier;

    /**
     * Creates a packer for the automatic backend.
     *
     * @param labels labels that the model takes
     * @param seed seed of the order of rows, where the number of partitions is explicit
     */
    public RowPacker(LabelRule labels, long seed) {
        this(labels, seed, Backend.AUTO, null, EarlierFitColumns.NONE);
    }

    /** Creates a packer for a backend. */
    public RowPacker(LabelRule labels, long seed, Backend backend) {
        this(labels, seed, backend, null, EarlierFitColumns.NONE);
    }

    private RowPacker(
            LabelRule labels,
            long seed,
            Backend backend,
            @Nullable AliasedFeatures aliased,
            EarlierFitColumns earlier) {
        this.labels = labels;
        this.seed = seed;
        this.backend = backend;
        this.aliased = aliased;
        this.earlier = earlier;
    }

    /** Copy that packs rows with the columns of an earlier fit. */
    public RowPacker withEarlierColumns(EarlierFitColumns fit) {
        return new RowPacker(labels, seed, backend, aliased, fit);
    }

    /** Creates the packer of the rows of a fit, without features that the fit leaves out. */
    public static RowPacker of(FitConfig config) {
        return of(config, LabelRule.of(config.model()), config.seed());
    }

    /** Creates the packer of the rows of a fit, with a given rule for labels and a given seed. */
    static RowPacker of(FitConfig config, LabelRule labels, long seed) {
        return new RowPacker(
                labels, seed, config.backend(), AliasedFeatures.of(config).orElse(null), EarlierFitColumns.NONE);
    }

    /** Packs rows in memory; the configuration's path, format and derived columns are not used. */
    public PackedRows pack(Dataset<Row> rows, DataConfig config) {
        return pack(Table.of(rows), config);
    }

    /**
     * Packs a table.
     *
     * @throws DataException naming the first row that cannot be used, in the order of the file
     */
    public PackedRows pack(Table table, DataConfig config) {
        Table read = table.withBackend(backend);
        String what = "credence: packing rows of " + table.where();
        try {
            return read.execution().jobNames().runNamed("credence packing", what, () -> packTable(read, config));
        } catch (Exception failed) {
            throw ReadFailure.of(failed, table.where());
        }
    }

    private boolean keepsBlocks() {
        return backend.persist() == Backend.Persist.AUTO;
    }

    private PackedRows packTable(Table table, DataConfig config) {
        if (!keepsBlocks() && config.isRepartitioned()) {
            throw new IllegalArgumentException("rows that are dealt out over partitions are kept");
        }
        LabelRule known = LabelLevels.withListedClasses(earlier.withEarlierClasses(labels), config);
        try {
            return packTable(table, config, known);
        } catch (DataException unusable) {
            LabelRule levels = LabelLevels.withNumericClasses(known, table, config);
            if (levels == known) {
                throw unusable;
            }
            return packTable(table, config, levels);
        }
    }

    private PackedRows packTable(Table table, DataConfig config, LabelRule rule) {
        FeatureSelection fit = FeatureSelection.of(table, config, rule);
        int own = fit.columns().length;
        Column[] selected = LevelColumns.withLevelColumns(
                PartitionFactorColumn.withSiteColumn(fit.columns(), table, config), table, config);
        PartitionFactorPlan site = PartitionFactorColumn.plan(table, config, own);
        RowPartitions rows = table.select(selected);
        RowOrigin origin = new TableOrigin(table, selected);
        LevelPlan any = LevelColumns.anyLevelPlan(config, selected.length);
        FeaturePlan columns = any == null ? fit.plan() : fit.plan().withLevelPlan(any);
        FeaturePlan.Features complete = columns.complete(rows, origin, config, earlier);
        FactorLevels levels = FactorLevels.of(table, config, selected, complete.plan());
        try {
            PackedRows packed = packWithoutAliased(complete, known -> {
                FeaturePlan.Features features = levels == null
                        ? known
                        : known.withLevelPlan(
                                levels, selected.length - levels.factors().size());
                return packTable(table, config, rule, features, selected, site, levels);
            });
            return levels == null ? packed : packed.withLevels(levels);
        } catch (Exception failed) {
            if (levels != null) {
                levels.release();
            }
            throw failed;
        }
    }

    /** Packs the rows without aliased features, where the fit leaves these out. */
    private PackedRows packWithoutAliased(
            FeaturePlan.Features features, Function<FeaturePlan.Features, PackedRows> packing) {
        return aliased == null ? packing.apply(features) : aliased.packWithoutAliased(features, packing);
    }

    private PackedRows packTable(
            Table table,
            DataConfig config,
            LabelRule rule,
            FeaturePlan.Features features,
            Column[] selected,
            @Nullable PartitionFactorPlan site,
            @Nullable FactorLevels levels) {
        RowPartitions rows = levels == null
                ? table.select(selected)
                : table.execution().rows(levels.withNumbers(table.rows().select(selected)), table.where());
        RowOrigin origin = new TableOrigin(table, selected);
        RowPlan plan = features.plan();
        Precision precision = config.precision();
        OptionalInt partitions = ShufflePartitionCount.of(config, plan, site, levels);
        BlockPartitions packed = partitions.isPresent()
                ? rows.pack(new RowShuffle(plan, precision, partitions.getAsInt(), seed, site))
                : keepsBlocks()
                        ? rows.pack(plan, precision)
                        : new UncachedPartitions(rows, plan, precision, null, table.where());
        try {
            return toPackedRows(
                    origin,
                    rule,
                    table.execution(),
                    features,
                    packed,
                    partitions.isEmpty(),
                    site,
                    levels,
                    blocks ->
                            levels != null && levels.areJoined() ? null : keys(table, config, plan, selected, blocks));
        } catch (Exception failed) {
            packed.release();
            throw failed;
        }
    }

    /**
     * Packs rows of a task in this process, as one partition, by a plan made from the columns of their table.
     *
     * @param config configuration by which the columns were selected
     * @throws DataException naming a row that cannot be used
     */
    PackedRows pack(FeaturePlan columns, TaskRows rows, RowOrigin origin, DataConfig config) {
        return packWithoutAliased(columns.complete(rows, origin, config, earlier), features -> {
            RowShuffle one = new RowShuffle(features.plan(), config.precision(), 1, seed, null);
            return toPackedRows(origin, labels, null, features, rows.pack(one), false, null, null, blocks -> null);
        });
    }

    private PackedRows toPackedRows(
            RowOrigin origin,
            LabelRule rule,
            @Nullable Execution execution,
            FeaturePlan.Features features,
            BlockPartitions packed,
            boolean asRead,
            @Nullable PartitionFactorPlan site,
            @Nullable FactorLevels levels,
            Function<BlockPartitions, @Nullable RowKeyLookup> keys) {
        RowPlan plan = features.plan();
        PackedTally found = PackedTally.of(packed, plan, origin);
        RowTally tally = found.total();
        List<RowTally> parts = found.partitionTallies();
        List<String> notes = new ArrayList<>(features.notes());
        notes.addAll(AliasedColumnSearch.notes(features.aliased()));
        int searched = features.names().size() + features.aliased().size();
        notes.addAll(aliased == null ? List.of() : AliasedColumnSearch.notes(searched));
        notes.addAll(PackingNotes.ofLeftOut(tally));
        notes.addAll(PackingNotes.ofRows(tally, plan));
        notes.addAll(PackingNotes.ofClasses(tally, features.classNames()));
        notes.addAll(PackingNotes.ofConstants(tally, features.names(), plan));
        if (levels != null) {
            notes.addAll(levels.notes());
            FactorLevels.noteInseparableEffects(features, tally, notes);
        }
        RowSlices slices = asRead && tally.bytes() > BlockBuilder.DEFAULT_BLOCK_BYTES
                ? RowSlices.ofRowCounts(parts.stream().mapToLong(RowTally::rows).toArray())
                : null;
        if (packed instanceof UncachedPartitions anew) {
            if (slices != null) {
                notes.add(PackingNotes.ofUnevenPartitions(parts));
            }
            packed = anew.withFirstTallies(parts);
            slices = null;
        }
        int partitions =
                slices == null ? parts.size() : slices.slicesByPartition().size();
        DataSummary summary = new DataSummary(
                tally.rows(),
                tally.weight(),
                plan.features().columns(),
                plan.features().sparse(),
                partitions);
        return new PackedRows(
                slices == null ? packed : repartition(packed, slices),
                execution,
                summary,
                features,
                found.classCount(rule, origin),
                tally.skipped() + tally.weightless(),
                RowHash.fingerprint(tally, features.names()),
                plan.features().scales() == null
                        ? ColumnScales.unscaled(plan.features().columns())
                        : new ColumnScales(plan.features().scales()),
                notes,
                tally.rowsRead(),
                tally.bytes(),
                site == null ? List.of() : site.sites(parts, plan, features.names()),
                keys.apply(packed),
                FactorLevels.rowGrouping(levels, features));
    }

    private static @Nullable RowKeyLookup keys(
            Table table, DataConfig config, RowPlan plan, Column[] selected, BlockPartitions packed) {
        if (config.roles().series().name() != null) {
            return new SeriesNameSearch(packed, table.execution().jobNames());
        }
        return config.roles().key() == null
                ? null
                : new RowKeySearch(table, plan, selected, config.roles().key(), config.precision());
    }

    /** Cuts packed rows into slices that Spark keeps, and releases the partitions that they are cut from. */
    private static BlockPartitions repartition(BlockPartitions packed, RowSlices slices) {
        BlockPartitions blocks = packed.repartition(slices);
        blocks.run((partition, rows) -> {
            rows.forEachRemaining(block -> {});
            return partition;
        });
        packed.release();
        return blocks;
    }
}
