package io.credence.fit;

import io.credence.family.Posterior;
import java.io.Serializable;

/**
 * Running sum of iterates: of the posterior's coordinates, which for Gaussians are the mean and the precision, whose updates are
 * unbiased, and of the dispersion's shape and scale.
 *
 * @param count iterates
 * @param coordinates sum of {@link Posterior#coordinates()}
 * @param scale sum of those of the dispersion's factor; empty without one
 */
record IterateAverage(int count, double[] coordinates, double[] scale) implements Serializable {

    static final IterateAverage NONE = new IterateAverage(0, new double[0], new double[0]);

    IterateAverage with(Position position) {
        double[] here = position.posterior().coordinates();
        double[] own = position.scale().coordinates();
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
        Posterior q = like.posterior().at(divided(coordinates));
        return q == null ? like : new Position(q, like.scale().at(divided(scale)));
    }

    private double[] divided(double[] sum) {
        double[] average = sum.clone();
        for (int j = 0; j < average.length; j++) {
            average[j] /= count;
        }
        return average;
    }
}
