package io.credence.linalg;

/** Operations on symmetric matrices of order n: full row-major, and packed by rows of the lower triangle. */
public final class Symmetric {

    private Symmetric() {}

    /** Number of entries of a packed lower triangle, n(n+1)/2. */
    public static int packedLength(int n) {
        return Math.toIntExact((long) n * (n + 1) / 2);
    }

    /** Diagonal matrix {@code scale} · I of order n. */
    public static double[] scaledIdentity(int n, double scale) {
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] = scale;
        }
        return matrix;
    }

    /** Copies the lower triangle onto the upper one, in place. */
    public static void fillUpper(double[] matrix, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                matrix[j * n + i] = matrix[i * n + j];
            }
        }
    }

    /** Packed lower triangle, row by row. */
    public static double[] pack(double[] matrix, int n) {
        double[] packed = new double[packedLength(n)];
        for (int i = 0, at = 0; i < n; at += ++i) {
            System.arraycopy(matrix, i * n, packed, at, i + 1);
        }
        return packed;
    }

    /** Unpacked lower triangular matrix, with zeros in the upper triangle. */
    public static double[] unpackLower(double[] packed, int n) {
        double[] matrix = new double[Math.multiplyExact(n, n)];
        for (int i = 0, at = 0; i < n; at += ++i) {
            System.arraycopy(packed, at, matrix, i * n, i + 1);
        }
        return matrix;
    }

    /** Unpacked symmetric matrix, both triangles. */
    public static double[] unpack(double[] packed, int n) {
        double[] matrix = unpackLower(packed, n);
        fillUpper(matrix, n);
        return matrix;
    }

    /** Product {@code matrix · vector} for a matrix with both triangles. */
    public static double[] multiply(double[] matrix, double[] vector) {
        int n = vector.length;
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            product[i] = Axpy.dot(matrix, i * n, vector, n);
        }
        return product;
    }

    /** Product {@code matrix · vector} for a packed lower triangle. */
    public static double[] multiplyPacked(double[] packed, double[] vector) {
        double[] product = new double[vector.length];
        for (int i = 0, at = 0; i < vector.length; i++, at++) {
            double sum = 0;
            for (int j = 0; j < i; j++, at++) {
                sum += packed[at] * vector[j];
                product[j] += packed[at] * vector[i];
            }
            product[i] = sum + packed[at] * vector[i];
        }
        return product;
    }

    /** Rescaled matrix aᵢⱼ/(fᵢ fⱼ), for a packed lower triangle. */
    public static double[] rescaled(double[] packed, double[] factors) {
        double[] scaled = packed.clone();
        for (int i = 0, at = 0; i < factors.length; i++) {
            for (int j = 0; j <= i; j++, at++) {
                scaled[at] /= factors[i] * factors[j];
            }
        }
        return scaled;
    }

    /** Trace tr AB for a matrix with both triangles and a packed lower triangle. */
    public static double traceOfProduct(double[] matrix, double[] packed, int n) {
        double trace = 0;
        for (int i = 0, at = 0; i < n; i++) {
            for (int j = 0; j < i; j++, at++) {
                trace += 2 * matrix[i * n + j] * packed[at];
            }
            trace += matrix[i * n + i] * packed[at++];
        }
        return trace;
    }

    /** Quadratic form vᵀAv for a packed lower triangle. */
    public static double quadraticForm(double[] packed, double[] v) {
        double sum = 0;
        for (int i = 0, at = 0; i < v.length; at += ++i) {
            sum += v[i] * (2 * Axpy.dot(packed, at, v, i) + packed[at + i] * v[i]);
        }
        return sum;
    }
}
