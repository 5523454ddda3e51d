package io.credence.autodiff;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded functions against Hipparchus's own numbers and against differences, row by row. */
class RowFunctionsTest {

    private static final int ROWS = 140;
    private static final int STRIDE = ROWS + 7;
    private static final DSFactory FACTORY = new DSFactory(2, 2);

    private final RandomArrays random = RandomArrays.of("row functions");
    private final double[] x = random.uniforms(STRIDE, 0.2, 0.8);
    private final double[] constants = random.uniforms(ROWS, 1.5, 4);
    private final double y = random.uniforms(1, 0.2, 0.8)[0];

    static List<String> names() {
        return Formulas.names();
    }

    private RowFunctions recorded(String name) {
        RowFunctions functions = new RowFunctions(1, 1);
        for (int i = 0; i < ROWS; i++) {
            RecordingNumber[] inputs = functions.begin();
            functions.end(Formulas.of(name, inputs[0], inputs[1], constants[i]));
        }
        return functions;
    }

    private double[][] evaluate(RowFunctions functions, DerivativeOrder derivatives) {
        double[][] out = new double[derivatives.outputCount(2)][ROWS];
        functions.evaluate(derivatives, x, 0, STRIDE, new double[] {y}, out);
        return out;
    }

    /** Value, ∂x, ∂y, ∂xx, ∂xy, ∂yx, ∂yy. */
    private double[] expected(String name, int i) {
        DerivativeStructure number = Formulas.of(name, FACTORY.variable(0, x[i]), FACTORY.variable(1, y), constants[i]);
        double mixed = number.getPartialDerivative(1, 1);
        return new double[] {
            number.getValue(),
            number.getPartialDerivative(1, 0),
            number.getPartialDerivative(0, 1),
            number.getPartialDerivative(2, 0),
            mixed,
            mixed,
            number.getPartialDerivative(0, 2)
        };
    }

