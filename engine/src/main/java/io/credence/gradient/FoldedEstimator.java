package io.credence.gradient;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;

/**
 * The reparameterised estimator of a mean-field posterior from folded gradients, for dimensions at which a gradient per draw
 * would not fit the wire. The control variate's share is taken off on the driver, which makes the draws again.
 */
public record FoldedEstimator() implements GradientEstimator<GaussianPosterior> {

    @Override
    public GradientForm form() {
        return GradientForm.FOLDED;
    }

    @Override
    public Estimate estimate(Drawn drawn, GaussianPosterior posterior, QuadraticControlVariate before) {
        if (!(posterior instanceof DiagonalGaussian q)) {
            throw new IllegalArgumentException("folded gradients are enough for a diagonal covariance only");
        }
        int d = q.dimension();
        double[] left = drawn.gradients().clone();
        double[] values = drawn.values().clone();
        double[] standard = new double[d];
        for (int s = 0; s < values.length; s++) {
            drawn.standard().fill(s, standard);
            double[] deviation = q.deviation(standard);
            values[s] -= before.value(deviation);
            double[] known = before.gradient(deviation);
            for (int j = 0; j < d; j++) {
                known[j] = -known[j];
            }
            GradientForm.fold(known, standard, s, values.length, left);
        }
        return combine(drawn, q, before, left, values);
    }

    private static Estimate combine(
            Drawn drawn, DiagonalGaussian q, QuadraticControlVariate before, double[] left, double[] values) {
        int d = q.dimension();
        int groups = GradientForm.GROUPS;
        double[] gradient = before.slope().clone();
        double[] curvature = before.curvature().clone();
        double gradientNoise = 0;
        double curvatureNoise = 0;
        double[] means = new double[groups];
        double[] products = new double[groups];
        for (int j = 0; j < d; j++) {
            double precision = q.precision()[j];
            for (int g = 0; g < groups; g++) {
                means[g] = left[2 * g * d + j] * groups / values.length;
                products[g] = left[(2 * g + 1) * d + j] * groups / values.length * Math.sqrt(precision);
            }
            gradient[j] += mean(means);
            curvature[j] += mean(products);
            gradientNoise += 0.5 * varianceOfMean(means) / precision;
            curvatureNoise += 0.25 * varianceOfMean(products) / (precision * precision);
        }
        double value = before.expectation(q) + mean(values);
        return new Estimate(
                value, drawn.varianceOfMean(values), gradient, curvature, curvature, gradientNoise, curvatureNoise);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double varianceOfMean(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1) / values.length;
    }
}
