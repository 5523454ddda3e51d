package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectRequest.Comparison;
import io.credence.effect.EffectRequest.Kind;
import io.credence.effect.ModelColumn.Range;
import io.credence.part.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computation plan of a request: changed versions of each row, and the terms to report from their averages.
 *
 * @param versions changes of the rows, one list for each version
 * @param terms terms that are reported
 */
public record EffectPlan(List<List<CellChange>> versions, List<ReportedTerm> terms) {

    /** Number of values of a numeric column at which predictions over its range are made. */
    private static final int GRID = 9;

    public EffectPlan {
        versions = List.copyOf(versions);
        terms = List.copyOf(terms);
    }

    /**
     * Reported term: the average of one version, or a comparison of two.
     *
     * @param variable variable that differs; empty for predictions of rows as they are
     * @param contrast comparison, in words; empty for predictions
     * @param givenValues values that the rows were given
     * @param highVersion index of the version
     * @param lowVersion index of the version that it is compared with; -1 for none
     * @param comparison comparison of the two
     * @param divisor number by which the comparison is divided; for a slope, the change of the column
     */
    record ReportedTerm(
            String variable,
            String contrast,
            Map<String, String> givenValues,
            int highVersion,
            int lowVersion,
            Comparison comparison,
            double divisor) {}

    /** Names of the numeric columns for which a request needs the range, or whether their numbers are 0 and 1. */
    public static Set<String> rangeColumns(EffectRequest request, List<ModelColumn> variables) {
        Set<String> names = new TreeSet<>();
        requestedChanges(request, variables).forEach((variable, value) -> {
            if (!variable.isFactor() && value.equals("")) {
                names.add(variable.name());
            }
        });
        return names;
    }

    /**
     * Creates the plan of a request.
     *
     * @param variables columns that features are made from
     * @param ranges ranges of the columns in {@link #rangeColumns}
     * @throws ConfigurationException if a column or a value cannot be used
     */
    public static EffectPlan of(EffectRequest request, List<ModelColumn> variables, Map<String, Range> ranges) {
        Map<ModelColumn, Object> requested = requestedChanges(request, variables);
        PlanBuilder draft = new PlanBuilder(request.comparison());
        if (request.kind() == Kind.PREDICTIONS) {
            List<List<CellChange>> versions = List.of(List.of());
            for (Map.Entry<ModelColumn, Object> each : requested.entrySet()) {
                versions = crossWithValues(
                        versions, each.getKey().name(), requestedValues(each.getKey(), each.getValue(), ranges));
            }
            String term = String.join(
                    ", ", requested.keySet().stream().map(ModelColumn::name).toList());
            versions.forEach(version -> draft.addPrediction(term, version));
        } else if (request.kind() == Kind.COMPARISONS) {
            requested.forEach((variable, value) -> addComparison(draft, variable, value, ranges));
        } else {
            requested.forEach((variable, value) -> addSlope(draft, variable, value, ranges));
        }
        if (draft.terms.isEmpty()) {
            throw new ConfigurationException("there is nothing to compute: required a model with "
                    + (request.kind() == Kind.SLOPES ? "columns of numbers" : "columns") + ", found "
                    + variables.stream().map(ModelColumn::name).toList());
        }
        return new EffectPlan(draft.versions, draft.terms);
    }

    /**
     * Requested changes by column. Where no column is named, comparisons are made of all columns, and slopes of all
     * numeric ones.
     */
    private static Map<ModelColumn, Object> requestedChanges(EffectRequest request, List<ModelColumn> variables) {
        Map<ModelColumn, Object> requested = new LinkedHashMap<>();
        if (request.variables().isEmpty() && request.kind() != Kind.PREDICTIONS) {
            variables.stream()
                    .filter(each -> request.kind() == Kind.COMPARISONS || !each.isFactor())
                    .forEach(each -> requested.put(each, ""));
        }
        List<String> names = variables.stream().map(ModelColumn::name).toList();
        request.variables().forEach((name, value) -> {
            int at = names.indexOf(name);
            if (at < 0) {
                throw new ConfigurationException("there is no variable " + name + " in the model: required one of "
                        + Spelling.suggest(name, names));
            }
            requested.put(variables.get(at), value);
        });
        return requested;
    }

    private static List<List<CellChange>> crossWithValues(
            List<List<CellChange>> versions, String column, List<String> values) {
        List<List<CellChange>> all = new ArrayList<>();
        for (List<CellChange> version : versions) {
            for (String value : values) {
                List<CellChange> more = new ArrayList<>(version);
                more.add(CellChange.toValue(column, value));
                all.add(more);
            }
        }
        return all;
    }

    private static List<String> requestedValues(ModelColumn variable, Object given, Map<String, Range> ranges) {
        if (given instanceof Collection<?> many) {
            List<String> values = many.stream().map(String::valueOf).toList();
            values.forEach(value -> requireValue(variable, value));
            return values;
        }
        if (!given.equals("")) {
            requireValue(variable, String.valueOf(given));
            return List.of(String.valueOf(given));
        }
        if (variable.isFactor()) {
            return variable.levels();
        }
        List<String> grid = new ArrayList<>();
        for (double value :
                Objects.requireNonNull(ranges.get(variable.name()), "range").grid(GRID)) {
            grid.add(String.valueOf(value));
        }
        return grid;
    }

