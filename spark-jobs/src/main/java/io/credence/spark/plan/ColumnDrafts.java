package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.config.PredictorColumns;
import io.credence.formula.GroupingTerm;
import io.credence.spark.read.Table;
import io.credence.spark.read.VectorSummary;
import io.credence.spark.row.CellType;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureLayout;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowRoles;
import io.credence.spark.row.SeriesPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selection of the columns of a table that become features one by one, by their names and types. */
final class ColumnDrafts {

    private final Table table;
    private final DataConfig config;
    private final List<FeatureDraft> drafts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ColumnDrafts(Table table, DataConfig config) {
        this.table = table;
        this.config = config;
    }

    /** Selects the columns of a table as a configuration lists them. */
    static FeatureSelection of(Table table, DataConfig config, LabelRule rule) {
        return new ColumnDrafts(table, config).featureSelection(rule);
    }

    private FeatureSelection featureSelection(LabelRule rule) {
        ColumnRoles roles = new ColumnRoles(table, config);
        int malformed = roles.selectMalformed();
        RowRoles beside = roles.rowRoles(config.roles().label(), rule);
        SeriesPlan series = roles.series();
        draft(roles);
        int features = drafts.size();
        draftEffects(roles);
        notes.addAll(roles.notes());
        List<FeatureSource> sources = new ArrayList<>();
        int columns = config.predictors().intercept() ? 1 : 0;
        double entries = columns;
        for (FeatureDraft draft : drafts) {
            sources.add(draft.isCategory() ? draft.source() : draft.withTarget(columns));
            columns += draft.names().size();
            entries += draft.isCategory() ? 0 : draft.meanEntries();
        }
        boolean skip = config.onMissing() == DataConfig.OnMissing.SKIP;
        RowPlan scanPlan = new RowPlan(
                malformed,
                beside,
                series,
                null,
                new FeatureLayout(
                        sources,
                        null,
                        config.predictors().intercept() ? 0 : -1,
                        columns,
                        FeatureLayout.isSparse(entries, columns),
                        null),
                skip,
                false);
        return FeatureSelection.of(roles, new ColumnPlan(drafts, features, scanPlan, roles.levels(), notes));
    }

    private void draft(ColumnRoles roles) {
        boolean named =
                table.origin().isLibsvm() && !config.predictors().features().contains(PredictorColumns.ALL);
        List<String> features = named ? List.of("features") : new FeatureColumns(table, config, roles).names();
        Map<String, VectorSummary> summaries = VectorSummary.ofColumns(
                table.rows(), features.stream().filter(roles::isVector).toList());
        for (String name : features) {
            if (config.predictors().categorical().contains(name)) {
                drafts.add(new FeatureDraft(
                        new FeatureSource.Category(roles.selectLevels(name), name, Map.of(), false), List.of(), 1));
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

    /** Adds columns that are no features but whose effects vary between the levels of a grouping factor. */
    private void draftEffects(ColumnRoles roles) {
        Set<String> features = new HashSet<>();
        drafts.forEach(draft -> {
            features.add(draft.source().column());
            features.addAll(draft.names());
        });
        for (GroupingTerm term : config.predictors().groupingTerms()) {
            for (String name : term.effectNames()) {
                if (roles.columnNames().contains(name) && features.add(name)) {
                    roles.requireKnown("model.groups", name);
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
        List<String> elements = table.origin().isLibsvm()
                ? libsvmNames(summary.size())
                : VectorSummary.names(table.schema().apply(name), summary.size());
        return new FeatureDraft(source, elements, summary.meanEntries());
    }

    private List<String> libsvmNames(int size) {
        List<String> given = config.predictors().features();
        if (given.contains(PredictorColumns.ALL) || given.equals(List.of("features"))) {
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

    /** Notes for the user that the label is computed from a feature, which is hardly ever intended. */
    private void noteLeak(String feature) {
        String label = config.roles().label();
        String sql = label == null ? null : table.expressionOf(label);
        if (sql != null && Arrays.asList(sql.split("\\W+")).contains(feature)) {
            notes.add("the label is derived from column '" + feature + "', which is also a feature");
        }
    }
}
