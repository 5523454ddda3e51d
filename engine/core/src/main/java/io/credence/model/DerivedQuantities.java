package io.credence.model;

import java.util.List;

/**
 * Model with quantities computed from its parameters. Examples are a half-life, the ratio of two effects, a standard
 * deviation where a parameter is its logarithm, and the prediction at a new row. A fit reports each quantity as it
 * reports a parameter, over the same draws of the posterior, and exports the quantities with the draws. They never
 * change the fit.
 */
public interface DerivedQuantities extends Model {

    /**
     * Names of the quantities, in the order of {@link #quantities}. They are not blank, and different from each other
     * and from those of the parameters.
     *
     * @param columns column names as {@link Model#parameters} gets them
     */
    List<String> quantityNames(List<String> columns);

    /**
     * The quantities at one draw, as many as they have names. Where one is not finite at some draw, a fit reports at how many,
     * and nothing else of it. An exception costs a fit its quantities, not its result.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed or kept
     */
    double[] quantities(double[] parameters);
}
