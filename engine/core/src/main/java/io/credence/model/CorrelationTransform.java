package io.credence.model;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.util.FastMath;

/**
 * Transform to correlation matrices of order K, from K(K − 1)/2 canonical partial correlations z = tanh(u). The matrix
 * has all K² entries, row-major; the z are row by row of the strict lower triangle (Lewandowski, Kurowicka and Joe
 * 2009). Row i of the matrix's Cholesky factor is L_ij = z_ij Π_{m<j} √(1 − z_im²). The log-Jacobian, taken to the
 * entries below the diagonal, is Σ_ij (K − j + 1)/2 · log(1 − z_ij²) with j from 1, the derivative of tanh included.
 *
 * @param order order K, at least 2
 */
public record CorrelationTransform(int order) implements Transform {

    public CorrelationTransform {
        ElementTransform.requireSize(order, 2, "a correlation matrix");
    }

    private static double sech(double u) {
        return 1 / Math.cosh(u);
    }

    private static int rowOffset(int i) {
        return i * (i - 1) / 2;
    }

    @Override
    public int unconstrained() {
        return rowOffset(order);
    }

    @Override
    public int constrained() {
        return order * order;
    }

    @Override
    public List<String> names(String name) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= order; i++) {
            for (int j = 1; j <= order; j++) {
                names.add(name + "[" + i + "," + j + "]");
            }
        }
        return names;
    }

    @Override
    public List<String> unconstrainedNames(String name) {
        List<String> names = new ArrayList<>();
        for (int i = 2; i <= order; i++) {
            for (int j = 1; j < i; j++) {
                names.add("free(" + name + ")[" + i + "," + j + "]");
            }
        }
        return names;
    }

    private double[] choleskyFactor(double[] u, int at) {
        double[] factor = new double[order * order];
        for (int i = 0; i < order; i++) {
            double remaining = 1;
            for (int j = 0; j < i; j++) {
                double free = u[at + rowOffset(i) + j];
                factor[i * order + j] = Math.tanh(free) * remaining;
                remaining *= sech(free);
            }
            factor[i * order + i] = remaining;
        }
        return factor;
    }

    /**
     * Computes the u of the correlations of a covariance.
     *
     * @param factor Cholesky factor of the covariance, K × K
     */
    public void unconstrain(double[] factor, double[] u, int at) {
        for (int i = 1; i < order; i++) {
            double behind = 0;
            for (int j = i; j >= 0; j--) {
                double entry = factor[i * order + j];
                if (j < i) {
                    u[at + rowOffset(i) + j] = FastMath.asinh(entry / Math.sqrt(behind));
                }
                behind += entry * entry;
            }
        }
    }

    @Override
    public void constrain(double[] u, int at, double[] x, int xAt) {
        double[] correlations = Symmetric.unpack(Triangular.packedSquare(choleskyFactor(u, at), order), order);
        System.arraycopy(correlations, 0, x, xAt, correlations.length);
        for (int i = 0; i < order; i++) {
            x[xAt + i * order + i] = 1;
        }
    }

    @Override
    public void unconstrain(double[] x, int xAt, double[] u, int at) {
        double[] factor = choleskyOfCorrelations(x, xAt);
        for (int i = 1; i < order; i++) {
            double after = Math.abs(factor[i * order + i]);
            for (int j = i - 1; j >= 0; j--) {
                double entry = factor[i * order + j];
                u[at + rowOffset(i) + j] = FastMath.asinh(entry / after);
                after = Math.hypot(after, entry);
            }
        }
    }

    private double[] choleskyOfCorrelations(double[] x, int xAt) {
        for (int i = 0; i < order; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = x[xAt + i * order + j];
                if (i == j ? Math.abs(entry - 1) > 1e-8 : Math.abs(entry - x[xAt + j * order + i]) > 1e-8) {
                    throw new IllegalArgumentException(
                            "a correlation matrix must be symmetric with ones on its diagonal" + " but entry ["
                                    + (i + 1) + "," + (j + 1) + "] was " + entry);
                }
            }
        }
        double[] factor = Arrays.copyOfRange(x, xAt, xAt + order * order);
        int failed = Cholesky.factorInPlace(factor, 0, order);
        if (failed != 0) {
            throw new IllegalArgumentException(
                    "a correlation matrix must be positive definite but is not in its first " + failed + " rows");
        }
        return factor;
    }

    @Override
    public double logJacobian(double[] u, int at) {
        double sum = 0;
        for (int i = 1; i < order; i++) {
            for (int j = 0; j < i; j++) {
                double size = Math.abs(u[at + rowOffset(i) + j]);
                sum += (order - j) * (Math.log(2) - size - Math.log1p(Math.exp(-2 * size)));
            }
        }
        return sum;
    }

    @Override
    public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        for (int i = 1; i < order; i++) {
            for (int j = 0; j < i; j++) {
                int entry = rowOffset(i) + j;
                gradient[gradientAt + entry] -= (order - j) * Math.tanh(u[at + entry]);
            }
        }
    }

    @Override
    public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double[] factor = choleskyFactor(u, at);
        double[] remaining = new double[order];
        for (int i = 1; i < order; i++) {
            int start = rowOffset(i);
            remaining[0] = 1;
            for (int j = 1; j < i; j++) {
                remaining[j] = remaining[j - 1] * sech(u[at + start + j - 1]);
            }
            double after = factorSlope(factor, slopes, slopesAt, i, i) * factor[i * order + i];
            for (int j = i - 1; j >= 0; j--) {
                double free = u[at + start + j];
                double slope = factorSlope(factor, slopes, slopesAt, i, j);
                gradient[gradientAt + start + j] +=
                        slope * remaining[j] * sech(free) * sech(free) - Math.tanh(free) * after;
                after += slope * factor[i * order + j];
            }
        }
    }

    /** Derivative ∂F/∂L_ij = [(G + Gᵀ)L]_ij for slopes G; the diagonal of LLᵀ is 1 whatever u is. */
    private double factorSlope(double[] factor, double[] slopes, int slopesAt, int i, int j) {
        double sum = 0;
        for (int m = j; m < order; m++) {
            if (m != i) {
                sum += (slopes[slopesAt + i * order + m] + slopes[slopesAt + m * order + i]) * factor[m * order + j];
            }
        }
        return sum;
    }
}
