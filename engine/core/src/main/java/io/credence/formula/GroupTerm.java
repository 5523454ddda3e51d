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
public record GroupTerm(Expression effects, List<String> factorColumns, boolean correlated) implements Serializable {

    public GroupTerm {
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
    public static GroupTerm of(List<String> columns, List<String> by, boolean correlated) {
        List<Expression> effects = new ArrayList<>(List.of(new NumberLiteral(0)));
        for (String column : columns) {
            effects.add(column.equals(Design.INTERCEPT) ? new NumberLiteral(1) : new Name(column));
        }
        return checked(new GroupTerm(Call.ofOperator("+", effects), by, correlated));
    }

    /**
     * Parses varying effects in the notation of formulas.
     *
     * @throws FormulaException if they cannot be read
     */
    public static GroupTerm of(String effects, List<String> by, boolean correlated) {
        return checked(new GroupTerm(FormulaParser.parse(effects), by, correlated));
    }

    private static GroupTerm checked(GroupTerm term) {
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
     * @param fixedTerms fixed terms @param groupTerms terms of varying effects, in order
     */
    record SplitTerms(Expression fixedTerms, List<GroupTerm> groupTerms) {

        /** Splits a right-hand side. */
        static SplitTerms split(Expression side) {
            List<GroupTerm> groups = new ArrayList<>();
            Expression fixed = withoutGroupTerms(side, groups);
            groups.forEach(GroupTerm::terms);
            return new SplitTerms(fixed, groups);
        }

        /**
         * Returns a right-hand side without its group terms, which are added to {@code groups}. Where nothing is left,
         * it is the intercept.
         */
        private static Expression withoutGroupTerms(Expression side, List<GroupTerm> groups) {
            if (!hasBar(side)) {
                return side;
            }
            Call call = (Call) side;
            if (call.isOperator("(", 1) && isBar(call.argumentValue(0))) {
                groups.addAll(parseGroupTerms((Call) call.argumentValue(0)));
                return new NumberLiteral(1);
            } else if (call.isOperator("(", 1)) {
                return Call.ofOperator("(", withoutGroupTerms(call.argumentValue(0), groups));
            } else if (call.isInfix("+")) {
                return sumWithoutGroupTerms(call, groups);
            } else if (call.isInfix("-") && call.operands().stream().skip(1).noneMatch(SplitTerms::hasBar)) {
                List<Expression> operands = new ArrayList<>(call.operands());
                operands.set(0, withoutGroupTerms(call.argumentValue(0), groups));
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

        /** Returns a sum without the operands that consist of group terms only. */
        private static Expression sumWithoutGroupTerms(Call call, List<GroupTerm> groups) {
            List<Expression> operands = new ArrayList<>();
            for (Expression operand : call.operands()) {
                Expression rest = withoutGroupTerms(operand, groups);
                if (!isGroupTerm(operand)) {
                    operands.add(rest);
                }
            }
            return operands.isEmpty()
                    ? new NumberLiteral(1)
                    : operands.size() == 1 ? operands.get(0) : Call.ofOperator("+", operands);
        }

        private static boolean isGroupTerm(Expression side) {
            return side instanceof Call call
                    && (call.isOperator("(", 1) && (isBar(call.argumentValue(0)) || isGroupTerm(call.argumentValue(0)))
                            || call.isInfix("+") && call.operands().stream().allMatch(SplitTerms::isGroupTerm));
        }

        private static boolean isBar(Expression expression) {
            return expression instanceof Call call && (call.isOperator("|", 2) || call.isOperator("||", 2));
        }

        private static boolean hasBar(Expression expression) {
            return isBar(expression)
                    || expression instanceof Call call
                            && call.arguments().stream().anyMatch(argument -> hasBar(argument.value()));
        }

        private static List<GroupTerm> parseGroupTerms(Call bar) {
            if (hasBar(bar.argumentValue(0)) || hasBar(bar.argumentValue(1))) {
                throw new FormulaException(
                        "has a term of a grouping factor with more than one bar", "(effects | factor)", bar.text());
            }
            boolean correlated = bar.function().equals("|");
            return nestedFactorColumns(bar.argumentValue(1), bar).stream()
                    .map(by -> new GroupTerm(bar.argumentValue(0), by, correlated))
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
