package io.credence.quadrature;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.loss.NormalExpectation;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuadratureRuleTest {

    private static double apply(QuadratureRule rule, double mean, double sd, DoubleUnaryOperator function) {
        double sum = 0;
        for (int k = 0; k < rule.nodes().length; k++) {
            sum += rule.weights()[k] * function.applyAsDouble(mean + sd * rule.nodes()[k]);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 7, 9, 15, 21, 31})
    void gaussHermite_isExactForItsPolynomials(int count) {
        QuadratureRule rule = QuadratureRule.gaussHermite(count);
        double moment = 1;
        double size = 1;
        for (int degree = 0; degree < 2 * count; degree++) {
            int power = degree;
            boolean even = degree % 2 == 0;
            moment *= even && degree > 0 ? degree - 1 : 1;
            size *= Math.sqrt(Math.max(1, degree));
            double actual = apply(rule, 0, 1, z -> Math.pow(z, power));
            assertWithin("E z^" + degree, even ? moment : 0, actual, 1e-12 * size);
        }
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    /** Standard deviations on both sides of every change of rule, and beyond the table. */
    @ParameterizedTest
    @ValueSource(
            doubles = {
                1e-9, 0.0319, 0.0321, 0.139, 0.141, 0.369, 0.371, 0.619, 0.621, 0.819, 0.821, 1.069, 1.071, 3, 30, 300
            })
    void ruleForAStandardDeviation_isGoodTo2em11(double sd) {
        QuadratureRule rule = QuadratureRule.forWidth(sd);
        for (double mean = -6; mean <= 6; mean += 0.5) {
            double expected = new NormalExpectation(mean, sd * sd, Math.PI).of(QuadratureRuleTest::softplus);
            double actual = apply(rule, mean, sd, QuadratureRuleTest::softplus);
            assertClose("sd " + sd + " mean " + mean, expected, actual, 2e-11);
        }
    }

    @Test
    void weights_sumToOneAndNodesAreSymmetric() {
        for (double sd : new double[] {0, 0.1, 0.5, 1, 2, 50, 1e6}) {
            QuadratureRule rule = QuadratureRule.forWidth(sd);
            int n = rule.nodes().length;
            assertClose("sum", 1, Arrays.stream(rule.weights()).sum(), 1e-13);
            for (int k = 0; k < n; k++) {
                assertClose("node", -rule.nodes()[k], rule.nodes()[n - 1 - k], 1e-14);
                assertTrue(rule.weights()[k] > 0);
            }
        }
    }

    @Test
    void number_growsWithTheStandardDeviation() {
        assertEquals(0, QuadratureRule.index(0));
        assertEquals(1, QuadratureRule.index(1e-300));
        assertEquals(QuadratureRule.ruleCount() - 1, QuadratureRule.index(1.08));
        assertEquals(QuadratureRule.ruleCount() - 1, QuadratureRule.index(Double.NaN));
        int nodes = 0;
        for (int index = 0; index < QuadratureRule.ruleCount() - 1; index++) {
            assertTrue(QuadratureRule.at(index).nodes().length > nodes);
            nodes = QuadratureRule.at(index).nodes().length;
        }
    }
}
