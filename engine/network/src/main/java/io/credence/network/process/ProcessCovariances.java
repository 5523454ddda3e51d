package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.linalg.MatrixView;

/**
 * Covariances v exp(−½ Σ_j (a_ij − b_kj)²/l_j²) of a Gaussian process between the rows of two matrices, with the
 * pullback of slopes in them. Valid until the tape is cleared.
 */
final class ProcessCovariances {
    // The exponent is a product of two rows, (a/l, log v − ½‖a/l‖², 1) and (b/l, 1, −½‖b/l‖²).

    private final MatrixTape tape;
    private final Matrix a;
    private final Matrix b;
    private final Matrix logVariance;
    private final Matrix logScales;
    private final double[] left;
    private final double[] right;
    private final double[] values;

    /**
     * Computes the covariances.
     *
     * @param logVariance log v, a 1 × 1 matrix
     * @param logScales log l_j, a row
     */
    ProcessCovariances(MatrixTape tape, Matrix a, Matrix b, Matrix logVariance, Matrix logScales) {
        this.tape = tape;
        this.a = a;
        this.b = b;
        this.logVariance = logVariance;
        this.logScales = logScales;
        int wide = a.columns() + 2;
        this.left = scaled(a, a.columns(), logVariance.number());
        this.right = scaled(b, a.columns() + 1, 0);
        int numbers = a.rows() * b.rows();
        double[] exponents = tape.zeroWorkspace(numbers);
        this.values = tape.zeroWorkspace(numbers);
        tape.kernel()
                .multiply(
                        right,
                        0,
                        b.rows(),
                        wide,
                        MatrixView.of(left, a.rows(), wide),
                        MatrixView.of(exponents, a.rows(), b.rows()));
        tape.kernel().exp(exponents, 0, numbers, values);
    }

    /** Covariances, rows of A × rows of B, which must not be changed. */
    double[] values() {
        return values;
    }

    private double inverseScale(int column) {
        return Math.exp(-logScales.values()[column]);
    }

    /** Rows in units of the length scales, {@code offset} minus half their squared norms at one place and 1 at the other. */
    private double[] scaled(Matrix rows, int normAt, double offset) {
        int d = rows.columns();
        int wide = d + 2;
        double[] result = tape.zeroWorkspace(rows.rows() * wide);
        for (int i = 0; i < rows.rows(); i++) {
            result[i * wide + d] = 1;
            result[i * wide + d + 1] = 1;
            result[i * wide + normAt] = offset;
        }
        for (int j = 0; j < d; j++) {
            double inverse = inverseScale(j);
            for (int i = 0; i < rows.rows(); i++) {
                double own = rows.values()[i * d + j] * inverse;
                result[i * wide + j] = own;
                result[i * wide + normAt] -= 0.5 * own * own;
            }
        }
        return result;
    }

    /**
     * Adds the slopes in the rows of both matrices, in log v and in log l.
     *
     * @param slopes slopes in the covariances, which are overwritten
     */
    void addSlopes(double[] slopes) {
        int wide = a.columns() + 2;
        double all = 0;
        for (int e = 0; e < slopes.length; e++) {
            slopes[e] *= values[e];
            all += slopes[e];
        }
        tape.slopes(logVariance)[0] += all;
        MatrixView inExponents = MatrixView.of(slopes, a.rows(), b.rows());
        double[] inLeft = tape.zeroWorkspace(left.length);
        double[] inRight = tape.zeroWorkspace(right.length);
        tape.kernel().addWeightedRows(right, 0, b.rows(), wide, inExponents, MatrixView.of(inLeft, a.rows(), wide));
        tape.kernel().addCrossProduct(left, 0, a.rows(), wide, inExponents, MatrixView.of(inRight, b.rows(), wide));
        addSlopes(a, left, inLeft, a.columns());
        addSlopes(b, right, inRight, a.columns() + 1);
    }

    private void addSlopes(Matrix rows, double[] scaled, double[] sums, int sumAt) {
        int d = rows.columns();
        int wide = d + 2;
        double[] intoScales = tape.slopes(logScales);
        double[] into = tape.slopes(rows);
        for (int j = 0; j < d; j++) {
            double inverse = inverseScale(j);
            for (int i = 0; i < rows.rows(); i++) {
                double own = scaled[i * wide + j];
                double slope = sums[i * wide + j] - sums[i * wide + sumAt] * own;
                intoScales[j] -= slope * own;
                into[i * d + j] += slope * inverse;
            }
        }
    }
}