    private static void requireValue(ModelColumn variable, String value) {
        boolean possible = variable.isFactor() ? variable.levels().contains(value) : isNumber(value);
        if (!possible) {
            throw new ConfigurationException("the variable " + variable.name() + " has no value " + value
                    + ": required "
                    + (variable.isFactor() ? "one of " + Spelling.suggest(value, variable.levels()) : "a number"));
        }
    }

    private static boolean isNumber(String value) {
        try {
            return Double.isFinite(Double.parseDouble(value));
        } catch (NumberFormatException word) {
            return false;
        }
    }

    private static void addComparison(
            PlanBuilder draft, ModelColumn variable, Object given, Map<String, Range> ranges) {
        if (given instanceof Collection<?> ends) {
            List<String> two = ends.stream().map(String::valueOf).toList();
            if (two.size() != 2) {
                throw new ConfigurationException(
                        "the comparison of " + variable.name() + " cannot be read: required two values, found " + two);
            }
            two.forEach(value -> requireValue(variable, value));
            draft.addComparison(variable.name(), two.get(0), two.get(1));
        } else if (given.equals("") && isBinary(variable, ranges)) {
            draft.addComparison(variable.name(), "0", "1");
        } else if (!variable.isFactor()) {
            double step = given.equals("") ? 1 : shiftNumber(variable, given);
            draft.addShift(variable.name(), step);
        } else {
            comparedPairs(variable, given)
                    .forEach(pair -> draft.addComparison(variable.name(), pair.get(0), pair.get(1)));
        }
    }

    private static boolean isBinary(ModelColumn variable, Map<String, Range> ranges) {
        Range range = ranges.get(variable.name());
        return range != null && range.isBinary();
    }

    private static double shiftNumber(ModelColumn variable, Object given) {
        if (!isNumber(String.valueOf(given))) {
            throw new ConfigurationException("the comparison of " + variable.name()
                    + " cannot be read: required a number to add, or two values, found " + given);
        }
        return Double.parseDouble(String.valueOf(given));
    }

    private static List<List<String>> comparedPairs(ModelColumn variable, Object given) {
        String way = given.equals("") ? "reference" : String.valueOf(given);
        return PairScheme.named(way).pairs(variable.levels());
    }

    private static void addSlope(PlanBuilder draft, ModelColumn variable, Object given, Map<String, Range> ranges) {
        if (variable.isFactor() || !given.equals("")) {
            throw new ConfigurationException("the slope of " + variable.name()
                    + " cannot be taken: required a column of numbers without a value, found "
                    + (variable.isFactor() ? "a factor, of which there are comparisons" : given));
        }
        draft.addSlope(
                variable.name(),
                Objects.requireNonNull(ranges.get(variable.name()), "range").step());
    }

    /** Builder of a plan's versions and terms. */
    private static final class PlanBuilder {
        private final List<List<CellChange>> versions = new ArrayList<>();
        private final List<ReportedTerm> terms = new ArrayList<>();
        private final Comparison comparison;

        PlanBuilder(Comparison comparison) {
            this.comparison = comparison;
        }

        private int versionIndex(List<CellChange> changes) {
            int at = versions.indexOf(changes);
            if (at < 0) {
                versions.add(List.copyOf(changes));
                return versions.size() - 1;
            }
            return at;
        }

        void addPrediction(String term, List<CellChange> changes) {
            Map<String, String> condition = new LinkedHashMap<>();
            changes.forEach(change -> condition.put(change.column(), String.valueOf(change.value())));
            terms.add(new ReportedTerm(term, "", condition, versionIndex(changes), -1, comparison, 1));
        }

        void addComparison(String variable, String from, String to) {
            int low = versionIndex(List.of(CellChange.toValue(variable, from)));
            int high = versionIndex(List.of(CellChange.toValue(variable, to)));
            terms.add(
                    new ReportedTerm(variable, comparison.contrastText(to, from), Map.of(), high, low, comparison, 1));
        }

        void addShift(String variable, double step) {
            int low = versionIndex(List.of());
            int high = versionIndex(List.of(CellChange.byShift(variable, step)));
            String text = "+"
                    + new BigDecimal(String.valueOf(step)).stripTrailingZeros().toPlainString();
            terms.add(new ReportedTerm(variable, text, Map.of(), high, low, comparison, 1));
        }

        void addSlope(String variable, double step) {
            int low = versionIndex(List.of(CellChange.byShift(variable, -step)));
            int high = versionIndex(List.of(CellChange.byShift(variable, step)));
            terms.add(new ReportedTerm(variable, "dY/dX", Map.of(), high, low, comparison, 2 * step));
        }
    }
}
