package io.credence.model;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Parameter.IntervalTransform;
import io.credence.model.Parameter.PositiveTransform;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every transform against its definition: inverse, Jacobian determinant by differences, gradients, extremes. */
class TransformTest {

    private static final int AT = 2;

    private final RandomArrays random = RandomArrays.of("transform");

    static List<Transform> transforms() {
        return List.of(
                Parameter.real("p", 3).transform(),
                Parameter.positive("p").transform(),
                Parameter.positive("p", 3).transform(),
                Parameter.interval("p", 3, -2, 5).transform(),
                Parameter.simplex("p", 2).transform(),
                Parameter.simplex("p", 5).transform(),
                Parameter.ordered("p", 4).transform(),
                Parameter.correlation("p", 2).transform(),
                Parameter.correlation("p", 3).transform(),
                Parameter.correlation("p", 4).transform(),
                Parameter.covariance("p", 1).transform(),
                Parameter.covariance("p", 3).transform());
    }

    private static double[] constrain(Transform transform, double[] u) {
        double[] padded = new double[AT + u.length];
        System.arraycopy(u, 0, padded, AT, u.length);
        double[] x = new double[1 + transform.constrained()];
        transform.constrain(padded, AT, x, 1);
        return Arrays.copyOfRange(x, 1, x.length);
    }

