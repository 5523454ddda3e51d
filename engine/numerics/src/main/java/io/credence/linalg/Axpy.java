package io.credence.linalg;

/** Inner loops of {@link JavaDenseKernel}, shaped so that the JIT compiler vectorises them. */
final class Axpy {
    // Measured on JDK 17: four terms from four distinct arrays vectorise; eight terms, or several offsets into one
    // array, fall back to scalar code. A dot product of doubles never vectorises, so sums run along rows instead.

    private Axpy() {}

    static void addScaled(double[] y, int yOffset, double a, double[] x, int xOffset, int length) {
        for (int j = 0; j < length; j++) {
            y[yOffset + j] += a * x[xOffset + j];
        }
    }

    /** Subtracts products: {@code y[yOffset + j] −= a[j] · x[xOffset + j]} for j &lt; length. */
    static void subtractProduct(double[] y, int yOffset, double[] a, double[] x, int xOffset, int length) {
        for (int j = 0; j < length; j++) {
            y[yOffset + j] -= a[j] * x[xOffset + j];
        }
    }

    /** Adds four scaled rows: {@code y[j] += Σ_m c_m r_m[j]} for begin ≤ j &lt; end. */
    static void addFourScaled(
            double[] y, double c0, double c1, double c2, double c3, double[][] r, int begin, int end) {
        double[] r0 = r[0];
        double[] r1 = r[1];
        double[] r2 = r[2];
        double[] r3 = r[3];
        for (int j = begin; j < end; j++) {
            y[j] += c0 * r0[j] + c1 * r1[j] + c2 * r2[j] + c3 * r3[j];
        }
    }

    /** Adds four scaled rows: {@code y[j] += Σ_m c[at + m] r[at + m][j]} for j &lt; length. */
    static void addFourScaled(double[] y, double[] c, int at, double[][] r, int length) {
        double c0 = c[at];
        double c1 = c[at + 1];
        double c2 = c[at + 2];
        double c3 = c[at + 3];
        double[] r0 = r[at];
        double[] r1 = r[at + 1];
        double[] r2 = r[at + 2];
        double[] r3 = r[at + 3];
        for (int j = 0; j < length; j++) {
            y[j] += c0 * r0[j] + c1 * r1[j] + c2 * r2[j] + c3 * r3[j];
        }
    }

    static double dot(double[] x, int offset, double[] y, int length) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 3 < length; j += 4) {
            s0 += x[offset + j] * y[j];
            s1 += x[offset + j + 1] * y[j + 1];
            s2 += x[offset + j + 2] * y[j + 2];
            s3 += x[offset + j + 3] * y[j + 3];
        }
        for (; j < length; j++) {
            s0 += x[offset + j] * y[j];
        }
        return (s0 + s1) + (s2 + s3);
    }

    static double dot(float[] x, int offset, double[] y, int length) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 3 < length; j += 4) {
            s0 += x[offset + j] * y[j];
            s1 += x[offset + j + 1] * y[j + 1];
            s2 += x[offset + j + 2] * y[j + 2];
            s3 += x[offset + j + 3] * y[j + 3];
        }
        for (; j < length; j++) {
            s0 += x[offset + j] * y[j];
        }
        return (s0 + s1) + (s2 + s3);
    }

    static double squaredNorm(double[] x, int length) {
        double s0 = 0;
        double s1 = 0;
        int j = 0;
        for (; j + 1 < length; j += 2) {
            s0 += x[j] * x[j];
            s1 += x[j + 1] * x[j + 1];
        }
        return j < length ? s0 + s1 + x[j] * x[j] : s0 + s1;
    }
}
