package io.credence.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.linalg.Moments;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both kernels' softplus, exponential and logarithm against each other and against java.lang.Math. */
class SoftplusTest {
    private static final DenseKernel JAVA = JavaDenseKernel.INSTANCE;
    private static final double[] ONE = {1};
    private static DenseKernel underTest;

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 255, 256, 257, 700})
    void averagesOverNodes_agree(int count) {
        Random random = new Random(TestSeed.of("softplus " + count));
        double[] mean = random.doubles(count + 7, -30, 30).toArray();
        double[] sd = random.doubles(count + 7, 0, 3).toArray();
        for (int nodeCount : new int[] {0, 1, 2, 5, 20}) {
            double[] nodes = random.doubles(nodeCount, -5, 5).toArray();
            double[] weights = random.doubles(nodeCount).toArray();
            Moments expected = Moments.ofCapacity(count + 7);
            Moments actual = Moments.ofCapacity(count + 7);

            JAVA.softplus(mean, sd, 5, count, nodes, weights, expected);
            underTest.softplus(mean, sd, 5, count, nodes, weights, actual);

            // The kernels may round the predictor differently, by half a unit of 45.
            Near.assertNear(expected.value(), actual.value(), expected.value(), 200 * Near.DOUBLE);
            Near.assertNear(expected.slope(), actual.slope(), expected.slope(), 200 * Near.DOUBLE);
            Near.assertNear(expected.curvature(), actual.curvature(), expected.curvature(), 200 * Near.DOUBLE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 255, 256, 257, 700})
    void expectations_agree(int count) {
        Random random = new Random(TestSeed.of("expected softplus " + count));
        double[] mean = random.doubles(count + 7, -30, 30).toArray();
        double[] sd = random.doubles(count + 7, -2, 3).map(x -> Math.pow(10, x)).toArray();
        Moments expected = Moments.ofCapacity(count + 7);
        Moments actual = Moments.ofCapacity(count + 7);

        JAVA.expectedSoftplus(mean, sd, 5, count, expected);
        underTest.expectedSoftplus(mean, sd, 5, count, actual);

        // The last place of a large u is magnified by u², up to where the tail no longer counts.
        double[] scale = new double[count + 7];
        Arrays.setAll(scale, i -> Math.abs(mean[i]) + sd[i] + 1);
        Near.assertNear(expected.value(), actual.value(), scale, 10 * Near.DOUBLE);
        Near.assertNear(expected.slope(), actual.slope(), scale, 10 * Near.DOUBLE);
        Near.assertNear(expected.curvature(), actual.curvature(), scale, 10 * Near.DOUBLE);
    }

    @Test
    void expectationsFarOut_areTheirLimits() {
        double infinity = Double.POSITIVE_INFINITY;
        double[] mean = {1e300, -1e300, infinity, -infinity, Double.NaN};
        Moments moments = Moments.ofCapacity(5);
        underTest.expectedSoftplus(mean, new double[5], 0, 5, moments);
        Near.assertSameKind(new double[] {1e300, 0, infinity, 0, Double.NaN}, moments.value(), 1e-15);
        Near.assertSameKind(new double[] {1, 0, 1, 0, Double.NaN}, moments.slope(), 0);
        Near.assertSameKind(new double[] {0, 0, 0, 0, Double.NaN}, moments.curvature(), 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void everyScale_hasFullPrecision(String name) {
        Random random = new Random(TestSeed.of("scales"));
        int count = 20_000;
        double[] eta = new double[count];
        for (int i = 0; i < count; i++) {
            eta[i] = Math.copySign(Math.pow(10, random.nextDouble() * 12 - 9.2), random.nextDouble() - 0.5);
        }
        Moments moments = atPoints(name, eta);
        for (int i = 0; i < count; i++) {
            double e = Math.exp(-Math.abs(eta[i]));
            double rest = e / (1 + e);
            double value = Math.max(eta[i], 0) + Math.log1p(e);
            String message = name + " at " + eta[i] + "; " + TestSeed.replay();
            assertEquals(value, moments.value()[i], 1e-15 * Math.max(1, value), message);
            double slope = eta[i] < 0 ? rest : 1 / (1 + e);
            assertEquals(slope, moments.slope()[i], 2e-15 * slope + Double.MIN_NORMAL, message);
            double curvature = rest / (1 + e);
            assertEquals(curvature, moments.curvature()[i], 2e-15 * curvature + Double.MIN_NORMAL, message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void farOutAndNotANumber_giveTheLimits(String name) {
        double infinity = Double.POSITIVE_INFINITY;
        double[] eta = {1e300, -1e300, infinity, -infinity, 710, -746, 0.0, -0.0, Double.NaN};
        Moments moments = atPoints(name, eta);

        double[] value = {1e300, 0, infinity, 0, 710, 0, Math.log(2), Math.log(2), Double.NaN};
        double[] slope = {1, 0, 1, 0, 1, 0, 0.5, 0.5, Double.NaN};
        double[] curvature = {0, 0, 0, 0, 0, 0, 0.25, 0.25, Double.NaN};
        Near.assertSameKind(value, moments.value(), 1e-15);
        Near.assertSameKind(slope, moments.slope(), 0);
        Near.assertSameKind(curvature, moments.curvature(), 0);
    }

    @Test
    void aNaN_staysInItsRow() {
        double[] eta = new double[300];
        eta[17] = Double.NaN;
        Moments moments = atPoints("native", eta);
        for (int i = 0; i < 300; i++) {
            assertEquals(i == 17 ? Double.NaN : 0.5, moments.slope()[i]);
        }
    }

    @Test
    void softplusAtPoints_isThatOfExpectationsWithoutSpread() {
        double[] eta = new Random(TestSeed.of("points")).doubles(700, -40, 40).toArray();
        eta[17] = Double.NaN;
        double[] value = new double[700];
        double[] slope = new double[700];
        underTest.softplus(eta, 3, 600, value, slope);
        Moments expected = atPoints("native", eta);
        Near.assertSameKind(Arrays.copyOfRange(expected.value(), 3, 603), Arrays.copyOfRange(value, 3, 603), 4e-16);
        Near.assertSameKind(Arrays.copyOfRange(expected.slope(), 3, 603), Arrays.copyOfRange(slope, 3, 603), 4e-16);
        assertEquals(0, value[603]);
        assertEquals(0, slope[2]);
    }

    @Test
    void logisticLosses_agree() {
        Random random = new Random(TestSeed.of("logistic"));
        MatrixView eta = new MatrixView(random.doubles(3000, -40, 40).toArray(), 5, 7, 300, 310);
        double[] labels = random.doubles(300).toArray();
        double[][] results = new double[4][3000];
        JAVA.logistic(
                eta, labels, new MatrixView(results[0], 0, 7, 300, 300), new MatrixView(results[1], 9, 7, 300, 400));
        underTest.logistic(
                eta, labels, new MatrixView(results[2], 0, 7, 300, 300), new MatrixView(results[3], 9, 7, 300, 400));
        double[] sizes = new double[3000];
        Arrays.fill(sizes, 80);
        Near.assertNear(results[0], results[2], sizes, 8 * Near.DOUBLE);
        Near.assertNear(results[1], results[3], sizes, 8 * Near.DOUBLE);
    }

    @Test
    void exponentialAndLogarithm_agree() {
        double infinity = Double.POSITIVE_INFINITY;
        double[] edges = {0, -0.0, 709.78, 709.79, 1e300, -708, -720, -744, -746, infinity, -infinity, Double.NaN};
        for (double range : new double[] {1e-9, 1e-3, 1, 40, 760, 1e9}) {
            double[] x =
                    new Random(TestSeed.of("exp")).doubles(700, -range, range).toArray();
            System.arraycopy(edges, 0, x, 300, edges.length);
            double[] sizes = Near.absolute(x);
            double[] expected = new double[700];
            double[] actual = new double[700];
            JAVA.exp(x, 3, 690, expected);
            underTest.exp(x, 3, 690, actual);
            for (int i = 0; i < 700; i++) { // below the normal numbers, products round twice
                boolean tiny = Math.abs(expected[i] - actual[i]) <= 2 * Double.MIN_VALUE;
                expected[i] = tiny ? actual[i] : expected[i];
            }
            Near.assertSameKind(expected, actual, 5e-16);
            JAVA.log1p(sizes, 3, 690, expected);
            underTest.log1p(sizes, 3, 690, actual);
            Near.assertSameKind(expected, actual, 5e-16);
        }
    }

    private static Moments atPoints(String name, double[] eta) {
        Moments moments = Moments.ofCapacity(eta.length);
        DenseKernel kernel = name.equals("java") ? JAVA : underTest;
        kernel.softplus(eta, new double[eta.length], 0, eta.length, new double[1], ONE, moments);
        return moments;
    }
}
