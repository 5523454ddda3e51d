package io.credence.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the columns beside the predictors, by role.
 *
 * @param label response, as a column or an expression of the formula
 * @param trials the trials of which the label counts the successes; null for labels 0 and 1
 * @param censored 1 where the label is a time that is censored on the right; null where none is
 * @param weight row weights; null for unit weights
 * @param knownSd known standard deviations of normal responses, instead of weights; null for none
 * @param offset offsets; null for none
 * @param series equal cells make one series; null where all rows are one, or none
 * @param order orders the rows of a series; null where rows are exchangeable
 * @param site equal cells make one site of a partitioned fit; null where all rows are one
 * @param key identifies single rows; null for none
 * @param segmentColumns equal cells make one segment with a fit of its own; empty where all rows are one fit
 */
public record Roles(
        String label,
        @Nullable String trials,
        @Nullable String censored,
        @Nullable String weight,
        @Nullable String knownSd,
        @Nullable String offset,
        @Nullable String series,
        @Nullable String order,
        @Nullable String site,
        @Nullable String key,
        List<String> segmentColumns) {

    /** Roles with a response alone. */
    public static Roles ofLabel(String label) {
        return new Roles(label, null, null, null, null, null, null, null, null, null, List.of());
    }

    /** Columns beside the response and those of segments, which have one role each. */
    public Stream<String> columnsBesideLabel() {
        return Stream.of(trials, censored, weight, knownSd, offset, series, order, site, key)
                .filter(Objects::nonNull);
    }

    /** Name of the column that identifies rows or series where they are reported one by one; null for none. */
    public @Nullable String keyColumn() {
        return key == null ? series : key;
    }

    /** Roles for new rows, which need neither a response nor a key and are in no order. */
    Roles forNewRows() {
        return new Roles(label, null, null, weight, knownSd, offset, null, null, null, null, segmentColumns);
    }

    /** Roles for rows without known standard deviations. */
    Roles withoutSd() {
        return new Roles(label, trials, censored, weight, null, offset, series, order, site, key, segmentColumns);
    }
}
