package io.credence.spark;

import io.credence.ColumnScales;
import io.credence.config.DataConfig;
import io.credence.formula.GroupTerm;
import io.credence.mixed.RandomEffects;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Columns that become features one by one; levels and spread are found by a scan where one is needed. */
final class ColumnPlan implements FeaturePlan {

    private final Table table;
    private final DataConfig config;
    private final List<FeatureDraft> drafts = new ArrayList<>();
    private final List<Column> selected;
    private final RowPlan scanPlan;
    private final List<String> names = new ArrayList<>();
    private final Map<String, String> baselines = new LinkedHashMap<>();
    private final List<String> labels;
    private final List<String> notes = new ArrayList<>();
    /** Drafts of the features; those behind them are of effects that only vary between groups. */
    private final int featureDrafts;

    private int fixed;

    ColumnPlan(Table table, DataConfig config, LabelRule rule) {
        this.table = table;
        this.config = config;
        ColumnRoles roles = new ColumnRoles(table, config);
        int malformed = roles.selectMalformed();
        RowRoles beside = RowRoles.select(roles, config, config.label(), rule);
        SeriesPlan series = roles.series();
        draft(roles);
        featureDrafts = drafts.size();
        draftEffects(roles);
        notes.addAll(roles.notes());
        labels = roles.words();
        this.selected = roles.selected();
        List<FeatureSource> sources = new ArrayList<>();
        int columns = config.intercept() ? 1 : 0;
        double entries = columns;
        for (FeatureDraft draft : drafts) {
            sources.add(draft.isCategory() ? draft.source() : draft.at(columns));
            columns += draft.names().size();
            entries += draft.isCategory() ? 0 : draft.entries();
        }
        boolean skip = config.onMissing() == DataConfig.OnMissing.SKIP;
        this.scanPlan = new RowPlan(
                malformed,
                beside,
                series,
                null,
                sources,
                null,
                config.intercept() ? 0 : -1,
                columns,
                RowPlan.isSparse(entries, columns),
                skip,
                false,
                null);
    }

    private void draft(ColumnRoles roles) {
        boolean named = table.origin().libsvm() && !config.features().contains(DataConfig.ALL_FEATURES);
        List<String> features = named ? List.of("features") : new FeatureColumns(table, config, roles).names();
        Map<String, VectorSummary> summaries = VectorSummary.at(
                table.rows(), features.stream().filter(roles::isVector).toList());
        for (String name : features) {
            if (config.categorical().contains(name)) {
                CellType type = roles.cellType(name);
                drafts.add(new FeatureDraft(
                        new FeatureSource.Category(roles.select(name), name, type, Map.of(), false), List.of(), 1));
            } else if (roles.isVector(name)) {
                drafts.add(vector(roles, name, summaries.get(name)));
            } else {
                CellType type = roles.numberType(name);
                drafts.add(new FeatureDraft(
                        new FeatureSource.Numeric(roles.select(name), name, type, 0), List.of(name), 1));
            }
            noteLeak(name);
        }
    }

    /** Columns that are no features but have effects that vary between groups. */
    private void draftEffects(ColumnRoles roles) {
        Set<String> features = new HashSet<>();
        drafts.forEach(draft -> {
            features.add(draft.source().column());
            features.addAll(draft.names());
        });
        for (GroupTerm group : config.groups()) {
            for (String name : group.names()) {
                if (roles.known().contains(name) && features.add(name)) {
                    roles.requireKnown("groups", name);
                    drafts.add(new FeatureDraft(
                            new FeatureSource.Numeric(roles.select(name), name, roles.numberType(name), 0),
                            List.of(name),
                            1));
                }
            }
        }
    }

    private FeatureDraft vector(ColumnRoles roles, String name, @Nullable VectorSummary summary) {
        if (summary == null) {
            throw new DataException(
                    "the size of vector column '" + name + "' is unknown",
                    "a vector in the first rows",
                    "none",
                    table.where());
        }
        FeatureSource source = new FeatureSource.Vector(roles.select(name), name, summary.size(), 0, null, true);
        List<String> elements = table.origin().libsvm()
                ? libsvmNames(summary.size())
                : VectorSummary.names(table.schema().apply(name), summary.size());
        return new FeatureDraft(source, elements, summary.entries());
    }

    private List<String> libsvmNames(int size) {
        List<String> given = config.features();
        if (given.contains(DataConfig.ALL_FEATURES) || given.equals(List.of("features"))) {
            List<String> numbered = new ArrayList<>(size);
            for (int k = 1; k <= size; k++) {
                numbered.add("f" + k);
            }
            return numbered;
        }
        if (given.size() != size) {
            throw new DataException(
                    "data.features does not name the features of the libsvm file",
                    "[\"*\"] or " + size + " names",
                    given.size() + " names",
                    table.where());
        }
        return given;
    }

