package io.credence.likelihood.softmax;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.Cholesky;
import io.credence.loss.SoftmaxRow;
import io.credence.quadrature.QuadratureRule;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations of classes where rows are wide, narrow, singular or in between, and their derivatives. */
class ReducedSoftmaxTest {

    private static double[] mean(int k, double sd) {
        double[] mean = RandomArrays.of("mean " + k).normals(k);
        return Arrays.stream(mean).map(m -> m * (1 + 0.3 * sd)).toArray();
    }

    /** Of average variance sd². */
    private static double[] covariance(int k, double sd) {
        double[] covariance = RandomArrays.of("covariance " + k).definite(k);
        double scale = sd * sd * k / Naive.trace(covariance, k);
        return Arrays.stream(covariance).map(c -> scale * c).toArray();
    }

    private static double value(double[] mean, double[] covariance) {
        return SoftmaxRow.of(0, mean, covariance).value();
    }

    /** The rule of degree 5, the mixture with the 512 points, those alone; and both sides of a coarse plane. */
    @ParameterizedTest
    @CsvSource({
        "3, 0.3", "3, 2", "3, 40", "4, 0.3", "4, 2", "4, 12", "5, 0.02", "5, 0.2", "5, 0.45", "5, 0.55", "5, 2",
        "5, 30", "6, 0.3", "6, 0.5", "6, 4", "11, 0.3", "11, 0.5", "11, 3", "24, 0.4"
    })
    void slopeAndCurvature_areDerivativesOfTheValue(int classes, double sd) {
        int k = classes - 1;
        double[] mean = mean(k, sd);
        double[] v = covariance(k, sd);
        SoftmaxRow row = SoftmaxRow.of(0, mean, v);
        double[] direction = RandomArrays.of("direction").normals(k);
        double slope = FiniteDifference.gradient(h -> value(moved(mean, direction, h[0]), v), new double[1])[0];
        assertWithin("slope", slope, Naive.dot(row.slope(), direction), 1e-8 * (1 + sd));
        for (int trial = 0; trial < 3; trial++) {
            double[] root = RandomArrays.of("change " + trial).normals(k * k);
            double[] change = Naive.product(root, Naive.transpose(root, k), k);
            double size = sd * sd / Naive.trace(change, k);
            Arrays.setAll(change, i -> change[i] * size);
            double along = FiniteDifference.gradient(h -> value(mean, moved(v, change, h[0])), new double[1])[0];
            assertWithin("curvature", along, 0.5 * Naive.dot(row.curvature(), change), 1e-8 * (1 + sd));
        }
    }

    private static double[] moved(double[] from, double[] direction, double step) {
        double[] to = from.clone();
        Arrays.setAll(to, i -> from[i] + step * direction[i]);
        return to;
    }

    /** Across every change of rule: what the derivatives do not explain is below the rules' stated error. */
    @ParameterizedTest
    @CsvSource({"3, 60", "4, 2.5", "5, 3", "9, 3"})
    void valueDoesNotJump_asTheRowWidens(int classes, double widest) {
        int k = classes - 1;
        double[] mean = mean(k, 1);
        double[] unit = covariance(k, 1);
        double step = 1e-4;
        for (double sd = 0.005; sd < widest; sd *= classes < 4 ? 1.07 : 1.25) {
            double[] v = moved(new double[k * k], unit, sd * sd);
            double[] below = moved(v, v, -step);
            double[] above = moved(v, v, step);
            SoftmaxRow row = SoftmaxRow.of(0, mean, v);
            double expected = step * Naive.dot(row.curvature(), v);
            double actual = value(mean, above) - value(mean, below);
            assertWithin("sd " + sd, expected, actual, 3e-10 * (1 + sd));
        }
    }

    private static double[] onTheLine(int label, double[] mean, double[] along, double fineness) {
        int k = mean.length;
        double largest = Arrays.stream(along).map(Math::abs).max().orElseThrow();
        double step = Math.min(0.1, fineness / largest);
        int half = (int) Math.ceil(8 / step);
        double[] sum = new double[1 + k + k * k];
        for (int i = -half; i <= half; i++) {
            double z = i * step;
            double density = step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            double[] at = SoftmaxRow.exactly(label, moved(mean, along, z)).all();
            Arrays.setAll(sum, m -> sum[m] + density * at[m]);
        }
        return sum;
    }

    /** Predictors that move along a line. */
    @ParameterizedTest
    @CsvSource({
        "3, 0.1, 1e-10",
        "3, 1, 1e-10",
        "3, 10, 1e-10",
        "3, 300, 1e-10",
        "4, 0.1, 1e-10",
        "4, 1, 1e-10",
        "4, 2, 1e-9",
        "4, 8, 1e-2",
        "6, 0.1, 1e-6",
        "6, 0.5, 3e-3",
        "6, 3, 4e-2"
    })
    void covarianceOfRankOne_isAnIntegralOnALine(int classes, double sd, double tolerance) {
        int k = classes - 1;
        double[] mean = mean(k, sd);
        double[] along = RandomArrays.of("line " + k).normals(k);
        double norm = Math.sqrt(Naive.dot(along, along));
        Arrays.setAll(along, a -> along[a] * sd / norm);
        double[] v = new double[k * k];
        Arrays.setAll(v, i -> along[i / k] * along[i % k]);
        double[] expected = onTheLine(1, mean, along, 0.1);
        SoftmaxRow row = SoftmaxRow.of(1, mean, v);
        assertWithin("value", expected[0], row.value(), tolerance * Math.max(1, sd));
        assertClose("slope", Arrays.copyOfRange(expected, 1, 1 + k), row.slope(), 10 * tolerance);
        assertTrue(Arrays.stream(row.curvature()).allMatch(Double::isFinite), row.toString());
    }

