package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.divergence.Divergence.DivergenceGradient;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import io.credence.update.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Target of a natural-gradient step of size 1 for an objective with any divergence. With ∇_S D = ½(N − κP) and a
 * curvature H of the expected loss the precision of a minimum is (H + N)/κ. That is the natural gradient of the
 * objective divided by κ, which is 1 for the Kullback–Leibler divergence and N then P0. The mean's step is taken in a
 * {@link Metric}.
 */
public final class NaturalTarget {

    /**
     * Damping τ of the mean's metric, as a share of a mean-field precision. A step is at most 1/τ times as long as in
     * the metric of the covariance S.
     */
    public static final double DAMPING = 0.05;

    private NaturalTarget() {}

    /**
     * Divisor κ of the objective. It is 1, and steps are not scaled, where the entropy does not count for the
     * posterior.
     */
    public static double entropyWeight(DivergenceGradient slope) {
        return slope.entropyWeight() > 0 ? slope.entropyWeight() : 1;
    }

    /**
     * The target precision.
     *
     * @param curvature H, packed in the blocks of q
     */
    public static double[] precision(GaussianPosterior q, DivergenceGradient slope, double[] curvature) {
        double rate = entropyWeight(slope);
        double left = 1 - slope.entropyWeight() / rate;
        double[] target = curvature.clone();
        for (int e = 0; e < target.length; e++) {
            target[e] = (target[e] + slope.pull()[e]) / rate + (left == 0 ? 0 : left * q.precision()[e]);
        }
        return target;
    }

    /** Gradient of minus the objective in the mean, divided by {@code rate}. */
    static double[] ascent(DivergenceGradient slope, Estimate estimate, double rate) {
        double[] ascent = slope.meanGradient().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = (estimate.gradient()[j] - ascent[j]) / rate;
        }
        return ascent;
    }

    /** Direction of a natural-gradient step: ascent of the mean, divided by κ, and the target precision. */
    static Direction direction(GaussianPosterior q, DivergenceGradient slope, Estimate estimate) {
        double[] minus = estimate.curvature().clone();
        for (int e = 0; e < minus.length; e++) {
            minus[e] = -minus[e];
        }
        return new Direction(ascent(slope, estimate, entropyWeight(slope)), precision(q, slope, minus));
    }

    /** The curvature −H at which {@code q} is the optimum: N − κP, with the sign of the curvature of log p. */
    static double[] impliedCurvature(GaussianPosterior q, DivergenceGradient slope) {
        double[] curvature = q.precision().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] = slope.pull()[e] - slope.entropyWeight() * curvature[e];
        }
        return curvature;
    }

    /**
     * Metric that turns a gradient of the mean into a step: usually the posterior's covariance S. Under a mean-field
     * posterior whose control variate knows the whole curvature C it is (N/κ − C/κ + τ diag P)⁻¹, where N is P0 and κ 1
     * for the Kullback–Leibler divergence ({@link NaturalTarget}). Both leave the optimum where it is; the second does
     * not slow down along collinear columns.
     */
    static final class Metric {

        private final GaussianPosterior q;
        private final @Nullable Cholesky whole;

        private Metric(GaussianPosterior q, @Nullable Cholesky whole) {
            this.q = q;
            this.whole = whole;
        }

        static Metric of(GaussianPosterior q, QuadraticControlVariate known, Divergence.DivergenceGradient slope) {
            int d = q.dimension();
            if (!q.isMeanField() || d == 1 || known.blocks().count() > 1) {
                return new Metric(q, null);
            }
            DenseKernel kernel = Kernels.named("java");
            double[] matrix = Symmetric.unpack(known.curvature(), d);
            double rate = NaturalTarget.entropyWeight(slope);
            for (int i = 0; i < matrix.length; i++) {
                matrix[i] = -matrix[i] / rate;
            }
            for (int j = 0; j < d; j++) {
                matrix[j * d + j] += Math.max(0, slope.pull()[j]) / rate + DAMPING * q.precision()[j];
            }
            return new Metric(q, Cholesky.of(kernel, matrix, d));
        }

        /** The step in the mean for a gradient. */
        double[] times(double[] gradient) {
            return whole == null ? q.covarianceTimes(gradient) : whole.solve(gradient);
        }

        /** Average ratio of squared steps in this metric M to those in the metric S, tr(MP)/d. */
        double meanRatio() {
            if (whole == null) {
                return 1;
            }
            int d = q.dimension();
            double trace = 0;
            for (int j = 0; j < d; j++) {
                trace += whole.inverse()[j * d + j] * q.precision()[j];
            }
            return trace / d;
        }
    }
}
