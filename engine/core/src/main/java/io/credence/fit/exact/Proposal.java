package io.credence.fit.exact;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianPosterior;
import io.credence.family.ShapeChange;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NaturalTarget;
import io.credence.fit.exact.Proposal.NewtonStep;
import io.credence.linalg.Vectors;
import io.credence.optimize.CurvaturePairs;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where the step from an evaluated approximation leads: by the natural gradient or, where the divergence is another than Kullback–Leibler's and
 * the whole curvature is known, to the minimum of a {@link LocalQuadratic}.
 *
 * @param ascent minus the gradient of the objective in the mean
 * @param targetPrecision precision of the minimum that is expected; null to keep the one there is
 * @param move what leads the mean to that minimum; null where S⁺ ascent/κ does
 * @param moveGain what the move is expected to gain should the objective first rise along it, nats
 * @param rate κ, by which the objective is divided in natural-gradient steps
 * @param targetScale factor the dispersion should have
 * @param otherwise where the natural gradient leads instead, should the way to the minimum not go down; null for no other way
 */
record Proposal(
        double[] ascent,
        double @Nullable [] targetPrecision,
        double @Nullable [] move,
        double moveGain,
        double rate,
        DispersionPosterior targetScale,
        @Nullable Proposal otherwise)
        implements Serializable {

    /**
     * Parameters up to which the minimum of a {@link LocalQuadratic} is computed: of 400, Rényi's divergence takes 15 s with it and 2 s
     * without, in as many passes.
     */
    private static final int MOST = 300;

    /** Outside the variational stage the divergence is Kullback–Leibler's: the mode is that of the posterior density. */
    static Divergence divergence(ExactProblem problem, Phase phase) {
        return phase == Phase.VARIATIONAL ? problem.divergence() : KullbackLeibler.PLAIN;
    }

    /** Whether the next step is helped by the whole curvature, whatever the family. */
    static boolean needsWholeCurvature(ExactProblem problem, Phase phase) {
        return !divergence(problem, phase).isConjugate() && problem.prior().dimension() <= MOST;
    }

    /**
     * From the sums of a pass at {@code here}.
     *
     * @param curvature their curvature within the posterior's blocks; null to keep the precision
     */
    static Proposal of(
            ExactProblem problem,
            Phase phase,
            GaussianPosterior here,
            PassStatistics sums,
            double @Nullable [] curvature,
            DispersionPosterior targetScale) {
        Divergence divergence = divergence(problem, phase);
        Divergence.Slope slope = divergence.slope(here, problem.prior());
        double[] ascent = slope.mean().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = -ascent[j] - sums.gradient()[j];
        }
        double[] target = curvature == null ? null : NaturalTarget.precision(here, slope, curvature);
        Proposal natural = new Proposal(ascent, target, null, 0, NaturalTarget.rate(slope), targetScale, null);
        if (curvature == null || !needsWholeCurvature(problem, phase)) {
            return natural;
        }
        LocalQuadratic.Minimum minimum = new LocalQuadratic(
                        here, sums.gradient(), sums.curvature(), curvature, divergence, problem.prior())
                .minimum();
        if (minimum == null) {
            return natural;
        }
        GaussianPosterior there = minimum.posterior();
        return new Proposal(
                ascent,
                there.precision(),
                Vectors.difference(there.mean(), here.mean()),
                minimum.gain(),
                NaturalTarget.rate(divergence.slope(there, problem.prior())),
                targetScale,
                natural);
    }

    /**
     * A step from one approximation to another.
     *
     * @param approximation where it ends
     * @param meanGain gain that the whole move of the mean predicts, ½ gᵀd, nats
     */
    record NewtonStep(Approximation approximation, double meanGain) {

        /**
         * The natural-gradient step μ⁺ = μ + β S⁺g/κ, with S⁺ of the moved precision and refined by the pairs, or
         * the move that was proposed instead.
         *
         * @return null where the precision leaves the positive definite matrices
         */
        static @Nullable NewtonStep of(Approximation from, Proposal proposal, CurvaturePairs pairs, double stepSize) {
            GaussianPosterior q = from.gaussian();
            double[] target = proposal.targetPrecision();
            GaussianPosterior moved = target == null ? q : q.towards(target, stepSize);
            if (moved == null) {
                return null;
            }
            double[] move = proposal.move();
            double[] direction = move == null
                    ? pairs.direction(proposal.ascent(), v -> covarianceTimes(moved, v, proposal.rate()))
                    : move;
            double[] mean = q.mean().clone();
            double slope = 0;
            for (int j = 0; j < mean.length; j++) {
                mean[j] += stepSize * direction[j];
                slope += direction[j] * proposal.ascent()[j];
            }
            DispersionPosterior scale = from.scale().towards(proposal.targetScale(), stepSize);
            double gain = move != null && slope < 0 ? proposal.moveGain() : 0.5 * slope;
            return new NewtonStep(new Approximation(moved.withMean(mean), scale), gain);
        }

        private static double[] covarianceTimes(GaussianPosterior q, double[] v, double rate) {
            double[] product = q.covarianceTimes(v);
            for (int j = 0; j < product.length; j++) {
                product[j] /= rate;
            }
            return product;
        }
    }

    /**
     * Predicted gains in the bound, nats.
     *
     * @param mean from moving the mean, ½ gᵀd
     * @param shape from giving the precision its target
     * @param scale from giving the dispersion its target
     * @param shapeAfter from the shape once more after that whole step, because the curvature will have changed
     */
    record Gains(double mean, double shape, double scale, double shapeAfter) implements Serializable {
        // The curvature depends on the variances v of the linear predictors by ½ E f⁗ δv and on the mean by E f‴ δη.
        // With f⁗ and f‴ at most about f″ in size, a covariance that was off by a factor 1 + δ on average leaves a
        // relative error v̄δ, and d such errors cost ¼ d (v̄δ)² nats; a move of the mean worth g nats shifts η by
        // sqrt(2 g v̄/d), mostly in both directions, so that a tenth of ½ g v̄ is ample (0.02 to 0.05 of it was seen
        // with logistic losses).

        private static final double MEAN_SHARE = 0.1;

        /**
         * Of a proposal.
         *
         * @param full the whole step; null where there is none
         * @param shapeLeft what was predicted for the shape, for proposals that keep it
         */
        static Gains of(
                Approximation approximation,
                Proposal proposal,
                @Nullable NewtonStep full,
                double shapeLeft,
                PassStatistics sums) {
            DispersionPosterior scale = approximation.scale();
            double scaleGain = scale.divergenceFrom(proposal.targetScale());
            if (full == null) {
                return ofMean(Double.POSITIVE_INFINITY, scaleGain, 0);
            }
            if (proposal.targetPrecision() == null) {
                return ofMean(full.meanGain(), scaleGain, shapeLeft);
            }
            ShapeChange change =
                    approximation.gaussian().shapeChange(full.approximation().gaussian());
            return of(
                    full.meanGain(),
                    scaleGain,
                    new ShapeChange(proposal.rate() * change.divergence(), change.meanRatio()),
                    sums.variance() / sums.weight(),
                    approximation.gaussian().dimension());
        }

        /** Nothing but the mean and the dispersion may move. */
        static Gains ofMean(double mean, double scale, double shapeLeft) {
            return new Gains(mean, shapeLeft, scale, shapeLeft);
        }

        /**
         * With a fresh curvature.
         *
         * @param meanVariance v̄, average variance of the rows' linear predictors
         */
        static Gains of(double mean, double scale, ShapeChange change, double meanVariance, int dimension) {
            double ratio = Math.min(1, meanVariance) * (change.meanRatio() - 1);
            double after = 0.25 * dimension * ratio * ratio + MEAN_SHARE * mean * Math.min(1, meanVariance);
            return new Gains(mean, change.divergence(), scale, Math.min(after, change.divergence() + mean));
        }

        /** All that is left. */
        double total() {
            return mean + shape + scale;
        }
    }
}