    @Test
    void logarithmOfAnExponential_isItsArgumentBeyondTheRangeOfNumbers() {
        RowFunctions functions = new RowFunctions(1, 0);
        functions.end(functions.begin()[0].exp().log().multiply(2));
        double[][] out = new double[DerivativeOrder.SECOND.outputCount(1)][1];
        for (double eta : new double[] {-800, 0.3, 800}) {
            functions.evaluate(DerivativeOrder.SECOND, new double[] {eta}, 0, 1, new double[0], out);
            assertArrayEquals(new double[] {2 * eta, 2, 0}, new double[] {out[0][0], out[1][0], out[2][0]}, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void derivatives_areThoseOfHipparchus(String name) {
        RowFunctions functions = recorded(name);
        for (DerivativeOrder derivatives : DerivativeOrder.values()) {
            double[][] out = evaluate(functions, derivatives);
            for (int i = 0; i < ROWS; i++) {
                double[] expected = expected(name, i);
                for (int k = 0; k < out.length; k++) {
                    assertClose(name + ", output " + k + ", row " + i, expected[k], out[k][i], 1e-12);
                }
            }
        }
    }

    static List<String> distributionFunctions() {
        return Formulas.distributionFunctions();
    }

    @ParameterizedTest
    @MethodSource("distributionFunctions")
    void derivativesOfDistributionFunctions_areThoseOfTheirSeries(String name) {
        double[][] out = evaluate(recorded(name), DerivativeOrder.SECOND);
        for (int i = 0; i < ROWS; i++) {
            double[] expected = expected(name, i);
            for (int k = 0; k < out.length; k++) {
                assertClose(name + ", output " + k + ", row " + i, expected[k], out[k][i], 1e-10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"names", "distributionFunctions"})
    void derivatives_areDifferencesOfValues(String name) {
        double[][] out = evaluate(recorded(name), DerivativeOrder.FIRST);
        for (int i = 0; i < 20; i++) {
            double c = constants[i];
            double[] differences = FiniteDifference.gradient(
                    at -> Formulas.of(name, new Binary64(at[0]), new Binary64(at[1]), c)
                            .getReal(),
                    new double[] {x[i], y});
            assertClose(name, differences, new double[] {out[1][i], out[2][i]}, 1e-6);
        }
    }

    @Test
    void clearedRows_areRecordedAnewOnTheSameCourses() {
        RowFunctions functions = recorded("by row");
        double[][] before = evaluate(functions, DerivativeOrder.SECOND);
        functions.clear();
        for (int i = ROWS - 1; i >= 0; i--) {
            RecordingNumber[] inputs = functions.begin();
            functions.end(Formulas.of("by row", inputs[0], inputs[1], constants[i]));
        }
        assertEquals(ROWS, functions.rows());
        double[] backwards = new double[STRIDE];
        for (int i = 0; i < ROWS; i++) {
            backwards[i] = x[ROWS - 1 - i];
        }
        double[][] out = new double[DerivativeOrder.SECOND.outputCount(2)][ROWS];
        functions.evaluate(DerivativeOrder.SECOND, backwards, 0, STRIDE, new double[] {y}, out);
        for (int k = 0; k < out.length; k++) {
            for (int i = 0; i < ROWS; i++) {
                assertEquals(before[k][i], out[k][ROWS - 1 - i]);
            }
        }
    }

    @Test
    void constantThatBeginsToVary_isSeenByRowsRecordedBefore() {
        RowFunctions functions = new RowFunctions(1, 1);
        for (double c : new double[] {2, 2, 2}) {
            RecordingNumber[] inputs = functions.begin();
            functions.end(Formulas.of("divide", inputs[0], inputs[1], c));
        }
        double[][] out = new double[1][4];
        functions.evaluate(DerivativeOrder.NONE, x, 0, STRIDE, new double[] {y}, out);
        RecordingNumber[] inputs = functions.begin();
        functions.end(Formulas.of("divide", inputs[0], inputs[1], 3));
        functions.evaluate(DerivativeOrder.NONE, x, 0, STRIDE, new double[] {y}, out);
        for (int i = 0; i < 4; i++) {
            double expected = Formulas.of("divide", new Binary64(x[i]), new Binary64(y), i == 3 ? 3 : 2)
                    .getReal();
            assertClose("row " + i, expected, out[0][i], 1e-14);
        }
    }

    private static final int GROUPS = 60;

    /** A row's own group, and one that the rows of odd number have besides; the last shared input is of all rows. */
    private static int[] groups(int i) {
        return i % 2 == 0 ? new int[] {i * 7 % GROUPS} : new int[] {i * 7 % GROUPS, i * 11 % GROUPS};
    }

    private static <T extends CalculusFieldElement<T>> T ofGroups(T[] inputs, int i, double c) {
        T sum = inputs[0].multiply(c);
        for (int group : groups(i)) {
            sum = sum.add(inputs[1 + group].multiply(inputs[1 + GROUPS]).exp());
        }
        return sum.multiply(inputs[1 + groups(i)[0]]);
    }

    /** More groups than courses are kept, in rows whose derivatives are those in the inputs of their own groups. */
    @ParameterizedTest
    @EnumSource(DerivativeOrder.class)
    void rowsThatReadOtherSharedInputs_takeTheSameCourse(DerivativeOrder derivatives) {
        RowFunctions functions = new RowFunctions(1, GROUPS + 1);
        for (int i = 0; i < ROWS; i++) {
            functions.end(ofGroups(functions.begin(), i, constants[i]));
        }
        double[] shared = random.uniforms(GROUPS + 1, 0.2, 0.8);
        int all = GROUPS + 2;
        double[][] out = new double[derivatives.outputCount(all)][ROWS];
        Arrays.stream(out).forEach(column -> Arrays.fill(column, Double.NaN));
        functions.evaluate(derivatives, x, 0, STRIDE, shared, out);
        DSFactory factory = new DSFactory(all, derivatives.ordinal());
        for (int i = 0; i < ROWS; i++) {
            DerivativeStructure[] inputs = new DerivativeStructure[all];
            for (int j = 0; j < all; j++) {
                inputs[j] = factory.variable(j, j == 0 ? x[i] : shared[j - 1]);
            }
            double[] expected = ofGroups(inputs, i, constants[i]).getAllDerivatives();
            for (int k = 0; k < out.length; k++) {
                int[] orders = new int[all];
                if (k > all) {
                    orders[(k - 1 - all) % all]++;
                    orders[(k - 1 - all) / all]++;
                } else if (k > 0) {
                    orders[k - 1]++;
                }
                int at = factory.getCompiler().getPartialDerivativeIndex(orders);
                assertClose("output " + k + ", row " + i, expected[at], out[k][i], 1e-12);
            }
        }
    }

    @Test
    void recordingShownToOthers_givesTheSameBits() {
        RowFunctions functions = recorded("by row");
        double[][] expected = evaluate(functions, DerivativeOrder.SECOND);
        RowFunctions.Recording recording = functions.recording();
        assertEquals(ROWS, recording.rows());
        RowFunctions others = recorded("divide");
        others.useRecording(recording);
        double[][] found = evaluate(others, DerivativeOrder.SECOND);
        for (int k = 0; k < expected.length; k++) {
            assertArrayEquals(expected[k], found[k]);
        }
    }

    private static UnrecordableException refused(UnaryOperator<RecordingNumber> function) {
        RowFunctions functions = new RowFunctions(1, 1);
        return assertThrows(
                UnrecordableException.class,
                () -> functions.end(function.apply(functions.begin()[0])));
    }

    @Test
    void whatLooksAtAValue_isRefused() {
        assertTrue(refused(n -> n.getReal() > 0 ? n : n.negate()).getMessage().contains("getReal()"));
        assertTrue(refused(n -> n.norm() > 0 ? n : n.negate()).getMessage().contains("norm()"));
        assertTrue(refused(n -> n.isNaN() ? n : n.negate()).getMessage().contains("getReal()"));
        assertTrue(refused(n -> n.isZero() ? n : n.negate()).getMessage().contains("isZero()"));
        assertTrue(refused(n -> n.round() > 0 ? n : n.negate()).getMessage().contains("getReal()"));
        assertTrue(
                refused(n -> n.getExponent() > 0 ? n : n.negate()).getMessage().contains("getExponent()"));
        assertTrue(
                refused(n -> n.equals(n.negate()) ? n : n.negate()).getMessage().contains("equals()"));
    }

    @Test
    void whatSwallowsTheRefusal_isRefusedAllTheSame() {
        refused(n -> {
            try {
                return n.getReal() > 0 ? n : n.negate();
            } catch (UnrecordableException swallowed) {
                return n;
            }
        });
    }

    @Test
    void moreCoursesThanAreKept_areRefused() {
        RowFunctions functions = new RowFunctions(1, 0);
        assertThrows(UnrecordableException.class, () -> {
            for (int count = 0; count < 100; count++) {
                RecordingNumber sum = functions.begin()[0];
                for (int k = 0; k < count; k++) {
                    sum = sum.add(1).exp();
                }
                functions.end(sum);
            }
        });
    }

    @Test
    void constants_mayBeLookedAt() {
        RowFunctions functions = new RowFunctions(1, 0);
        RecordingNumber n = functions.begin()[0];
        functions.end(n.newInstance(3).getReal() > 2 ? n.square() : n);
        double[][] out = new double[1][1];
        functions.evaluate(DerivativeOrder.NONE, new double[] {5}, 0, 1, new double[0], out);
        assertEquals(25, out[0][0]);
    }
}
