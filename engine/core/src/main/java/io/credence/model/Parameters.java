package io.credence.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All parameters of a model in their order. They map the unconstrained numbers θ ∈ R^d of all of them to the numbers
 * that the model sees.
 */
public final class Parameters implements Serializable {

    private static final long serialVersionUID = 1;
    private static final double RELATIVE_STEP = Math.cbrt(Math.ulp(1.0));

    private final ArrayList<Parameter> list;
    private final int dimension;
    private final int constrained;

    /** The given parameters, whose names must differ. */
    public Parameters(List<Parameter> list) {
        this.list = new ArrayList<>(list);
        this.dimension =
                list.stream().mapToInt(p -> p.transform().unconstrained()).sum();
        this.constrained =
                list.stream().mapToInt(p -> p.transform().constrained()).sum();
        Set<String> observed = new HashSet<>();
        for (Parameter parameter : list) {
            if (!observed.add(parameter.name())) {
                throw new IllegalArgumentException(
                        "parameters must have different names but two are called " + parameter.name());
            }
        }
    }

    /** The parameters. */
    public List<Parameter> list() {
        return Collections.unmodifiableList(list);
    }

    /** Number of unconstrained numbers d. */
    public int dimension() {
        return dimension;
    }

    /** Number of constrained numbers. */
    public int constrainedCount() {
        return constrained;
    }

    /**
     * Step of central differences in an unconstrained number: ε^(1/3) · max(1, |θ_j|). Rows and the gradient of all
     * rows at an expansion point use the same step, so that the remainders of values-only models have that gradient
     * removed exactly.
     */
    public static double differenceStep(double coordinate) {
        return RELATIVE_STEP * Math.max(1, Math.abs(coordinate));
    }

    /** Names of the constrained numbers. */
    public List<String> names() {
        return list.stream()
                .flatMap(p -> p.transform().names(p.name()).stream())
                .toList();
    }

    /** Names of the unconstrained numbers. */
    public List<String> unconstrainedNames() {
        return list.stream()
                .flatMap(p -> p.transform().unconstrainedNames(p.name()).stream())
                .toList();
    }

    /** The constrained numbers at θ. */
    public double[] constrain(double[] theta) {
        requireLength(theta, dimension, "θ");
        double[] values = new double[constrained];
        constrain(theta, 0, values);
        return values;
    }

    /** Computes the constrained numbers for the θ that starts at {@code at}. */
    public void constrain(double[] theta, int at, double[] values) {
        int to = 0;
        int from = at;
        for (Parameter parameter : list) {
            Transform transform = parameter.transform();
            transform.constrain(theta, from, values, to);
            from += transform.unconstrained();
            to += transform.constrained();
        }
    }

    /** Unconstrained numbers θ for constrained ones; refuses numbers that violate a constraint. */
    public double[] unconstrain(double[] values) {
        requireLength(values, constrainedCount(), "parameters");
        double[] theta = new double[dimension()];
        int to = 0;
        int from = 0;
        for (Parameter parameter : list) {
            Transform transform = parameter.transform();
            transform.unconstrain(values, from, theta, to);
            from += transform.constrained();
            to += transform.unconstrained();
        }
        return theta;
    }

    /** Log-Jacobian log |det ∂parameters/∂θ|, nats. */
    public double logJacobian(double[] theta) {
        double sum = 0;
        int from = 0;
        for (Parameter parameter : list) {
            sum += parameter.transform().logJacobian(theta, from);
            from += parameter.transform().unconstrained();
        }
        return sum;
    }

    /** Adds the gradient of {@link #logJacobian} to {@code gradient}. */
    public void addLogJacobianGradient(double[] theta, double[] gradient) {
        int from = 0;
        for (Parameter parameter : list) {
            parameter.transform().addLogJacobianGradient(theta, from, gradient, from);
            from += parameter.transform().unconstrained();
        }
    }

    /**
     * Adds the gradient in θ of a function whose gradient in the constrained numbers is {@code slopes}.
     *
     * @param theta array that holds θ from {@code at} on
     * @param gradient takes the sum, from {@code gradientAt} on
     */
    public void addPullback(double[] theta, int at, double[] slopes, double[] gradient, int gradientAt) {
        int from = 0;
        int to = 0;
        for (Parameter parameter : list) {
            Transform transform = parameter.transform();
            transform.addPullback(theta, at + to, slopes, from, gradient, gradientAt + to);
            from += transform.constrained();
            to += transform.unconstrained();
        }
    }

    private static void requireLength(double[] array, int length, String what) {
        if (array.length != length) {
            throw new IllegalArgumentException(what + " must have " + length + " numbers but has " + array.length);
        }
    }
}
