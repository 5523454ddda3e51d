package io.credence.model;

import java.io.Serializable;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * User-defined model: its parameters, and the log-likelihood that one of the sub-interfaces requires. A model is sent
 * to the executors and called from several threads, so it must be serialisable and keep no state between calls.
 *
 * <p>The prior is the configured normal one of the unconstrained parameters, unless the model writes {@link #logPrior} of
 * its own, with plain numbers or, better, for any number type.
 */
public interface Model extends Serializable {

    /**
     * Parameters, in the order in which every array of parameters holds their numbers.
     *
     * @param columns names of the features, the intercept's included
     */
    List<Parameter> parameters(List<String> columns);

    /** Whether the prior is {@link #logPrior} and not the configured one: where the class writes it, by default. */
    default boolean hasPrior() {
        return WrittenMethod.PRIOR.isIn(this) || WrittenMethod.PRIOR_FORMULA.isIn(this);
    }

    /** Whether {@link #logPrior} is written for any number type, so that it is differentiated by recording. */
    default boolean hasPriorFormula() {
        return WrittenMethod.PRIOR_FORMULA.isIn(this);
    }

    /**
     * Log prior density of the parameters as the model sees them, nats, with plain numbers; differences of it are taken
     * in each parameter. The log-Jacobian of their constraints is not included. A correlation matrix has the density of
     * the entries below its diagonal, a covariance matrix that of those on and below it, a simplex that of all entries
     * but the last.
     */
    default double logPrior(double[] parameters) {
        return logPrior(Binary64Arrays.toBinary64(parameters)).getReal();
    }

    /**
     * Log prior density of the parameters for any number type, so that its derivatives come from automatic
     * differentiation. With many parameters that is far faster than differences.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    default <T extends CalculusFieldElement<T>> T logPrior(T[] parameters) {
        throw WrittenMethod.PRIOR_FORMULA.absence(this);
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
