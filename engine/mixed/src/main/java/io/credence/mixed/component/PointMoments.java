package io.credence.mixed.component;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Mean and covariance of weighted points.
 *
 * @param mean d numbers
 * @param covariance d × d
 */
public record PointMoments(double[] mean, double[] covariance) {

    /**
     * Computes the moments of points whose weights sum to 1.
     *
     * @param points points of one length
     * @param weights weight of each point
     */
    public static PointMoments of(List<double[]> points, double[] weights) {
        int d = points.get(0).length;
        double[] mean = new double[d];
        for (int s = 0; s < weights.length; s++) {
            for (int i = 0; i < d; i++) {
                mean[i] += weights[s] * points.get(s)[i];
            }
        }
        double[] covariance = new double[d * d];
        for (int s = 0; s < weights.length; s++) {
            double[] away = Vectors.difference(points.get(s), mean);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    covariance[i * d + j] += weights[s] * away[i] * away[j];
                }
            }
        }
        Symmetric.fillUpper(covariance, d);
        return new PointMoments(mean, covariance);
    }
}
