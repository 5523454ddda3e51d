package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Number;
import io.credence.formula.Expression.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code poly(x, degree, raw)} or {@code ns(x, df, knots, Boundary.knots)} in a formula. */
final class BasisCall {

    private static final Set<String> FUNCTIONS = Set.of("poly", "ns");

    private final Call call;

    private BasisCall(Call call) {
        this.call = call;
    }

    /** The basis that a variable requests; null where it requests none. */
    static @Nullable BasisCall of(Expression variable) {
        boolean is = variable instanceof Call call && !call.isOperator() && FUNCTIONS.contains(call.function());
        return is ? new BasisCall((Call) variable) : null;
    }

    /** Of what the functions are. */
    Expression argument() {
        if (call.arguments().isEmpty()) {
            throw refused("an expression and a degree");
        }
        return call.at(0);
    }

    /** The functions, chosen by the rows where they depend on them. */
    Basis basis(ColumnStatistics statistics) {
        try {
            return call.function().equals("poly") ? polynomial(statistics) : spline(statistics);
        } catch (FormulaException refused) {
            throw refused;
        } catch (IllegalArgumentException refused) {
            throw new FormulaException(
                    "has functions that do not exist", String.valueOf(refused.getMessage()), call.text());
        }
    }

    private Basis polynomial(ColumnStatistics statistics) {
        int degree = whole(given("degree", 1), 1);
        Expression raw = given("raw", 2);
        boolean plain = raw instanceof Word word && word.word().startsWith("T");
        return plain ? PolynomialBasis.raw(degree) : PolynomialBasis.orthonormal(degree, statistics, call.text());
    }

    private Basis spline(ColumnStatistics statistics) {
        Expression knots = given("knots", 2);
        int interior =
                knots == null ? whole(given("df", 1), 1) - 1 : numbers(knots).size();
        Expression outermost = given("Boundary.knots", 4);
        double[] shares = new double[interior + 2];
        for (int k = 0; k < shares.length; k++) {
            shares[k] = k / (interior + 1.0);
        }
        boolean known = knots != null && outermost != null;
        double[] quantiles = known ? new double[shares.length] : statistics.quantiles(shares);
        List<Double> all = new ArrayList<>();
        List<Double> ends = outermost == null
                ? List.of(quantiles[0], quantiles[quantiles.length - 1])
                : numbers(outermost).stream().sorted().toList();
        if (ends.size() != 2) {
            throw refused("two outermost knots");
        }
        all.add(ends.get(0));
        if (knots == null) {
            Arrays.stream(quantiles, 1, interior + 1).forEach(all::add);
        } else {
            numbers(knots).stream().sorted().forEach(all::add);
        }
        all.add(ends.get(1));
        return new NaturalSpline(all);
    }

    /** An argument by its name, or by its position if none before it is named. */
    private @Nullable Expression given(String name, int position) {
        int unnamed = 0;
        for (Argument argument : call.arguments()) {
            if (name.equals(argument.name())) {
                return argument.value();
            } else if (argument.name() == null && unnamed++ == position) {
                return argument.value();
            }
        }
        return null;
    }

    private int whole(@Nullable Expression value, int absent) {
        if (value == null) {
            return absent;
        }
        boolean whole = value instanceof Number number
                && number.value() == Math.rint(number.value())
                && number.value() >= 1
                && number.value() <= 100;
        if (!whole) {
            throw refused("a whole number from 1 to 100");
        }
        return (int) ((Number) value).value();
    }

    private List<Double> numbers(Expression value) {
        List<Argument> all = value instanceof Call list && list.function().equals("c")
                ? list.arguments()
                : List.of(new Argument(null, value));
        return all.stream()
                .map(argument -> Arithmetic.number(argument.value(), column -> {
                            throw refused("numbers for knots");
                        })
                        .of(new double[0]))
                .toList();
    }

    private FormulaException refused(String required) {
        return new FormulaException("has functions that cannot be read", required, call.text());
    }
}
