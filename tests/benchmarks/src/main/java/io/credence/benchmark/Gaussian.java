package io.credence.benchmark;

import io.credence.family.FullGaussian;
import io.credence.family.Posterior;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;

/**
 * A normal distribution, apart from the engine's, for answers that its own are compared with.
 *
 * @param mean μ
 * @param covariance S, by rows
 */
record Gaussian(double[] mean, double[][] covariance) {

    /** With a precision matrix, which must be positive definite; from a covariance, the precision is its covariance. */
    static Gaussian ofPrecision(double[] mean, double[][] precision) {
        RealMatrix inverse = new CholeskyDecomposition(new Array2DRowRealMatrix(symmetric(precision)))
                .getSolver()
                .getInverse();
        return new Gaussian(mean, symmetric(inverse.getData()));
    }

    /** With independent coordinates. */
    static Gaussian ofSd(double[] mean, double[] sd) {
        double[] variances = new double[sd.length];
        for (int j = 0; j < sd.length; j++) {
            variances[j] = sd[j] * sd[j];
        }
        return new Gaussian(
                mean, MatrixUtils.createRealDiagonalMatrix(variances).getData());
    }

    /** The engine's. */
    static Gaussian of(Posterior posterior) {
        if (!(posterior instanceof FullGaussian full)) {
            return ofSd(posterior.mean(), posterior.sd());
        }
        int d = full.dimension();
        double[][] covariance = new double[d][d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(full.covariance(), i * d, covariance[i], 0, d);
        }
        return new Gaussian(full.mean(), covariance);
    }

    int dimension() {
        return mean.length;
    }

    /** S_jj. */
    double variance(int j) {
        return covariance[j][j];
    }

    double sd(int j) {
        return Math.sqrt(covariance[j][j]);
    }

    /** L of LLᵀ = S. */
    double[][] root() {
        return new CholeskyDecomposition(new Array2DRowRealMatrix(symmetric(covariance)))
                .getL()
                .getData();
    }

    /** Differential entropy, nats. */
    double entropy() {
        double[][] root = root();
        double sum = 0;
        for (int j = 0; j < dimension(); j++) {
            sum += Math.log(root[j][j]);
        }
        return sum + 0.5 * dimension() * Math.log(2 * Math.PI * Math.E);
    }

    /** KL(this ‖ N(0, v I)). */
    double divergenceFromPrior(double priorVariance) {
        double sum = 0;
        for (int j = 0; j < dimension(); j++) {
            sum += (mean[j] * mean[j] + variance(j)) / priorVariance + Math.log(2 * Math.PI * priorVariance);
        }
        return 0.5 * sum - entropy();
    }

    /** KL(this ‖ other). */
    double divergenceFrom(Gaussian other) {
        RealMatrix precision = new Array2DRowRealMatrix(
                ofPrecision(other.mean, other.covariance).covariance());
        double[] move = new double[dimension()];
        double sum = -dimension() - 2 * entropy() + 2 * other.entropy();
        for (int i = 0; i < move.length; i++) {
            move[i] = mean[i] - other.mean[i];
            for (int j = 0; j < move.length; j++) {
                sum += precision.getEntry(i, j) * covariance[j][i];
            }
        }
        double[] image = precision.operate(move);
        for (int i = 0; i < move.length; i++) {
            sum += move[i] * image[i];
        }
        return 0.5 * sum;
    }

    /** Largest distance of this mean from another's, in its standard deviations. */
    double largestShift(Gaussian other) {
        double largest = 0;
        for (int j = 0; j < dimension(); j++) {
            largest = Math.max(largest, Math.abs(mean[j] - other.mean[j]) / other.sd(j));
        }
        return largest;
    }

    /** Largest |log| of the ratio of standard deviations. */
    double largestStretch(Gaussian other) {
        double largest = 0;
        for (int j = 0; j < dimension(); j++) {
            largest = Math.max(largest, Math.abs(Math.log(sd(j) / other.sd(j))));
        }
        return largest;
    }

    /** xᵀSx. */
    double varianceAlong(double[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                sum += x[i] * covariance[i][j] * x[j];
            }
        }
        return sum;
    }

    private static double[][] symmetric(double[][] matrix) {
        double[][] result = new double[matrix.length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix.length; j++) {
                result[i][j] = 0.5 * (matrix[i][j] + matrix[j][i]);
            }
        }
        return result;
    }
}
