package io.credence.model;

import java.util.List;

/**
 * Transform to strictly ascending numbers: x_1 = u_1 and x_k = x_{k−1} + exp(u_k).
 *
 * @param size number of elements, at least 1
 */
record OrderedTransform(int size) implements Transform {

    OrderedTransform {
        ElementTransform.requireSize(size, 1, "ordered");
    }

    @Override
    public int unconstrained() {
        return size;
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
        return ElementTransform.indexedNames("free(" + name + ")", size);
    }

    @Override
    public void constrain(double[] u, int at, double[] x, int xAt) {
        x[xAt] = u[at];
        for (int k = 1; k < size; k++) {
            x[xAt + k] = x[xAt + k - 1] + Math.exp(u[at + k]);
        }
    }

    @Override
    public void unconstrain(double[] x, int xAt, double[] u, int at) {
        u[at] = x[xAt];
        for (int k = 1; k < size; k++) {
            double increment = x[xAt + k] - x[xAt + k - 1];
            if (!(increment > 0)) {
                throw new IllegalArgumentException("ordered entries must ascend but entry " + (k + 1) + " was "
                        + x[xAt + k] + " after " + x[xAt + k - 1]);
            }
            u[at + k] = Math.log(increment);
        }
    }

    @Override
    public double logJacobian(double[] u, int at) {
        double sum = 0;
        for (int k = 1; k < size; k++) {
            sum += u[at + k];
        }
        return sum;
    }

    @Override
    public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        for (int k = 1; k < size; k++) {
            gradient[gradientAt + k] += 1;
        }
    }

    @Override
    public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double from = 0;
        for (int k = size - 1; k > 0; k--) {
            from += slopes[slopesAt + k];
            gradient[gradientAt + k] += from * Math.exp(u[at + k]);
        }
        gradient[gradientAt] += from + slopes[slopesAt];
    }
}
