package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.config.PredictorColumns;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Choice of the columns of a table that are features: listed ones, and those that {@code *} or {@code .} includes. */
final class FeatureColumns {

    private final Table table;
    private final DataConfig config;
    private final ColumnRoles roles;

    FeatureColumns(Table table, DataConfig config, ColumnRoles roles) {
        this.table = table;
        this.config = config;
        this.roles = roles;
    }

    /**
     * Columns with another role than that of a feature. Also checks that the excluded columns exist, which are not
     * among them.
     */
    private Set<String> nonFeatureColumns() {
        Set<String> others = new LinkedHashSet<>(
                config.predictors().formula() == null
                        ? Stream.ofNullable(config.roles().label()).toList()
                        : config.predictors().formula().responseColumns());
        config.roles().columnsBesideLabel().forEach(name -> {
            if (!others.add(name)) {
                throw usedTwice(
                        name, "label, trials, censored, weight, sd, offset, series, order, site or key at once");
            }
        });
        config.predictors().exclude().forEach(name -> roles.requireKnown("data.exclude", name));
        return others;
    }

    private DataException usedTwice(String name, String found) {
        return new DataException(
                "column '" + name + "' is used twice", "one role per column, each feature once", found, table.where());
    }

    /**
     * Columns that {@code *} or {@code .} includes: all without another role that do not name levels or segments. An
     * index of a pandas frame is left out and noted.
     */
    List<String> remainingColumns() {
        Set<String> others = nonFeatureColumns();
        others.addAll(config.predictors().exclude());
        config.predictors().groupingTerms().forEach(group -> others.addAll(group.factorColumns()));
        others.addAll(config.roles().segmentColumns());
        List<String> remaining = new ArrayList<>();
        for (String name : roles.columnNames()) {
            if (!others.contains(name) && isRowNumber(name)) {
                roles.note("column '" + name
                        + "' appears to be the index of a pandas frame and was left out; list it under"
                        + " data.features to use it");
            } else if (!others.contains(name)) {
                remaining.add(name);
            }
        }
        return remaining;
    }

    /**
     * Whether a column is the index of a pandas frame, by its name. Parquet, CSV, and CSV that was read and written
     * again name it differently.
     */
    private boolean isRowNumber(String name) {
        boolean first = name.equals(roles.columnNames().get(0));
        return name.matches("__index_level_\\d+__") || first && (name.equals("_c0") || name.matches("Unnamed: \\d+"));
    }

    /** Names of the feature columns in order: {@code *} spelled out, categorical ones that are not listed at the end. */
    List<String> names() {
        Set<String> others = nonFeatureColumns();
        List<String> names = new ArrayList<>();
        for (String name : config.predictors().features()) {
            if (name.equals(PredictorColumns.ALL)) {
                remainingColumns().stream()
                        .filter(column -> !config.predictors().features().contains(column))
                        .forEach(names::add);
            } else {
                names.add(name);
            }
        }
        config.predictors().categorical().stream()
                .filter(name -> !names.contains(name))
                .forEach(names::add);
        Set<String> once = new LinkedHashSet<>();
        for (String name : names) {
            roles.requireKnown(
                    config.predictors().categorical().contains(name) ? "data.categorical" : "data.features", name);
            if (!once.add(name) || others.contains(name)) {
                throw usedTwice(
                        name,
                        others.contains(name)
                                ? "a feature that is also label, trials, censored, weight, offset, series, order, site or key"
                                : "two features");
            }
        }
        return names;
    }
}
