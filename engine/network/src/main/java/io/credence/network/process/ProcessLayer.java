package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Layer of a deep Gaussian process: the parts that do not depend on rows, and its outputs for rows as one operation of
 * a tape.
 */
final class ProcessLayer {
    // With K = CCᵀ of the inducing inputs and u = C v, v ~ N(m, TTᵀ) whitened, a row's a = C⁻¹k makes its output
    // N(aᵀm, v₀ + aᵀ(TTᵀ − I)a), v₀ the variance of the process. Slopes g in the variances give 2 Σ g aaᵀT in T and
    // 2 g (TTᵀ − I)a in a, of which the second factor is that of the variance itself. As a = C⁻¹k, the slope in K is
    // −C⁻ᵀ Φ(X) C⁻¹ with X = Σ (slope in a) aᵀ, Φ the lower triangle with half the diagonal (Murray 2016, eq. 9).

    private static final double JITTER = 1e-6;
    private static final double LEAST_VARIANCE = 1e-10;

    private final Matrix inputs;
    private final Matrix logVariance;
    private final Matrix logScales;
    private final Posterior posterior;
    private final ProcessCovariances covariances;
    private final double[] inverseFactor;
    private final double[][] excess;

    /**
     * Normal posterior of a layer's whitened values: means, inducing × outputs, and roots of covariances, one for each
     * output.
     */
    record Posterior(Matrix mean, List<Matrix> roots) {}

    /**
     * Computes the parts that do not depend on rows.
     *
     * @param inputs inducing inputs, as rows
     * @throws ArithmeticException if their covariance is not positive definite
     */
    ProcessLayer(MatrixTape tape, Matrix inputs, Matrix logVariance, Matrix logScales, Posterior posterior) {
        this.inputs = inputs;
        this.logVariance = logVariance;
        this.logScales = logScales;
        this.posterior = posterior;
        this.covariances = new ProcessCovariances(tape, inputs, inputs, logVariance, logScales);
        int m = inputs.rows();
        double[] factor = covariances.values().clone();
        for (int i = 0; i < m; i++) {
            factor[i * m + i] += JITTER;
        }
        int failed = tape.kernel().cholesky(factor, m);
        if (failed != 0) {
            throw new ArithmeticException(
                    "a covariance of order " + m + " is not positive definite: minor " + failed + " is not positive");
        }
        this.inverseFactor = new double[m * m];
        tape.kernel().invertTriangular(factor, m, inverseFactor);
        this.excess = posterior.roots().stream()
                .map(root -> excess(tape.kernel(), root.values(), m))
                .toArray(double[][]::new);
    }

    private static double[] excess(DenseKernel kernel, double[] root, int m) {
        double[] covariance = Products.timesTransposed(kernel, root, m, m, root, m);
        for (int i = 0; i < m; i++) {
            covariance[i * m + i] -= 1;
        }
        return covariance;
    }

    Posterior posterior() {
        return posterior;
    }

    /** Number of outputs. */
    int outputs() {
        return excess.length;
    }

    /** Means of the outputs of rows, and beside them their variances: rows × twice the outputs. */
    Matrix outputs(MatrixTape tape, Matrix rows) {
        RowOutputs outputs = new RowOutputs(tape, rows);
        Matrix[] operands = new Matrix[5 + outputs()];
        operands[0] = rows;
        operands[1] = inputs;
        operands[2] = logVariance;
        operands[3] = logScales;
        operands[4] = posterior.mean();
        for (int k = 0; k < outputs(); k++) {
            operands[5 + k] = posterior.roots().get(k);
        }
        return tape.recordOperation(rows.rows(), 2 * outputs(), outputs.values, outputs::addSlopes, operands);
    }

    /** Outputs of some rows with their pullback. */
    private final class RowOutputs {
        private final MatrixTape tape;
        private final DenseKernel kernel;
        private final int n;
        private final int m;
        private final ProcessCovariances apart;
        private final double[] solved;
        private final double[][] bent;
        private final double[] values;

