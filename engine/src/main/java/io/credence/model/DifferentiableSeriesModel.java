package io.credence.model;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.Binary64Field;
import org.hipparchus.util.MathArrays;

/** A series model written for any number type, so that its gradient comes from automatic differentiation. */
public interface DifferentiableSeriesModel extends SeriesModel {

    /**
     * Log-likelihood of the series, nats; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters);

    /** The same as a plain number; override it where speed without gradients matters. */
    @Override
    default double logLikelihood(Series series, double[] parameters) {
        Binary64[] numbers = MathArrays.buildArray(Binary64Field.getInstance(), parameters.length);
        for (int j = 0; j < numbers.length; j++) {
            numbers[j] = new Binary64(parameters[j]);
        }
        return logLikelihood(series, numbers).getReal();
    }
}
