package io.credence.linalg;

/** Unchecked loops of a {@link DenseKernel}. Each is named like the public method that calls it, with a K appended. */
abstract class DenseLoops {

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

    protected abstract void multiplyK(
            double[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out);

    protected abstract void multiplyK(
            float[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out);

    protected abstract void addWeightedRowsK(
            double[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums);

    protected abstract void addWeightedRowsK(
            float[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums);

    protected abstract void addCrossProductK(
            double[] x, int first, int rows, int columns, MatrixView a, MatrixView sums);

    protected abstract void addCrossProductK(
            float[] x, int first, int rows, int columns, MatrixView a, MatrixView sums);

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

    protected abstract void softplusK(double[] eta, int begin, int count, double[] value, double[] slope);

    protected abstract void logisticK(MatrixView eta, double[] labels, MatrixView value, MatrixView slope);

    protected abstract void expK(double[] x, int begin, int count, double[] out);

    protected abstract void log1pK(double[] x, int begin, int count, double[] out);
}
