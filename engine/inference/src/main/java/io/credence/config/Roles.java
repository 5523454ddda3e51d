package io.credence.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the columns that are not predictors, by role.
 *
 * @param response columns of the response
 * @param weight row weights; null for unit weights
 * @param knownSd known standard deviations of normal responses, instead of weights; null for none
 * @param offset offsets; null for none
 * @param series columns that make series of rows
 * @param site identifier of the rows with a common factor in a partitioned fit; null where all rows have one
 * @param key identifier of single rows; null for none
 * @param segmentColumns columns whose cells identify a segment with a separate fit; empty where all rows are one fit
 */
public record Roles(
        ResponseColumns response,
        @Nullable String weight,
        @Nullable String knownSd,
        @Nullable String offset,
        SeriesColumns series,
        @Nullable String site,
        @Nullable String key,
        List<String> segmentColumns) {

    /**
     * Columns of the response.
     *
     * @param label response, as a column or an expression of the formula; null where rows have none
     * @param trials number of trials, for labels that count successes; null for labels 0 and 1
     * @param censored indicator, 1 where the label is a right-censored time; null where none is
     */
    public record ResponseColumns(
            @Nullable String label,
            @Nullable String trials,
            @Nullable String censored) {

        /** Names of the columns. */
        Stream<String> columns() {
            return Stream.of(label, trials, censored).filter(Objects::nonNull);
        }
    }

    /**
     * Columns that make series of rows.
     *
     * @param name identifier of a time series, equal in all its rows; null where all rows are one series, or none
     * @param order number that orders the rows of a series; null where rows are exchangeable
     */
    public record SeriesColumns(
            @Nullable String name, @Nullable String order) {

        /** Columns of rows that are exchangeable. */
        public static final SeriesColumns NONE = new SeriesColumns(null, null);
    }

    /** Roles with a response alone. */
    public static Roles ofLabel(String label) {
        return new Roles(
                new ResponseColumns(label, null, null), null, null, null, SeriesColumns.NONE, null, null, List.of());
    }

    /** Response, as a column or an expression of the formula; null where rows have none. */
    public @Nullable String label() {
        return response.label;
    }

    /** Names of columns with one role each, without the response and the columns of segments. */
    public Stream<String> columnsBesideLabel() {
        return Stream.of(
                        response.trials,
                        response.censored,
                        weight,
                        knownSd,
                        offset,
                        series.name,
                        series.order,
                        site,
                        key)
                .filter(Objects::nonNull);
    }

    /** Name of the column that identifies rows or series in row-wise results; null for none. */
    public @Nullable String keyColumn() {
        return key == null ? series.name : key;
    }

    /** Roles for new rows to be scored, without response, key and order. */
    Roles forNewRows() {
        return new Roles(
                new ResponseColumns(label(), null, null),
                weight,
                knownSd,
                offset,
                SeriesColumns.NONE,
                null,
                null,
                segmentColumns);
    }

    /** Copy without the column of known standard deviations. */
    Roles withoutSd() {
        return new Roles(response, weight, null, offset, series, site, key, segmentColumns);
    }
}
