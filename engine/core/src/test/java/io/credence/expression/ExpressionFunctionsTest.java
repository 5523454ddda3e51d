package io.credence.expression;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.autodiff.DerivativeOrder;
import io.credence.autodiff.RowFunctions;
import io.credence.expression.ExpressionNames.Role;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Densities that integrate to 1, tails that are their integrals, and derivatives that are differences. */
class ExpressionFunctionsTest {

    private static final double NEVER = Double.NEGATIVE_INFINITY;

    /** Integral by the trapezoidal rule after a double-exponential substitution, from which kinks are kept away. */
    private static double integral(DoubleUnaryOperator f, double from, double to) {
        double step = 1 / 64.0;
        double sum = 0;
        for (int k = -384; k <= 384; k++) {
            double t = k * step;
            double inner = 0.5 * Math.PI * Math.sinh(t);
            double slope = 0.5 * Math.PI * Math.cosh(t);
            double x;
            double weight;
            if (Double.isInfinite(to)) {
                x = from + Math.exp(inner);
                weight = Math.exp(inner) * slope;
            } else if (Double.isInfinite(from)) {
                x = to - Math.exp(inner);
                weight = Math.exp(inner) * slope;
            } else {
                double share = 1 / (1 + Math.exp(-2 * inner));
                x = share < 0.5 ? from + (to - from) * share : to - (to - from) / (1 + Math.exp(2 * inner));
                weight = (to - from) * 2 * share / (1 + Math.exp(2 * inner)) * slope;
            }
            double value = x > from && x < to && weight > 0 && Double.isFinite(weight) ? f.applyAsDouble(x) : 0;
            sum += value == 0 ? 0 : value * weight * step;
        }
        return sum;
    }

    private static double mass(LawCase law, ParsedExpression density, double from, double to) {
        DoubleUnaryOperator f = y -> Math.exp(law.at(density, y));
        double middle = law.responses()[2];
        if (from < middle && middle < to) {
            return integral(f, from, middle) + integral(f, middle, to);
        }
        return integral(f, from, to);
    }

