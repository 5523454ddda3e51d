package io.credence.spark;

import io.credence.config.DataConfig;
import io.credence.config.DataConfig.TextFormat;
import io.credence.config.DataSource;
import io.credence.config.PredictorColumns;
import io.credence.config.Roles;
import io.credence.config.Roles.ResponseColumns;
import io.credence.config.Roles.SeriesColumns;
import io.credence.data.Precision;
import io.credence.formula.Formula;
import io.credence.formula.GroupingTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Builder of data configurations for tests, which changes the defaults one by one. */
public final class DataConfigs {
    private String path = "none";
    private String format = "csv";
    private @Nullable Formula formula;
    private TextFormat text = TextFormat.PLAIN;
    private String label = "y";
    private List<String> features = List.of("*");
    private List<String> categorical = List.of();
    private List<String> exclude = List.of();
    private final Map<String, String> reference = new LinkedHashMap<>();
    private final Map<String, String> derive = new LinkedHashMap<>();
    private @Nullable String trials;
    private @Nullable String censored;
    private @Nullable String weight;
    private @Nullable String sd;
    private List<GroupingTerm> groups = List.of();
    private @Nullable String offset;
    private @Nullable String series;
    private @Nullable String order;
    private @Nullable String site;
    private @Nullable String key;
    private List<String> by = List.of();
    private boolean standardize;
    private boolean intercept = true;
    private OptionalInt partitions = OptionalInt.empty();
    private DataConfig.OnMissing onMissing = DataConfig.OnMissing.FAIL;
    private Precision precision = Precision.FLOAT64;

    public static DataConfigs of(Object path, String format) {
        DataConfigs config = new DataConfigs();
        config.path = path.toString();
        config.format = format;
        return config;
    }

    public static DataConfigs memory() {
        return of("memory", "memory");
    }

    public DataConfigs label(String name) {
        label = name;
        return this;
    }

    public DataConfigs features(String... names) {
        features = List.of(names);
        return this;
    }

    public DataConfigs categorical(String... names) {
        categorical = List.of(names);
        return this;
    }

    public DataConfigs formula(String text) {
        formula = Formula.parse(text);
        return this;
    }

    DataConfigs text(TextFormat read) {
        text = read;
        return this;
    }

    DataConfigs group(List<String> columns, String... by) {
        groups = new ArrayList<>(groups);
        groups.add(GroupingTerm.of(columns, List.of(by), true));
        return this;
    }

    DataConfigs sd(String name) {
        sd = name;
        return this;
    }

    DataConfigs exclude(String... names) {
        exclude = List.of(names);
        return this;
    }

    DataConfigs reference(String column, String level) {
        reference.put(column, level);
        return this;
    }

    DataConfigs derive(String name, String sql) {
        derive.put(name, sql);
        return this;
    }

    DataConfigs trials(String name) {
        trials = name;
        return this;
    }

    DataConfigs censored(String name) {
        censored = name;
        return this;
    }

    public DataConfigs weight(String name) {
        weight = name;
        return this;
    }

    public DataConfigs offset(String name) {
        offset = name;
        return this;
    }

    DataConfigs series(@Nullable String name, String orderedBy) {
        series = name;
        order = orderedBy;
        return this;
    }

    public DataConfigs standardize() {
        standardize = true;
        return this;
    }

    public DataConfigs noIntercept() {
        intercept = false;
        return this;
    }

    DataConfigs site(String column) {
        site = column;
        return this;
    }

    DataConfigs by(String... columns) {
        by = List.of(columns);
        return this;
    }

    DataConfigs key(String column) {
        key = column;
        return this;
    }

    public DataConfigs partitions(int count) {
        partitions = OptionalInt.of(count);
        return this;
    }

    public DataConfigs skip() {
        onMissing = DataConfig.OnMissing.SKIP;
        return this;
    }

    public DataConfigs precision(Precision other) {
        precision = other;
        return this;
    }

    public DataConfig build() {
        return new DataConfig(
                new DataSource(path, format, text),
                new PredictorColumns(
                        formula == null || groups.isEmpty() ? formula : formula.withGroupingTerms(groups),
                        groups.isEmpty() && formula != null ? formula.groupingTerms() : groups,
                        features,
                        categorical,
                        exclude,
                        reference,
                        intercept),
                new Roles(
                        new ResponseColumns(formula == null ? label : formula.responseText(), trials, censored),
                        weight,
                        sd,
                        offset,
                        new SeriesColumns(series, order),
                        site,
                        key,
                        by),
                derive,
                standardize,
                partitions,
                onMissing,
                precision);
    }
}
