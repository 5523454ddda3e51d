package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.GroupingTerm;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LevelIndex;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.LevelText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** Columns of the levels of grouping factors, as texts. */
public final class LevelColumns {

    private LevelColumns() {}

    /** Grouping factors of a configuration with their columns, in the order in which they are first named. */
    public static Map<String, List<String>> factorColumns(DataConfig config) {
        Map<String, List<String>> factors = new LinkedHashMap<>();
        for (GroupingTerm term : config.predictors().groupingTerms()) {
            factors.putIfAbsent(term.factorName(), term.factorColumns());
        }
        return factors;
    }

    /**
     * Appends the columns of the levels to the selected ones.
     *
     * @throws DataException if there is no such column, or its cells are no levels
     */
    public static Column[] withLevelColumns(Column[] selected, Table table, DataConfig config) {
        Map<String, List<String>> factors = factorColumns(config);
        Column[] all = Arrays.copyOf(selected, selected.length + factors.size());
        int at = selected.length;
        ColumnRoles roles = new ColumnRoles(table, config);
        for (List<String> by : factors.values()) {
            by.forEach(name -> roles.requireKnown("model.groups", name));
            all[at] = levelText(table, by).as("__credence_level_" + (at - selected.length));
            at++;
        }
        return all;
    }

    /**
     * Plan that leaves out rows without a level, and allows any level; null where there are no grouping factors.
     *
     * @param columns number of the selected columns, those of the levels at the end
     */
    public static @Nullable LevelPlan anyLevelPlan(DataConfig config, int columns) {
        List<String> names = new ArrayList<>(factorColumns(config).keySet());
        List<LevelPlan.Factor> factors = new ArrayList<>();
        for (String name : names) {
            int ordinal = columns - names.size() + factors.size();
            factors.add(new LevelPlan.Factor(name, ordinal, LevelIndex.of(List.of()), new int[0]));
        }
        return factors.isEmpty() ? null : new LevelPlan(factors, 0, true);
    }

    /** Text of a level; null where a cell is missing. */
    private static Column levelText(Table table, List<String> by) {
        for (String name : by) {
            DataType type = table.schema().apply(name).dataType();
            if (!LevelText.canBeLevels(type)) {
                throw new DataException(
                        "column '" + name + "' cannot be a grouping factor",
                        "text, numbers, booleans or times",
                        "type " + type.simpleString(),
                        table.where());
            }
        }
        return LevelText.of(table.schema(), by);
    }
}