    private static double sum(LawCase law, ParsedExpression density, double from, double to) {
        double sum = 0;
        for (double y = from; y <= to; y++) {
            sum += Math.exp(law.at(density, y));
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource
    void tails_areIntegralsOfDensities(LawCase law) {
        ParsedExpression density = law.density();
        ParsedExpression below = law.expression("_lcdf");
        ParsedExpression above = law.expression("_lccdf");
        boolean counts = law.isOfCounts();
        double all =
                counts ? sum(law, density, law.lower(), law.upper()) : mass(law, density, law.lower(), law.upper());
        assertClose("all", 1, all, 1e-12);
        for (double y : law.responses()) {
            double first = Math.log(counts ? sum(law, density, 0, y) : mass(law, density, law.lower(), y));
            double second =
                    Math.log(counts ? sum(law, density, y + 1, law.upper()) : mass(law, density, y, law.upper()));
            assertClose(law + " below " + y, first, law.at(below, y), 1e-11);
            if (y == law.upper()) {
                assertEquals(NEVER, law.at(above, y));
            } else {
                assertClose(law + " above " + y, second, law.at(above, y), 1e-11);
            }
        }
    }

    /** First and second derivatives, recorded, against differences of values and of first derivatives. */
    @ParameterizedTest
    @EnumSource
    void derivatives_areDifferences(LawCase law) {
        String density = law.isOfCounts() ? "_lpmf" : "_lpdf";
        for (String ending : List.of(density, "_lcdf", "_lccdf")) {
            ParsedExpression expression = law.expression(ending);
            double[] at = law.arguments();
            for (double y : law.responses()) {
                double value = law.at(expression, y);
                if (!Double.isFinite(value) || law == LawCase.LAPLACE && y == at[0]) {
                    continue;
                }
                String what = expression + " at " + y;
                double[] found = recorded(law, expression, y, at);
                assertClose(what, value, found[0], 1e-13);
                double[] slopes = FiniteDifference.gradient(x -> expression.evaluate(law.columns(), y, x), at);
                for (int k = 0; k < at.length; k++) {
                    assertClose(what + " slope " + k, slopes[k], found[1 + k], 2e-6);
                    int row = k;
                    double[] curvatures = FiniteDifference.gradient(x -> recorded(law, expression, y, x)[1 + row], at);
                    for (int l = 0; l < at.length; l++) {
                        double curvature = found[1 + at.length + k * at.length + l];
                        assertClose(what + " curvature " + k + l, curvatures[l], curvature, 2e-6);
                    }
                }
            }
        }
    }

    private static double[] recorded(LawCase law, ParsedExpression expression, double y, double[] at) {
        RowFunctions functions = new RowFunctions(at.length, 0);
        functions.end(expression.evaluate(law.columns(), y, functions.begin()));
        double[][] out = new double[DerivativeOrder.SECOND.outputCount(at.length)][1];
        functions.evaluate(DerivativeOrder.SECOND, at, 0, 1, new double[0], out);
        double[] flat = new double[out.length];
        for (int k = 0; k < flat.length; k++) {
            flat[k] = out[k][0];
        }
        return flat;
    }

    @ParameterizedTest
    @EnumSource
    void responsesOutsideTheSupport_haveNoDensity(LawCase law) {
        if (law.lower() == 0) {
            assertEquals(NEVER, law.at(law.density(), -0.5));
            assertEquals(NEVER, law.at(law.expression("_lcdf"), -0.5));
            assertEquals(0, law.at(law.expression("_lccdf"), -0.5));
        }
        if (law.isOfCounts()) {
            assertEquals(NEVER, law.at(law.density(), 0.5));
            double below = law.at(law.expression("_lcdf"), 0.7);
            assertEquals(law.at(law.expression("_lcdf"), 0), below);
        } else if (law.lower() == 0) {
            assertEquals(0, law.at(law.expression("_lccdf"), 0));
        }
    }

    @Test
    void uniform_isBoundedByData() {
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("mu"), List.of("a", "b"));
        double[] row = {-1, 3};
        double[] mu = {0};
        ParsedExpression density = ParsedExpression.of("uniform_lpdf(y, a, b)", names);
        assertEquals(-Math.log(4), density.evaluate(row, 2.5, mu), 1e-15);
        assertEquals(NEVER, density.evaluate(row, 3.5, mu));
        ParsedExpression below = ParsedExpression.of("uniform_lcdf(y, a, b)", names);
        assertEquals(Math.log(0.25), below.evaluate(row, 0, mu), 1e-15);
        assertEquals(NEVER, below.evaluate(row, -1.5, mu));
        ParsedExpression above = ParsedExpression.of("uniform_lccdf(y, a, b)", names);
        assertEquals(Math.log(0.75), above.evaluate(row, 0, mu), 1e-15);
        assertEquals(NEVER, above.evaluate(row, 9, mu));
    }

    /** Tails where probabilities underflow: limits by mpmath, or by the leading term. */
    @Test
    void farTails_areNotLost() {
        assertEquals(-1254.8313611394199, value("gaussian_lcdf(y, 0, mu)", -50, 1), 1e-9);
        assertEquals(-900, value("logistic_lccdf(y, 0, mu)", 900, 1), 1e-9);
        assertEquals(-600, value("gumbel_lccdf(y, 0, mu)", 600, 1), 1e-9);
        assertEquals(-1000 - Math.log(2), value("laplace_lcdf(y, 0, mu)", -1000, 1), 1e-9);
        assertEquals(-5000, value("exponential_lccdf(y, mu)", 5000, 1), 1e-9);
        assertEquals(Math.log(1e-200), value("exponential_lcdf(y, mu)", 1e-200, 1), 1e-9);
        assertEquals(-Math.log(Math.PI) - Math.log(1e200), value("cauchy_lcdf(y, 0, mu)", -1e200, 1), 1e-9);
        assertTrue(value("poisson_lccdf(y, mu)", 400, 1) < -2000);
        assertTrue(value("negative_binomial_lccdf(y, mu, 3)", 4000, 1) < -1000);
    }

    private static double value(String text, double y, double mu) {
        ExpressionNames names = new ExpressionNames(Role.DENSITY, List.of("mu"), List.of());
        return ParsedExpression.of(text, names).evaluate(new double[0], y, new double[] {mu});
    }
}
