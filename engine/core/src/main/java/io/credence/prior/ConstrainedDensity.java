package io.credence.prior;

import io.credence.model.Transform;

/**
 * Log density of a constrained parameter whose numbers x are independent, as a density of the unconstrained numbers.
 *
 * @param first index of its first unconstrained number
 * @param transform transform to the constrained numbers
 * @param density density of each of these
 */
public record ConstrainedDensity(int first, Transform transform, ScalarDensity density) implements DensityTerm {

    private double[] constrained(double[] theta) {
        double[] numbers = new double[transform.constrained()];
        transform.constrain(theta, first, numbers, 0);
        return numbers;
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = transform.logJacobian(theta, first);
        for (double number : constrained(theta)) {
            sum += density.logDensity(number);
        }
        return sum;
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        double[] slopes = constrained(theta);
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] = density.slope(slopes[k]);
        }
        transform.addPullback(theta, first, slopes, 0, gradient, first);
        transform.addLogJacobianGradient(theta, first, gradient, first);
    }

    @Override
    public boolean hasCurvature() {
        return density.hasCurvature();
    }
}
