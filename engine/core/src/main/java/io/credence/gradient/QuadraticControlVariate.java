package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.linalg.Vectors;
import java.io.Serializable;

/**
 * Quadratic approximation h of log p around the mean of the posterior, formed before the draws, as a control variate.
 * With δ = θ − μ it is h(θ) = bᵀδ + ½δᵀCδ, so that E[∇h] = b and E[∇²h] = C.
 *
 * @param blocks blocks of C: the posterior's own, or one block, which serves every posterior
 * @param slope slope b
 * @param curvature C, packed
 */
public record QuadraticControlVariate(Blocks blocks, double[] slope, double[] curvature) implements Serializable {

    // The noise of an estimate is as large as the precision it was made with. An average that outlived a narrow
    // posterior would drown a wider one in noise, so entries are bounded in units of the precision and shrink with it;
    // one that explains less than it disturbs is dropped.

    private static final double MOST = 4;

    /** The zero control variate. */
    public static QuadraticControlVariate zero(Blocks blocks) {
        return new QuadraticControlVariate(blocks, new double[blocks.dimension()], new double[blocks.packedLength()]);
    }

    /** A copy expanded around another mean, {@code move} away. */
    public QuadraticControlVariate recentred(double[] move) {
        double[] change = SymmetricBlocks.times(blocks, curvature, move);
        double[] moved = slope.clone();
        for (int j = 0; j < moved.length; j++) {
            moved[j] += change[j];
        }
        return new QuadraticControlVariate(blocks, moved, curvature);
    }

    /**
     * A copy with its slope updated by an estimate. The error of a known slope returns as noise; an estimate taken over
     * whole would grow where that noise exceeds the error, and never settle.
     *
     * @param noise mean square of that noise over that of the error: 0 from gradients, 2(d + 1)/S from values at S
     *     draws, since opposite ones are equal
     */
    public QuadraticControlVariate withSlope(double[] before, double[] estimated, double noise) {
        return new QuadraticControlVariate(blocks, Vectors.mix(noise / (1 + noise), before, estimated), curvature);
    }

    /**
     * A copy whose curvature is a running average of estimates. It serves posteriors whose precision does not give the
     * curvature.
     *
     * @param q posterior at which the estimate was made
     * @param next posterior at which the average is used
     * @param fresh share of the estimate
     */
    public QuadraticControlVariate withAveragedCurvature(
            Estimate estimate, EvaluatedDraws drawn, GaussianPosterior q, GaussianPosterior next, double fresh) {
        double keep =
                sumOfSquaredDeviations(residuals(drawn, q)) <= sumOfSquaredDeviations(drawn.values()) ? 1 - fresh : 0;
        double[] was = precisionRoots(q);
        double[] will = precisionRoots(next);
        double[] mixed = curvature.clone();
        for (int b = 0, e = 0; b < blocks.count(); b++) {
            for (int i = blocks.firstCoefficient(b); i < blocks.firstCoefficient(b) + blocks.size(b); i++) {
                for (int j = blocks.firstCoefficient(b); j <= i; j++, e++) {
                    double limit = MOST * was[i] * was[j];
                    double observed = Math.max(-limit, Math.min(limit, estimate.wholeCurvature()[e]));
                    double shrink = Math.min(1, will[i] / was[i]) * Math.min(1, will[j] / was[j]);
                    mixed[e] = (keep * mixed[e] + fresh * observed) * shrink;
                }
            }
        }
        return new QuadraticControlVariate(blocks, estimate.gradient(), mixed);
    }

    /** Values at draws less h. */
    public double[] residuals(EvaluatedDraws drawn, GaussianPosterior q) {
        double[] left = drawn.values().clone();
        double[] standard = new double[q.dimension()];
        for (int s = 0; s < left.length; s++) {
            drawn.standardDraws().fill(s, standard);
            left[s] -= value(q.deviation(standard));
        }
        return left;
    }

    /** Converts curvature from the blocks of C to those of the posterior. */
    double[] inPosteriorBlocks(Blocks own, double[] cut) {
        return own.equals(blocks) ? cut : own.packedWithinBlocks(cut);
    }

    /** Value of h at a deviation. */
    double value(double[] deviation) {
        double[] bent = SymmetricBlocks.times(blocks, curvature, deviation);
        double sum = 0;
        for (int j = 0; j < deviation.length; j++) {
            sum += deviation[j] * (slope[j] + 0.5 * bent[j]);
        }
        return sum;
    }

    /**
     * Parts of h that involve each factor, h_f = b_fᵀδ_f + δ_fᵀ(Cδ)_f − ½δ_fᵀC_ffδ_f. Their means against the factor's
     * score and v_f v_fᵀ − P_f are b_f and C_ff as those of h are.
     *
     * @param factors blocks of the posterior
     * @param own C within those blocks
     */
    double[] factorParts(Blocks factors, double[] own, double[] deviation) {
        double[] bent = SymmetricBlocks.times(blocks, curvature, deviation);
        double[] within = SymmetricBlocks.times(factors, own, deviation);
        double[] parts = new double[factors.count()];
        for (int f = 0; f < parts.length; f++) {
            for (int j = factors.firstCoefficient(f); j < factors.firstCoefficient(f) + factors.size(f); j++) {
                parts[f] += deviation[j] * (slope[j] + bent[j] - 0.5 * within[j]);
            }
        }
        return parts;
    }

    /** Gradient ∇h at a deviation. */
    double[] gradient(double[] deviation) {
        double[] gradient = SymmetricBlocks.times(blocks, curvature, deviation);
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] += slope[j];
        }
        return gradient;
    }

    /** Expectation E h = ½ tr(CS). */
    double expectation(GaussianPosterior q) {
        return 0.5 * SymmetricBlocks.traceOfProduct(q, inPosteriorBlocks(q.blocks(), curvature));
    }

    private static double sumOfSquaredDeviations(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares;
    }

    /** Square roots of the diagonal of P. */
    private static double[] precisionRoots(GaussianPosterior posterior) {
        Blocks own = posterior.blocks();
        double[] roots = new double[posterior.dimension()];
        for (int b = 0, j = 0; b < own.count(); b++) {
            int at = own.packedOffset(b);
            for (int i = 0; i < own.size(b); i++, j++) {
                at += i;
                roots[j] = Math.sqrt(posterior.precision()[at++]);
            }
        }
        return roots;
    }
}
