package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import java.io.Serializable;

/**
 * Running sum of iterates: of the means, the precisions, whose updates are unbiased, and the dispersion's shape and scale.
 *
 * @param count iterates
 * @param mean sum of μ
 * @param precision sum of P, packed
 * @param scale sums of shape and scale; zeros where there is no such factor
 */
record Average(int count, double[] mean, double[] precision, double[] scale) implements Serializable {

    static final Average NONE = new Average(0, new double[0], new double[0], new double[0]);

    Average with(Position position) {
        GaussianPosterior q = position.coefficients();
        double[] own = position.scale() instanceof ScaleFactor.InverseGamma factor
                ? new double[] {factor.shape(), factor.scale()}
                : new double[2];
        return count == 0
                ? new Average(1, q.mean(), q.precision(), own)
                : new Average(count + 1, sum(mean, q.mean()), sum(precision, q.precision()), sum(scale, own));
    }

    private static double[] sum(double[] x, double[] y) {
        double[] sum = x.clone();
        for (int j = 0; j < sum.length; j++) {
            sum[j] += y[j];
        }
        return sum;
    }

    /** The average, of the family of {@code like}. */
    Position position(Position like) {
        ScaleFactor factor = like.scale() instanceof ScaleFactor.InverseGamma
                ? new ScaleFactor.InverseGamma(scale[0] / count, scale[1] / count)
                : like.scale();
        GaussianPosterior q = like.coefficients().with(divided(mean), divided(precision));
        return q == null ? like : new Position(q, factor);
    }

    private double[] divided(double[] sum) {
        double[] average = sum.clone();
        for (int j = 0; j < average.length; j++) {
            average[j] /= count;
        }
        return average;
    }
}
