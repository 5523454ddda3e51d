package io.credence.linalg;

import java.util.Arrays;

/**
 * Softplus function and its derivatives by polynomials, with their workspace, for {@link JavaDenseKernel}. The JIT compiler
 * vectorises its loops: no branch, no call, and few enough operations each.
 */
final class JavaSoftplus {
    // With e = exp(−|η|): log(1 + e) = 2 atanh(s), s = e/(2 + e), which needs no cases and stays exact for small e.

    private static final int CHUNK = 256;
    private static final double STEEP = 0x1p1000;

    private final JavaExponential exponential;
    private final double[] eta;
    private final double[] e;
    private final double[] sigmoid;
    private final double[] s;
    private final double[] logarithm;
    private final double[] value;
    private final double[] slope;
    private final double[] curvature;

    /** A workspace for a call with {@code count} numbers, which are processed in chunks. */
    JavaSoftplus(int count) {
        int chunk = Math.min(count, CHUNK);
        exponential = new JavaExponential(chunk);
        eta = new double[chunk];
        e = new double[chunk];
        sigmoid = new double[chunk];
        s = new double[chunk];
        logarithm = new double[chunk];
        value = new double[chunk];
        slope = new double[chunk];
        curvature = new double[chunk];
    }

    /** Computes averages over nodes like {@link DenseKernel#softplus}. */
    void average(double[] mean, double[] sd, int begin, int count, double[] nodes, double[] weights, Moments out) {
        for (int at = begin; at < begin + count; at += CHUNK) {
            int rows = Math.min(CHUNK, begin + count - at);
            Arrays.fill(value, 0, rows, 0);
            Arrays.fill(slope, 0, rows, 0);
            Arrays.fill(curvature, 0, rows, 0);
            for (int k = 0; k < nodes.length; k++) {
                placeNodes(mean, sd, at, nodes[k], rows, eta);
                exponential.expOfMinusAbsolute(eta, rows, e);
                sigmoids(e, rows, sigmoid, s);
                addValue(weights[k], rows);
                addDerivatives(eta, e, sigmoid, weights[k], rows, slope, curvature);
            }
            System.arraycopy(value, 0, out.value(), at, rows);
            System.arraycopy(slope, 0, out.slope(), at, rows);
            System.arraycopy(curvature, 0, out.curvature(), at, rows);
        }
    }

    /** Computes softplus and slope at points like {@link DenseKernel#softplus}, each array from its own index on. */
    void evaluateAt(
            double[] points, int from, int count, double[] values, int valuesAt, double[] slopes, int slopesAt) {
        for (int done = 0; done < count; done += CHUNK) {
            int rows = Math.min(CHUNK, count - done);
            System.arraycopy(points, from + done, eta, 0, rows);
            exponential.expOfMinusAbsolute(eta, rows, e);
            sigmoids(e, rows, sigmoid, s);
            Arrays.fill(value, 0, rows, 0);
            addValue(1, rows);
            for (int i = 0; i < rows; i++) {
                double positive = Math.min(1, Math.max(0, eta[i] * STEEP));
                slope[i] = sigmoid[i] * (positive + (1 - positive) * e[i]);
            }
            System.arraycopy(value, 0, values, valuesAt + done, rows);
            System.arraycopy(slope, 0, slopes, slopesAt + done, rows);
        }
    }

    private static void placeNodes(double[] mean, double[] sd, int at, double node, int rows, double[] eta) {
        for (int i = 0; i < rows; i++) {
            eta[i] = mean[at + i] + sd[at + i] * node;
        }
    }

    /** Computes σ(|η|) and s. */
    private static void sigmoids(double[] e, int rows, double[] sigmoid, double[] s) {
        for (int i = 0; i < rows; i++) {
            double onePlus = 1 + e[i];
            double twoPlus = 2 + e[i];
            double inverse = 1 / (onePlus * twoPlus);
            sigmoid[i] = twoPlus * inverse;
            s[i] = e[i] * (onePlus * inverse);
        }
    }

    private void addValue(double weight, int rows) {
        JavaPolynomials.twiceArtanh(s, rows, logarithm);
        for (int i = 0; i < rows; i++) {
            value[i] += weight * (Math.max(eta[i], 0) + logarithm[i]);
        }
    }

    private static void addDerivatives(
            double[] eta, double[] e, double[] sigmoid, double weight, int rows, double[] slope, double[] curvature) {
        for (int i = 0; i < rows; i++) {
            double positive =
                    Math.min(1, Math.max(0, eta[i] * STEEP)); // 1 or 0; between them e is 1 and it is no matter
            slope[i] += weight * sigmoid[i] * (positive + (1 - positive) * e[i]);
            curvature[i] += weight * sigmoid[i] * sigmoid[i] * e[i];
        }
    }
}
