package io.credence.spark.row;

import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Counts and sums of a partition's rows while they are packed. It travels in task results, so that a retried task
 * counts once.
 */
public final class RowTally implements Serializable {

    private static final long serialVersionUID = 1;

    private long rows;
    private double weight;
    private long bytes;
    private long skipped;
    private long weightless;
    private long refused;
    private long split;
    private long hashSum;
    private long mixedHashSum;
    private long classes;
    private double leastLabel = Double.POSITIVE_INFINITY;
    private double mostLabel = Double.NEGATIVE_INFINITY;
    private @Nullable SeriesFault seriesFault;
    private final boolean hasClasses;
    private final ConstantColumnSearch constants;
    private final VaryingSlopeSearch[] variations;

    /** Classes of Credence that a tally consists of. */
    public static List<Class<?>> componentClasses() {
        return List.of(
                RowTally.class,
                SeriesFault.class,
                ConstantColumnSearch.class,
                VaryingSlopeSearch.class,
                VaryingSlopeSearch[].class);
    }

    public RowTally(RowPlan plan) {
        this.hasClasses = plan.roles().rule().hasClasses();
        this.constants = new ConstantColumnSearch(
                plan.features().columns(), plan.features().sparse());
        LevelPlan levelPlan = plan.levelPlan();
        this.variations = levelPlan == null
                ? new VaryingSlopeSearch[0]
                : levelPlan.factors().stream().map(VaryingSlopeSearch::new).toArray(VaryingSlopeSearch[]::new);
    }

    public void addKept(FeatureRow row, long hash) {
        rows++;
        weight += row.weight();
        hashSum += hash;
        mixedHashSum += RowDigest.mix(hash);
        classes |= hasClasses ? 1L << (int) row.label() : 0;
        leastLabel = Math.min(leastLabel, row.label());
        mostLabel = Math.max(mostLabel, row.label());
        constants.add(row);
        for (int f = 0; f < variations.length; f++) {
            variations[f].add(row, row.levelBuffer()[f]);
        }
    }

    /** Counts a row that was kept as {@code outcomes} rows. */
    public void addSplit(int outcomes) {
        split += outcomes - 1;
    }

    /** Counts a row that is not kept. */
    public void addLeftOut(RowDecoder.Outcome outcome) {
        switch (outcome) {
            case SKIPPED -> skipped++;
            case WEIGHTLESS -> weightless++;
            case REFUSED -> refused++;
            case KEPT, FLAGGED -> throw new IllegalArgumentException("a row that is kept is not left out");
        }
    }

    /**
     * Reason why a series cannot be used.
     *
     * @param problem what is wrong
     * @param required what is required
     * @param found what was found
     */
    public record SeriesFault(String problem, String required, String found) implements Serializable {}

    /** Remembers the first series that is not allowed. */
    public void noteSeriesFault(SeriesFault fault) {
        if (seriesFault == null) {
            seriesFault = fault;
        }
    }

    /** First series that is not allowed; null for none. */
    @Nullable
    public SeriesFault seriesFault() {
        return seriesFault;
    }

    /** Slopes that vary within one of the compared levels of a factor. */
    public BitSet varyingSlopes(int factor) {
        return variations[factor].varyingSlopes();
    }

    public void addBlock(RowBlock block) {
        bytes += block.bytes();
    }

    /** Adds another partition's counts; call in the order of partition numbers. */
    public void merge(RowTally other) {
        rows += other.rows;
        weight += other.weight;
        bytes += other.bytes;
        skipped += other.skipped;
        weightless += other.weightless;
        refused += other.refused;
        split += other.split;
        hashSum += other.hashSum;
        mixedHashSum += other.mixedHashSum;
        classes |= other.classes;
        leastLabel = Math.min(leastLabel, other.leastLabel);
        mostLabel = Math.max(mostLabel, other.mostLabel);
        constants.merge(other.constants);
        for (int f = 0; f < variations.length; f++) {
            variations[f].merge(other.variations[f]);
        }
        if (seriesFault == null) {
            seriesFault = other.seriesFault;
        }
    }

    /** Number of rows of the blocks. */
    public long rows() {
        return rows;
    }

    /** Number of rows of the table that are in the blocks. */
    public long rowsRead() {
        return rows - split;
    }

    public double weight() {
        return weight;
    }

    public long bytes() {
        return bytes;
    }

    public long skipped() {
        return skipped;
    }

    public long weightless() {
        return weightless;
    }

    public long refused() {
        return refused;
    }

    long hashSum() {
        return hashSum;
    }

    long mixedHashSum() {
        return mixedHashSum;
    }

    /** Digest of number and content of the rows, in whatever order. */
    public long digest() {
        return RowDigest.mix(rows) + hashSum + RowDigest.mix(mixedHashSum);
    }

    /** Label of all rows; empty where they differ, or where there are none. */
    public OptionalDouble onlyLabel() {
        return leastLabel == mostLabel ? OptionalDouble.of(leastLabel) : OptionalDouble.empty();
    }

    /** Whether labels are classes that are counted. */
    public boolean hasClasses() {
        return hasClasses;
    }

    /** Classes found, as bits. */
    public long classBits() {
        return classes;
    }

    public ConstantColumnSearch constantColumns() {
        return constants;
    }
}
