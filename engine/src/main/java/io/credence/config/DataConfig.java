package io.credence.config;

import io.credence.data.Precision;
import io.credence.formula.Formula;
import io.credence.formula.GroupTerm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which rows, and how their columns are read.
 *
 * @param path Hadoop path of a file, folder or glob
 * @param format csv, parquet, json or libsvm
 * @param formula response and terms in R's notation, instead of label, features, categorical and intercept; null for none
 * @param groups effects that vary between groups, those of the formula or others; empty where none do
 * @param label name of the response column, or what the formula computes it by
 * @param features names of feature columns, in order; {@code *} stands for all columns without another role
 * @param categorical columns that become one indicator per level but the first, levels in ascending order
 * @param exclude columns that {@code *} and a formula's {@code .} leave out
 * @param reference level of a categorical column that comes first, by column
 * @param derive new columns by Spark SQL expressions of the old ones, in order; the label may be one
 * @param trials name of the column that counts the trials of which the label counts the successes; null for labels 0 and 1
 * @param censored name of the column that has 1 where the label is a time that is censored on the right; null where none is
 * @param weight name of the column of row weights; null for unit weights
 * @param sd name of the column of known standard deviations of normal responses, instead of weights; null for none
 * @param offset name of the column of offsets; null for none
 * @param series name of the column whose equal cells make one series; null where all rows are one, or none
 * @param order name of the column that orders the rows of a series; null where rows are exchangeable
 * @param site name of the column whose equal cells make one site of a partitioned fit; null where all rows are one
 * @param key name of the column whose cells identify single rows; null for none
 * @param by names of the columns whose equal cells make one group with a fit of its own; empty where all rows are one fit
 * @param standardize whether columns are scaled to unit spread before the blocks; undone in the result
 * @param intercept whether a column of ones is put first
 * @param partitions number of partitions; empty to let the data decide
 * @param onMissing what a missing or non-finite cell does
 * @param precision how features are stored
 */
public record DataConfig(
        String path,
        String format,
        @Nullable Formula formula,
        List<GroupTerm> groups,
        String label,
        List<String> features,
        List<String> categorical,
        List<String> exclude,
        Map<String, String> reference,
        Map<String, String> derive,
        @Nullable String trials,
        @Nullable String censored,
        @Nullable String weight,
        @Nullable String sd,
        @Nullable String offset,
        @Nullable String series,
        @Nullable String order,
        @Nullable String site,
        @Nullable String key,
        List<String> by,
        boolean standardize,
        boolean intercept,
        OptionalInt partitions,
        OnMissing onMissing,
        Precision precision) {

    /** Whether rows go to partitions of their own, instead of staying where Spark reads them. */
    public boolean isDealtOut() {
        return partitions.isPresent() || order != null || site != null || !groups.isEmpty();
    }

    /** Name of the column by whose cells rows, or series, are reported one by one; null for none. */
    public @Nullable String keyColumn() {
        return key == null ? series : key;
    }

    /** Stands for all columns without another role. */
    public static final String ALL_FEATURES = "*";

    /** What a missing or non-finite cell does. */
    public enum OnMissing {
        /** Ends the job with the row and the column. */
        FAIL,
        /** Leaves the row out, counted and reported. */
        SKIP,
        /** Of rows to be scored: keeps the row, without predictions and with the reason in a column of its own. */
        FLAG
    }

    /**
     * A configuration for rows in memory: label and features by name, an intercept, nothing else.
     *
     * @param features columns of numbers or vectors of spark.ml, or {@code *}
     */
    public static DataConfig ofColumns(String label, List<String> features) {
        return new DataConfig(
                "the data frame",
                "memory",
                null,
                List.of(),
                label,
                features,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                false,
                true,
                OptionalInt.empty(),
                OnMissing.FAIL,
                Precision.AUTO);
    }

    /**
     * The same columns of new rows, which need not have the label nor a key nor what these are derived from, are in no order and keep their
     * scale; groups with a fit each are dealt over as many tasks.
     *
     * @param rows Hadoop path of the rows
     * @param rowFormat their format
     * @param missing what a missing cell of them does
     */
    public DataConfig ofNewRows(String rows, String rowFormat, OnMissing missing) {
        return ofNewRows(rows, rowFormat, missing, sd);
    }

    /** The same of rows without known standard deviations, of which expected responses need none. */
    public DataConfig withoutSd() {
        return ofNewRows(path, format, onMissing, null);
    }

    private DataConfig ofNewRows(String rows, String rowFormat, OnMissing missing, @Nullable String deviations) {
        Map<String, String> derived = new LinkedHashMap<>(derive);
        derived.remove(label);
        derived.remove(trials);
        derived.remove(censored);
        derived.remove(key);
        if (deviations == null) {
            derived.remove(sd);
        }
        return new DataConfig(
                rows,
                rowFormat,
                formula,
                groups,
                label,
                features,
                categorical,
                exclude,
                reference,
                derived,
                null,
                null,
                weight,
                deviations,
                offset,
                null,
                null,
                null,
                null,
                by,
                false,
                intercept,
                by.isEmpty() ? OptionalInt.empty() : partitions,
                missing,
                precision);
    }
}