        RowOutputs(MatrixTape tape, Matrix rows) {
            this.tape = tape;
            this.kernel = tape.kernel();
            this.n = rows.rows();
            this.m = inputs.rows();
            this.apart = new ProcessCovariances(tape, rows, inputs, logVariance, logScales);
            this.solved = tape.zeroWorkspace(n * m);
            kernel.multiply(inverseFactor, 0, m, m, MatrixView.of(apart.values(), n, m), panel(solved));
            this.bent = new double[outputs()][];
            this.values = tape.zeroWorkspace(n * 2 * outputs());
            kernel.addWeightedRows(
                    posterior.mean().values(),
                    0,
                    m,
                    outputs(),
                    panel(solved),
                    new MatrixView(values, 0, n, outputs(), 2 * outputs()));
            double variance = Math.exp(logVariance.number());
            for (int k = 0; k < outputs(); k++) {
                bent[k] = tape.zeroWorkspace(n * m);
                kernel.multiply(excess[k], 0, m, m, panel(solved), panel(bent[k]));
                for (int i = 0; i < n; i++) {
                    double own = variance + Vectors.dot(solved, i * m, bent[k], i * m, m);
                    values[(2 * i + 1) * outputs() + k] = Math.max(own, LEAST_VARIANCE);
                }
            }
        }

        private MatrixView panel(double[] matrix) {
            return MatrixView.of(matrix, n, m);
        }

        private MatrixView square(double[] matrix) {
            return MatrixView.of(matrix, m, m);
        }

        void addSlopes(double[] slopes) {
            int o = outputs();
            double[] inMeans = tape.zeroWorkspace(n * o);
            for (int i = 0; i < n; i++) {
                System.arraycopy(slopes, 2 * i * o, inMeans, i * o, o);
            }
            double[] inSolved = tape.zeroWorkspace(n * m);
            double[] products = tape.zeroWorkspace(m * m);
            addMeanSlopes(inMeans, inSolved, products);
            for (int k = 0; k < o; k++) {
                addVarianceSlopes(k, slopes, inSolved, products);
            }
            double[] inApart = tape.zeroWorkspace(n * m);
            kernel.addWeightedRows(inverseFactor, 0, m, m, panel(inSolved), panel(inApart));
            apart.addSlopes(inApart);
            addFactorSlopes(products);
        }

        /** Adds slopes by way of the means aᵀm. */
        private void addMeanSlopes(double[] inMeans, double[] inSolved, double[] products) {
            int o = outputs();
            Matrix mean = posterior.mean();
            MatrixView inRows = MatrixView.of(inMeans, n, o);
            kernel.multiply(mean.values(), 0, m, o, inRows, panel(inSolved));
            double[] crossed = tape.zeroWorkspace(o * m);
            kernel.addCrossProduct(solved, 0, n, m, inRows, MatrixView.of(crossed, o, m));
            kernel.addWeightedRows(crossed, 0, o, m, MatrixView.of(mean.values(), m, o), square(products));
            double[] into = tape.slopes(mean);
            for (int i = 0; i < m; i++) {
                for (int k = 0; k < o; k++) {
                    into[i * o + k] += crossed[k * m + i];
                }
            }
        }

        /** Adds slopes by way of the variances of one output. */
        private void addVarianceSlopes(int k, double[] slopes, double[] inSolved, double[] products) {
            double[] twice = tape.zeroWorkspace(n);
            double sum = 0;
            for (int i = 0; i < n; i++) {
                int at = (2 * i + 1) * outputs() + k;
                double own = values[at] > LEAST_VARIANCE ? 2 * slopes[at] : 0;
                twice[i] = own;
                sum += own;
                for (int e = i * m; e < (i + 1) * m; e++) {
                    inSolved[e] += own * bent[k][e];
                }
            }
            tape.slopes(logVariance)[0] += 0.5 * sum * Math.exp(logVariance.number());
            double[] gram = tape.zeroWorkspace(m * m);
            kernel.addWeightedGram(solved, 0, n, m, twice, gram);
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < i; j++) {
                    gram[j * m + i] = gram[i * m + j];
                }
            }
            kernel.addWeightedRows(gram, 0, m, m, square(excess[k]), square(products));
            Matrix root = posterior.roots().get(k);
            double[] inRoot = tape.zeroWorkspace(m * m);
            kernel.addWeightedRows(root.values(), 0, m, m, square(gram), square(inRoot));
            Triangular.clearUpper(inRoot, m);
            Vectors.addScaled(tape.slopes(root), 1, inRoot);
        }

        /** Adds slopes by way of the factor of the inducing inputs' covariance. */
        private void addFactorSlopes(double[] products) {
            for (int i = 0; i < m; i++) {
                products[i * m + i] *= 0.5;
            }
            Triangular.clearUpper(products, m);
            double[] inCovariances = Products.congruence(kernel, Products.transposed(inverseFactor, m, m), products, m);
            Products.symmetrize(inCovariances, m);
            for (int e = 0; e < inCovariances.length; e++) {
                inCovariances[e] = -inCovariances[e];
            }
            covariances.addSlopes(inCovariances);
        }
    }
}
