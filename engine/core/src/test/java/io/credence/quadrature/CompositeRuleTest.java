package io.credence.quadrature;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.loss.NormalExpectation;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompositeRuleTest {

    private static double average(QuadratureRule rule, DoubleUnaryOperator function) {
        double sum = 0;
        for (int s = 0; s < rule.nodes().length; s++) {
            sum += rule.weights()[s] * function.applyAsDouble(rule.nodes()[s]);
        }
        return sum;
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    /** Bends within reach, at its end and beyond, against the fine trapezoid. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 30, 400})
    void bendsOfEveryWidth_areExact(double width) {
        double[] centres = {-0.3, 1.9, 40};
        double[] widths = {width, 0.4 * width, width};
        QuadratureRule rule = CompositeRule.rule(centres, widths);
        for (int j = 0; j < 3; j++) {
            double m = -widths[j] * centres[j];
            double sd = widths[j];
            double expected = new NormalExpectation(m, sd * sd, Math.PI).of(CompositeRuleTest::softplus);
            double actual = average(rule, z -> softplus(m + sd * z));
            assertWithin("bend " + j, expected, actual, 1e-12 * (1 + Math.abs(m) + sd));
        }
        assertTrue(rule.nodes().length < 180, rule.nodes().length + " nodes");
    }

    @Test
    void moments_areThoseOfTheNormal() {
        QuadratureRule rule = CompositeRule.rule(new double[] {0.5, 0.5001, -3}, new double[] {1e6, 50, 0});
        assertWithin("1", 1, average(rule, z -> 1), 1e-14);
        assertWithin("z", 0, average(rule, z -> z), 1e-12);
        assertWithin("z²", 1, average(rule, z -> z * z), 1e-11);
        assertWithin("z⁴", 3, average(rule, z -> Math.pow(z, 4)), 1e-10);
    }

    @Test
    void widthsThatAreNotFinite_showInTheNodes() {
        double infinity = Double.POSITIVE_INFINITY;
        for (double width : new double[] {Double.NaN, infinity}) {
            QuadratureRule rule = CompositeRule.rule(new double[] {0.1}, new double[] {width});
            assertTrue(Double.isNaN(average(rule, z -> z)), "width " + width);
        }
    }
}
