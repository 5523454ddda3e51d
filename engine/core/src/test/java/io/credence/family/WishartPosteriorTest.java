package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Parameter;
import io.credence.model.Transform;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class WishartPosteriorTest extends InformationContract {

    private static final double NU = 7.5;
    private static final double[][] ROOT = {{0.8, 0, 0}, {0.3, 0.5, 0}, {-0.2, 0.4, 0.6}};

    private final RandomArrays random = RandomArrays.of("wishart");

    @Override
    public WishartPosterior any(RandomArrays random) {
        double[] mean = random.uniforms(3, -0.5, 0.5);
        return WishartPosterior.around(mean, random.uniforms(3, 0.2, 0.5));
    }

    @Override
    double parameterError() {
        return 1e-12;
    }

    private static WishartPosterior third() {
        double[] root = new double[9];
        for (int i = 0; i < 9; i++) {
            root[i] = ROOT[i / 3][i % 3];
        }
        return new WishartPosterior(NU, root, new double[] {1, 1, 1, 1, 1, 1});
    }

    private static RealMatrix matrix(double[] rows) {
        return new Array2DRowRealMatrix(
                new double[][] {{rows[0], rows[1], rows[2]}, {rows[3], rows[4], rows[5]}, {rows[6], rows[7], rows[8]}});
    }

    /** The textbook's, with the log-Jacobian of a user's covariance matrix. */
    @Test
    void density_isThatOfTheWishart() {
        WishartPosterior q = third();
        double[] theta = q.draw(0, random.normals(6));
        Transform transform = Parameter.covariance("W", 3).transform();
        double[] w = new double[9];
        transform.constrain(theta, 0, w, 0);
        RealMatrix root = new Array2DRowRealMatrix(ROOT);
        LUDecomposition v = new LUDecomposition(root.multiply(root.transpose()));
        double logGamma = 1.5 * Math.log(Math.PI);
        for (int i = 0; i < 3; i++) {
            logGamma += Gamma.logGamma(0.5 * (NU - i));
        }
        double expected = 0.5 * (NU - 4) * Math.log(new LUDecomposition(matrix(w)).getDeterminant())
                - 0.5 * v.getSolver().solve(matrix(w)).getTrace()
                - 0.5 * NU * (3 * Math.log(2) + Math.log(v.getDeterminant()))
                - logGamma
                + transform.logJacobian(theta, 0);
        assertClose("log q", expected, q.logDensity(theta), 1e-11);
    }

    /** E W = νV. */
    @Test
    void draws_haveTheMeanOfTheWishart() {
        WishartPosterior q = third();
        double[][] draws = new double[2000][9];
        for (double[] own : draws) {
            Parameter.covariance("W", 3).transform().constrain(q.draw(0, random.normals(6)), 0, own, 0);
        }
        RealMatrix root = new Array2DRowRealMatrix(ROOT);
        RealMatrix v = root.multiply(root.transpose());
        double[] expected = new double[9];
        for (int e = 0; e < 9; e++) {
            expected[e] = NU * v.getEntry(e / 3, e % 3);
        }
        MonteCarlo.assertWithin4StandardErrors("E W", expected, draws);
    }

    @Test
    void start_isAtItsMeans() {
        double[] mean = {0.3, -0.4, 0.1, 2, 0.5, -1};
        double[] sd = {0.3, 1, 0.2, 1, 1, 0.4};
        WishartPosterior q = WishartPosterior.around(mean, sd);
        assertClose("mean", mean, q.mean(), 1e-10);
        assertTrue(q.sd()[5] > 0.99 * 0.4 && q.sd()[5] < 2, "sd " + q.sd()[5]);
        assertEquals(3, q.order());
        assertThrows(
                IllegalArgumentException.class,
                () -> WishartPosterior.around(new double[4], new double[] {1, 1, 1, 1}));
        assertThrows(IllegalArgumentException.class, () -> new WishartPosterior(1, new double[4], new double[3]));
    }
}
