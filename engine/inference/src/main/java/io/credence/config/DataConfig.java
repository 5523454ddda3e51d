package io.credence.config;

import io.credence.data.Precision;
import io.credence.formula.Formula;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the section data: location and format of the rows, and roles of their columns.
 *
 * @param source location and format of the rows
 * @param predictors columns that predict the response
 * @param roles roles of the other columns
 * @param derivedColumns new columns by Spark SQL expressions of the old ones, in order; the label may be one
 * @param standardize whether columns are scaled to unit spread before the blocks; undone in the result
 * @param partitions number of partitions; empty to let the size of the data decide
 * @param onMissing treatment of rows with a missing or non-finite cell
 * @param precision floating-point precision in which features are stored
 */
public record DataConfig(
        DataSource source,
        PredictorColumns predictors,
        Roles roles,
        Map<String, String> derivedColumns,
        boolean standardize,
        OptionalInt partitions,
        OnMissing onMissing,
        Precision precision) {

    /** Treatment of a row with a missing or non-finite cell. */
    public enum OnMissing {
        /** Ends the job with the row and the column. */
        FAIL,
        /** Leaves the row out, counted and reported. */
        SKIP,
        /** Keeps a row to be scored, without predictions; a separate column states the reason. Not for fits. */
        FLAG
    }

    /**
     * Configuration for rows in memory: label and features by name, an intercept, nothing else.
     *
     * @param features columns of numbers or vectors of spark.ml, or {@code *}
     */
    public static DataConfig ofColumns(String label, List<String> features) {
        return new DataConfig(
                DataSource.IN_MEMORY,
                PredictorColumns.of(features),
                Roles.ofLabel(label),
                Map.of(),
                false,
                OptionalInt.empty(),
                OnMissing.FAIL,
                Precision.AUTO);
    }

    /** Hadoop path of the rows, or a name of rows in memory. */
    public String path() {
        return source.path();
    }

    /**
     * Name of the response column, from the formula if there is one. Null without a response, or where it is computed
     * from columns.
     */
    public @Nullable String responseColumn() {
        Formula formula = predictors.formula();
        return formula == null ? roles.label() : formula.responseColumn();
    }

    /** Key that names the response column. */
    public String responseKey() {
        return predictors.formula() == null ? "data.label" : "formula";
    }

    /** Whether rows are repartitioned by Credence, instead of staying in the partitions that Spark reads. */
    public boolean isRepartitioned() {
        return partitions.isPresent()
                || roles.series().order() != null
                || roles.site() != null
                || !predictors.groupingTerms().isEmpty();
    }

    /**
     * Configuration for new rows to be scored, without label, key and order, and without derived columns for them.
     * Columns keep their scale; with segments, the number of partitions is that of the fit.
     *
     * @param rows location and format of the rows
     * @param missing treatment of missing cells
     */
    public DataConfig forNewRows(DataSource rows, OnMissing missing) {
        return new DataConfig(
                rows,
                predictors,
                roles.forNewRows(),
                derivedColumnsWithout(Stream.concat(roles.response().columns(), Stream.ofNullable(roles.key()))),
                false,
                roles.segmentColumns().isEmpty() ? OptionalInt.empty() : partitions,
                missing,
                precision);
    }

    /** Copy without the column of known standard deviations, which expected responses do not need. */
    public DataConfig withoutSd() {
        return new DataConfig(
                source,
                predictors,
                roles.withoutSd(),
                derivedColumnsWithout(Stream.of(roles.knownSd())),
                standardize,
                partitions,
                onMissing,
                precision);
    }

    private Map<String, String> derivedColumnsWithout(Stream<String> names) {
        Map<String, String> derived = new LinkedHashMap<>(derivedColumns);
        names.forEach(derived::remove);
        return derived;
    }

    /**
     * Format of text files.
     *
     * @param separator character between the cells of a line of csv
     * @param decimal decimal sign of numbers
     * @param naStrings texts of cells that count as missing, whatever the column is for
     */
    public record TextFormat(char separator, char decimal, List<String> naStrings) implements Serializable {

        /** Default format: comma, decimal point, and empty or NA for missing cells. */
        public static final TextFormat PLAIN = new TextFormat(',', '.', List.of("", "NA"));

        public TextFormat {
            naStrings = List.copyOf(naStrings);
        }
    }
}
