package io.credence.benchmark;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * The covariance of linear response around the mean-field optimum of a logistic regression (Giordano, Broderick and Jordan
 * 2018), from quadrature: the block of the means in the inverse Hessian of −ELBO in (μ, log σ).
 */
final class LinearResponse {

    private static final double STEP = 1e-4;

    private LinearResponse() {}

    static Gaussian around(LogisticModel model, Gaussian optimum) {
        int d = optimum.dimension();
        double[] at = new double[2 * d];
        for (int j = 0; j < d; j++) {
            at[j] = optimum.mean()[j];
            at[d + j] = Math.log(optimum.sd(j));
        }
        double[][] hessian = new double[2 * d][2 * d];
        for (int i = 0; i < 2 * d; i++) {
            double step = i < d ? STEP * optimum.sd(i) : STEP;
            double[] above = gradient(model, moved(at, i, step));
            double[] below = gradient(model, moved(at, i, -step));
            for (int j = 0; j < 2 * d; j++) {
                double slope = (above[j] - below[j]) / (4 * step);
                hessian[i][j] += slope;
                hessian[j][i] += slope;
            }
        }
        RealMatrix inverse = new CholeskyDecomposition(new Array2DRowRealMatrix(hessian), 1e-9, 0)
                .getSolver()
                .getInverse();
        return new Gaussian(
                optimum.mean(), inverse.getSubMatrix(0, d - 1, 0, d - 1).getData());
    }

    private static double[] moved(double[] at, int i, double step) {
        double[] moved = at.clone();
        moved[i] += step;
        return moved;
    }

    /** Of −ELBO. */
    private static double[] gradient(LogisticModel model, double[] at) {
        int d = at.length / 2;
        double[] mean = new double[d];
        double[] sd = new double[d];
        double[] gradient = new double[2 * d];
        for (int j = 0; j < d; j++) {
            mean[j] = at[j];
            sd[j] = Math.exp(at[d + j]);
            gradient[j] = mean[j] / model.priorVariance();
            gradient[d + j] = sd[j] * sd[j] / model.priorVariance() - 1;
        }
        RegressionRows rows = model.rows();
        Gaussian q = Gaussian.ofSd(mean, sd);
        for (int i = 0; i < rows.count(); i++) {
            double[] x = rows.features()[i];
            double eta = rows.predictor(i, mean);
            double spread = Math.sqrt(q.varianceAlong(x));
            double residual = LogisticModel.expectedProbability(eta, spread) - rows.labels()[i];
            double slope = LogisticModel.expectedSlope(eta, spread);
            for (int j = 0; j < d; j++) {
                gradient[j] += residual * x[j];
                gradient[d + j] += slope * x[j] * x[j] * sd[j] * sd[j];
            }
        }
        return gradient;
    }
}
