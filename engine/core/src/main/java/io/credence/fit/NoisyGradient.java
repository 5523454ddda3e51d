package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFiniteValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Noisy gradient of the objective from one pass at draws.
 *
 * @param evaluatedDraws the draws; null if a number was not finite
 * @param estimate gradient and curvature for the parameters' factor; null if a number was not finite
 * @param dispersionGradient natural gradient of the dispersion's factor; empty without one
 * @param effectiveDraws effective number of draws, (Σ|w|)²/Σw² of the draws' weights
 * @param subsamplingVariance noise of the gradient from the choice of partitions, nats; NaN if it cannot be
 *     estimated
 * @param rows rows visited
 * @param nonFinite the number that was not finite
 */
public record NoisyGradient(
        @Nullable EvaluatedDraws evaluatedDraws,
        @Nullable Estimate estimate,
        double[] dispersionGradient,
        double effectiveDraws,
        double subsamplingVariance,
        long rows,
        @Nullable NonFiniteValue nonFinite) {

    static NoisyGradient ofNonFinite(long rows, NonFiniteValue wrong) {
        return new NoisyGradient(null, null, new double[0], 0, Double.NaN, rows, wrong);
    }

    NoisyGradient withSubsamplingVariance(double noise) {
        return new NoisyGradient(evaluatedDraws, estimate, dispersionGradient, effectiveDraws, noise, rows, nonFinite);
    }

    /** Whether there is an estimate and every number of it is finite. */
    public boolean isFinite() {
        return estimate != null && estimate.isFinite();
    }

    /**
     * Noise of a gradient due to the choice of partitions, ½ E‖δg‖²_S in nats. It is estimated from the spread between
     * the partitions of a minibatch; NaN for a single one and where it cannot be estimated. The noise of the draws,
     * which all partitions share, is not part of it.
     */
    static double subsamplingVariance(
            Posterior posterior,
            NormalDraws standard,
            List<DrawSums> parts,
            GradientForm form,
            double factor,
            double left) {
        GaussianPosterior q = posterior.gaussian();
        int chosen = parts.size();
        if (q == null || chosen < 2 || form == GradientForm.FOLDED) {
            return Double.NaN;
        }
        boolean paths = form == GradientForm.PER_DRAW;
        int width = parts.get(0).gradients().length / standard.count();
        double[][] gradients = new double[chosen][];
        double[] mean = new double[q.dimension()];
        for (int p = 0; p < chosen; p++) {
            gradients[p] = paths
                    ? meanPathGradient(parts.get(p), standard, width)
                    : meanScoreGradient(q, parts.get(p), standard);
            for (int j = 0; j < mean.length; j++) {
                mean[j] += gradients[p][j] / chosen;
            }
        }
        double squares = 0;
        for (double[] gradient : gradients) {
            double[] deviation = Vectors.difference(gradient, mean);
            double[] spread = q.covarianceTimes(deviation);
            for (int j = 0; j < deviation.length; j++) {
                squares += deviation[j] * spread[j];
            }
        }
        // The sum over the minibatch is scaled by N/M; the finite population is what is left of it.
        double perPartition = squares / (chosen - 1);
        return 0.5 * factor * factor * chosen * perPartition * left;
    }

    private static double[] meanPathGradient(DrawSums part, NormalDraws standard, int width) {
        double[] mean = new double[standard.dimension()];
        for (int s = 0; s < standard.count(); s++) {
            for (int j = 0; j < mean.length; j++) {
                mean[j] += part.gradients()[s * width + j] / standard.count();
            }
        }
        return mean;
    }

    private static double[] meanScoreGradient(GaussianPosterior q, DrawSums part, NormalDraws standard) {
        double[] whitened = new double[standard.dimension()];
        double[] epsilon = new double[standard.dimension()];
        boolean separate = part.gradients().length > 0;
        double[] losses = separate ? part.gradients() : part.losses();
        int[] owners = separate ? q.blocks().blockIndices() : new int[whitened.length];
        double[] averages = averages(losses, standard.count());
        for (int s = 0; s < standard.count(); s++) {
            standard.fill(s, epsilon);
            for (int j = 0; j < whitened.length; j++) {
                double loss = losses[s * averages.length + owners[j]];
                whitened[j] += epsilon[j] * (loss - averages[owners[j]]) / standard.count();
            }
        }
        return q.score(whitened);
    }

    /** Means over draws of each factor's losses. */
    private static double[] averages(double[] losses, int draws) {
        double[] averages = new double[losses.length / draws];
        for (int at = 0; at < losses.length; at++) {
            averages[at % averages.length] += losses[at] / draws;
        }
        return averages;
    }
}
