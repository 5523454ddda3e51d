package io.credence.fit;

/** Small vector algebra of the driver. */
final class Vectors {

    private Vectors() {}

    static double[] difference(double[] a, double[] b) {
        double[] result = new double[a.length];
        for (int j = 0; j < a.length; j++) {
            result[j] = a[j] - b[j];
        }
        return result;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    static double norm(double[] v) {
        return Math.sqrt(dot(v, v));
    }
}
