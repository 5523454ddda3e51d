package io.credence.model;

import java.util.List;

/**
 * Transform to positive numbers that sum to 1, by stick-breaking. Entry k is the share z_k of what the entries before
 * it left over, with z_k = logistic(u_k − log(K − k)), so that u = 0 is the uniform vector.
 *
 * @param size number of entries K, at least 2
 */
record SimplexTransform(int size) implements Transform {
    // Shares and remainders are kept as logarithms: a share that rounds to 1 still leaves log(1 − z) = −u behind.

    SimplexTransform {
        ElementTransform.requireSize(size, 2, "a simplex");
    }

    private double centred(double[] u, int at, int k) {
        return u[at + k] - Math.log(size - 1 - k);
    }

    @Override
    public int unconstrained() {
        return size - 1;
    }

    @Override
    public int constrained() {
        return size;
    }

    @Override
    public List<String> names(String name) {
        return ElementTransform.indexedNames(name, size);
    }

    @Override
    public List<String> unconstrainedNames(String name) {
        return ElementTransform.indexedNames("free(" + name + ")", size - 1);
    }

    @Override
    public void constrain(double[] u, int at, double[] x, int xAt) {
        double logRemaining = 0;
        for (int k = 0; k < size - 1; k++) {
            double a = centred(u, at, k);
            x[xAt + k] = Math.exp(logRemaining + Logistic.log(a));
            logRemaining += Logistic.log(-a);
        }
        x[xAt + size - 1] = Math.exp(logRemaining);
    }

    @Override
    public void unconstrain(double[] x, int xAt, double[] u, int at) {
        double after = 0;
        for (int k = size - 1; k >= 0; k--) {
            double entry = x[xAt + k];
            if (!(entry > 0)) {
                throw new IllegalArgumentException(
                        "entries of a simplex must be positive but entry " + (k + 1) + " was " + entry);
            }
            if (k < size - 1) {
                u[at + k] = Math.log(entry) - Math.log(after) + Math.log(size - 1 - k);
            }
            after += entry;
        }
        if (Math.abs(after - 1) > 1e-8) {
            throw new IllegalArgumentException("entries of a simplex must sum to 1 but summed to " + after);
        }
    }

    @Override
    public double logJacobian(double[] u, int at) {
        double sum = 0;
        double logRemaining = 0;
        for (int k = 0; k < size - 1; k++) {
            double a = centred(u, at, k);
            sum += Logistic.log(a) + Logistic.log(-a) + logRemaining;
            logRemaining += Logistic.log(-a);
        }
        return sum;
    }

    @Override
    public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        for (int k = 0; k < size - 1; k++) {
            gradient[gradientAt + k] += 1 - (size - k) * Logistic.of(centred(u, at, k));
        }
    }

    @Override
    public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double[] x = new double[size];
        constrain(u, at, x, 0);
        double after = slopes[slopesAt + size - 1] * x[size - 1];
        for (int k = size - 2; k >= 0; k--) {
            double a = centred(u, at, k);
            double own = slopes[slopesAt + k] * x[k];
            gradient[gradientAt + k] += own * Logistic.of(-a) - after * Logistic.of(a);
            after += own;
        }
    }
}
