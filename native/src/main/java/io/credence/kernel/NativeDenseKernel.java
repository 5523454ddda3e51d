package io.credence.kernel;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;

/**
 * Dense kernel in C over BLAS and LAPACK, with one thread per call.
 *
 * <p>It differs from the Java kernel in rounding. For float blocks, the products that norms and Gram matrices sum are
 * formed in single precision.
 */
public final class NativeDenseKernel extends DenseKernel {

    /** Single instance, reached through {@link NativeKernelProvider} once the library is loaded. */
    static final NativeDenseKernel INSTANCE = new NativeDenseKernel();

    private NativeDenseKernel() {}

    @Override
    public String name() {
        return "native";
    }

    @Override
    protected native int choleskyK(double[] a, int n);

    @Override
    protected native void invertTriangularK(double[] factor, int n, double[] inverse);

    @Override
    protected native void transposedProductK(double[] factor, int n, double[] product);

    @Override
    protected native void retractK(double[] precision, double[] inverseFactor, double[] target, int n, double[] result);

    @Override
    protected native void multiplyK(double[] x, int first, int rows, int columns, double[] coefficients, double[] out);

    @Override
    protected native void multiplyK(float[] x, int first, int rows, int columns, double[] coefficients, double[] out);

    @Override
    protected native void addWeightedRowsK(
            double[] x, int first, int rows, int columns, double[] weights, double[] sum);

    @Override
    protected native void addWeightedRowsK(float[] x, int first, int rows, int columns, double[] weights, double[] sum);

    @Override
    protected void multiplyK(double[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        multiplyPanel(
                x,
                first,
                rows,
                columns,
                coefficients.values(),
                coefficients.offset(),
                coefficients.stride(),
                out.values(),
                out.offset(),
                out.rows(),
                out.stride());
    }

    private static native void multiplyPanel(
            double[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected void addWeightedRowsK(double[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        addWeightedRowsPanel(
                x,
                first,
                rows,
                columns,
                weights.values(),
                weights.offset(),
                weights.stride(),
                sums.values(),
                sums.offset(),
                sums.rows(),
                sums.stride());
    }

    private static native void addWeightedRowsPanel(
            double[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected void addCrossProductK(double[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        addCrossProductPanel(
                x,
                first,
                rows,
                columns,
                a.values(),
                a.offset(),
                a.stride(),
                sums.values(),
                sums.offset(),
                sums.rows(),
                sums.stride());
    }

    private static native void addCrossProductPanel(
            double[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected void multiplyK(float[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        multiplyPanel(
                x,
                first,
                rows,
                columns,
                coefficients.values(),
                coefficients.offset(),
                coefficients.stride(),
                out.values(),
                out.offset(),
                out.rows(),
                out.stride());
    }

    private static native void multiplyPanel(
            float[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected void addWeightedRowsK(float[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        addWeightedRowsPanel(
                x,
                first,
                rows,
                columns,
                weights.values(),
                weights.offset(),
                weights.stride(),
                sums.values(),
                sums.offset(),
                sums.rows(),
                sums.stride());
    }

    private static native void addWeightedRowsPanel(
            float[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected void addCrossProductK(float[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        addCrossProductPanel(
                x,
                first,
                rows,
                columns,
                a.values(),
                a.offset(),
                a.stride(),
                sums.values(),
                sums.offset(),
                sums.rows(),
                sums.stride());
    }

    private static native void addCrossProductPanel(
            float[] x,
            int first,
            int rows,
            int columns,
            double[] a,
            int aOffset,
            int aStride,
            double[] result,
            int resultOffset,
            int resultRows,
            int resultStride);

    @Override
    protected native void squaredNormsK(double[] x, int first, int rows, int columns, double[] factor, double[] out);

    @Override
    protected native void squaredNormsK(float[] x, int first, int rows, int columns, double[] factor, double[] out);

    @Override
    protected native void addWeightedGramK(
            double[] x, int first, int rows, int columns, double[] weights, double[] sum);

    @Override
    protected native void addWeightedGramK(float[] x, int first, int rows, int columns, double[] weights, double[] sum);

    @Override
    protected native void softplusK(
            double[] mean,
            double[] sd,
            int begin,
            int count,
            double[] nodes,
            double[] weights,
            double[] value,
            double[] slope,
            double[] curvature);

    @Override
    protected native void expectedSoftplusK(
            double[] mean, double[] sd, int begin, int count, double[] value, double[] slope, double[] curvature);

    @Override
    protected native void softplusK(double[] eta, int begin, int count, double[] value, double[] slope);

    @Override
    protected void logisticK(MatrixView eta, double[] labels, MatrixView value, MatrixView slope) {
        logisticPanel(
                eta.values(),
                eta.offset(),
                eta.rows(),
                eta.columns(),
                eta.stride(),
                labels,
                value.values(),
                value.offset(),
                value.stride(),
                slope.values(),
                slope.offset(),
                slope.stride());
    }

    private static native void logisticPanel(
            double[] eta,
            int etaOffset,
            int rows,
            int columns,
            int etaStride,
            double[] labels,
            double[] value,
            int valueOffset,
            int valueStride,
            double[] slope,
            int slopeOffset,
            int slopeStride);

    @Override
    protected native void expK(double[] x, int begin, int count, double[] out);

    @Override
    protected native void log1pK(double[] x, int begin, int count, double[] out);
}
