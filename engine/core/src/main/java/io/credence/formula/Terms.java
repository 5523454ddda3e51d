package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Literal;
import io.credence.formula.Expression.Name;
import io.credence.formula.Expression.NumberLiteral;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Terms of a formula's right-hand side, multiplied out to products of variables. They are in R's order: main effects,
 * then pairs, then triples; within an order as written.
 *
 * @param variables variables in the order of their first occurrence
 * @param products indices of the variables of each term
 * @param intercept whether there is a column of ones
 * @param offsets expressions that are added to the linear predictor without a coefficient
 */
record Terms(List<Expression> variables, List<BitSet> products, boolean intercept, List<Expression> offsets) {

    private static final int MOST_POWER = 10;

    /**
     * Largest number of columns of a formula, and of products before they are merged. With names of usual length, their
     * names and positions take half a gigabyte of the driver.
     */
    static final int MOST = 1_000_000;

    /**
     * Multiplies out an expression.
     *
     * @param others columns that {@code .} means
     */
    static Terms of(Expression side, List<String> others) {
        Expansion expansion = new Expansion(others);
        List<BitSet> products = new ArrayList<>(expansion.expand(side));
        products.sort(Comparator.comparingInt(BitSet::cardinality));
        return new Terms(expansion.variables, products, expansion.intercept, expansion.offsets);
    }

    /** Expansion of an expression to products. It collects variables, offsets and the intercept meanwhile. */
    private static final class Expansion {
        private final List<String> others;
        private final List<Expression> variables = new ArrayList<>();
        private final Map<Expression, Integer> places = new HashMap<>();
        private final List<Expression> offsets = new ArrayList<>();
        private boolean intercept = true;

        Expansion(List<String> others) {
            this.others = others;
        }

        private Set<BitSet> expand(Expression expression) {
            if (expression instanceof NumberLiteral number) {
                return expandConstant(number, true);
            } else if (expression instanceof Literal) {
                throw new FormulaException(
                        "has a word where a term must be", "columns and functions", expression.text());
            } else if (expression instanceof Name name) {
                return name.name().equals(".") ? expandDot() : singleTerm(expression);
            }
            Call call = (Call) expression;
            return call.isOperator() ? expandOperator(call) : expandFunction(call);
        }

        private Set<BitSet> expandConstant(NumberLiteral number, boolean added) {
            if (number.value() != 0 && number.value() != 1) {
                throw new FormulaException("has a number for a term", "0 or 1", number.text());
            }
            intercept = (number.value() == 1) == added;
            return new LinkedHashSet<>();
        }

        private Set<BitSet> expandDot() {
            Set<BitSet> all = new LinkedHashSet<>();
            others.forEach(name -> all.addAll(singleTerm(new Name(name))));
            return all;
        }

        private Set<BitSet> singleTerm(Expression variable) {
            int place = places.computeIfAbsent(variable, any -> variables.size());
            if (place == variables.size()) {
                variables.add(variable);
            }
            BitSet term = new BitSet();
            term.set(place);
            return new LinkedHashSet<>(List.of(term));
        }

        private Set<BitSet> expandFunction(Call call) {
            if (call.function().equals(BasisCall.SMOOTH) || call.function().equals(SurfaceCall.FUNCTION)) {
                return expandSmooth(call);
            } else if (!call.function().equals("offset")) {
                return singleTerm(call);
            }
            if (call.arguments().size() != 1) {
                throw new FormulaException("has an offset that cannot be read", "one expression", call.text());
            }
            offsets.add(call.argumentValue(0));
            return new LinkedHashSet<>();
        }

        /** Expands {@code s(x, by = z)} to {@code z + z:s(x)}. */
        private Set<BitSet> expandSmooth(Call call) {
            List<Argument> others = call.arguments().stream()
                    .filter(argument -> !"by".equals(argument.name()))
                    .toList();
            Call alone = new Call(call.function(), others, false);
            SmoothTerms.requireReadable(alone);
            if (others.size() == call.arguments().size()) {
                return singleTerm(alone);
            }
            Expression by = call.arguments().stream()
                    .filter(argument -> "by".equals(argument.name()))
                    .findFirst()
                    .orElseThrow()
                    .value();
            Set<BitSet> factors = expand(by);
            if (factors.size() != 1) {
                throw new FormulaException(
                        "has a smooth by more than one variable", "by = a column, or a product a:b", call.text());
            }
            return union(factors, products(factors, singleTerm(alone)));
        }

