package io.credence.linalg;

import java.util.Objects;

/**
 * Dense linear algebra of a fit: public methods that check their arguments, over unchecked loops.
 *
 * <p>Matrices are row-major. A symmetric or triangular matrix of order {@code n} is held as {@code n·n} numbers of
 * which the lower triangle counts, unless a method states otherwise. Every public method checks lengths and ranges and
 * then calls the protected method of the same name with the suffix {@code K} (for kernel), which checks nothing;
 * implementations supply those ({@link DenseLoops}). A kernel has no state and may be shared between threads.
 *
 * <p>Block methods read {@code rows} consecutive rows of {@code columns} numbers each, starting at row {@code first} of
 * {@code x}; per-row arguments start at index 0.
 */
public abstract class DenseKernel extends DenseLoops {

    /** Name of the kernel, under which it is chosen and reported: {@code java} or {@code native}. */
    public abstract String name();

    /**
     * Replaces the lower triangle of {@code a} by its Cholesky factor and clears the upper one.
     *
     * @return 0, or the 1-based order of the first leading minor that is not positive; {@code a} is then spoilt
     */
    public final int cholesky(double[] a, int n) {
        ShapeChecks.requireSquare(a, n, "a");
        return choleskyK(a, n);
    }

    /** Computes the inverse of the lower triangular {@code factor}, with zeros in the upper triangle. */
    public final void invertTriangular(double[] factor, int n, double[] inverse) {
        ShapeChecks.requireSquare(factor, n, "factor");
        ShapeChecks.requireSquare(inverse, n, "inverse");
        ShapeChecks.requireDistinct(factor, inverse);
        invertTriangularK(factor, n, inverse);
    }

    /** Computes {@code FᵀF} for a lower triangular {@code F}, both triangles. With F = C⁻¹ it is the inverse of CCᵀ. */
    public final void transposedProduct(double[] factor, int n, double[] product) {
        ShapeChecks.requireSquare(factor, n, "factor");
        ShapeChecks.requireSquare(product, n, "product");
        ShapeChecks.requireDistinct(factor, product);
        transposedProductK(factor, n, product);
    }

    /**
     * Computes the retraction ½[P + T P⁻¹ T], which keeps a precision P positive definite (Lin et al. 2020). It agrees
     * with the symmetric {@code target} T to first order in T − P.
     *
     * @param precision P, both triangles
     * @param inverseFactor C⁻¹ with P = CCᵀ
     * @param target T, both triangles
     * @param result lower triangle of the retracted precision; distinct from the other arrays
     */
    public final void retract(double[] precision, double[] inverseFactor, double[] target, int n, double[] result) {
        ShapeChecks.requireSquare(precision, n, "precision");
        ShapeChecks.requireSquare(inverseFactor, n, "inverseFactor");
        ShapeChecks.requireSquare(target, n, "target");
        ShapeChecks.requireSquare(result, n, "result");
        ShapeChecks.requireDistinct(precision, result);
        ShapeChecks.requireDistinct(inverseFactor, result);
        ShapeChecks.requireDistinct(target, result);
        retractK(precision, inverseFactor, target, n, result);
    }

