package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where an evaluated position wants to go: by the natural gradient or, where the divergence is another than Kullback–Leibler's and
 * the whole curvature is known, to the minimum of a {@link LossModel}.
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
        ScaleFactor targetScale,
        @Nullable Proposal otherwise)
        implements Serializable {

    /** Parameters up to which the minimum of a {@link LossModel} is looked for. */
    private static final int MOST = 300;

    /** Outside the variational stage the divergence is Kullback–Leibler's: the mode is that of the posterior density. */
    static Divergence divergence(ExactProblem problem, Phase phase) {
        return phase == Phase.VARIATIONAL ? problem.divergence() : KullbackLeibler.PLAIN;
    }

    /** Whether the next step is helped by the whole curvature, whatever the family. */
    static boolean wantsWholeCurvature(ExactProblem problem, Phase phase) {
        return !(divergence(problem, phase) instanceof KullbackLeibler)
                && problem.prior().dimension() <= MOST;
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
            ScaleFactor targetScale) {
        Divergence divergence = divergence(problem, phase);
        Divergence.Slope slope = divergence.slope(here, problem.prior());
        double[] ascent = slope.mean().clone();
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] = -ascent[j] - sums.gradient()[j];
        }
        double[] target = curvature == null ? null : NaturalTarget.precision(here, slope, curvature);
        Proposal natural = new Proposal(ascent, target, null, 0, NaturalTarget.rate(slope), targetScale, null);
        if (curvature == null || !wantsWholeCurvature(problem, phase)) {
            return natural;
        }
        LossModel.Minimum minimum = new LossModel(
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
}
