package io.credence.linalg;

import java.util.Objects;

/**
 * The dense algebra of a fit, as a checked front over unchecked loops.
 *
 * <p>Matrices are row-major. A symmetric or triangular matrix of order {@code n} is held as {@code n·n} numbers of which
 * the lower triangle counts, unless a method says otherwise. Every public method checks lengths and ranges and then calls
 * the protected method of the same name with the suffix {@code K} (for kernel), which checks nothing; implementations
 * supply those. A kernel has no state and may be shared between threads.
 *
 * <p>Block methods read {@code rows} consecutive rows of {@code columns} numbers each, starting at row {@code first} of
 * {@code x}; per-row arguments start at index 0.
 */
public abstract class DenseKernel {

    /** Lower-case name under which the kernel is chosen and reported: {@code java} or {@code native}. */
    public abstract String name();

    /**
     * Replaces the lower triangle of {@code a} by its Cholesky factor and clears the upper one.
     *
     * @return 0, or the 1-based order of the first leading minor that is not positive; {@code a} is then spoilt
     */
    public final int cholesky(double[] a, int n) {
        requireSquare(a, n, "a");
        return choleskyK(a, n);
    }

    /** Writes the inverse of the lower triangular {@code factor} into {@code inverse}, its upper triangle zero. */
    public final void invertTriangular(double[] factor, int n, double[] inverse) {
        requireSquare(factor, n, "factor");
        requireSquare(inverse, n, "inverse");
        requireDistinct(factor, inverse);
        invertTriangularK(factor, n, inverse);
    }

    /** Writes {@code FᵀF} for a lower triangular {@code F}, both triangles: with F = C⁻¹, the inverse of CCᵀ. */
    public final void transposedProduct(double[] factor, int n, double[] product) {
        requireSquare(factor, n, "factor");
        requireSquare(product, n, "product");
        requireDistinct(factor, product);
        transposedProductK(factor, n, product);
    }

    /**
     * The retraction that keeps a precision positive definite (Lin et al. 2020): ½[P + T P⁻¹ T], which agrees with the
     * symmetric {@code target} T to first order in T − P.
     *
     * @param precision P, both triangles
     * @param inverseFactor C⁻¹ with P = CCᵀ
     * @param target T, both triangles
     * @param result lower triangle of the retracted precision; distinct from the other arrays
     */
    public final void retract(double[] precision, double[] inverseFactor, double[] target, int n, double[] result) {
        requireSquare(precision, n, "precision");
        requireSquare(inverseFactor, n, "inverseFactor");
        requireSquare(target, n, "target");
        requireSquare(result, n, "result");
        requireDistinct(precision, result);
        requireDistinct(inverseFactor, result);
        requireDistinct(target, result);
        retractK(precision, inverseFactor, target, n, result);
    }

