package io.credence.linalg;

import java.util.Arrays;

/**
 * The softplus function and its derivatives for {@link JavaDenseKernel}, by polynomials in loops that the JIT compiler
 * vectorises: no branch, no call, and few enough operations each.
 */
final class JavaSoftplus {
    // With e = exp(−|η|): log(1 + e) = 2 atanh(s), s = e/(2 + e), which needs no cases and stays exact for small e. The
    // coefficients interpolate at Chebyshev nodes, computed with 50 digits; both relative errors are below 2e-17.

    private static final int CHUNK = 256;
    // Adding this number rounds to an integer, found in the low bits.
    private static final double MAGIC = 0x1.8p52;
    private static final double STEEP = 0x1p1000;

    private final double[] eta = new double[CHUNK];
    private final double[] shifted = new double[CHUNK];
    private final double[] power = new double[CHUNK];
    private final double[] e = new double[CHUNK];
    private final double[] sigmoid = new double[CHUNK];
    private final double[] s = new double[CHUNK];
    private final double[] value = new double[CHUNK];
    private final double[] slope = new double[CHUNK];
    private final double[] curvature = new double[CHUNK];

    /** As {@link DenseKernel#softplus}. */
    void average(double[] mean, double[] sd, int begin, int count, double[] nodes, double[] weights, Moments out) {
        for (int at = begin; at < begin + count; at += CHUNK) {
            int rows = Math.min(CHUNK, begin + count - at);
            Arrays.fill(value, 0, rows, 0);
            Arrays.fill(slope, 0, rows, 0);
            Arrays.fill(curvature, 0, rows, 0);
            for (int k = 0; k < nodes.length; k++) {
                place(mean, sd, at, nodes[k], rows, eta, shifted);
                powerOfTwo(shifted, rows, power);
                exponential(eta, shifted, power, rows, e);
                sigmoids(e, rows, sigmoid, s);
                addValue(eta, s, weights[k], rows, value);
                addDerivatives(eta, e, sigmoid, weights[k], rows, slope, curvature);
            }
            System.arraycopy(value, 0, out.value(), at, rows);
            System.arraycopy(slope, 0, out.slope(), at, rows);
            System.arraycopy(curvature, 0, out.curvature(), at, rows);
        }
    }

    /** As {@link DenseKernel#softplus} at points, each array from its own index on. */
    void at(double[] points, int from, int count, double[] values, int valuesAt, double[] slopes, int slopesAt) {
        for (int done = 0; done < count; done += CHUNK) {
            int rows = Math.min(CHUNK, count - done);
            System.arraycopy(points, from + done, eta, 0, rows);
            for (int i = 0; i < rows; i++) {
                shifted[i] = Math.max(-Math.abs(eta[i]), -709) * 0x1.71547652b82fep+0 + MAGIC;
            }
            powerOfTwo(shifted, rows, power);
            exponential(eta, shifted, power, rows, e);
            sigmoids(e, rows, sigmoid, s);
            Arrays.fill(value, 0, rows, 0);
            addValue(eta, s, 1, rows, value);
            for (int i = 0; i < rows; i++) {
                double positive = Math.min(1, Math.max(0, eta[i] * STEEP));
                slope[i] = sigmoid[i] * (positive + (1 - positive) * e[i]);
            }
            System.arraycopy(value, 0, values, valuesAt + done, rows);
            System.arraycopy(slope, 0, slopes, slopesAt + done, rows);
        }
    }

    private static void place(
            double[] mean, double[] sd, int at, double node, int rows, double[] eta, double[] shifted) {
        for (int i = 0; i < rows; i++) {
            eta[i] = mean[at + i] + sd[at + i] * node;
        }
        for (int i = 0; i < rows; i++) {
            shifted[i] = Math.max(-Math.abs(eta[i]), -709) * 0x1.71547652b82fep+0 + MAGIC;
        }
    }

    /** 2ᵏ, and 0 for k = −1023: the only loop that stays scalar. */
    private static void powerOfTwo(double[] shifted, int rows, double[] power) {
        for (int i = 0; i < rows; i++) {
            power[i] = Double.longBitsToDouble((Double.doubleToRawLongBits(shifted[i]) + 1023) << 52);
        }
    }

    private static void exponential(double[] eta, double[] shifted, double[] power, int rows, double[] e) {
        for (int i = 0; i < rows; i++) {
            double k = shifted[i] - MAGIC;
            e[i] = (Math.max(-Math.abs(eta[i]), -709) - k * 0x1.62e42fefa3800p-1) - k * 0x1.ef35793c76730p-45;
        }
        for (int i = 0; i < rows; i++) {
            double r = e[i];
            double q = r * r;
            double even = (((2.7620088445409746e-07 * q + 2.4801521295954376e-05) * q + 1.3888888917213717e-03) * q
                                    + 4.166666666662413e-02)
                            * q
                    + 5.000000000000001e-01;
            double odd = (((2.510038549551032e-08 * q + 2.7557268459997064e-06) * q + 1.9841269863053618e-04) * q
                                    + 8.333333333330062e-03)
                            * q
                    + 1.6666666666666669e-01;
            e[i] = power[i] * (1 + (r + q * (even + r * odd)));
        }
    }

    /** σ(|η|) and s. */
    private static void sigmoids(double[] e, int rows, double[] sigmoid, double[] s) {
        for (int i = 0; i < rows; i++) {
            double onePlus = 1 + e[i];
            double twoPlus = 2 + e[i];
            double inverse = 1 / (onePlus * twoPlus);
            sigmoid[i] = twoPlus * inverse;
            s[i] = e[i] * (onePlus * inverse);
        }
    }

    private static void addValue(double[] eta, double[] s, double weight, int rows, double[] value) {
        for (int i = 0; i < rows; i++) {
            double z = s[i] * s[i];
            double q = z * z;
            double even = (((4.400369243072337e-02 * q + 6.657072104827468e-02) * q + 9.090894718066429e-02) * q
                                    + 1.428571428355438e-01)
                            * q
                    + 3.333333333333333e-01;
            double odd = (((8.082022805971766e-02 * q + 6.000536404795356e-02) * q + 7.692785032479312e-02) * q
                                    + 1.1111111358713932e-01)
                            * q
                    + 2.0000000000007292e-01;
            value[i] += weight * (Math.max(eta[i], 0) + 2 * s[i] * (1 + z * (even + z * odd)));
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
