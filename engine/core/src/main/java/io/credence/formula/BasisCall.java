package io.credence.formula;

import io.credence.formula.Expression.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Call of a function such as {@code poly} or {@code ns} in a formula, which replaces a number by basis functions. Its
 * arguments are R's.
 */
final class BasisCall {

    /**
     * Function that replaces a number by columns.
     *
     * @param arguments names of its parameters, in the order of positional arguments
     * @param basis makes the basis of a call
     */
    private record Function(List<String> arguments, BiFunction<BasisCall, ColumnStatistics, Basis> basis) {}

    /** Name of the function of smooths. */
    static final String SMOOTH = "s";

    private static final Map<String, Function> FUNCTIONS = new LinkedHashMap<>();

    static {
        FUNCTIONS.put("poly", new Function(List.of("x", "degree", "raw"), BasisCall::polynomialBasis));
        FUNCTIONS.put("scale", new Function(List.of("x"), BasisCall::standardisedBasis));
        FUNCTIONS.put(
                "ns",
                new Function(
                        List.of("x", "df", "knots", "intercept", "Boundary.knots"), BasisCall::naturalSplineBasis));
        FUNCTIONS.put(
                "bs",
                new Function(
                        List.of("x", "df", "knots", "degree", "intercept", "Boundary.knots"), BasisCall::bSplineBasis));
        FUNCTIONS.put(SMOOTH, new Function(List.of("x", "k", "bs", "knots", "Boundary.knots"), BasisCall::smoothBasis));
    }

    /** Number of penalised functions of a smooth, unless it is given. */
    private static final int SMOOTH_FUNCTIONS = 20;

    private final Function function;
    private final Arguments arguments;

    private BasisCall(Call call, Function function) {
        this.function = function;
        this.arguments = new Arguments(call, function.arguments());
    }

    /** Names of the functions that a formula may call for a basis, such as bs. */
    static Set<String> functions() {
        return FUNCTIONS.keySet();
    }

    /** Recognises a variable that is a call of a basis; null for others. */
    static @Nullable BasisCall recognise(Expression variable) {
        Call call = Arguments.asCall(variable, functions());
        Function function = call == null ? null : FUNCTIONS.get(call.function());
        return call == null || function == null ? null : new BasisCall(call, function);
    }

    /** Expression of the number that the basis functions are applied to. */
    Expression argument() {
        if (arguments.call().arguments().isEmpty()) {
            throw arguments.refusal("an expression and a degree");
        }
        return arguments.call().argumentValue(0);
    }

    /** Creates the basis of the call, from statistics of the rows where it depends on them. */
    Basis basis(ColumnStatistics statistics) {
        arguments.requireKnown();
        if (arguments.isTrue("intercept")) {
            throw arguments.refusal("functions without an intercept, which the formula has");
        }
        try {
            return function.basis().apply(this, statistics);
        } catch (FormulaException refused) {
            throw refused;
        } catch (IllegalArgumentException refused) {
            throw new FormulaException(
                    "has functions that do not exist",
                    String.valueOf(refused.getMessage()),
                    arguments.call().text());
        }
    }

    private Basis polynomialBasis(ColumnStatistics statistics) {
        int degree = arguments.wholeNumber("degree", 1);
        return arguments.isTrue("raw")
                ? PolynomialBasis.ofPowers(degree)
                : PolynomialBasis.orthonormal(
                        degree, statistics, arguments.call().text());
    }

    private Basis standardisedBasis(ColumnStatistics statistics) {
        return PolynomialBasis.standardised(statistics, arguments.call().text());
    }

    private Basis naturalSplineBasis(ColumnStatistics statistics) {
        return new NaturalSplineBasis(knots(arguments.wholeNumber("df", 1) - 1, statistics));
    }

    private Basis smoothBasis(ColumnStatistics statistics) {
        int k = smoothFunctions();
        if (arguments.argument("bs") != null) {
            return CyclicBasis.of(knots(k, statistics).stream().distinct().toList(), statistics);
        }
        return SmoothBasis.of(knots(k - 2, statistics).stream().distinct().toList(), statistics);
    }

    /** Number of penalised functions of a smooth, whose arguments are checked. */
    private int smoothFunctions() {
        List<Expression.Argument> given = arguments.call().arguments();
        if (given.size() > 1
                && given.get(1).name() == null
                && !(given.get(1).value() instanceof Expression.NumberLiteral)) {
            throw arguments.refusal("one number, as s(x); t2(x, z) for a surface over two");
        }
        Expression kind = arguments.argument("bs");
        if (kind != null
                && !(kind instanceof Expression.Literal word && word.word().equals("cc"))) {
            throw arguments.refusal("bs = \"cc\" of a number that comes round, or no bs: cubic splines");
        }
        int k = arguments.wholeNumber("k", SMOOTH_FUNCTIONS);
        if (k < 2) {
            throw arguments.refusal("k of at least 2 penalised functions");
        }
        return k;
    }

    /** Checks the arguments of a smooth before rows are read. */
    void requireReadable() {
        arguments.requireKnown();
        if (arguments.call().function().equals(SMOOTH)) {
            smoothFunctions();
        }
    }

    private Basis bSplineBasis(ColumnStatistics statistics) {
        int degree = arguments.wholeNumber("degree", 3);
        return new BSplineBasis(knots(arguments.wholeNumber("df", degree) - degree, statistics), degree);
    }

    /**
     * Knots of a spline: the outermost and {@code count} interior ones. Unless given, they are at the smallest and
     * largest number, and at quantiles.
     */
    private List<Double> knots(int count, ColumnStatistics statistics) {
        Expression knots = arguments.argument("knots");
        int interior = knots == null ? count : arguments.numbers(knots).size();
        if (interior < 0) {
            throw arguments.refusal("df of at least the degree");
        }
        Expression outermost = arguments.argument("Boundary.knots");
        double[] shares = new double[interior + 2];
        for (int k = 0; k < shares.length; k++) {
            shares[k] = k / (interior + 1.0);
        }
        boolean known = knots != null && outermost != null;
        double[] quantiles = known ? new double[shares.length] : statistics.quantiles(shares);
        List<Double> all = new ArrayList<>();
        List<Double> ends = outermost == null
                ? List.of(quantiles[0], quantiles[quantiles.length - 1])
                : arguments.numbers(outermost).stream().sorted().toList();
        if (ends.size() != 2) {
            throw arguments.refusal("two outermost knots");
        }
        all.add(ends.get(0));
        if (knots == null) {
            Arrays.stream(quantiles, 1, interior + 1).forEach(all::add);
        } else {
            arguments.numbers(knots).stream().sorted().forEach(all::add);
        }
        all.add(ends.get(1));
        return all;
    }
}
