package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.CellFunction;
import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.formula.DesignDraft;
import io.credence.formula.DesignDraft.CellInput;
import io.credence.formula.Formula;
import io.credence.kind.ColumnScales;
import io.credence.kind.RandomEffects;
import io.credence.part.Names;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.read.Table;
import io.credence.spark.row.CellCounts;
import io.credence.spark.row.CellType;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureLayout;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.FormulaCells;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowRoles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plan of columns from which a formula computes features. Scans of the rows find their kinds, levels and bases.
 *
 * @param formula response and terms
 * @param dotColumns columns that {@code .} stands for
 * @param factors columns whose cells are levels
 * @param scanPlan plan that reads the cells before their levels are known
 * @param classNames words for the classes of the label, in order
 * @param columnNotes notes on the columns
 */
public record FormulaPlan(
        Formula formula,
        List<String> dotColumns,
        Set<String> factors,
        RowPlan scanPlan,
        List<String> classNames,
        List<String> columnNotes)
        implements FeaturePlan {

    private static final long serialVersionUID = 1;

    public FormulaPlan {
        dotColumns = new ArrayList<>(dotColumns);
        factors = new TreeSet<>(factors);
        classNames = new ArrayList<>(classNames);
        columnNotes = new ArrayList<>(columnNotes);
    }

    /** Selects the columns of a table that a formula names. */
    static FeatureSelection of(Table table, DataConfig config, Formula formula, LabelRule rule) {
        ColumnRoles roles = new ColumnRoles(table, config);
        int malformed = roles.selectMalformed();
        List<String> others =
                Names.without(new FeatureColumns(table, config, roles).remainingColumns(), formula.numberColumns());
        formula.numberColumns().forEach(name -> requireNumbers(roles, name));
        formula.predictorTerms()
                .forEach(each -> each.columns(others)
                        .forEach(name -> roles.requireKnown("the formula of " + each.name(), name)));
        formula.allColumns(others).forEach(name -> roles.requireKnown("formula", name));
        boolean skip = config.onMissing() == DataConfig.OnMissing.SKIP;
        Set<String> factors = findFactorColumns(table, roles, formula.bareColumns(others), skip);
        DesignDraft draft = formula.draft(others, factors::contains);
        RowRoles beside = roles.rowRoles(formula.responseColumn(), rule);
        List<CellInput> cells = new ArrayList<>(draft.cellInputs());
        if (beside.label() == null) {
            formula.responseColumns().forEach(name -> cells.add(new CellInput(name, false)));
        }
        List<FeatureSource> sources = sources(roles, cells, null);
        RowPlan scanPlan = new RowPlan(
                malformed,
                beside,
                null,
                null,
                new FeatureLayout(sources, null, -1, sources.size(), false, null),
                skip,
                false);
        return FeatureSelection.of(
                roles, new FormulaPlan(formula, others, factors, scanPlan, roles.levels(), roles.notes()));
    }

    /** Requires a column that the model reads as numbers. */
    private static void requireNumbers(ColumnRoles roles, String name) {
        roles.requireKnown("model.density", name);
        if (roles.holdsWords(name)) {
            throw new DataException(
                    "column '" + name + "' holds text",
                    "numbers, as model.density reads the column",
                    "words",
                    roles.table().where());
        }
    }

    /** Plan that reads a posterior's columns from a table of new rows. */
    public static RowPlan scoringPlan(RowPlan plan, Design design, ColumnRoles roles) {
        List<FeatureSource> sources = sources(roles, design.cellInputs(), design.data());
        return plan.withFormula(new FormulaCells(design, null, null, 0), sources, isSparse(design));
    }

    /** Plan for the same columns under another posterior of the formula, with the levels and bases of that one. */
    public static RowPlan scoringPlan(RowPlan plan, Design design) {
        List<FeatureSource> sources = new ArrayList<>();
        for (FeatureSource source : plan.features().sources()) {
            sources.add(
                    source instanceof FeatureSource.Level level
                            ? numberLevels(level.ordinal(), level.column(), design.data(), sources.size())
                            : source);
        }
        return plan.withFormula(new FormulaCells(design, null, null, 0), sources, isSparse(design));
    }

    /** Columns whose cells are levels: text that is not numbers, or booleans. */
    private static Set<String> findFactorColumns(Table table, ColumnRoles roles, Set<String> bare, boolean skip) {
        Set<String> factors = new TreeSet<>();
        List<String> texts = new ArrayList<>();
        for (String name : bare) {
            CellType type = roles.cellType(name);
            if (type == CellType.BOOLEAN) {
                factors.add(name);
            } else if (type == CellType.TEXT) {
                texts.add(name);
            }
        }
        Map<String, CellCounts> levels = new TreeMap<>(TextColumns.count(table, texts));
        levels.entrySet().removeIf(each -> !TextColumns.areLevels(table, each.getKey(), each.getValue(), skip));
        factors.addAll(levels.keySet());
        TextColumns.note(levels).ifPresent(roles::note);
        return factors;
    }

    /** Sources of the cells of a formula. Their levels are numbered if they are known, else scanned. */
    private static List<FeatureSource> sources(ColumnRoles roles, List<CellInput> inputs, @Nullable DesignData known) {
        List<FeatureSource> sources = new ArrayList<>();
        for (CellInput input : inputs) {
            String name = input.column();
            roles.requireKnown("formula", name);
            if (!input.isLevel()) {
                sources.add(
                        new FeatureSource.Numeric(roles.select(name), name, roles.numberType(name), sources.size()));
            } else if (known == null) {
                sources.add(new FeatureSource.Category(roles.selectLevels(name), name, Map.of(), false));
            } else {
                sources.add(numberLevels(roles.selectLevels(name), name, known, sources.size()));
            }
        }
        return sources;
    }

    private static FeatureSource numberLevels(int ordinal, String name, DesignData known, int target) {
        List<String> levels = known.levels().getOrDefault(name, List.of());
        return new FeatureSource.Level(ordinal, name, Levels.levelNumbers(levels), target);
    }

    @Override
    public FeaturePlan withLevelPlan(LevelPlan levels) {
        return new FormulaPlan(formula, dotColumns, factors, scanPlan.withLevelPlan(levels), classNames, columnNotes);
    }

    @Override
    public Features complete(RowPartitions rows, RowOrigin origin, DataConfig config, EarlierFitColumns earlier) {
        DesignDraft draft = formula.draft(dotColumns, factors::contains);
        Map<String, List<String>> levels = new LinkedHashMap<>();
        Map<String, String> baselines = new LinkedHashMap<>();
        if (draft.cellInputs().stream().anyMatch(CellInput::isLevel)) {
            ColumnScan scan = ColumnScan.run(rows, scanPlan, false, origin);
            for (CellInput input : draft.cellInputs()) {
                if (input.isLevel()) {
                    String column = input.column();
                    List<String> ordered = Levels.orderedLevels(
                            scan.levels(levels.size()),
                            earlier.baselines().get(column),
                            column,
                            config,
                            origin.where());
                    levels.put(column, ordered);
                    baselines.put(column, ordered.get(0));
                }
            }
        }
        Design design = draft.design(levels, earlier.bases(), number -> new FormulaStatistics(rows, scanPlan, number));
        Design complete = config.predictors().intercept() ? design : design.withoutIntercept();
        boolean computed = scanPlan.roles().label() == null;
        CellFunction response = computed ? formula.responseNumber() : null;
        int responseCells = computed ? formula.responseColumns().size() : 0;
        RowPlan plan = scanPlan.withFormula(
                new FormulaCells(complete, response, computed ? formula.trialsNumber() : null, responseCells),
                numberLevels(scanPlan.features().sources(), complete.data()),
                isSparse(complete));
        RowPlan whole = config.standardize() ? withStandardScales(plan, complete, rows, origin) : plan;
        List<RandomEffects> effects = complete.factorEffects().stream()
                .map(each -> new RandomEffects(
                        String.join(":", each.factorColumns()),
                        each.effectNames(),
                        each.columnIndices(),
                        each.correlated()))
                .toList();
        return new Features(
                whole,
                complete.names(),
                baselines,
                classNames,
                List.of(),
                complete,
                columnNotes,
                new Features.Coefficients(complete.termColumnCount(), effects));
    }

    private static RowPlan withStandardScales(RowPlan plan, Design complete, RowPartitions rows, RowOrigin origin) {
        ColumnScan scan = ColumnScan.run(rows, plan, true, origin);
        double[] scales = ColumnScales.unscaled(plan.features().columns()).scales();
        for (int j = complete.hasIntercept() ? 1 : 0; j < scales.length; j++) {
            scales[j] = scan.scale(j);
        }
        return plan.withScales(scales);
    }

    private static List<FeatureSource> numberLevels(List<FeatureSource> sources, DesignData known) {
        List<FeatureSource> all = new ArrayList<>();
        for (FeatureSource source : sources) {
            all.add(
                    source instanceof FeatureSource.Category level
                            ? numberLevels(level.ordinal(), level.column(), known, all.size())
                            : source);
        }
        return all;
    }

    private static boolean isSparse(Design design) {
        return FeatureLayout.isSparse(design.mostEntries(), design.names().size());
    }
}
