package io.credence.gradient;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;

/**
 * Unbiased estimator of an objective's gradient at a posterior, from draws. It also estimates the noise that the draws
 * leave.
 */
public interface GradientEstimator<Q extends Posterior> {

    /** Form of the loss's gradients that the estimator needs. */
    GradientForm form();

    /**
     * The estimate at {@code q}.
     *
     * @param drawn draws of {@code q}
     * @param before control variate known before these draws
     */
    Estimate estimate(EvaluatedDraws drawn, Q q, QuadraticControlVariate before);

    /** Values at the draws less the control variate. */
    default double[] residuals(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate before) {
        return before.residuals(drawn, q);
    }

    /** Form in which gradients at the draws are summed and sent to the driver. */
    enum GradientForm {
        /** No gradients. */
        NONE,
        /** One gradient per draw. */
        PER_DRAW,
        /** One gradient per draw, and second derivatives averaged over the draws. */
        CURVED,
        /**
         * Sums Σ_s ∇ℓ(θ_s) and Σ_s ε_s ∘ ∇ℓ(θ_s) over each of a few replicates, parts of the draws: mean-field posteriors need no
         * more.
         */
        FOLDED,
        /** No gradients, but the losses of each factor's Markov blanket at each draw. */
        BLANKETS;

        /** Number of replicates over which draws are summed separately, to estimate the noise of the means. */
        public static final int REPLICATES = 4;

        /**
         * Adds a draw's gradient to the sums of its replicate. The sum is at 2·replicate·d, and the sum of products with ε at
         * (2·replicate + 1)·d.
         */
        public static void addToReplicate(double[] gradient, double[] standard, int s, int draws, double[] into) {
            int d = gradient.length;
            int replicate = (int) ((long) s * REPLICATES / draws);
            int at = 2 * replicate * d;
            for (int j = 0; j < d; j++) {
                into[at + j] += gradient[j];
                into[at + d + j] += standard[j] * gradient[j];
            }
        }
    }

    /**
     * Estimate of an expectation at a posterior and of its derivatives, with their noise. The expectation is of the log
     * density, or of minus an objective. Noise is measured in nats, as the gain that a step along it would seem to
     * have: ½ E‖δg‖²_S for the gradient and ¼ E‖δH‖²_S for the curvature.
     *
     * @param value expectation E log p
     * @param valueVariance variance of the value
     * @param gradient g = E ∇log p of a Gaussian; the gradient in λ of another family
     * @param curvature H = E ∇²log p, in a Gaussian's packed form; empty for another family
     * @param wholeCurvature curvature in the blocks of the control variate
     * @param gradientNoise noise of g
     * @param curvatureNoise noise of H
     */
    record Estimate(
            double value,
            double valueVariance,
            double[] gradient,
            double[] curvature,
            double[] wholeCurvature,
            double gradientNoise,
            double curvatureNoise) {

        /** Whether every number is finite. */
        public boolean isFinite() {
            if (!Double.isFinite(value + valueVariance)) {
                return false;
            }
            for (double g : gradient) {
                if (!Double.isFinite(g)) {
                    return false;
                }
            }
            for (double h : curvature) {
                if (!Double.isFinite(h)) {
                    return false;
                }
            }
            return true;
        }

        /** A copy with another value, for expectations that are not the mean of the draws' values. */
        public Estimate withValue(double other, double variance) {
            return new Estimate(other, variance, gradient, curvature, wholeCurvature, gradientNoise, curvatureNoise);
        }

        /**
         * Average of this estimate and one more at the same posterior. This one is the mean of {@code estimates}
         * independent ones already.
         */
        public Estimate averagedWith(int estimates, Estimate more) {
            double keep = estimates / (estimates + 1.0);
            return new Estimate(
                    weightedMean(keep, value, more.value),
                    varianceOfMean(keep, valueVariance, more.valueVariance),
                    weightedMean(keep, gradient, more.gradient),
                    weightedMean(keep, curvature, more.curvature),
                    weightedMean(keep, wholeCurvature, more.wholeCurvature),
                    varianceOfMean(keep, gradientNoise, more.gradientNoise),
                    varianceOfMean(keep, curvatureNoise, more.curvatureNoise));
        }

        private static double weightedMean(double keep, double x, double y) {
            return keep * x + (1 - keep) * y;
        }

        private static double varianceOfMean(double keep, double x, double y) {
            return keep * keep * x + (1 - keep) * (1 - keep) * y;
        }

        private static double[] weightedMean(double keep, double[] x, double[] y) {
            double[] mean = new double[x.length];
            for (int i = 0; i < mean.length; i++) {
                mean[i] = weightedMean(keep, x[i], y[i]);
            }
            return mean;
        }
    }
}
