package io.credence.config;

import io.credence.data.Precision;
import io.credence.formula.Formula;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows, and how their columns are read.
 *
 * @param path Hadoop path of a file, folder or glob
 * @param format csv, parquet, json or libsvm
 * @param text how csv and json are read
 * @param predictors which columns predict the response
 * @param roles what the others are for
 * @param derive new columns by Spark SQL expressions of the old ones, in order; the label may be one
 * @param standardize whether columns are scaled to unit spread before the blocks; undone in the result
 * @param partitions number of partitions; empty to let the data decide
 * @param onMissing what a missing or non-finite cell does
 * @param precision how features are stored
 */
public record DataConfig(
        String path,
        String format,
        TextFormat text,
        Predictors predictors,
        Roles roles,
        Map<String, String> derive,
        boolean standardize,
        OptionalInt partitions,
        OnMissing onMissing,
        Precision precision) {

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
                TextFormat.PLAIN,
                Predictors.of(features),
                Roles.ofLabel(label),
                Map.of(),
                false,
                OptionalInt.empty(),
                OnMissing.FAIL,
                Precision.AUTO);
    }

    /** The column of the response, that of the formula where there is one; null where it is none, or computed from columns. */
    public @Nullable String responseColumn() {
        Formula formula = predictors.formula();
        return formula == null ? roles.label() : formula.responseColumn();
    }

    /** Whether rows go to partitions of their own, instead of staying where Spark reads them. */
    public boolean isDealtOut() {
        return partitions.isPresent()
                || roles.order() != null
                || roles.site() != null
                || !predictors.groups().isEmpty();
    }

    /**
     * The same columns of new rows, which need not have the label nor a key nor what these are derived from, are in no order and keep their
     * scale; groups with a fit each are dealt over as many tasks.
     *
     * @param rows Hadoop path of the rows
     * @param rowFormat their format
     * @param rowText how they are read where they are text
     * @param missing what a missing cell of them does
     */
    public DataConfig ofNewRows(String rows, String rowFormat, TextFormat rowText, OnMissing missing) {
        return new DataConfig(
                rows,
                rowFormat,
                rowText,
                predictors,
                roles.ofNewRows(),
                derivedBut(Stream.of(roles.label(), roles.trials(), roles.censored(), roles.key())),
                false,
                roles.by().isEmpty() ? OptionalInt.empty() : partitions,
                missing,
                precision);
    }

    /** The same of rows without known standard deviations, of which expected responses need none. */
    public DataConfig withoutSd() {
        return new DataConfig(
                path,
                format,
                text,
                predictors,
                roles.withoutSd(),
                derivedBut(Stream.of(roles.sd())),
                standardize,
                partitions,
                onMissing,
                precision);
    }

    private Map<String, String> derivedBut(Stream<String> names) {
        Map<String, String> derived = new LinkedHashMap<>(derive);
        names.forEach(derived::remove);
        return derived;
    }
}
