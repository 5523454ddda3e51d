package io.credence.fit.exact;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.CovarianceChange;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NaturalTarget;
import io.credence.fit.exact.StepProposal.NewtonStep;
import io.credence.linalg.Vectors;
import io.credence.optimize.CurvaturePairs;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Proposed step from an evaluated approximation. It is a natural-gradient step or, where the divergence is not
 * Kullback–Leibler's and the whole curvature is known, the move to the minimum of a {@link LocalQuadratic}.
 *
 * @param ascent minus the gradient of the objective in the mean
 * @param targetPrecision precision of the expected minimum; null to keep the present one
 * @param move move of the mean to that minimum; null for S⁺ ascent/κ
 * @param moveGain expected gain of the move if the objective first rises along it, nats
 * @param entropyWeight κ, by which the objective is divided in natural-gradient steps
 * @param targetDispersion factor that the dispersion should have
 * @param fallback natural-gradient proposal to use instead, if the way to the minimum does not descend; null for
 *     none
 */
record StepProposal(
        double[] ascent,
        double @Nullable [] targetPrecision,
        double @Nullable [] move,
        double moveGain,
        double entropyWeight,
        DispersionPosterior targetDispersion,
        @Nullable StepProposal fallback)
        implements Serializable {

    /**
     * Largest number of parameters for which the minimum of a {@link LocalQuadratic} is computed. With 400, Rényi's
     * divergence takes 15 s with it and 2 s without, in as many passes.
     */
    private static final int MOST = 300;

    /**
     * The divergence in a phase. Outside the variational phase it is Kullback–Leibler, as the mode is that of the
     * posterior density.
     */
    static Divergence divergence(ExactProblem problem, Phase phase) {
        return phase == Phase.VARIATIONAL ? problem.divergence() : KullbackLeibler.PLAIN;
    }

    /** Whether the next step uses the whole curvature, whatever the family. */
    static boolean needsWholeCurvature(ExactProblem problem, Phase phase) {
        return !divergence(problem, phase).isConjugate() && problem.prior().dimension() <= MOST;
    }

    /**
     * The proposal from the sums of a pass at {@code here}.
     *
     * @param curvature curvature of the sums within the posterior's blocks; null to keep the precision
     */
    static StepProposal of(
            ExactProblem problem,
            Phase phase,
            GaussianPosterior here,
            PassStatistics sums,
            double @Nullable [] curvature,
            DispersionPosterior targetScale) {
        Divergence divergence = divergence(problem, phase);
        Divergence.DivergenceGradient slope = divergence.gradient(here, problem.prior());
        double[] ascent = slope.meanGradient().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = -ascent[j] - sums.gradient()[j];
        }
        double[] target = curvature == null ? null : NaturalTarget.precision(here, slope, curvature);
        StepProposal natural =
                new StepProposal(ascent, target, null, 0, NaturalTarget.entropyWeight(slope), targetScale, null);
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
        return new StepProposal(
                ascent,
                there.precision(),
                Vectors.difference(there.mean(), here.mean()),
                minimum.gain(),
                NaturalTarget.entropyWeight(divergence.gradient(there, problem.prior())),
                targetScale,
                natural);
    }

    /**
     * Step from one approximation to another.
     *
     * @param approximation approximation at the end of the step
     * @param meanGain predicted gain of the whole move of the mean, ½ gᵀd, nats
     */
    record NewtonStep(Approximation approximation, double meanGain) {

        /**
         * The natural-gradient step μ⁺ = μ + β S⁺g/κ, or the proposed move in its place. S⁺ comes from the moved
         * precision and is refined by the pairs.
         *
         * @return the step; null where the precision would not be positive definite
         */
        static @Nullable NewtonStep of(
                Approximation from, StepProposal proposal, CurvaturePairs pairs, double stepSize) {
            GaussianPosterior q = from.gaussian();
            double[] target = proposal.targetPrecision();
            GaussianPosterior moved = target == null ? q : q.withPrecisionTowards(target, stepSize);
            if (moved == null) {
                return null;
            }
            double[] move = proposal.move();
            double[] direction = move == null
                    ? pairs.quasiNewtonDirection(
                            proposal.ascent(), v -> covarianceTimes(moved, v, proposal.entropyWeight()))
                    : move;
            double[] mean = q.mean().clone();
            double slope = 0;
            for (int j = 0; j < mean.length; j++) {
                mean[j] += stepSize * direction[j];
                slope += direction[j] * proposal.ascent()[j];
            }
            DispersionPosterior scale = from.dispersion().stepTowards(proposal.targetDispersion(), stepSize);
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
     * @param meanGain gain from moving the mean, ½ gᵀd
     * @param precisionGain gain from moving the precision to its target
     * @param dispersionGain gain from moving the dispersion to its target
     * @param precisionGainAfter gain from the precision once more after that whole step, because the curvature will have
     *     changed
     */
    record Gains(double meanGain, double precisionGain, double dispersionGain, double precisionGainAfter)
            implements Serializable {
        // The curvature depends on the variances v of the linear predictors by ½ E f⁗ δv and on the mean by E f‴ δη.
        // With f⁗ and f‴ at most about f″ in size, a covariance that was off by a factor 1 + δ on average leaves a
        // relative error v̄δ, and d such errors cost ¼ d (v̄δ)² nats; a move of the mean worth g nats shifts η by
        // sqrt(2 g v̄/d), mostly in both directions, so that a tenth of ½ g v̄ is ample (0.02 to 0.05 of it was seen
        // with logistic losses).

        private static final double MEAN_SHARE = 0.1;

        /**
         * Predicted gains of a proposal.
         *
         * @param full the whole step; null where there is none
         * @param shapeLeft gain predicted for the precision, for proposals that keep it
         */
        static Gains of(
                Approximation approximation,
                StepProposal proposal,
                @Nullable NewtonStep full,
                double shapeLeft,
                PassStatistics sums) {
            DispersionPosterior scale = approximation.dispersion();
            double scaleGain = scale.divergenceFrom(proposal.targetDispersion());
            if (full == null) {
                return ofMean(Double.POSITIVE_INFINITY, scaleGain, 0);
            }
            if (proposal.targetPrecision() == null) {
                return ofMean(full.meanGain(), scaleGain, shapeLeft);
            }
            CovarianceChange change = approximation
                    .gaussian()
                    .covarianceChange(full.approximation().gaussian());
            return of(
                    full.meanGain(),
                    scaleGain,
                    new CovarianceChange(proposal.entropyWeight() * change.divergence(), change.meanRatio()),
                    sums.predictorVariance() / sums.weight(),
                    approximation.gaussian().dimension());
        }

        /** Predicted gains where only the mean and the dispersion may move. */
        static Gains ofMean(double mean, double scale, double shapeLeft) {
            return new Gains(mean, shapeLeft, scale, shapeLeft);
        }

        /**
         * Predicted gains after a pass that summed the curvature.
         *
         * @param meanVariance v̄, average variance of the rows' linear predictors
         */
        static Gains of(double mean, double scale, CovarianceChange change, double meanVariance, int dimension) {
            double ratio = Math.min(1, meanVariance) * (change.meanRatio() - 1);
            double after = 0.25 * dimension * ratio * ratio + MEAN_SHARE * mean * Math.min(1, meanVariance);
            return new Gains(mean, change.divergence(), scale, Math.min(after, change.divergence() + mean));
        }

        /** Total gain. */
        double total() {
            return meanGain + precisionGain + dispersionGain;
        }
    }
}