    /** The entries of x that the others do not determine. */
    private static int[] free(Transform transform) {
        if (transform instanceof CorrelationTransform correlation) {
            int order = correlation.order();
            return IntStream.range(0, order * order)
                    .filter(e -> e % order < e / order)
                    .toArray();
        }
        if (transform instanceof CovarianceTransform covariance) {
            int order = covariance.order();
            return IntStream.range(0, order * order)
                    .filter(e -> e % order <= e / order)
                    .toArray();
        }
        return IntStream.range(0, transform.unconstrained()).toArray();
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void unconstrain_isTheInverse(Transform transform) {
        for (double scale : new double[] {0.1, 1, 3}) {
            double[] u = random.normals(transform.unconstrained());
            Arrays.setAll(u, k -> scale * u[k]);
            double[] back = new double[AT + u.length];
            transform.unconstrain(constrain(transform, u), 0, back, AT);
            assertClose(transform + " at scale " + scale, u, Arrays.copyOfRange(back, AT, back.length), 1e-6);
        }
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void logJacobian_isTheLogDeterminantOfDifferences(Transform transform) {
        double[] u = random.normals(transform.unconstrained());
        double[][] all = FiniteDifference.jacobian(v -> constrain(transform, v), u);
        double[][] jacobian =
                Arrays.stream(free(transform)).mapToObj(e -> all[e]).toArray(double[][]::new);
        double determinant = new LUDecomposition(MatrixUtils.createRealMatrix(jacobian)).getDeterminant();
        assertClose(transform.toString(), Math.log(Math.abs(determinant)), transform.logJacobian(u, 0), 1e-7);
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void logJacobianGradient_isAddedAtTheOffset(Transform transform) {
        double[] u = random.normals(transform.unconstrained());
        double[] gradient = random.normals(u.length + 1);
        double[] expected = gradient.clone();
        double[] differences = FiniteDifference.gradient(v -> transform.logJacobian(v, 0), u);
        for (int k = 0; k < u.length; k++) {
            expected[k + 1] += differences[k];
        }
        transform.addLogJacobianGradient(u, 0, gradient, 1);
        assertClose(transform.toString(), expected, gradient, 1e-8);
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void pullback_isTheChainRule(Transform transform) {
        double[] u = random.normals(AT + transform.unconstrained());
        double[] slopes = random.normals(3 + transform.constrained());
        double[] gradient = random.normals(1 + transform.unconstrained());
        double[] expected = gradient.clone();
        double[] differences = FiniteDifference.gradient(
                v -> {
                    double[] x = new double[transform.constrained()];
                    transform.constrain(v, AT, x, 0);
                    return IntStream.range(0, x.length)
                            .mapToDouble(k -> slopes[3 + k] * x[k])
                            .sum();
                },
                u);
        for (int k = 0; k < transform.unconstrained(); k++) {
            expected[k + 1] += differences[AT + k];
        }
        transform.addPullback(u, AT, slopes, 3, gradient, 1);
        assertClose(transform.toString(), expected, gradient, 1e-8);
    }

    @ParameterizedTest
    @MethodSource("transforms")
    void extremes_stayFinite(Transform transform) {
        for (int pattern = 0; pattern < 3; pattern++) {
            double[] u = new double[transform.unconstrained()];
            int chosen = pattern;
            Arrays.setAll(u, k -> chosen == 0 ? 40 : chosen == 1 ? -40 : k % 2 == 0 ? 40 : -40);
            double[] slopes = new double[transform.constrained()];
            Arrays.fill(slopes, 1);
            double[] gradient = new double[u.length];
            transform.addPullback(u, 0, slopes, 0, gradient, 0);
            transform.addLogJacobianGradient(u, 0, gradient, 0);
            String where = transform + " at " + Arrays.toString(u);
            assertTrue(Arrays.stream(constrain(transform, u)).allMatch(Double::isFinite), where);
            assertTrue(Arrays.stream(gradient).allMatch(Double::isFinite), where);
            assertTrue(Double.isFinite(transform.logJacobian(u, 0)), where);
        }
    }

    @Test
    void extremeLogJacobians_areThoseOfTheTails() {
        // exp(−40) is 4e-18, so that −log(1 + exp(−40)) is 0 to within rounding.
        assertEquals(Math.log(7) - 40, new IntervalTransform(1, -2, 5).logJacobian(new double[] {40}, 0), 1e-13);
        assertEquals(-40, new SimplexTransform(2).logJacobian(new double[] {40}, 0), 1e-13);
        assertEquals(2 * (Math.log(2) - 40), new CorrelationTransform(2).logJacobian(new double[] {-40}, 0), 1e-13);
        assertEquals(-40 * 2, new OrderedTransform(3).logJacobian(new double[] {7, -40, -40}, 0), 0);
    }

    @Test
    void constrainedNumbers_satisfyTheConstraint() {
        for (double u : new double[] {-800, -40, 0, 40, 800}) {
            double x = constrain(new IntervalTransform(1, 2, 3), new double[] {u})[0];
            assertTrue(x > 2 && x < 3, "interval at " + u + ": " + x);
        }
        double[] simplex = constrain(new SimplexTransform(5), random.normals(4));
        assertClose("sum of a simplex", 1, Arrays.stream(simplex).sum(), 1e-15);
        double[] matrix = constrain(new CorrelationTransform(3), random.normals(3));
        for (int i = 0; i < 3; i++) {
            assertEquals(1, matrix[4 * i]);
            for (int j = 0; j < i; j++) {
                assertEquals(matrix[3 * i + j], matrix[3 * j + i]);
            }
        }
    }

    @Test
    void zero_isTheCentre() {
        assertClose(
                "simplex",
                new double[] {0.25, 0.25, 0.25, 0.25},
                constrain(new SimplexTransform(4), new double[3]),
                1e-15);
        assertClose("correlation", new double[] {1, 0, 0, 1}, constrain(new CorrelationTransform(2), new double[1]), 0);
        assertClose("interval", new double[] {1.5}, constrain(new IntervalTransform(1, -2, 5), new double[1]), 1e-15);
    }

    @Test
    void numbersOutsideTheConstraint_areRefused() {
        double[] u = new double[3];
        assertRefused("greater than 0", new PositiveTransform(1), u, 0);
        assertRefused("between -2.0 and 5.0", new IntervalTransform(1, -2, 5), u, 5);
        assertRefused("sum to 1", new SimplexTransform(2), u, 0.5, 0.6);
        assertRefused("positive", new SimplexTransform(2), u, 0, 1);
        assertRefused("ascend", new OrderedTransform(2), u, 1, 1);
        assertRefused("ones on its diagonal", new CorrelationTransform(2), u, 1, 0.5, 0.4, 1);
        assertRefused("positive definite", new CorrelationTransform(2), u, 1, 1.1, 1.1, 1);
    }

    private static void assertRefused(String message, Transform transform, double[] u, double... x) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> transform.unconstrain(x, 0, u, 0));
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    @Test
    void impossibleShapes_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> Parameter.real("p", 0));
        assertThrows(IllegalArgumentException.class, () -> Parameter.simplex("p", 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.correlation("p", 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.interval("p", 1, 1));
        assertThrows(IllegalArgumentException.class, () -> Parameter.interval("p", 0, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> Parameter.real(" "));
    }
}
