package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Symmetric;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates in which a Gaussian is standard normal. With precision P = CCᵀ a point is z = Cᵀ(θ − μ) and a gradient r
 * = C⁻¹g, so that the Gaussian itself has mean 0, covariance I and the gradient −z.
 *
 * @param kernel multiplies matrices
 * @param q the Gaussian
 * @param factor C, lower triangular, d × d
 * @param inverse inverse C⁻¹
 */
public record WhitenedFrame(DenseKernel kernel, GaussianPosterior q, double[] factor, double[] inverse) {

    public static WhitenedFrame of(GaussianPosterior q) {
        return new WhitenedFrame(q.kernel(), q, q.precisionRoot(), q.inversePrecisionRoot());
    }

    private int d() {
        return q.dimension();
    }

    /** Deviations θ − μ of an n × d matrix of points. */
    public double[] deviations(double[] points) {
        double[] deviations = points.clone();
        for (int at = 0; at < deviations.length; at++) {
            deviations[at] -= q.mean()[at % d()];
        }
        return deviations;
    }

    /** Whitened points z of an n × d matrix of deviations. */
    public double[] points(double[] deviations) {
        return Products.times(kernel, deviations, deviations.length / d(), d(), factor, d());
    }

    /** Whitened gradients r of an n × d matrix of gradients. */
    public double[] gradients(double[] gradients) {
        return Products.timesTransposed(kernel, gradients, gradients.length / d(), d(), inverse, d());
    }

    /** Whitened curvature C⁻¹ H C⁻ᵀ of a symmetric matrix of second derivatives. */
    public double[] curvature(double[] hessian) {
        return Products.symmetrize(Products.congruence(kernel, inverse, hessian, d()), d());
    }

    /** Second derivatives in the parameters, C K Cᵀ, of a whitened curvature. */
    public double[] unwhitenedHessian(double[] curvature) {
        return Products.symmetrize(Products.congruence(kernel, factor, curvature, d()), d());
    }

    /** Deviations in the parameters, C⁻ᵀ of each row, of an n × d matrix of whitened points. */
    public double[] toParameters(double[] rows) {
        return Products.times(kernel, rows, rows.length / d(), d(), inverse, d());
    }

    /** Points μ + C⁻ᵀε of an n × d matrix of standard normal numbers. */
    public double[] draws(double[] epsilon) {
        double[] points = toParameters(epsilon);
        for (int at = 0; at < points.length; at++) {
            points[at] += q.mean()[at % d()];
        }
        return points;
    }

    /** Whitened coordinates Cᵀx of one deviation. */
    public double[] toWhitened(double[] deviation) {
        return Products.times(kernel, deviation, 1, d(), factor, d());
    }

    /**
     * The Gaussian with the given mean whose precision in these coordinates is the given matrix, or its diagonal for
     * independent parameters.
     *
     * @return null if it is not positive definite
     */
    @Nullable
    public GaussianPosterior with(double[] mean, double[] precision) {
        if (q.isMeanField()) {
            double[] scaled = q.precision().clone();
            for (int j = 0; j < scaled.length; j++) {
                scaled[j] *= precision[j * d() + j];
            }
            return q.with(mean, scaled);
        }
        return q.withWholePrecision(mean, Symmetric.pack(unwhitenedHessian(precision), d()));
    }
}