    /** {@code out[i] = Σ_j x[first+i, j] · coefficients[j]}. */
    public final void multiply(double[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        requireBlock(x.length, first, rows, columns);
        requireLength(coefficients, columns, "coefficients");
        requireLength(out, rows, "out");
        multiplyK(x, first, rows, columns, coefficients, out);
    }

    /** As the method for doubles; sums are accumulated in double. */
    public final void multiply(float[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        requireBlock(x.length, first, rows, columns);
        requireLength(coefficients, columns, "coefficients");
        requireLength(out, rows, "out");
        multiplyK(x, first, rows, columns, coefficients, out);
    }

    /** Adds {@code Σ_i weights[i] · x[first+i, ·]} to {@code sum}. */
    public final void addWeightedRows(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        requireBlock(x.length, first, rows, columns);
        requireLength(weights, rows, "weights");
        requireLength(sum, columns, "sum");
        addWeightedRowsK(x, first, rows, columns, weights, sum);
    }

    /** As the method for doubles. */
    public final void addWeightedRows(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        requireBlock(x.length, first, rows, columns);
        requireLength(weights, rows, "weights");
        requireLength(sum, columns, "sum");
        addWeightedRowsK(x, first, rows, columns, weights, sum);
    }

    /** {@code out[i] = ‖F x_i‖²} for a lower triangular F: with F = C⁻¹, the row's variance x_iᵀ(CCᵀ)⁻¹x_i. */
    public final void squaredNorms(double[] x, int first, int rows, int columns, double[] factor, double[] out) {
        requireBlock(x.length, first, rows, columns);
        requireSquare(factor, columns, "factor");
        requireLength(out, rows, "out");
        squaredNormsK(x, first, rows, columns, factor, out);
    }

    /** As the method for doubles; products may be formed in single precision. */
    public final void squaredNorms(float[] x, int first, int rows, int columns, double[] factor, double[] out) {
        requireBlock(x.length, first, rows, columns);
        requireSquare(factor, columns, "factor");
        requireLength(out, rows, "out");
        squaredNormsK(x, first, rows, columns, factor, out);
    }

    /** Adds the lower triangle of {@code Σ_i weights[i] x_i x_iᵀ} to {@code sum}; weights may have either sign. */
    public final void addWeightedGram(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        requireBlock(x.length, first, rows, columns);
        requireLength(weights, rows, "weights");
        requireSquare(sum, columns, "sum");
        addWeightedGramK(x, first, rows, columns, weights, sum);
    }

    /** As the method for doubles; products may be formed in single precision within a call, sums are kept in double. */
    public final void addWeightedGram(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        requireBlock(x.length, first, rows, columns);
        requireLength(weights, rows, "weights");
        requireSquare(sum, columns, "sum");
        addWeightedGramK(x, first, rows, columns, weights, sum);
    }

    /**
     * The softplus function and its first two derivatives at {@code count} points, averaged over quadrature nodes:
     * {@code value[i] = Σ_k weights[k] · log(1 + exp(mean[i] + sd[i]·nodes[k]))}, and likewise slope and curvature.
     *
     * @param begin first index of mean, sd and the results
     */
    public final void softplus(
            double[] mean, double[] sd, int begin, int count, double[] nodes, double[] weights, Moments out) {
        Objects.checkFromIndexSize(begin, count, mean.length);
        Objects.checkFromIndexSize(begin, count, sd.length);
        Objects.checkFromIndexSize(begin, count, out.capacity());
        requireLength(weights, nodes.length, "weights");
        softplusK(mean, sd, begin, count, nodes, weights, out.value(), out.slope(), out.curvature());
    }

    /**
     * E[log(1 + e^η)] for η ~ N(mean[i], sd[i]²), its derivative in the mean, and twice that in the variance, by one
     * function that is smooth in both: to 1e-12 (curvature 3e-12) for every sd.
     *
     * @param begin first index of mean, sd and the results
     */
    public final void expectedSoftplus(double[] mean, double[] sd, int begin, int count, Moments out) {
        Objects.checkFromIndexSize(begin, count, mean.length);
        Objects.checkFromIndexSize(begin, count, sd.length);
        Objects.checkFromIndexSize(begin, count, out.capacity());
        expectedSoftplusK(mean, sd, begin, count, out.value(), out.slope(), out.curvature());
    }

    protected abstract int choleskyK(double[] a, int n);

    protected abstract void invertTriangularK(double[] factor, int n, double[] inverse);

    protected abstract void transposedProductK(double[] factor, int n, double[] product);

    protected abstract void retractK(
            double[] precision, double[] inverseFactor, double[] target, int n, double[] result);

    protected abstract void multiplyK(
            double[] x, int first, int rows, int columns, double[] coefficients, double[] out);

    protected abstract void multiplyK(float[] x, int first, int rows, int columns, double[] coefficients, double[] out);

    protected abstract void addWeightedRowsK(
            double[] x, int first, int rows, int columns, double[] weights, double[] sum);

    protected abstract void addWeightedRowsK(
            float[] x, int first, int rows, int columns, double[] weights, double[] sum);

    protected abstract void squaredNormsK(double[] x, int first, int rows, int columns, double[] factor, double[] out);

    protected abstract void squaredNormsK(float[] x, int first, int rows, int columns, double[] factor, double[] out);

    protected abstract void addWeightedGramK(
            double[] x, int first, int rows, int columns, double[] weights, double[] sum);

    protected abstract void addWeightedGramK(
            float[] x, int first, int rows, int columns, double[] weights, double[] sum);

    protected abstract void softplusK(
            double[] mean,
            double[] sd,
            int begin,
            int count,
            double[] nodes,
            double[] weights,
            double[] value,
            double[] slope,
            double[] curvature);

    protected abstract void expectedSoftplusK(
            double[] mean, double[] sd, int begin, int count, double[] value, double[] slope, double[] curvature);

    private static void requireSquare(double[] matrix, int n, String argument) {
        if (n < 1 || (long) n * n > matrix.length) {
            throw new IllegalArgumentException(
                    argument + " must hold a matrix of order " + n + " but has " + matrix.length + " numbers");
        }
    }

    private static void requireLength(double[] vector, int length, String argument) {
        if (vector.length < length) {
            throw new IllegalArgumentException(
                    argument + " must hold at least " + length + " numbers but has " + vector.length);
        }
    }

    private static void requireBlock(int available, int first, int rows, int columns) {
        if (first < 0 || rows < 0 || columns < 1 || ((long) first + rows) * columns > available) {
            throw new IllegalArgumentException("rows " + first + " to " + ((long) first + rows) + " of " + columns
                    + " columns must lie within the block but it has " + available + " numbers");
        }
    }

    private static void requireDistinct(double[] input, double[] output) {
        if (input == output) {
            throw new IllegalArgumentException("the result must not overwrite an argument");
        }
    }
}
