package io.credence.autodiff;

import java.util.function.DoubleBinaryOperator;

/** Operations on columns of numbers. Results never go where an argument is, so that the loops are vectorised. */
final class ColumnOperations {

    private ColumnOperations() {}

    static void apply(Operation operation, double[] a, double[] b, double[] out, int n) {
        switch (operation) {
            case ADD -> add(a, b, out, n);
            case SUBTRACT -> subtract(a, b, out, n);
            case MULTIPLY -> multiply(a, b, out, n);
            case DIVIDE -> divide(a, b, out, n);
            case NEGATE -> negate(a, out, n);
            case RECIPROCAL -> divide(1, a, out, n);
            case SQUARE -> multiply(a, a, out, n);
            case SQUARE_ROOT -> squareRoot(a, out, n);
            case ABSOLUTE -> absolute(a, out, n);
            case EXP -> Exponentials.expEach(a, out, n);
            case LOG -> Exponentials.log(a, out, n);
            case LOG1P -> Exponentials.log1p(a, out, n);
            default -> applyEntrywise(operation.function(), a, b, out, n);
        }
    }

    static void apply(Operation operation, double[] a, double b, double[] out, int n) {
        switch (operation) {
            case ADD -> add(a, b, out, n);
            case SUBTRACT -> add(a, -b, out, n);
            case MULTIPLY -> multiply(a, b, out, n);
            case DIVIDE -> divide(a, b, out, n);
            default -> applyEntrywise(operation.function(), a, b, out, n);
        }
    }

    static void apply(Operation operation, double a, double[] b, double[] out, int n) {
        switch (operation) {
            case ADD -> add(b, a, out, n);
            case SUBTRACT -> subtract(a, b, out, n);
            case MULTIPLY -> multiply(b, a, out, n);
            case DIVIDE -> divide(a, b, out, n);
            default -> applyEntrywise(operation.function(), a, b, out, n);
        }
    }

    static void apply(Operation operation, double[] a, double[] b, double[] c, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = operation.of(a[i], b[i], c[i]);
        }
    }

    private static void add(double[] a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] + b[i];
        }
    }

    private static void add(double[] a, double b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] + b;
        }
    }

    private static void subtract(double[] a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] - b[i];
        }
    }

    private static void subtract(double a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a - b[i];
        }
    }

    private static void multiply(double[] a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] * b[i];
        }
    }

    private static void multiply(double[] a, double b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] * b;
        }
    }

    private static void divide(double[] a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] / b[i];
        }
    }

    /**
     * Divides by multiplying with the reciprocal, where that is a normal number. This is several times faster, and
     * right to a unit in the last place.
     */
    private static void divide(double[] a, double b, double[] out, int n) {
        double reciprocal = 1 / b;
        if (Math.abs(reciprocal) >= Double.MIN_NORMAL && Math.abs(b) >= Double.MIN_NORMAL) {
            multiply(a, reciprocal, out, n);
            return;
        }
        for (int i = 0; i < n; i++) {
            out[i] = a[i] / b;
        }
    }

    private static void divide(double a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a / b[i];
        }
    }

    private static void negate(double[] a, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = -a[i];
        }
    }

    private static void squareRoot(double[] a, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.sqrt(a[i]);
        }
    }

    private static void absolute(double[] a, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.abs(a[i]);
        }
    }

    private static void applyEntrywise(DoubleBinaryOperator function, double[] a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = function.applyAsDouble(a[i], b[i]);
        }
    }

    private static void applyEntrywise(DoubleBinaryOperator function, double[] a, double b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = function.applyAsDouble(a[i], b);
        }
    }

    private static void applyEntrywise(DoubleBinaryOperator function, double a, double[] b, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = function.applyAsDouble(a, b[i]);
        }
    }
}
