package io.credence.spark;

import io.credence.ColumnScales;
import io.credence.config.DataConfig;
import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.formula.DesignDraft;
import io.credence.formula.DesignDraft.Input;
import io.credence.formula.Formula;
import io.credence.formula.RowNumber;
import io.credence.mixed.RandomEffects;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Columns from which a formula computes features; their kinds, levels and bases are found by scans of the rows. */
final class FormulaPlan implements FeaturePlan {

    private final Table table;
    private final DataConfig config;
    private final Formula formula;
    private final DesignDraft draft;
    private final List<String> columnNotes;
    private final List<String> labels;
    private final Column[] selected;
    private final RowPlan scanPlan;
    private final Map<String, String> baselines = new LinkedHashMap<>();

    FormulaPlan(Table table, DataConfig config, Formula formula, LabelRule rule) {
        this.table = table;
        this.config = config;
        this.formula = formula;
        ColumnRoles roles = new ColumnRoles(table, config);
        int malformed = roles.selectMalformed();
        List<String> others = new FeatureColumns(table, config, roles).remaining();
        formula.columns(others).forEach(name -> roles.requireKnown("formula", name));
        Set<String> factors = factors(table, roles, formula.bareColumns(others));
        this.draft = formula.draft(others, factors::contains);
        RowRoles beside = RowRoles.select(roles, config, formula.responseColumn(), rule);
        List<Input> cells = new ArrayList<>(draft.inputs());
        if (beside.label() == null) {
            formula.responseColumns().forEach(name -> cells.add(new Input(name, false)));
        }
        List<FeatureSource> sources = sources(roles, cells, null);
        this.labels = roles.words();
        this.columnNotes = List.copyOf(roles.notes());
        this.selected = roles.selected().toArray(new Column[0]);
        this.scanPlan = new RowPlan(
                malformed,
                beside,
                null,
                null,
                sources,
                null,
                -1,
                sources.size(),
                false,
                config.onMissing() == DataConfig.OnMissing.SKIP,
                false,
                null);
    }

    /** A posterior's columns over a table of new rows. */
    static RowPlan scoring(RowPlan plan, Design design, ColumnRoles roles) {
        List<FeatureSource> sources = sources(roles, design.inputs(), design.data());
        return plan.withFormula(new FormulaCells(design, null, null, 0), sources, isSparse(design));
    }

    /** Columns whose cells are levels: of text that is not numbers, or of truth values. */
    private static Set<String> factors(Table table, ColumnRoles roles, Set<String> bare) {
        Set<String> factors = new TreeSet<>();
        List<String> doubtful = new ArrayList<>();
        for (String name : bare) {
            CellType type = roles.cellType(name);
            if (type == CellType.BOOLEAN
                    || type == CellType.TEXT && !table.origin().text()) {
                factors.add(name);
            } else if (type == CellType.TEXT) {
                doubtful.add(name);
            }
        }
        boolean[] words = new boolean[doubtful.size()];
        if (words.length > 0) {
            Column[] columns = doubtful.stream()
                    .map(name -> functions.col(Derivation.quoted(name)))
                    .toArray(Column[]::new);
            int count = words.length;
            for (boolean[] part : table.select(columns).run((partition, cells) -> words(cells, count))) {
                for (int j = 0; j < count; j++) {
                    words[j] |= part[j];
                }
            }
        }
        for (int j = 0; j < words.length; j++) {
            if (words[j]) {
                factors.add(doubtful.get(j));
            }
        }
        return factors;
    }

