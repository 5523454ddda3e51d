package io.credence.testkit;

/** Logarithm of a density of a real vector, up to a constant, with its gradient. */
public interface LogDensity {

    /** Length of the vector. */
    int dimension();

    /**
     * Evaluates the logarithm of the density and its gradient at {@code point}: minus infinity or NaN where the density
     * is zero or undefined.
     *
     * @param gradient receives the gradient there
     */
    double evaluate(double[] point, double[] gradient);

    /** Evaluates the logarithm of the density alone. */
    default double value(double[] point) {
        return evaluate(point, new double[dimension()]);
    }

    /** Evaluates the gradient alone. */
    default double[] gradient(double[] point) {
        double[] gradient = new double[dimension()];
        evaluate(point, gradient);
        return gradient;
    }
}
