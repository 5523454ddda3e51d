package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import java.io.Serializable;

/**
 * Running sum of iterates: of the posterior's coordinates, which for Gaussians are the mean and the precision, whose updates are
 * unbiased, and of the dispersion's shape and scale.
 *
 * @param count iterates
 * @param coordinates sum of {@link Posterior#coordinates()}
 * @param scale sums of shape and scale; zeros where there is no such factor
 */
record IterateAverage(int count, double[] coordinates, double[] scale) implements Serializable {

    static final IterateAverage NONE = new IterateAverage(0, new double[0], new double[0]);

    IterateAverage with(Position position) {
        double[] here = position.posterior().coordinates();
        double[] own = position.scale() instanceof ScaleFactor.InverseGamma factor
                ? new double[] {factor.shape(), factor.scale()}
                : new double[2];
        return count == 0
                ? new IterateAverage(1, here, own)
                : new IterateAverage(count + 1, sum(coordinates, here), sum(scale, own));
    }

    private static double[] sum(double[] x, double[] y) {
        double[] sum = x.clone();
        for (int j = 0; j < sum.length; j++) {
            sum[j] += y[j];
        }
        return sum;
    }

    /** The average, of the family of {@code like}; {@code like} itself where there is none, or it has no such member. */
    Position position(Position like) {
        if (count == 0) {
            return like;
        }
        double[] average = coordinates.clone();
        for (int j = 0; j < average.length; j++) {
            average[j] /= count;
        }
        ScaleFactor factor =
                like.hasScaleFactor() ? new ScaleFactor.InverseGamma(scale[0] / count, scale[1] / count) : like.scale();
        Posterior q = like.posterior().at(average);
        return q == null ? like : new Position(q, factor);
    }
}
