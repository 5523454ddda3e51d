package io.credence.config;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the columns beside the predictors are for, by name.
 *
 * @param label the response, or what the formula computes it by
 * @param trials the trials of which the label counts the successes; null for labels 0 and 1
 * @param censored 1 where the label is a time that is censored on the right; null where none is
 * @param weight row weights; null for unit weights
 * @param sd known standard deviations of normal responses, instead of weights; null for none
 * @param offset offsets; null for none
 * @param series equal cells make one series; null where all rows are one, or none
 * @param order orders the rows of a series; null where rows are exchangeable
 * @param site equal cells make one site of a partitioned fit; null where all rows are one
 * @param key identifies single rows; null for none
 * @param by equal cells make one group with a fit of its own; empty where all rows are one fit
 */
public record Roles(
        String label,
        @Nullable String trials,
        @Nullable String censored,
        @Nullable String weight,
        @Nullable String sd,
        @Nullable String offset,
        @Nullable String series,
        @Nullable String order,
        @Nullable String site,
        @Nullable String key,
        List<String> by) {

    /** A response alone. */
    public static Roles ofLabel(String label) {
        return new Roles(label, null, null, null, null, null, null, null, null, null, List.of());
    }

    /** The columns beside the response and those that name groups, which have one role each. */
    public Stream<String> besideLabel() {
        return Stream.of(trials, censored, weight, sd, offset, series, order, site, key)
                .filter(Objects::nonNull);
    }

    /** Name of the column by whose cells rows, or series, are reported one by one; null for none. */
    public @Nullable String keyColumn() {
        return key == null ? series : key;
    }

    /** Those of new rows, which need neither a response nor a key and are in no order. */
    Roles ofNewRows() {
        return new Roles(label, null, null, weight, sd, offset, null, null, null, null, by);
    }

    /** Those of rows without known standard deviations. */
    Roles withoutSd() {
        return new Roles(label, trials, censored, weight, null, offset, series, order, site, key, by);
    }
}
