package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.util.MathArrays;

/** A function of some numbers that is written for any number type: it can be recorded, or differentiated number by number. */
public interface Formula {

    /** The function. */
    <T extends CalculusFieldElement<T>> T of(T[] inputs);

    /** Value and gradient at a point by numbers of Hipparchus, which each carry all derivatives. */
    default Gradient gradient(double[] at) {
        Gradient[] numbers = MathArrays.buildArray(GradientField.getField(at.length), at.length);
        for (int j = 0; j < at.length; j++) {
            numbers[j] = Gradient.variable(at.length, j, at[j]);
        }
        return of(numbers);
    }

    /** Gradients at some points, one array each, number by number. */
    default double[][] gradients(double[][] points) {
        double[][] gradients = new double[points.length][];
        for (int i = 0; i < points.length; i++) {
            gradients[i] = gradient(points[i]).getGradient();
        }
        return gradients;
    }
}