    /** Computes row products {@code out[i] = Σ_j x[first+i, j] · coefficients[j]}. */
    public final void multiply(double[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(coefficients, columns, "coefficients");
        ShapeChecks.requireLength(out, rows, "out");
        multiplyK(x, first, rows, columns, coefficients, out);
    }

    /** Computes row products for single-precision rows; sums are accumulated in double. */
    public final void multiply(float[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(coefficients, columns, "coefficients");
        ShapeChecks.requireLength(out, rows, "out");
        multiplyK(x, first, rows, columns, coefficients, out);
    }

    /**
     * Computes the products of each row with every row of {@code coefficients}, CXᵀ. They are
     * {@code out[s, i] = Σ_j coefficients[s, j] · x[first+i, j]}.
     *
     * @param coefficients C, S × {@code columns}
     * @param out S × {@code rows}; another array
     */
    public final void multiply(double[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireProduct(coefficients, columns, out, rows);
            multiplyK(x, first, rows, columns, coefficients, out);
        }
    }

    /**
     * Computes products with every row of {@code coefficients} for single-precision rows; sums are accumulated in
     * double.
     */
    public final void multiply(float[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireProduct(coefficients, columns, out, rows);
            multiplyK(x, first, rows, columns, coefficients, out);
        }
    }

    /**
     * Adds to each row of {@code sums} the rows of x, weighted by a row of {@code weights}. This is WX:
     * {@code sums[s, j] += Σ_i weights[s, i] · x[first+i, j]}.
     *
     * @param weights W, S × {@code rows}
     * @param sums S × {@code columns}; another array
     */
    public final void addWeightedRows(
            double[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireProduct(weights, rows, sums, columns);
            addWeightedRowsK(x, first, rows, columns, weights, sums);
        }
    }

    /** Adds rows weighted by each row of {@code weights} for single-precision rows; sums are accumulated in double. */
    public final void addWeightedRows(
            float[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireProduct(weights, rows, sums, columns);
            addWeightedRowsK(x, first, rows, columns, weights, sums);
        }
    }

    /**
     * Adds the cross product of two matrices with the same rows, AᵀX: {@code sums[s, j] += Σ_i a[i, s] · x[first+i, j]}.
     *
     * @param a {@code rows} × S
     * @param sums S × {@code columns}; another array
     */
    public final void addCrossProduct(double[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireCross(a, rows, sums, columns);
            addCrossProductK(x, first, rows, columns, a, sums);
        }
    }

    /** Adds the cross product of two matrices for single-precision rows; sums are accumulated in double. */
    public final void addCrossProduct(float[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        if (rows > 0) {
            ShapeChecks.requireCross(a, rows, sums, columns);
            addCrossProductK(x, first, rows, columns, a, sums);
        }
    }

    /** Adds the weighted rows {@code Σ_i weights[i] · x[first+i, ·]} to {@code sum}. */
    public final void addWeightedRows(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(weights, rows, "weights");
        ShapeChecks.requireLength(sum, columns, "sum");
        addWeightedRowsK(x, first, rows, columns, weights, sum);
    }

    /** Adds weighted rows for single-precision rows. */
    public final void addWeightedRows(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(weights, rows, "weights");
        ShapeChecks.requireLength(sum, columns, "sum");
        addWeightedRowsK(x, first, rows, columns, weights, sum);
    }

    /**
     * Computes squared norms {@code out[i] = ‖F x_i‖²} for a lower triangular F. With F = C⁻¹ they are the rows'
     * variances x_iᵀ(CCᵀ)⁻¹x_i.
     */
    public final void squaredNorms(double[] x, int first, int rows, int columns, double[] factor, double[] out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireSquare(factor, columns, "factor");
        ShapeChecks.requireLength(out, rows, "out");
        squaredNormsK(x, first, rows, columns, factor, out);
    }

    /** Computes squared norms for single-precision rows; products may be formed in single precision. */
    public final void squaredNorms(float[] x, int first, int rows, int columns, double[] factor, double[] out) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireSquare(factor, columns, "factor");
        ShapeChecks.requireLength(out, rows, "out");
        squaredNormsK(x, first, rows, columns, factor, out);
    }

    /** Adds the lower triangle of {@code Σ_i weights[i] x_i x_iᵀ} to {@code sum}; weights may have either sign. */
    public final void addWeightedGram(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(weights, rows, "weights");
        ShapeChecks.requireSquare(sum, columns, "sum");
        addWeightedGramK(x, first, rows, columns, weights, sum);
    }

    /**
     * Adds the weighted Gram matrix of single-precision rows. Products may be formed in single precision within a call;
     * sums are kept in double.
     */
    public final void addWeightedGram(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        ShapeChecks.requireBlock(x.length, first, rows, columns);
        ShapeChecks.requireLength(weights, rows, "weights");
        ShapeChecks.requireSquare(sum, columns, "sum");
        addWeightedGramK(x, first, rows, columns, weights, sum);
    }

    /**
     * Computes the softplus function and its first two derivatives at {@code count} points, averaged over quadrature
     * nodes. The value is {@code value[i] = Σ_k weights[k] · log(1 + exp(mean[i] + sd[i]·nodes[k]))}, and likewise
     * slope and curvature.
     *
     * @param begin first index of mean, sd and the results
     */
    public final void softplus(
            double[] mean, double[] sd, int begin, int count, double[] nodes, double[] weights, Moments out) {
        Objects.checkFromIndexSize(begin, count, mean.length);
        Objects.checkFromIndexSize(begin, count, sd.length);
        Objects.checkFromIndexSize(begin, count, out.capacity());
        ShapeChecks.requireLength(weights, nodes.length, "weights");
        softplusK(mean, sd, begin, count, nodes, weights, out.value(), out.slope(), out.curvature());
    }

    /**
     * Computes the expected softplus E[log(1 + e^η)] for η ~ N(mean[i], sd[i]²), its derivative in the mean, and twice
     * that in the variance. One function that is smooth in both gives them to 1e-12 (curvature 3e-12) for every sd.
     *
     * @param begin first index of mean, sd and the results
     */
    public final void expectedSoftplus(double[] mean, double[] sd, int begin, int count, Moments out) {
        Objects.checkFromIndexSize(begin, count, mean.length);
        Objects.checkFromIndexSize(begin, count, sd.length);
        Objects.checkFromIndexSize(begin, count, out.capacity());
        expectedSoftplusK(mean, sd, begin, count, out.value(), out.slope(), out.curvature());
    }

    /**
     * Computes the softplus function and its slope at {@code count} points: {@code value[i] = log(1 + exp(eta[i]))}.
     *
     * @param begin first index of all arrays, which are three different ones
     */
    public final void softplus(double[] eta, int begin, int count, double[] value, double[] slope) {
        Objects.checkFromIndexSize(begin, count, eta.length);
        Objects.checkFromIndexSize(begin, count, value.length);
        Objects.checkFromIndexSize(begin, count, slope.length);
        ShapeChecks.requireDistinct(eta, value);
        ShapeChecks.requireDistinct(eta, slope);
        ShapeChecks.requireDistinct(value, slope);
        softplusK(eta, begin, count, value, slope);
    }

    /**
     * Computes the logistic losses of labels at logits and their slopes. The losses are
     * {@code value[s, i] = log(1 + exp(eta[s, i])) − labels[i] · eta[s, i]}.
     *
     * @param eta S × count
     * @param labels one per column
     * @param value losses, of the shape of eta, in another array
     * @param slope slopes, of the shape of eta, in another array
     */
    public final void logistic(MatrixView eta, double[] labels, MatrixView value, MatrixView slope) {
        ShapeChecks.requireLength(labels, eta.columns(), "labels");
        ShapeChecks.requireSameShape(eta, value);
        ShapeChecks.requireSameShape(eta, slope);
        ShapeChecks.requireDistinct(value.values(), slope.values());
        logisticK(eta, labels, value, slope);
    }

    /**
     * Computes the exponential function at {@code count} points, to about one unit in the last place.
     *
     * @param begin first index of both arrays, which are different ones
     */
    public final void exp(double[] x, int begin, int count, double[] out) {
        Objects.checkFromIndexSize(begin, count, x.length);
        Objects.checkFromIndexSize(begin, count, out.length);
        ShapeChecks.requireDistinct(x, out);
        expK(x, begin, count, out);
    }

    /**
     * Computes log(1 + x) at {@code count} points x ≥ 0, to a few units in the last place.
     *
     * @param begin first index of both arrays, which are different ones
     */
    public final void log1p(double[] x, int begin, int count, double[] out) {
        Objects.checkFromIndexSize(begin, count, x.length);
        Objects.checkFromIndexSize(begin, count, out.length);
        ShapeChecks.requireDistinct(x, out);
        log1pK(x, begin, count, out);
    }
}
