package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.result.FittedColumns;
import io.credence.spark.read.Table;
import io.credence.spark.read.VectorSummary;
import io.credence.spark.row.FeatureSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Search for the columns, vector elements and levels that the names of a posterior's coefficients denote. */
public final class FeatureResolver {

    private final Table table;
    private final DataConfig config;
    private final ColumnRoles roles;
    private final FittedColumns columns;
    private final Map<String, Map<UTF8String, Integer>> levels = new LinkedHashMap<>();
    private final Map<String, int[]> elements = new LinkedHashMap<>();
    private final Map<String, Element> elementsByName = new HashMap<>();
    private double entries;

    /** Element of a vector column. */
    private record Element(String column, int index, int size) {}

    public FeatureResolver(Table table, DataConfig config, ColumnRoles roles, FittedColumns columns) {
        this.table = table;
        this.config = config;
        this.roles = roles;
        this.columns = columns;
    }

    /**
     * Number of features other than 0 that a row may have, by the resolved names. Sparse vectors count as in their
     * first rows.
     */
    public double maxEntries() {
        return entries;
    }

    public List<FeatureSource> resolve(List<String> names) {
        Map<String, VectorSummary> summaries = vectorSummaries(names);
        List<FeatureSource> sources = new ArrayList<>();
        for (int target = 0; target < names.size(); target++) {
            String name = names.get(target);
            if (name.equals(FeaturePlan.INTERCEPT)) {
                entries++;
            } else if (!addLevel(name, target) && !addElement(name, target)) {
                roles.requireKnown("data.features", name);
                sources.add(new FeatureSource.Numeric(roles.select(name), name, roles.numberType(name), target));
                entries++;
            }
        }
        config.predictors().categorical().stream()
                .filter(columns.referenceLevels()::containsKey)
                .forEach(column -> levels.computeIfAbsent(column, any -> new HashMap<>()));
        Set<String> known = new HashSet<>(names);
        columns.aliasedColumns().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> addLevel(name, FeatureSource.Category.BASELINE));
        levels.forEach((column, targets) -> sources.add(category(column, targets)));
        elements.forEach((column, targets) -> sources.add(vector(column, targets, summaries.get(column))));
        return sources;
    }

    private FeatureSource category(String column, Map<UTF8String, Integer> targets) {
        roles.requireKnown("data.categorical", column);
        String baseline = columns.referenceLevels().get(column);
        if (baseline != null) {
            targets.put(UTF8String.fromString(baseline), FeatureSource.Category.BASELINE);
        }
        entries++;
        return new FeatureSource.Category(roles.selectLevels(column), column, targets, baseline != null);
    }

    private FeatureSource vector(String column, int[] targets, @Nullable VectorSummary summary) {
        entries += summary == null ? targets.length : summary.meanEntries();
        return new FeatureSource.Vector(
                roles.select(column),
                column,
                targets.length,
                0,
                targets,
                !table.origin().isLibsvm());
    }

    private boolean addLevel(String name, int target) {
        for (String column : config.predictors().categorical()) {
            if (name.startsWith(column + "=")) {
                String level = name.substring(column.length() + 1);
                levels.computeIfAbsent(column, any -> new HashMap<>()).put(UTF8String.fromString(level), target);
                return true;
            }
        }
        return false;
    }

    private boolean addElement(String name, int target) {
        Element element = elementsByName.get(name);
        if (element == null) {
            return false;
        }
        int[] targets = elements.computeIfAbsent(element.column(), any -> {
            int[] none = new int[element.size()];
            Arrays.fill(none, -1);
            return none;
        });
        targets[element.index()] = target;
        return true;
    }

    /** Summaries of the vector columns, since a name that is no column may be an element of a vector. */
    private Map<String, VectorSummary> vectorSummaries(List<String> names) {
        List<String> vectors = roles.columnNames().stream()
                .filter(column -> roles.isVector(column) && !names.contains(column))
                .toList();
        if (table.origin().isLibsvm()) {
            addLibsvmElements(names);
            return Map.of();
        }
        Map<String, VectorSummary> summaries = VectorSummary.ofColumns(table.rows(), vectors);
        summaries.forEach((column, summary) -> {
            List<String> known = VectorSummary.names(table.schema().apply(column), summary.size());
            for (int k = 0; k < known.size(); k++) {
                elementsByName.put(known.get(k), new Element(column, k, summary.size()));
            }
        });
        return summaries;
    }

    /** Adds the elements of a libsvm file by names alone, since the file may have fewer features than the fit. */
    private void addLibsvmElements(List<String> names) {
        List<String> features = names.stream()
                .filter(name -> !name.equals(FeaturePlan.INTERCEPT))
                .toList();
        for (int k = 0; k < features.size(); k++) {
            elementsByName.put(features.get(k), new Element("features", k, features.size()));
        }
    }
}
