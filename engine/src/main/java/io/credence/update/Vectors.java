package io.credence.update;

/** Small vector algebra of the update rules. */
final class Vectors {

    private Vectors() {}

    static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    /** y + a x. */
    static double[] plus(double[] y, double a, double[] x) {
        double[] sum = y.clone();
        for (int j = 0; j < sum.length; j++) {
            sum[j] += a * x[j];
        }
        return sum;
    }

    static double[] ones(int length) {
        double[] ones = new double[length];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    /** x ∘ y, as long as the shorter of the two. */
    static double[] times(double[] x, double[] y) {
        double[] product = new double[Math.min(x.length, y.length)];
        for (int j = 0; j < product.length; j++) {
            product[j] = x[j] * y[j];
        }
        return product;
    }

    /** γ x + (1 − γ) y. */
    static double[] mix(double gamma, double[] x, double[] y) {
        double[] mixed = new double[x.length];
        for (int j = 0; j < mixed.length; j++) {
            mixed[j] = gamma * x[j] + (1 - gamma) * y[j];
        }
        return mixed;
    }

    /** x², entry by entry. */
    static double[] squares(double[] x) {
        double[] squares = new double[x.length];
        for (int j = 0; j < squares.length; j++) {
            squares[j] = x[j] * x[j];
        }
        return squares;
    }

    /** a x/(√v + ε), entry by entry. */
    static double[] scaledByRoot(double[] x, double[] v, double a, double epsilon) {
        double[] scaled = new double[x.length];
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] = a * x[j] / (Math.sqrt(v[j]) + epsilon);
        }
        return scaled;
    }

    static boolean finite(double[] x) {
        for (double entry : x) {
            if (!Double.isFinite(entry)) {
                return false;
            }
        }
        return true;
    }
}
