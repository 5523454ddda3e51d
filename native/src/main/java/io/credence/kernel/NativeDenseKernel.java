package io.credence.kernel;

import io.credence.linalg.DenseKernel;

/**
 * The kernel in C over BLAS and LAPACK, one thread a call.
 *
 * <p>It differs from the Java kernel in rounding, and in that the products of a float block's norms and Gram matrix are
 * formed in single precision.
 */
public final class NativeDenseKernel extends DenseKernel {

    /** The only instance; reached through {@link NativeKernelProvider}, once the library is loaded. */
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
}
