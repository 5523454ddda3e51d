package io.credence.model;

import java.io.Serializable;
import java.util.List;

/**
 * Smooth one-to-one map from unconstrained numbers u ∈ R^k to the numbers x that a model sees. The posterior is a
 * distribution of u; the x are, for example, positive or the entries of a correlation matrix. The transforms used by
 * {@link Parameter}'s factories are those of the Stan reference manual (chapter "Constraint transforms"), so that
 * results can be compared parameter by parameter. All methods read and write from a given position of an array on.
 */
public interface Transform extends Serializable {

    /** Number k of unconstrained numbers u. */
    int unconstrained();

    /** Number of constrained numbers x, which exceeds k where entries depend on each other. */
    int constrained();

    /** Names of the entries of x, for a parameter called {@code name}. */
    List<String> names(String name);

    /** Names of the entries of u, for a parameter called {@code name}. */
    List<String> unconstrainedNames(String name);

    /** Computes x(u). */
    void constrain(double[] u, int at, double[] x, int xAt);

    /** Computes u(x); refuses an x outside the constraint. */
    void unconstrain(double[] x, int xAt, double[] u, int at);

    /** Log-Jacobian log |det ∂x/∂u|, nats. Entries of x that the others determine do not count. */
    double logJacobian(double[] u, int at);

    /** Adds the gradient of {@link #logJacobian}. */
    void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt);

    /** Adds ∂F/∂u to {@code gradient} for a function F with {@code slopes} ∂F/∂x. Every entry of x is taken as free. */
    void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt);
}
