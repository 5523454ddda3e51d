package io.credence.family.law;

import io.credence.autodiff.Polygamma;
import java.util.Arrays;
import org.hipparchus.special.Gamma;

/**
 * Quadrature nodes of a χ² distribution of ν degrees of freedom, by which Student's t is a mixture of normals.
 *
 * @param values values of χ²
 * @param weights weights, which sum to 1
 */
public record ChiSquareNodes(double[] values, double[] weights) {
    // The density of y = log χ² is analytic, so that the trapezoid with a step of 0.4 standard deviations errs by less
    // than 1e-8. Its left tail falls like e^{νy/2} only, and what 1/χ² has there like e^{(ν/2 − 1)y}: whatever lies
    // below the last node is one more node with the probability and, for ν > 2, the mean of 1/χ² that belong there.

    private static final int NODES = 64;
    private static final double STEP = 0.4;
    private static final double NEGLIGIBLE = 1e-12;
    /**
     * Value of ν/2 above which no mass lies below the last node, which is then more than 15 standard deviations below
     * the mean.
     */
    private static final double SYMMETRIC = 1e4;

    public static ChiSquareNodes of(double degreesOfFreedom) {
        double half = 0.5 * degreesOfFreedom;
        double step = STEP * Math.sqrt(Polygamma.of(1, half));
        double top = Math.log(degreesOfFreedom + 10 * Math.sqrt(2 * degreesOfFreedom) + 40);
        double[] values = new double[NODES + 1];
        double[] weights = new double[NODES + 1];
        double centre = Math.log(degreesOfFreedom);
        double peak = Math.log(step) + ScalarLaw.logGammaPeak(half);
        int kept = 0;
        for (int k = 0; k < NODES; k++) {
            double y = top - k * step;
            double value = Math.exp(y);
            double weight = Math.exp(peak + half * (y - centre - Math.expm1(y - centre)));
            if (weight * Math.max(1, degreesOfFreedom / value) > NEGLIGIBLE) {
                values[kept] = value;
                weights[kept++] = weight;
            }
        }
        kept = addTailNode(half, Math.exp(top - (NODES - 0.5) * step), values, weights, kept);
        return normalised(values, weights, kept);
    }

    private static int addTailNode(double half, double below, double[] values, double[] weights, int kept) {
        if (half > SYMMETRIC) {
            return kept;
        }
        double weight = Gamma.regularizedGammaP(half, 0.5 * below);
        double inverse = half > 1 ? Gamma.regularizedGammaP(half - 1, 0.5 * below) / (2 * half - 2) : weight / below;
        if (Math.max(weight, 2 * half * inverse) <= NEGLIGIBLE) {
            return kept;
        }
        weights[kept] = weight;
        values[kept] = weight / inverse;
        return kept + 1;
    }

    private static ChiSquareNodes normalised(double[] values, double[] weights, int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += weights[k];
        }
        double[] shares = new double[count];
        for (int k = 0; k < count; k++) {
            shares[k] = weights[k] / sum;
        }
        return new ChiSquareNodes(Arrays.copyOf(values, count), shares);
    }
}