    /** A label that is computed from a column which stays a feature is hardly ever meant. */
    private void noteLeak(String feature) {
        String sql = table.expressionOf(config.label());
        if (sql != null && Arrays.asList(sql.split("\\W+")).contains(feature)) {
            notes.add("the label is derived from column '" + feature + "', which is also a feature");
        }
    }

    @Override
    public Column[] selected() {
        return selected.toArray(new Column[0]);
    }

    /** Whether rows must be read before they can be packed. */
    private boolean needsScan() {
        return config.standardize() || drafts.stream().anyMatch(FeatureDraft::isCategory);
    }

    @Override
    public Features complete(RowPartitions rows) {
        RowPlan plan =
                complete(needsScan() ? ColumnScan.run(rows, scanPlan, config.standardize(), table, selected()) : null);
        return new Features(plan, names, baselines, labels, null, notes, fixed, effects());
    }

    private List<RandomEffects> effects() {
        List<RandomEffects> effects = new ArrayList<>();
        for (GroupTerm group : config.groups()) {
            int[] columns = group.names().stream().mapToInt(names::indexOf).toArray();
            for (int k = 0; k < columns.length; k++) {
                String name = group.names().get(k);
                if (columns[k] < 0) {
                    throw new DataException(
                            "there is no column '" + name + "', whose effects vary by " + group.factor(),
                            name.equals(INTERCEPT) ? "data.intercept = true, or a formula" : "a feature or a column",
                            Spelling.suggest(name, names),
                            table.where());
                }
            }
            effects.add(new RandomEffects(group.factor(), group.names(), columns, group.correlated()));
        }
        return effects;
    }

    private RowPlan complete(@Nullable ColumnScan scan) {
        List<FeatureSource> sources = new ArrayList<>();
        double entries = 0;
        if (config.intercept()) {
            names.add(INTERCEPT);
            entries = 1;
        }
        int category = 0;
        for (FeatureDraft draft : drafts) {
            fixed = sources.size() <= featureDrafts ? names.size() : fixed;
            if (draft.source() instanceof FeatureSource.Category source && scan != null) {
                sources.add(indicators(source, levels(source, scan.levels(category++))));
            } else {
                sources.add(draft.at(names.size()));
                names.addAll(draft.names());
            }
            entries += draft.entries();
        }
        fixed = featureDrafts == drafts.size() ? names.size() : fixed;
        if (names.isEmpty()) {
            throw new DataException(
                    "there is nothing to estimate",
                    "at least one feature, or the intercept",
                    "no column without another role",
                    table.where());
        }
        boolean sparse = RowPlan.isSparse(entries, names.size());
        RowPlan plan = scanPlan.withSources(sources, names.size(), sparse);
        return config.standardize() && scan != null ? plan.withScales(scales(sources, scan)) : plan;
    }

    private List<String> levels(FeatureSource.Category source, List<String> ascending) {
        return Levels.ordered(ascending, source.column(), config, table);
    }

    private FeatureSource indicators(FeatureSource.Category source, List<String> levels) {
        if (levels.size() < 2) {
            notes.add("categorical column '" + source.column() + "' has one level and gives no feature");
        }
        Map<UTF8String, Integer> targets = new HashMap<>();
        for (int k = 0; k < levels.size(); k++) {
            targets.put(UTF8String.fromString(levels.get(k)), k == 0 ? FeatureSource.Category.BASELINE : names.size());
            if (k == 0) {
                baselines.put(source.column(), levels.get(k));
            } else {
                names.add(source.column() + "=" + levels.get(k));
            }
        }
        return new FeatureSource.Category(source.ordinal(), source.column(), source.type(), targets, true);
    }

    private double[] scales(List<FeatureSource> sources, ColumnScan scan) {
        double[] scales = ColumnScales.none(names.size()).scales();
        int at = config.intercept() ? 1 : 0;
        int scanned = at;
        int category = 0;
        for (int s = 0; s < sources.size(); s++) {
            if (sources.get(s) instanceof FeatureSource.Category levels) {
                double weight = scan.weight(category);
                for (int k = 1; k < levels.targets().size(); k++) {
                    String level = names.get(at).substring(levels.column().length() + 1);
                    double share = scan.share(category, level, weight);
                    scales[at++] = ColumnScan.scaleOf(Math.sqrt(share * (1 - share)));
                }
                category++;
            } else {
                for (int k = 0; k < drafts.get(s).names().size(); k++) {
                    scales[at++] = scan.scale(scanned++);
                }
            }
        }
        return scales;
    }
}
