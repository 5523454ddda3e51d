package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.WhitenedFrame;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.RestartCount;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * State of a fit by regression.
 *
 * @param counts counts of steps and events
 * @param approximation Gaussian from which the next draws are made
 * @param curvatureEstimates estimates of the second derivatives from draws
 * @param draws number of draws of the next step
 * @param stepLimits limits on the next step
 * @param acceptedGaussian last accepted Gaussian with its bound; null before the first
 * @param fixedDrawSearch search over fixed draws; null while draws are fresh
 * @param outcome the answer; null while the fit runs
 */
record RegressionState(
        Counts counts,
        Approximation approximation,
        CurvatureEstimates curvatureEstimates,
        int draws,
        StepLimits stepLimits,
        @Nullable AcceptedGaussian acceptedGaussian,
        @Nullable BfgsSearch fixedDrawSearch,
        @Nullable AssessedAnswer outcome)
        implements AlgorithmState {

    /**
     * Counts of steps and events of a fit.
     *
     * @param level index of the sample of the rows that is read
     * @param taken number of steps on that level
     * @param settled number of successive steps that moved no more than allowed
     * @param retreats successive times that a log density was not finite
     * @param refusedAnswers number of answers that were assessed and refused
     * @param costly number of steps with as many draws as allowed
     */
    record Counts(int level, int taken, int settled, RestartCount retreats, int refusedAnswers, int costly)
            implements Serializable {

        Counts withSettledSteps(int now) {
            return new Counts(level, taken, now, retreats, refusedAnswers, costly);
        }

        Counts retreated(int steps) {
            return new Counts(level, taken + steps, 0, retreats.next(), refusedAnswers, costly);
        }
    }

    /**
     * Estimates of the second derivatives from draws.
     *
     * @param reference second derivatives towards which the regression is shrunk, in the parameters, d × d
     * @param hessian second derivatives as known before the newest pass, in the parameters, d × d
     * @param history newest draws
     * @param scores scores of the ridges
     */
    record CurvatureEstimates(double[] reference, double[] hessian, RecentDraws history, double[] scores)
            implements Serializable {

        /** The curvature of q, for use before the first draws. */
        static CurvatureEstimates of(GaussianPosterior q, boolean curved) {
            int d = q.dimension();
            double[] identity = new double[d * d];
            for (int j = 0; j < d; j++) {
                identity[j * d + j] = -1;
            }
            double[] hessian = WhitenedFrame.of(q).unwhitenedHessian(identity);
            return new CurvatureEstimates(
                    hessian, hessian, RecentDraws.none(curved), new double[RegressionEstimate.RIDGES.length]);
        }

        boolean usesHessians() {
            return history.sumsHessian();
        }
    }

    /**
     * Gaussian to which a fit may return.
     *
     * @param elbo evidence lower bound of the Gaussian, nats
     * @param error Monte-Carlo standard error of the bound
     */
    record AcceptedGaussian(GaussianPosterior q, double elbo, double error) implements Serializable {}

    /**
     * The state at the beginning of a level. The curvature of the Gaussian there serves as the known one.
     *
     * @param curved whether passes sum second derivatives
     */
    static RegressionState begin(int level, Approximation there, int draws, boolean curved) {
        Counts none = new Counts(level, 0, 0, RestartCount.NONE, 0, 0);
        CurvatureEstimates known = CurvatureEstimates.of(there.gaussian(), curved);
        return new RegressionState(none, there, known, draws, StepLimits.FIRST, null, null, null);
    }

    GaussianPosterior q() {
        return approximation.gaussian();
    }

    int level() {
        return counts.level();
    }

    @Override
    public Approximation best() {
        if (outcome != null) {
            return outcome.approximation();
        }
        return acceptedGaussian == null ? approximation : withGaussian(acceptedGaussian.q());
    }

    /** The approximation with another Gaussian and the same dispersion. */
    Approximation withGaussian(GaussianPosterior other) {
        return new Approximation(other, approximation.dispersion());
    }

    /** A copy with the draws of a pass counted. */
    RegressionState withHistory(RecentDraws more) {
        Counts one = new Counts(
                counts.level(),
                counts.taken() + 1,
                counts.settled(),
                RestartCount.NONE,
                counts.refusedAnswers(),
                counts.costly());
        CurvatureEstimates next = new CurvatureEstimates(
                curvatureEstimates.reference(), curvatureEstimates.hessian(), more, curvatureEstimates.scores());
        return new RegressionState(
                one, approximation, next, draws, stepLimits, acceptedGaussian, fixedDrawSearch, outcome);
    }

    /** A copy at another Gaussian, which was accepted or returned to. */
    RegressionState withGaussian(GaussianPosterior there, StepLimits next, @Nullable AcceptedGaussian accepted) {
        return new RegressionState(
                counts, withGaussian(there), curvatureEstimates, draws, next, accepted, fixedDrawSearch, outcome);
    }

    /** A copy after a step. */
    RegressionState afterStep(RegressionStep step, GaussianPosterior next, double[] scored, int nowSettled) {
        CurvatureEstimates found = new CurvatureEstimates(
                curvatureEstimates.reference(), step.hessian(), curvatureEstimates.history(), scored);
        return new RegressionState(
                counts.withSettledSteps(nowSettled),
                withGaussian(next),
                found,
                draws,
                step.stepLimits(),
                acceptedGaussian,
                fixedDrawSearch,
                outcome);
    }

    /** A copy with a narrower Gaussian, after draws that left the range of numbers before the first estimate. */
    RegressionState narrower() {
        Approximation next = approximation.narrower();
        CurvatureEstimates there = CurvatureEstimates.of(next.gaussian(), curvatureEstimates.usesHessians());
        CurvatureEstimates found = new CurvatureEstimates(
                there.reference(), there.hessian(), curvatureEstimates.history(), curvatureEstimates.scores());
        return new RegressionState(
                counts.retreated(1), next, found, draws, stepLimits, acceptedGaussian, fixedDrawSearch, outcome);
    }

    RegressionState retreated() {
        return with(counts.retreated(0));
    }

    private RegressionState with(Counts other) {
        return new RegressionState(
                other,
                approximation,
                curvatureEstimates,
                draws,
                stepLimits,
                acceptedGaussian,
                fixedDrawSearch,
                outcome);
    }

    RegressionState withDraws(int other) {
        return new RegressionState(
                counts,
                approximation,
                curvatureEstimates,
                other,
                stepLimits,
                acceptedGaussian,
                fixedDrawSearch,
                outcome);
    }

    /** A copy after one more step with as many draws as allowed. */
    RegressionState withCostlyStep() {
        return with(countsWith(counts.settled(), counts.refusedAnswers(), counts.costly() + 1));
    }

    /** A copy with the given number of refused answers. */
    RegressionState withRefusedAnswers(int others) {
        return with(countsWith(counts.settled(), others, counts.costly()));
    }

    /** A copy after an answer was refused, with more draws. */
    RegressionState afterRefusal(int moreDraws) {
        Counts one = countsWith(0, counts.refusedAnswers() + 1, counts.costly());
        return new RegressionState(
                one, approximation, curvatureEstimates, moreDraws, stepLimits, acceptedGaussian, null, null);
    }

    private Counts countsWith(int settled, int assessments, int costly) {
        return new Counts(counts.level(), counts.taken(), settled, counts.retreats(), assessments, costly);
    }

    RegressionState withFixedDrawSearch(BfgsSearch next) {
        return new RegressionState(
                counts.withSettledSteps(0),
                approximation,
                curvatureEstimates,
                draws,
                stepLimits,
                acceptedGaussian,
                next,
                outcome);
    }

    @Override
    public RegressionState withoutAnswer() {
        return withOutcome(null);
    }

    RegressionState with(AssessedAnswer answer) {
        return withOutcome(answer);
    }

    private RegressionState withOutcome(@Nullable AssessedAnswer answer) {
        return new RegressionState(
                counts,
                approximation,
                curvatureEstimates,
                draws,
                stepLimits,
                acceptedGaussian,
                fixedDrawSearch,
                answer);
    }
}
