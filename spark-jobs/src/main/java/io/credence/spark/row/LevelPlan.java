package io.credence.spark.row;

import io.credence.data.RowDigest;
import io.credence.predict.MixedScoring.LevelMoments;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Plan that gives each row a level of each grouping factor. One of the factors also assigns rows to partitions, so that
 * rows of a level lie side by side in one.
 *
 * @param factors grouping factors
 * @param dealingFactor number of the factor that assigns rows to partitions
 * @param allowsNewLevels whether rows to be scored may have a level that was not in the fit; its number is then a
 *     negative hash of its text
 * @param momentOrdinals position of the first of three columns with the moments of each entry of the model's effects at
 *     the row's level; −1 where rows bring none
 */
public record LevelPlan(List<Factor> factors, int dealingFactor, boolean allowsNewLevels, int[] momentOrdinals)
        implements Serializable {

    /**
     * Number of levels of a factor, the first ones, in which slopes are checked for variation. Tasks return the values
     * in these levels to the driver.
     */
    public static final int LEVELS_COMPARED = 4096;

    public LevelPlan {
        factors = new ArrayList<>(factors);
    }

    /** Plan for rows that bring no moments. */
    public LevelPlan(List<Factor> factors, int dealingFactor, boolean allowsNewLevels) {
        this(factors, dealingFactor, allowsNewLevels, new int[0]);
    }

    /**
     * Grouping factor.
     *
     * @param name name for messages
     * @param ordinal position of the column of its levels, as text
     * @param numbers numbers of the levels
     * @param slopeColumns columns of the factor's slopes beside an intercept, which are checked for variation within a
     *     level
     */
    public record Factor(String name, int ordinal, LevelNumbers numbers, int[] slopeColumns) implements Serializable {}

    /** The plan where rows are read. */
    LevelPlan inTask() {
        return withNumbers(LevelNumbers::inTask);
    }

    /** The plan for rows that are not joined with the numbers of their levels. */
    LevelPlan beforeJoin() {
        return withNumbers(LevelNumbers::beforeJoin);
    }

    private LevelPlan withNumbers(UnaryOperator<LevelNumbers> other) {
        List<Factor> own = factors.stream()
                .map(each -> new Factor(each.name(), each.ordinal(), other.apply(each.numbers()), each.slopeColumns()))
                .toList();
        return new LevelPlan(own, dealingFactor, allowsNewLevels, momentOrdinals);
    }

    /** Reads the levels of a row, and returns the fault of one of them, or null. */
    @Nullable
    Fault read(InternalRow cells, int[] into) {
        for (int f = 0; f < into.length; f++) {
            Factor factor = factors.get(f);
            if (cells.isNullAt(factor.ordinal())) {
                return new Fault(Fault.FaultKind.MISSING, factor.name(), "a level", "nothing");
            }
            UTF8String level = cells.getUTF8String(factor.ordinal());
            into[f] = factor.numbers().numberOf(level, cells);
            if (into[f] < 0 && !allowsNewLevels) {
                return new Fault(
                        Fault.FaultKind.UNSEEN,
                        factor.name(),
                        "one of the levels of the fit; or score.allowNewLevels = true, which predicts by the population",
                        DataException.quoted(level.toString()));
            } else if (into[f] < 0) {
                into[f] = level.hashCode() | Integer.MIN_VALUE;
            }
        }
        return null;
    }

    /** Texts of a row's levels that were not in the fit, by factor. */
    public Map<String, String> newLevels(InternalRow cells, int[] numbers) {
        Map<String, String> found = null;
        for (int f = 0; f < numbers.length; f++) {
            if (numbers[f] < 0) {
                Factor factor = factors.get(f);
                found = found == null ? new TreeMap<>() : found;
                found.put(factor.name(), cells.getUTF8String(factor.ordinal()).toString());
            }
        }
        return found == null ? Map.of() : found;
    }

    /** Reads the moments that a row brings. */
    void readMoments(InternalRow cells, @Nullable LevelMoments[] into) {
        for (int e = 0; e < into.length; e++) {
            int at = momentOrdinals[e];
            into[e] = at < 0 || cells.isNullAt(at)
                    ? null
                    : new LevelMoments(
                            cells.getArray(at).toDoubleArray(),
                            cells.getArray(at + 1).toDoubleArray(),
                            cells.getArray(at + 2).toDoubleArray());
        }
    }

    /** Hash that assigns a row to a partition. */
    long dealingHash(int[] levels) {
        return RowDigest.mix(levels[dealingFactor] + 1L);
    }
}