        private Set<BitSet> expandOperator(Call call) {
            if (call.arguments().size() == 1) {
                return switch (call.function()) {
                    case "(", "+" -> expand(call.argumentValue(0));
                    case "-" -> removeTerms(new LinkedHashSet<>(), call.argumentValue(0));
                    default -> throw unknownOperator(call);
                };
            }
            if (call.function().equals("^")) {
                return expandPower(call);
            }
            Set<BitSet> terms = expand(call.argumentValue(0));
            for (Expression operand :
                    call.operands().subList(1, call.arguments().size())) {
                terms = call.function().equals("-")
                        ? removeTerms(terms, operand)
                        : combineOperands(call, terms, expand(operand));
            }
            return terms;
        }

        private static Set<BitSet> combineOperands(Call call, Set<BitSet> left, Set<BitSet> right) {
            return switch (call.function()) {
                case "+" -> union(left, right);
                case ":" -> products(left, right);
                case "*" -> {
                    Set<BitSet> products = products(left, right);
                    yield union(union(left, right), products);
                }
                case "/" -> union(left, products(Set.of(unionOfVariables(left)), right));
                case "%in%" -> products(left, Set.of(unionOfVariables(right)));
                default -> throw unknownOperator(call);
            };
        }

        private Set<BitSet> removeTerms(Set<BitSet> terms, Expression removed) {
            if (removed instanceof NumberLiteral number) {
                expandConstant(number, false);
                return terms;
            }
            int known = variables.size();
            boolean before = intercept;
            Set<BitSet> gone = expand(removed);
            intercept = before;
            List<Expression> other = variables.subList(known, variables.size());
            places.keySet().removeAll(Set.copyOf(other));
            other.clear();
            terms.removeAll(gone);
            return terms;
        }

        private Set<BitSet> expandPower(Call call) {
            boolean whole = call.argumentValue(1) instanceof NumberLiteral number
                    && number.value() == Math.rint(number.value())
                    && number.value() >= 1
                    && number.value() <= MOST_POWER;
            if (!whole) {
                throw new FormulaException(
                        "has a power of terms that cannot be multiplied out",
                        "a whole number from 1 to " + MOST_POWER + ", or I(…) for a power of numbers",
                        call.text());
            }
            Set<BitSet> base = expand(call.argumentValue(0));
            Set<BitSet> product = base;
            for (int k = 1; k < ((NumberLiteral) call.argumentValue(1)).value(); k++) {
                product = products(product, base);
            }
            return product;
        }

        private static FormulaException unknownOperator(Call call) {
            return call.function().startsWith("|")
                    ? new FormulaException(
                            "has a term of a grouping factor within another term", "(effects | factor)", call.text())
                    : new FormulaException("cannot be multiplied out", "+ - * / : ^ %in%", call.text());
        }

        private static Set<BitSet> union(Set<BitSet> left, Set<BitSet> right) {
            left.addAll(right);
            return left;
        }

        private static Set<BitSet> products(Set<BitSet> left, Set<BitSet> right) {
            if ((long) left.size() * right.size() > MOST) {
                throw tooManyTerms(
                        "products of terms", (long) left.size() * right.size(), left.size() + " by " + right.size());
            }
            Set<BitSet> products = new LinkedHashSet<>();
            for (BitSet one : left) {
                for (BitSet other : right) {
                    BitSet product = (BitSet) one.clone();
                    product.or(other);
                    products.add(product);
                }
            }
            return products;
        }

        private static BitSet unionOfVariables(Set<BitSet> terms) {
            BitSet all = new BitSet();
            terms.forEach(all::or);
            return all;
        }
    }

    /** Creates the exception for more terms than memory can hold. */
    static FormulaException tooManyTerms(String what, long count, String where) {
        return new FormulaException(
                "has too many " + what, "at most " + MOST, String.format(Locale.ROOT, "%,d, %s", count, where));
    }

    /** Names of the columns in the terms and offsets. */
    Set<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        variables.forEach(variable -> columns.addAll(columns(variable)));
        offsets.forEach(offset -> columns.addAll(columns(offset)));
        return columns;
    }

    /** Names of the columns in an expression. */
    static Set<String> columns(Expression expression) {
        Set<String> columns = new LinkedHashSet<>();
        if (expression instanceof Name name) {
            columns.add(name.name());
        } else if (expression instanceof Call call) {
            boolean coded = !call.isOperator() && call.function().equals(CategoricalVariable.CONTRASTS);
            for (Argument argument : coded ? call.arguments().subList(0, 1) : call.arguments()) {
                columns.addAll(columns(argument.value()));
            }
        }
        return columns;
    }
}
