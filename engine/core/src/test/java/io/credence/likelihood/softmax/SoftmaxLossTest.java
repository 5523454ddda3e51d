package io.credence.likelihood.softmax;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.ExpectedRow;
import io.credence.loss.ReferenceLoss;
import io.credence.loss.SoftmaxRow;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftmaxLossTest {

    private static final int DRAWS = 50_000;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6})
    void certainPredictors_giveMinusTheLogProbability(int classes) {
        RandomArrays random = RandomArrays.of("softmax " + classes);
        int k = classes - 1;
        for (int label = 0; label < classes; label++) {
            int y = label;
            double[] eta = random.uniforms(k, -4, 4);
            double[] zero = new double[k * k];
            double[] probabilities = new double[classes];
            double total = 1 + Arrays.stream(eta).map(Math::exp).sum();
            for (int c = 0; c < classes; c++) {
                probabilities[c] = (c == 0 ? 1 : Math.exp(eta[c - 1])) / total;
            }
            SoftmaxRow row = SoftmaxRow.of(y, eta, zero);
            assertClose("value", -Math.log(probabilities[y]), row.value(), 1e-13);
            assertClose(
                    "slope",
                    FiniteDifference.gradient(x -> SoftmaxRow.of(y, x, zero).value(), eta),
                    row.slope(),
                    1e-8);
            double[][] hessian =
                    FiniteDifference.jacobian(x -> SoftmaxRow.of(y, x, zero).slope(), eta);
            double[] curvature =
                    Arrays.stream(hessian).flatMapToDouble(Arrays::stream).toArray();
            assertClose("curvature", curvature, row.curvature(), 1e-8);
            assertClose("reference", SoftmaxRow.exactly(y, eta).all(), row.all(), 1e-13);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-4, 0.01, 0.3, 1, 9, 100})
    void twoClasses_areABernoulliLabel(double variance) {
        RowLoss logit = ReferenceLoss.LOGIT.loss();
        for (double mean = -6; mean <= 6; mean += 1.5) {
            for (int y = 0; y < 2; y++) {
                ExpectedRow expected = ExpectedRow.of(logit, y, mean, variance);
                SoftmaxRow actual = SoftmaxRow.of(y, new double[] {mean}, new double[] {variance});
                double[] all = {expected.value(), expected.slope(), expected.curvature()};
                assertClose("v=" + variance + " m=" + mean, all, actual.all(), 1e-14);
            }
        }
    }

    /** Product rules follow the variance of the predictors up to a number of nodes, beyond which they are coarse. */
    @ParameterizedTest
    @CsvSource({"1e-4, 1e-11", "0.01, 1e-11", "0.3, 1e-11", "1, 1e-11", "4, 1e-11", "9, 1e-11", "100, 0.03"})
    void threeClasses_matchATrapezoidInThePlane(double variance, double tolerance) {
        for (double correlation : new double[] {-0.95, 0, 0.7}) {
            double cross = 0.7 * correlation * variance;
            double[] covariance = {variance, cross, cross, 0.49 * variance};
            for (double m : new double[] {-3, 0.5, 6}) {
                double[] mean = {m, m == 6 ? m : 0.2 - 0.3 * m};
                assertClose(
                        "v=" + variance + " ρ=" + correlation + " m=" + m,
                        overThePlane(1, mean, covariance),
                        SoftmaxRow.of(1, mean, covariance).all(),
                        tolerance);
            }
        }
    }

    private static double[] overThePlane(int label, double[] mean, double[] covariance) {
        double r00 = Math.sqrt(covariance[0]);
        double r10 = covariance[2] / r00;
        double r11 = Math.sqrt(covariance[3] - r10 * r10);
        double step = Math.min(0.25, 0.25 / r00);
        int half = (int) Math.ceil(7.5 / step);
        double[] sum = new double[7];
        for (int i = -half; i <= half; i++) {
            for (int j = -half; j <= half; j++) {
                double z0 = i * step;
                double z1 = j * step;
                double density = step * step / (2 * Math.PI) * Math.exp(-0.5 * (z0 * z0 + z1 * z1));
                double[] eta = {mean[0] + r00 * z0, mean[1] + r10 * z0 + r11 * z1};
                double[] at = SoftmaxRow.exactly(label, eta).all();
                for (int m = 0; m < sum.length; m++) {
                    sum[m] += density * at[m];
                }
            }
        }
        return sum;
    }

    private static double[][] draws(int label, double[] mean, double[] covariance) {
        int k = mean.length;
        RandomArrays random = RandomArrays.of("softmax draws");
        double[] root = Cholesky.of(JavaDenseKernel.INSTANCE, covariance, k).factor();
        double[][] draws = new double[DRAWS][];
        for (int s = 0; s < DRAWS; s++) {
            double[] eta = Naive.times(root, random.normals(k));
            for (int a = 0; a < k; a++) {
                eta[a] += mean[a];
            }
            draws[s] = SoftmaxRow.exactly(label, eta).all();
        }
        return draws;
    }

    private static double[] covariance(int k, double variance) {
        double[] covariance = RandomArrays.of("covariance").definite(k);
        double scale = variance * k / Naive.trace(covariance, k);
        return Arrays.stream(covariance).map(c -> scale * c).toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 1, 4})
    void fourClasses_matchDraws(double variance) {
        double[] mean = {0.4, -1.1, 1.7};
        double[] covariance = covariance(3, variance);
        MonteCarlo.assertWithin4StandardErrors(
                "softmax of 4 classes, v=" + variance,
                SoftmaxRow.of(2, mean, covariance).all(),
                draws(2, mean, covariance));
    }

    /** The tolerances are what fifty thousand random draws attain. */
    @ParameterizedTest
    @CsvSource({"0.01, 1e-3", "0.3, 1e-2", "1, 1e-2", "4, 2e-2"})
    void sixClasses_areNearDraws(double variance, double tolerance) {
        double[] mean = {0.4, -1.1, 1.7, 0, -0.3};
        double[] covariance = covariance(5, variance);
        double[][] draws = draws(3, mean, covariance);
        double[] actual = SoftmaxRow.of(3, mean, covariance).all();
        double[] expected = new double[actual.length];
        for (double[] draw : draws) {
            for (int m = 0; m < draw.length; m++) {
                expected[m] += draw[m] / DRAWS;
            }
        }
        assertClose("softmax of 6 classes, v=" + variance, expected, actual, tolerance);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void slope_isTheDerivativeOfTheExpectedValue(int classes) {
        int k = classes - 1;
        double[] mean = RandomArrays.of("mean " + classes).normals(k);
        double[] covariance = covariance(k, 0.5);
        double[] expected =
                FiniteDifference.gradient(m -> SoftmaxRow.of(1, m, covariance).value(), mean);
        assertClose("slope", expected, SoftmaxRow.of(1, mean, covariance).slope(), 1e-8);
    }

    @Test
    void predictorsOf700_giveTheirLimits() {
        double[] none = new double[4];
        assertClose(
                "value", 1400, SoftmaxRow.of(1, new double[] {-700, 700}, none).value(), 1e-14);
        assertClose(
                "value", 700, SoftmaxRow.of(0, new double[] {700, -700}, none).value(), 1e-14);
        assertEquals(0, SoftmaxRow.of(1, new double[] {700, -700}, none).value());
        double[] wide = SoftmaxRow.of(2, new double[] {700, -700}, new double[] {9, 0, 0, 9})
                .all();
        assertTrue(Arrays.stream(wide).allMatch(Double::isFinite), Arrays.toString(wide));
    }

    @Test
    void covarianceThatIsNotANumber_showsInTheValue() {
        double nan = Double.NaN;
        assertEquals(
                nan,
                SoftmaxRow.of(1, new double[2], new double[] {nan, 0, 0, 1}).value());
        assertEquals(
                nan,
                SoftmaxRow.of(1, new double[2], new double[] {1, 0, 0, nan}).value());
        assertEquals(
                nan,
                SoftmaxRow.of(1, new double[2], new double[] {1, nan, nan, 1}).value());
        assertEquals(
                nan,
                SoftmaxRow.of(1, new double[5], RandomArrays.of("").uniforms(25, nan, nan))
                        .value());
    }

    @Test
    void fewerThanTwoClasses_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SoftmaxLoss(1));
        assertThrows(IllegalArgumentException.class, () -> Likelihoods.named("softmax", 4, 1));
        assertThrows(IllegalArgumentException.class, () -> Likelihoods.named("softmax", 4, 42));
    }
}
