package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.MathArrays;

/**
 * Function of some numbers that is written for any number type. It can be recorded, or evaluated by forward
 * differentiation.
 */
public interface DifferentiableFunction {

    /** Value of the function. */
    <T extends CalculusFieldElement<T>> T of(T[] inputs);

    /** Value and gradient at a point by number types of Hipparchus, which each carry all derivatives. */
    default Gradient gradient(double[] at) {
        Gradient[] numbers = MathArrays.buildArray(GradientField.getField(at.length), at.length);
        for (int j = 0; j < at.length; j++) {
            numbers[j] = Gradient.variable(at.length, j, at[j]);
        }
        return of(numbers);
    }

    /** Gradients at some points, one array each, by forward differentiation. */
    default double[][] gradients(double[][] points) {
        double[][] gradients = new double[points.length][];
        for (int i = 0; i < points.length; i++) {
            gradients[i] = gradient(points[i]).getGradient();
        }
        return gradients;
    }
}
