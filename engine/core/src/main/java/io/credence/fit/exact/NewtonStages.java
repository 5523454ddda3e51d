package io.credence.fit.exact;

import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NaturalTarget;
import io.credence.fit.SamplingSettings;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Sequence of the stages of a fit by exact expectation: the mode of a sample, the mode of all rows, the optimum of the
 * bound. Where posterior variances move the rows' curvatures by too much, the mean of the bound is searched for instead
 * of the mode, under {@link PlugInVariances}, and the one curvature is summed there.
 *
 * @param limit gain that may be left at the end, nats
 */
record NewtonStages(ExactProblem problem, SubsamplePlan plan, double limit) {

    /**
     * Gain per coefficient below which a point is close enough to the mode, nats: the cost of a fifth of a posterior
     * standard deviation.
     */
    private static final double MODE_GAIN = 0.02;
    /** Share of the gain limit that may be left in the precision. */
    private static final double SHAPE = 0.8;

    NewtonState first(Approximation start) {
        Phase toTheMode = plan.isSampled() ? Phase.SAMPLE : Phase.MODE;
        Phase first = problem.likelihood().hasCurvatureAtPoints() ? toTheMode : Phase.VARIATIONAL;
        return NewtonState.begin(first, start, true, 0, new double[0]);
    }

    /** The variational stage, at an approximation near its optimum. */
    static NewtonState variationalStageAt(Approximation start) {
        return NewtonState.begin(Phase.VARIATIONAL, start, true, 0, new double[0]);
    }

    /** Whether a stage before the variational one may end: little gain is left in it. */
    boolean isStageOver(NewtonState search, double gain) {
        double near = search.isMeanFirst() ? SamplingSettings.Stop.DEFAULT.negligibleGain() : MODE_GAIN;
        return gain * plan.fraction(search.phase()) <= near * problem.prior().dimension();
    }

    /**
     * The first state of the stage that follows one that has ended.
     *
     * @param approximation approximation to which its last step led
     * @param sums sums of its last pass
     */
    NewtonState nextStage(NewtonState search, Approximation approximation, PassStatistics sums) {
        GaussianPosterior here = approximation.gaussian();
        double sampled = search.stage().sampleCurvature();
        double[] plugIn = search.stage().plugIn();
        if (search.phase() == Phase.SAMPLE) {
            double[] first = isMeanFirst(sums) ? PlugInVariances.of(here, problem.prior()) : new double[0];
            return NewtonState.begin(Phase.MODE, approximation, false, sums.predictorCurvature(), first);
        }
        if (!search.isMeanFirst()) {
            double correction = plan.precisionCorrection(sampled, sums.predictorCurvature());
            Approximation begin = new Approximation(here.withPrecisionScaled(correction), approximation.dispersion());
            return NewtonState.begin(Phase.VARIATIONAL, begin, true, sampled, new double[0]);
        }
        if (search.needsCurvature()) {
            return NewtonState.begin(Phase.VARIATIONAL, approximation, false, sampled, plugIn);
        }
        double[] level = PlugInVariances.scaled(plugIn, here, problem.prior(), sums.totalLeverage());
        return NewtonState.begin(Phase.MODE, approximation, true, sampled, level);
    }

    /**
     * The approximation after a pass. Outside the variational stage the precision is no variable of the objective and
     * is set to the curvature at once.
     */
    @Nullable
    Approximation adoptedApproximation(NewtonState search, PassStatistics sums) {
        if (search.phase() == Phase.VARIATIONAL || !search.needsCurvature()) {
            return search.trial();
        }
        GaussianPosterior here = search.trial().gaussian();
        double[] curvature = here.blocks().packedWithinBlocks(sums.curvature());
        double[] target =
                NaturalTarget.precision(here, KullbackLeibler.PLAIN.gradient(here, problem.prior()), curvature);
        GaussianPosterior moved = here.withPrecisionTowards(target, 1);
        return moved == null ? null : new Approximation(moved, search.trial().dispersion());
    }

    /** Form of the curvature that the next pass sums. */
    CurvatureForm form(NewtonState search, boolean isMeanField) {
        if (!search.needsCurvature()) {
            return search.isProbed() ? CurvatureForm.PRODUCT : CurvatureForm.NONE;
        }
        return isMeanField && !StepProposal.needsWholeCurvature(problem, search.phase())
                ? CurvatureForm.DIAGONAL
                : CurvatureForm.FULL;
    }

    /**
     * Whether the pass at the end of a step sums the curvature. A step that had to be halved shows that the metric, the
     * sample's or an older one, is wrong.
     *
     * @param shapeLeft predicted gain that is left in the precision there, nats
     * @param within gain that may be left, nats
     */
    boolean wantCurvature(NewtonState search, double stepSize, double shapeLeft, double within) {
        return switch (search.phase()) {
            case SAMPLE -> true;
            case MODE -> !plan.isSampled() || stepSize < 1;
            case VARIATIONAL ->
                !plan.isSampled() || !problem.divergence().isKullbackLeibler() || shapeLeft > SHAPE * within;
            default -> throw new IllegalStateException("no stage of a fit by exact expectation: " + search.phase());
        };
    }

    private boolean isMeanFirst(PassStatistics sums) {
        return problem.likelihood().predictorCount() == 1
                && problem.divergence().isKullbackLeibler()
                && plan.isModeTooFar(sums.predictorCurvature(), limit);
    }

    /**
     * Variances of independent coefficients that replace the posterior's until its curvature is summed. They are those
     * of a sample's posterior, scaled such that the variances v of the rows' predictors are right on average. At the
     * optimum of the bound Σ hᵢvᵢ, with hᵢ the rows' expected curvatures, is d − tr(P0 S), the number of coefficients
     * that the rows determine. They cost a pass d operations a row instead of d².
     */
    static final class PlugInVariances {

        private PlugInVariances() {}

        /**
         * Variances from the posterior of a sample.
         *
         * @param sampled Gaussian of the sample, scaled to all rows
         */
        static double[] of(GaussianPosterior sampled, GaussianPrior prior) {
            double[] variances = sampled.sd();
            double leverage = 0;
            for (int j = 0; j < variances.length; j++) {
                double precision = sampled.precision()[Symmetric.packedLength(j + 1) - 1];
                variances[j] *= variances[j];
                leverage += variances[j] * (precision - prior.precision()[j]);
            }
            return scaled(variances, sampled, prior, leverage);
        }

        /**
         * Variances multiplied by a factor such that the rows' predictors have the right variances on average.
         *
         * @param leverage Σ hᵢvᵢ under the given variances
         */
        static double[] scaled(double[] variances, GaussianPosterior sampled, GaussianPrior prior, double leverage) {
            double factor = (variances.length - prior.traceTimes(sampled)) / leverage;
            return Vectors.scaled(factor, variances);
        }
    }
}
