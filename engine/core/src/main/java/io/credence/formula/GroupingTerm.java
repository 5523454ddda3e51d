package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import io.credence.formula.Expression.NumberLiteral;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Effects that vary between the levels of a grouping factor, as {@code (1 + x | county)} in lme4's notation.
 * {@code (x || county)} has independent effects, {@code (1 | a:b)} has effects of pairs of levels, and
 * {@code (1 | a/b)} is two terms, of a and of a:b.
 *
 * @param effects effects that vary, as the right-hand side of a formula
 * @param factorColumns columns whose cells together identify the level
 * @param correlated whether the effects of a level are correlated
 */
public record GroupingTerm(Expression effects, List<String> factorColumns, boolean correlated) implements Serializable {

    public GroupingTerm {
        factorColumns = List.copyOf(factorColumns);
        if (factorColumns.isEmpty() || new LinkedHashSet<>(factorColumns).size() < factorColumns.size()) {
            throw new FormulaException(
                    "has a grouping factor that cannot be formed",
                    "one or more columns, each once",
                    factorColumns.toString());
        }
    }

    /**
     * Creates varying effects of columns by their names, as in {@code model.groups}.
     *
     * @param columns names of columns of numbers, or {@code (Intercept)}
     */
    public static GroupingTerm of(List<String> columns, List<String> by, boolean correlated) {
        List<Expression> effects = new ArrayList<>(List.of(new NumberLiteral(0)));
        for (String column : columns) {
            effects.add(column.equals(Design.INTERCEPT) ? new NumberLiteral(1) : new Name(column));
        }
        return checked(new GroupingTerm(Call.ofOperator("+", effects), by, correlated));
    }

    /**
     * Parses varying effects in the notation of formulas.
     *
     * @throws FormulaException if they cannot be read
     */
    public static GroupingTerm of(String effects, List<String> by, boolean correlated) {
        return checked(new GroupingTerm(FormulaParser.parse(effects), by, correlated));
    }

    private static GroupingTerm checked(GroupingTerm term) {
        term.terms();
        return term;
    }

    /** Name of the grouping factor. */
    public String factorName() {
        return String.join(":", factorColumns);
    }

    /** Terms of the effects, multiplied out. */
    Terms terms() {
        Terms terms = Terms.of(effects, List.of("."));
        if (!terms.offsets().isEmpty() || terms.columns().contains(".")) {
            throw new FormulaException(
                    "has a term of a grouping factor whose effects cannot vary",
                    "1, 0 and columns without offset and .",
                    text());
        }
        if (terms.variables().stream().anyMatch(SmoothTerms::isSmooth)) {
            throw new FormulaException(
                    "has a smooth that varies between levels",
                    "s(x, by = factor) beside (1 | factor), or a straight line (x | factor)",
                    text());
        }
        if (!terms.intercept() && terms.products().isEmpty()) {
            throw new FormulaException(
                    "has a term of a grouping factor without effects", "1 or a column left of |", text());
        }
        return terms;
    }

    private String text() {
        return "(" + effects.text() + (correlated ? " | " : " || ") + factorName() + ")";
    }

    /**
     * Right-hand side of a formula, split into fixed terms and terms of varying effects.
     *
     * @param fixedTerms fixed terms @param groupingTerms terms of varying effects, in order
     */
    record SplitTerms(Expression fixedTerms, List<GroupingTerm> groupingTerms) {

        /** Splits a right-hand side. */
        static SplitTerms split(Expression side) {
            List<GroupingTerm> found = new ArrayList<>();
            Expression fixed = withoutGroupingTerms(side, found);
            found.forEach(GroupingTerm::terms);
            return new SplitTerms(fixed, found);
        }

        /**
         * Returns a right-hand side without its grouping terms, which are added to {@code found}. Where nothing is left,
         * it is the intercept.
         */
        private static Expression withoutGroupingTerms(Expression side, List<GroupingTerm> found) {
            if (!hasBar(side)) {
                return side;
            }
            Call call = (Call) side;
            if (call.isOperator("(", 1) && isBar(call.argumentValue(0))) {
                found.addAll(parseGroupingTerms((Call) call.argumentValue(0)));
                return new NumberLiteral(1);
            } else if (call.isOperator("(", 1)) {
                return Call.ofOperator("(", withoutGroupingTerms(call.argumentValue(0), found));
            } else if (call.isInfix("+")) {
                return sumWithoutGroupingTerms(call, found);
            } else if (call.isInfix("-") && call.operands().stream().skip(1).noneMatch(SplitTerms::hasBar)) {
                List<Expression> operands = new ArrayList<>(call.operands());
                operands.set(0, withoutGroupingTerms(call.argumentValue(0), found));
                return Call.ofOperator("-", operands);
            }
            throw isBar(call)
                    ? new FormulaException(
                            "has a term of a grouping factor without parentheses", "(effects | factor)", call.text())
                    : new FormulaException(
                            "has a term of a grouping factor within another term",
                            "(effects | factor) added to the other terms",
                            call.text());
        }

