package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class PriorCurvatureTest {

    private static final int EFFECTS = 60;

    /** Effects around the mean θ_0 with log scale θ_1, whose second derivatives are −e^{−2θ_1}, e^{−2θ_1} and so on. */
    private static final class Hierarchy implements DensityTerm {
        private static final long serialVersionUID = 1;

        @Override
        public double logDensity(double[] theta) {
            double sum = 0;
            for (int j = 2; j < theta.length; j++) {
                double z = (theta[j] - theta[0]) * Math.exp(-theta[1]);
                sum -= 0.5 * z * z + theta[1];
            }
            return sum;
        }

        @Override
        public void addGradient(double[] theta, double[] gradient) {
            double precision = Math.exp(-2 * theta[1]);
            for (int j = 2; j < theta.length; j++) {
                double r = theta[j] - theta[0];
                gradient[0] += r * precision;
                gradient[1] += r * r * precision - 1;
                gradient[j] -= r * precision;
            }
        }
    }

    @Test
    void hierarchy_isKnownFromDifferences() {
        int d = EFFECTS + 2;
        Hierarchy term = new Hierarchy();
        double[] theta = RandomArrays.of("hierarchy").normals(d);
        double[] hessian = PriorCurvature.hessianAt(new Prior(GaussianPrior.of(d, 0, 2), term), theta);
        double precision = Math.exp(-2 * theta[1]);
        double squares = 0;
        double rests = 0;
        for (int j = 2; j < d; j++) {
            double r = theta[j] - theta[0];
            squares += r * r;
            rests += r;
            assertWithin("effect", -precision - 0.25, hessian[j * d + j], 1e-6 * precision);
            assertWithin("effect and mean", precision, hessian[j * d], 1e-6 * precision);
            assertWithin("effect and scale", 2 * r * precision, hessian[d + j], 1e-5 * precision);
            for (int k = 2; k < j; k++) {
                assertEquals(0, hessian[j * d + k]);
            }
        }
        assertWithin("mean", -EFFECTS * precision - 0.25, hessian[0], 1e-5 * precision);
        assertWithin("mean and scale", -2 * rests * precision, hessian[1], 1e-4 * precision);
        assertWithin("scale", -2 * squares * precision - 0.25, hessian[d + 1], 1e-4 * precision);
        assertSymmetric(hessian, d);
    }

    @Test
    void normalPrior_isItsPrecision() {
        double[] hessian = PriorCurvature.hessianAt(new Prior(GaussianPrior.of(2, 1, 0.5)), new double[] {3, 4});
        assertClose("−P", new double[] {-4, 0, 0, -4}, hessian, 1e-15);
    }

    private static void assertSymmetric(double[] matrix, int d) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                assertTrue(matrix[i * d + j] == matrix[j * d + i]);
            }
        }
    }
}
