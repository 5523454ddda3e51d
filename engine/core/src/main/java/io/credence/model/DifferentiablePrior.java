package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/**
 * Model with a prior that is written for any number type, so that its derivatives come from automatic differentiation.
 * With many parameters that is far faster than {@link Model#logPrior} alone, of which differences are taken in each of
 * them.
 */
public interface DifferentiablePrior extends Model {

    /**
     * Log density of the parameters, as {@link Model#logPrior} defines it, nats; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    <T extends CalculusFieldElement<T>> T logPrior(T[] parameters);

    /** Log density of the parameters as a plain number; override it where speed without derivatives matters. */
    @Override
    default double logPrior(double[] parameters) {
        return logPrior(PlainNumbers.toBinary64(parameters)).getReal();
    }

    @Override
    default boolean hasPrior() {
        return true;
    }
}
