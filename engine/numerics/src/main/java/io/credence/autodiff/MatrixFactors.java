package io.credence.autodiff;

import io.credence.autodiff.MatrixTape.Pullback;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;

/**
 * Operations of a tape on triangular matrices, and on the covariances of Gaussian processes, which have them as
 * factors.
 */
public final class MatrixFactors {

    private final MatrixTape tape;
    private final DenseKernel kernel;

    /** The operations of the given tape. */
    public MatrixFactors(MatrixTape tape) {
        this.tape = tape;
        this.kernel = tape.kernel();
    }

    /**
     * The lower Cholesky factor C of A = CCᵀ. Its pullback is by Murray 2016, "Differentiation of the Cholesky
     * decomposition", eq. 9.
     *
     * @param a symmetric matrix A
     * @throws ArithmeticException if it is not positive definite
     */
    public Matrix cholesky(Matrix a) {
        int n = a.rows();
        a.requireShape(n, n);
        double[] factor = a.values().clone();
        int failed = kernel.cholesky(factor, n);
        if (failed != 0) {
            throw new ArithmeticException(
                    "a covariance of order " + n + " is not positive definite: minor " + failed + " is not positive");
        }
        Pullback pullback = slopes -> {
            double[] inner = Products.transposed(factor, n, n);
            double[] half = Products.times(kernel, inner, n, n, slopes, n);
            for (int i = 0; i < n; i++) {
                half[i * n + i] *= 0.5;
            }
            Triangular.clearUpper(half, n);
            double[] inverse = new double[n * n];
            kernel.invertTriangular(factor, n, inverse);
            double[] whole = Products.congruence(kernel, Products.transposed(inverse, n, n), half, n);
            Products.symmetrize(whole, n);
            Vectors.addScaled(tape.slopes(a), 1, whole);
        };
        return tape.recordOperation(n, n, factor, pullback, a);
    }

    /** Lower triangular matrix with its inverse, by which systems are solved. */
    public record TriangleWithInverse(Matrix factor, double[] inverse) {}

    /** The lower triangular matrix {@code factor} with its inverse, for any number of systems to be solved. */
    public TriangleWithInverse withInverse(Matrix factor) {
        int n = factor.rows();
        double[] inverse = new double[n * n];
        kernel.invertTriangular(factor.values(), n, inverse);
        return new TriangleWithInverse(factor, inverse);
    }

    /** The solution B C⁻ᵀ for a lower triangular C. Each of its rows x solves C x = b for the same row b of B. */
    public Matrix solve(TriangleWithInverse triangle, Matrix b) {
        Matrix c = triangle.factor();
        double[] inverse = triangle.inverse();
        int n = c.rows();
        b.requireShape(b.rows(), n);
        double[] out = tape.zeroWorkspace(b.values().length);
        kernel.multiply(inverse, 0, n, n, b.panel(), MatrixView.of(out, b.rows(), n));
        Pullback pullback = slopes -> {
            double[] inB = Products.times(kernel, slopes, b.rows(), n, inverse, n);
            Vectors.addScaled(tape.slopes(b), 1, inB);
            if (c.isActive()) {
                double[] inC = new double[n * n];
                kernel.addCrossProduct(out, 0, b.rows(), n, MatrixView.of(inB, b.rows(), n), MatrixView.of(inC, n, n));
                Triangular.clearUpper(inC, n);
                Vectors.addScaled(tape.slopes(c), -1, inC);
            }
        };
        return tape.recordOperation(b.rows(), n, out, pullback, c, b);
    }

    /**
     * The lower triangular matrix of order {@code n} at coordinates of {@linkplain Triangular log-Cholesky}, a row of n(n+1)/2 numbers.
     */
    public Matrix lowerTriangle(Matrix coordinates, int n) {
        double[] factor = Triangular.ofLogCholesky(coordinates.values(), 0, n);
        Pullback pullback = slopes ->
                Vectors.addScaled(tape.slopes(coordinates), 1, Triangular.gradientInLogCholesky(slopes, factor, n));
        return tape.recordOperation(n, n, factor, pullback, coordinates);
    }

    /** Squared distances ‖a_i − b_k‖² between the rows of two matrices. */
    public Matrix squaredDistances(Matrix a, Matrix b) {
        int columns = a.columns();
        b.requireShape(b.rows(), columns);
        double[] out = tape.zeroWorkspace(a.rows() * b.rows());
        for (int i = 0, at = 0; i < a.rows(); i++) {
            for (int k = 0; k < b.rows(); k++, at++) {
                for (int j = 0; j < columns; j++) {
                    double apart = a.values()[i * columns + j] - b.values()[k * columns + j];
                    out[at] += apart * apart;
                }
            }
        }
        Pullback pullback = slopes -> {
            double[] intoA = tape.slopes(a);
            double[] intoB = tape.slopes(b);
            for (int i = 0, at = 0; i < a.rows(); i++) {
                for (int k = 0; k < b.rows(); k++, at++) {
                    double twice = 2 * slopes[at];
                    for (int j = 0; j < columns; j++) {
                        double apart = a.values()[i * columns + j] - b.values()[k * columns + j];
                        intoA[i * columns + j] += twice * apart;
                        intoB[k * columns + j] -= twice * apart;
                    }
                }
            }
        };
        return tape.recordOperation(a.rows(), b.rows(), out, pullback, a, b);
    }

    /**
     * Covariances v exp(−½ Σ_j (a_ij − b_kj)²/l_j²) of a Gaussian process between the rows of two matrices.
     *
     * @param logVariance log v, a 1 × 1 matrix
     * @param logScales log l_j, a row
     */
    public Matrix gaussianProcessCovariances(Matrix a, Matrix b, Matrix logVariance, Matrix logScales) {
        MatrixReductions rows = new MatrixReductions(tape);
        Matrix inverse = tape.exp(tape.linear(logScales, -1, 0));
        Matrix distances = squaredDistances(rows.multiplyByRow(a, inverse), rows.multiplyByRow(b, inverse));
        return rows.multiplyByScalar(tape.exp(tape.linear(distances, -0.5, 0)), tape.exp(logVariance));
    }
}