    /** Which columns have a cell that is neither a number nor missing. */
    private static boolean[] words(Iterator<InternalRow> rows, int columns) {
        boolean[] words = new boolean[columns];
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            for (int j = 0; j < columns; j++) {
                if (!words[j] && !row.isNullAt(j)) {
                    UTF8String cell = row.getUTF8String(j);
                    words[j] = Double.isNaN(NumberText.parse(cell)) && !NumberText.isMissing(cell);
                }
            }
        }
        return words;
    }

    /** The columns of cells; without levels to be scanned, with them to be numbered. */
    private static List<FeatureSource> sources(ColumnRoles roles, List<Input> inputs, @Nullable DesignData known) {
        List<FeatureSource> sources = new ArrayList<>();
        for (Input input : inputs) {
            String name = input.column();
            roles.requireKnown("formula", name);
            if (!input.isLevel()) {
                sources.add(
                        new FeatureSource.Numeric(roles.select(name), name, roles.numberType(name), sources.size()));
            } else if (known == null) {
                sources.add(
                        new FeatureSource.Category(roles.select(name), name, roles.cellType(name), Map.of(), false));
            } else {
                sources.add(numbered(roles.select(name), name, roles.cellType(name), known, sources.size()));
            }
        }
        return sources;
    }

    private static FeatureSource numbered(int ordinal, String name, CellType type, DesignData known, int target) {
        List<String> levels = known.levels().getOrDefault(name, List.of());
        return new FeatureSource.Level(ordinal, name, type, Levels.numbers(levels), target);
    }

    @Override
    public Column[] selected() {
        return selected;
    }

    @Override
    public Features complete(RowPartitions rows) {
        Map<String, List<String>> levels = new LinkedHashMap<>();
        if (draft.inputs().stream().anyMatch(Input::isLevel)) {
            ColumnScan scan = ColumnScan.run(rows, scanPlan, false, table, selected);
            for (Input input : draft.inputs()) {
                if (input.isLevel()) {
                    levels.put(input.column(), levels(input.column(), scan.levels(levels.size())));
                }
            }
        }
        Design design = draft.design(levels, number -> new FormulaStatistics(rows, scanPlan, number));
        Design complete = config.intercept() ? design : design.withoutIntercept();
        boolean computed = scanPlan.roles().label() == null;
        RowNumber response = computed ? formula.responseNumber() : null;
        int responseCells = computed ? formula.responseColumns().size() : 0;
        RowPlan plan = scanPlan.withFormula(
                new FormulaCells(complete, response, computed ? formula.trials() : null, responseCells),
                numbered(scanPlan.sources(), complete.data()),
                isSparse(complete));
        RowPlan whole = config.standardize() ? standardised(plan, complete, rows) : plan;
        List<RandomEffects> effects = complete.groups().stream()
                .map(group -> new RandomEffects(
                        String.join(":", group.by()), group.terms(), group.columns(), group.correlated()))
                .toList();
        return new Features(whole, complete.names(), baselines, labels, complete, notes(), complete.fixed(), effects);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(columnNotes);
        baselines.forEach((column, level) ->
                notes.add("column '" + column + "' is a factor; its first level is '" + level + "'"));
        return notes;
    }

    private RowPlan standardised(RowPlan plan, Design complete, RowPartitions rows) {
        ColumnScan scan = ColumnScan.run(rows, plan, true, table, selected);
        double[] scales = ColumnScales.none(plan.columns()).scales();
        for (int j = complete.hasIntercept() ? 1 : 0; j < scales.length; j++) {
            scales[j] = scan.scale(j);
        }
        return plan.withScales(scales);
    }

    private List<String> levels(String column, List<String> ascending) {
        List<String> ordered = Levels.ordered(ascending, column, config, table);
        baselines.put(column, ordered.get(0));
        return ordered;
    }

    private static List<FeatureSource> numbered(List<FeatureSource> sources, DesignData known) {
        List<FeatureSource> all = new ArrayList<>();
        for (FeatureSource source : sources) {
            all.add(
                    source instanceof FeatureSource.Category level
                            ? numbered(level.ordinal(), level.column(), level.type(), known, all.size())
                            : source);
        }
        return all;
    }

    private static boolean isSparse(Design design) {
        return RowPlan.isSparse(design.entries(), design.names().size());
    }
}