    /** With independent predictors, of the densities' product; beyond a sd of 10 against draws. */
    @ParameterizedTest
    @ValueSource(doubles = {10, 100, 1000})
    void wideRowsOfThreeClasses_matchDraws(double sd) {
        RandomArrays random = RandomArrays.of("wide");
        double[] mean = {0.3 * sd, -0.4 * sd};
        double[][] draws = new double[30_000][];
        for (int s = 0; s < draws.length; s++) {
            double[] z = random.normals(2);
            double[] eta = {mean[0] + sd * z[0], mean[1] + sd * (0.6 * z[0] + 0.8 * z[1])};
            SoftmaxRow row = SoftmaxRow.exactly(2, eta);
            draws[s] = new double[] {row.value(), row.slope()[0], row.slope()[1]};
        }
        SoftmaxRow row = SoftmaxRow.of(2, mean, new double[] {sd * sd, 0.6 * sd * sd, 0.6 * sd * sd, sd * sd});
        MonteCarlo.assertWithin4StandardErrors(
                "sd " + sd, new double[] {row.value(), row.slope()[0], row.slope()[1]}, draws);
    }

    /** E max of three centred normal variables is the sum of their differences' sds over √(8π). */
    @Test
    void veryWideRows_tendToTheLargestPredictor() {
        double[] unit = {1, 0.6, 0.6, 2};
        double largest = (1 + Math.sqrt(2) + Math.sqrt(1 + 2 - 1.2)) / Math.sqrt(8 * Math.PI);
        double sd = 5_000;
        double[] v = moved(new double[4], unit, sd * sd);
        assertWithin("per sd", largest, value(new double[2], v) / sd, 1e-6);
    }

    /** The classes' names are arbitrary: any may be the reference, and any the base of the coordinates. */
    @ParameterizedTest
    @CsvSource({
        "3, 0.4, 1e-10",
        "3, 3, 1e-10",
        "3, 50, 1e-10",
        "4, 0.4, 1e-10",
        "4, 2, 1e-9",
        "4, 10, 1e-3",
        "5, 0.1, 1e-8",
        "6, 0.3, 1e-5",
        "6, 0.5, 2e-4",
        "6, 3, 1e-2",
        "11, 3, 1e-2"
    })
    void permutedClasses_haveTheSameValue(int classes, double sd, double tolerance) {
        int k = classes - 1;
        double[] mean = mean(k, sd);
        double[] v = covariance(k, sd);
        double expected = SoftmaxRow.of(1, mean, v).value();
        for (int shift = 1; shift < classes; shift++) {
            // Class c becomes class c − shift, around the circle: class `shift` is the new reference.
            double[] map = new double[k * k];
            for (int c = 1; c < classes; c++) {
                int old = (c + shift) % classes;
                if (old > 0) {
                    map[(c - 1) * k + old - 1] += 1;
                }
                map[(c - 1) * k + shift - 1] -= 1;
            }
            double[] turned = Naive.product(Naive.product(map, v, k), Naive.transpose(map, k), k);
            int label = Math.floorMod(1 - shift, classes);
            double actual = SoftmaxRow.of(label, Naive.times(map, mean), turned).value();
            assertWithin("shift " + shift, expected, actual, tolerance * Math.max(1, sd));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.05, 1e-10", "0.3, 2e-6", "0.5, 5e-5", "0.9, 1e-3"})
    void fiveClasses_matchAProductRule(double sd, double tolerance) {
        double[] mean = mean(4, sd);
        double[] v = covariance(4, sd);
        double[] root = new double[16];
        Cholesky.semidefiniteRoot(v, 0, 4, root);
        QuadratureRule line = QuadratureRule.gaussHermite(15);
        double[] expected = new double[5];
        for (int s = 0; s < 15 * 15 * 15 * 15; s++) {
            double[] z = new double[4];
            double weight = 1;
            for (int a = 0, rest = s; a < 4; a++, rest /= 15) {
                z[a] = line.nodes()[rest % 15];
                weight *= line.weights()[rest % 15];
            }
            double[] eta = moved(mean, Naive.times(root, z), 1);
            double[] at = SoftmaxRow.exactly(0, eta).all();
            for (int m = 0; m < 5; m++) {
                expected[m] += weight * at[m];
            }
        }
        SoftmaxRow row = SoftmaxRow.of(0, mean, v);
        assertWithin("value", expected[0], row.value(), tolerance);
        assertClose("slope", Arrays.copyOfRange(expected, 1, 5), row.slope(), 3 * tolerance);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void extremeMeans_leaveTheLikelyClass(int classes) {
        int k = classes - 1;
        double[] mean = new double[k];
        mean[0] = 1e4;
        mean[1] = -1e4;
        SoftmaxRow row = SoftmaxRow.of(1, mean, covariance(k, 20));
        assertWithin("value", 0, row.value(), 1e-9);
        assertClose("slope", new double[k], row.slope(), 1e-12);
        assertClose("curvature", new double[k * k], row.curvature(), 1e-9);
        double[] low = new double[k];
        Arrays.fill(low, -1e4);
        assertWithin("reference", 1e4, SoftmaxRow.of(1, low, covariance(k, 20)).value(), 1e-8);
    }
}
