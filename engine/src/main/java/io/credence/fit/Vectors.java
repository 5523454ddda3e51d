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

    static double norm(double[] v) {
        double sum = 0;
        for (double x : v) {
            sum += x * x;
        }
        return Math.sqrt(sum);
    }
}
