package io.credence.model;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * User-defined model: its parameters, and the log-likelihood that one of the sub-interfaces requires. A model is sent
 * to the executors and called from several threads, so it must be serialisable and keep no state between calls.
 *
 * <p>The prior is the configured normal one of the unconstrained parameters, unless {@link #hasPrior} reports that the
 * model supplies its own.
 */
public interface Model extends Serializable {

    /**
     * Parameters, in the order in which every array of parameters holds their numbers.
     *
     * @param columns names of the features, the intercept's included
     */
    List<Parameter> parameters(List<String> columns);

    /** Whether the prior is {@link #logPrior} and not the configured one. */
    default boolean hasPrior() {
        return false;
    }

    /**
     * Log prior density of the parameters as the model sees them, nats. The log-Jacobian of their constraints is not
     * included. A correlation matrix has the density of the entries below its diagonal, a covariance matrix that of
     * those on and below it, a simplex that of all entries but the last.
     */
    default double logPrior(double[] parameters) {
        throw new UnsupportedOperationException("the model has no prior of its own");
    }

    /**
     * Adds the gradient of {@link #logPrior} in the parameters to {@code gradient}.
     *
     * @return false, nothing being added, where the gradient is not offered and central differences are to be taken
     */
    default boolean addLogPriorGradient(double[] parameters, double[] gradient) {
        return false;
    }

    /**
     * Requirement that a label violates if the model cannot explain it, such as {@code "must be positive"}; null for a
     * good label.
     */
    default @Nullable String refuse(double label) {
        return Double.isFinite(label) ? null : "must be finite";
    }
}