        /** Returns a sum without the operands that consist of grouping terms only. */
        private static Expression sumWithoutGroupingTerms(Call call, List<GroupingTerm> found) {
            List<Expression> operands = new ArrayList<>();
            for (Expression operand : call.operands()) {
                Expression rest = withoutGroupingTerms(operand, found);
                if (!isGroupingTerm(operand)) {
                    operands.add(rest);
                }
            }
            return operands.isEmpty()
                    ? new NumberLiteral(1)
                    : operands.size() == 1 ? operands.get(0) : Call.ofOperator("+", operands);
        }

        private static boolean isGroupingTerm(Expression side) {
            return side instanceof Call call
                    && (call.isOperator("(", 1)
                                    && (isBar(call.argumentValue(0)) || isGroupingTerm(call.argumentValue(0)))
                            || call.isInfix("+") && call.operands().stream().allMatch(SplitTerms::isGroupingTerm));
        }

        private static boolean isBar(Expression expression) {
            return expression instanceof Call call && (call.isOperator("|", 2) || call.isOperator("||", 2));
        }

        private static boolean hasBar(Expression expression) {
            return isBar(expression)
                    || expression instanceof Call call
                            && call.arguments().stream().anyMatch(argument -> hasBar(argument.value()));
        }

        private static List<GroupingTerm> parseGroupingTerms(Call bar) {
            if (hasBar(bar.argumentValue(0)) || hasBar(bar.argumentValue(1))) {
                throw new FormulaException(
                        "has a term of a grouping factor with more than one bar", "(effects | factor)", bar.text());
            }
            boolean correlated = bar.function().equals("|");
            return nestedFactorColumns(bar.argumentValue(1), bar).stream()
                    .map(by -> new GroupingTerm(bar.argumentValue(0), by, correlated))
                    .toList();
        }

        /** Columns of each factor of a nesting a/b/c: a, a:b, a:b:c. */
        private static List<List<String>> nestedFactorColumns(Expression by, Call bar) {
            if (!(by instanceof Call call) || !call.isInfix("/")) {
                return List.of(crossedFactorColumns(by, bar));
            }
            List<List<String>> outer = new ArrayList<>(nestedFactorColumns(call.argumentValue(0), bar));
            for (Expression inner : call.operands().subList(1, call.arguments().size())) {
                outer.add(Stream.concat(outer.get(outer.size() - 1).stream(), crossedFactorColumns(inner, bar).stream())
                        .toList());
            }
            return outer;
        }

        private static List<String> crossedFactorColumns(Expression by, Call bar) {
            CategoricalVariable factor = by instanceof Name ? null : CategoricalVariable.recognise(by);
            if (by instanceof Name name && !name.name().equals(".")) {
                return List.of(name.name());
            } else if (factor != null) {
                return List.of(factor.column());
            } else if (by instanceof Call call && call.isOperator("(", 1)) {
                return crossedFactorColumns(call.argumentValue(0), bar);
            } else if (by instanceof Call call && call.isInfix(":")) {
                return call.operands().stream()
                        .flatMap(operand -> crossedFactorColumns(operand, bar).stream())
                        .toList();
            }
            throw new FormulaException(
                    "has a grouping factor that cannot be read",
                    "a column, a:b or a/b; two factors as two terms",
                    bar.text());
        }
    }

    /** Names of the effects: columns, or the intercept. */
    public List<String> effectNames() {
        Terms terms = terms();
        Stream<String> columns = terms.variables().stream()
                .map(variable -> variable instanceof Name name ? name.name() : variable.text());
        return Stream.concat(terms.intercept() ? Stream.of(Design.INTERCEPT) : Stream.empty(), columns)
                .toList();
    }
}
