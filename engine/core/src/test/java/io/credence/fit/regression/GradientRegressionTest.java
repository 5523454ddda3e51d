package io.credence.fit.regression;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Products;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Lines through gradients at draws. */
class GradientRegressionTest {

    private static double[] minusIdentity(int d) {
        double[] matrix = new double[d * d];
        for (int j = 0; j < d; j++) {
            matrix[j * d + j] = -1;
        }
        return matrix;
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void gradientsOfAQuadratic_giveItsCurvature() {
        int d = 4;
        int n = 9;
        RandomArrays random = RandomArrays.of("quadratic");
        double[] curvature = random.symmetric(d, 1);
        double[] z = random.normals(n * d);
        double[] r = Products.times(JavaDenseKernel.INSTANCE, z, n, d, curvature, d);
        double[] shift = random.normals(d);
        for (int at = 0; at < r.length; at++) {
            r[at] += shift[at % d];
        }
        GradientRegression line = new GradientRegression(
                JavaDenseKernel.INSTANCE, z, r, random.uniforms(n, 0.5, 2), n, minusIdentity(d), d);
        assertClose("K", curvature, line.slope(1e-12), 1e-8);
    }

    /** Draws −1, 0, 1 with gradients 3, 1, −3 and K₀ = −1: the factor takes 2 of the slope's −3, whatever the ridge. */
    @Test
    void handComputedLine_inOneDimension() {
        GradientRegression line = new GradientRegression(
                JavaDenseKernel.INSTANCE,
                new double[] {-1, 0, 1},
                new double[] {3, 1, -3},
                ones(3),
                3,
                minusIdentity(1),
                1);
        assertWithin("slope", -3, line.slope(1)[0], 1e-14);
        assertWithin("slope", -3, line.slope(100)[0], 1e-14);
    }

    /** One direction is three times as steep as known, the other as known: the factor is 1, ±1 are left to the ridge. */
    @Test
    void ridge_takesWhatTheFactorLeaves() {
        double[] z = {1, 0, -1, 0, 0, 1, 0, -1};
        double[] r = {-3, 0, 3, 0, 0, -1, 0, 1};
        GradientRegression line =
                new GradientRegression(JavaDenseKernel.INSTANCE, z, r, ones(4), 4, minusIdentity(2), 2);
        assertClose("no ridge", new double[] {-3, 0, 0, -1}, line.slope(0), 1e-14);
        // ΔK = −2 z-moments · 2 / (2 + 2 + 2ρd) with both moments 2, ρ = 1/2 and d = 2
        double left = 4.0 / (4 + 2);
        assertClose("ridge", new double[] {-2 - left, 0, 0, -2 + left}, line.slope(0.5), 1e-14);
    }

    @Test
    void onlyTheFirstDraws_areTaken() {
        double[] z = {-1, 1, 7};
        double[] r = {2, -2, 100};
        GradientRegression line =
                new GradientRegression(JavaDenseKernel.INSTANCE, z, r, ones(3), 2, minusIdentity(1), 1);
        assertWithin("slope", -2, line.slope(0)[0], 1e-14);
    }
}
