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
 * @param here Gaussian from which the next draws come
 * @param known estimates of the second derivatives from draws
 * @param draws number of draws of the next step
 * @param trust limits on the next step
 * @param good last accepted Gaussian with its bound; null before the first
 * @param polish search over fixed draws; null while draws are fresh
 * @param outcome the answer; null while the fit runs
 */
record RegressionState(
        Counts counts,
        Approximation here,
        CurvatureEstimates known,
        int draws,
        StepLimits trust,
        @Nullable AcceptedGaussian good,
        @Nullable BfgsSearch polish,
        @Nullable AssessedAnswer outcome)
        implements AlgorithmState {

    /**
     * Counts of steps and events of a fit.
     *
     * @param level index of the sample of the rows that is read
     * @param taken number of steps on that level
     * @param settled number of successive steps that moved no more than allowed
     * @param retreats successive times that a log density was not finite
     * @param assessments number of answers that were assessed and refused
     * @param costly number of steps with as many draws as allowed
     */
    record Counts(int level, int taken, int settled, RestartCount retreats, int assessments, int costly)
            implements Serializable {

        Counts settled(int now) {
            return new Counts(level, taken, now, retreats, assessments, costly);
        }

        Counts retreated(int steps) {
            return new Counts(level, taken + steps, 0, retreats.next(), assessments, costly);
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
    record CurvatureEstimates(double[] reference, double[] hessian, DrawHistory history, double[] scores)
            implements Serializable {

        /** The curvature of q, for use before the first draws. */
        static CurvatureEstimates of(GaussianPosterior q, boolean curved) {
            int d = q.dimension();
            double[] identity = new double[d * d];
            for (int j = 0; j < d; j++) {
                identity[j * d + j] = -1;
            }
            double[] hessian = WhitenedFrame.of(q).hessian(identity);
            return new CurvatureEstimates(
                    hessian, hessian, DrawHistory.none(curved), new double[RegressionEstimate.RIDGES.length]);
        }

        boolean isCurved() {
            return history.curved();
        }
    }

    /**
     * Gaussian to which a fit may go back.
     *
     * @param elbo its evidence lower bound, nats
     * @param error Monte-Carlo standard error of the bound
     */
    record AcceptedGaussian(GaussianPosterior q, double elbo, double error) implements Serializable {}

    /**
     * The state at the beginning of a level, with the curvature of the Gaussian there as the known one.
     *
     * @param curved whether passes sum second derivatives
     */
    static RegressionState begin(int level, Approximation there, int draws, boolean curved) {
        Counts none = new Counts(level, 0, 0, RestartCount.NONE, 0, 0);
        CurvatureEstimates known = CurvatureEstimates.of(there.gaussian(), curved);
        return new RegressionState(none, there, known, draws, StepLimits.FIRST, null, null, null);
    }

    GaussianPosterior q() {
        return here.gaussian();
    }

    int level() {
        return counts.level();
    }

    @Override
    public Approximation best() {
        if (outcome != null) {
            return outcome.approximation();
        }
        return good == null ? here : at(good.q());
    }

    /** The approximation with another Gaussian and the same dispersion. */
    Approximation at(GaussianPosterior other) {
        return new Approximation(other, here.scale());
    }

    /** A copy with the draws of a pass counted. */
    RegressionState observed(DrawHistory more) {
        Counts one = new Counts(
                counts.level(),
                counts.taken() + 1,
                counts.settled(),
                RestartCount.NONE,
                counts.assessments(),
                counts.costly());
        CurvatureEstimates next = new CurvatureEstimates(known.reference(), known.hessian(), more, known.scores());
        return new RegressionState(one, here, next, draws, trust, good, polish, outcome);
    }

    /** A copy at another Gaussian, accepted or gone back to. */
    RegressionState at(GaussianPosterior there, StepLimits next, @Nullable AcceptedGaussian accepted) {
        return new RegressionState(counts, at(there), known, draws, next, accepted, polish, outcome);
    }

    /** A copy after a step. */
    RegressionState stepped(RegressionStep step, GaussianPosterior next, double[] scored, int nowSettled) {
        CurvatureEstimates found = new CurvatureEstimates(known.reference(), step.hessian(), known.history(), scored);
        return new RegressionState(
                counts.settled(nowSettled), at(next), found, draws, step.trust(), good, polish, outcome);
    }

    /** A copy with a narrower Gaussian, for draws that left the range of numbers before anything was known. */
    RegressionState narrower() {
        Approximation next = here.narrower();
        CurvatureEstimates there = CurvatureEstimates.of(next.gaussian(), known.isCurved());
        CurvatureEstimates found =
                new CurvatureEstimates(there.reference(), there.hessian(), known.history(), known.scores());
        return new RegressionState(counts.retreated(1), next, found, draws, trust, good, polish, outcome);
    }

    RegressionState retreated() {
        return with(counts.retreated(0));
    }

    private RegressionState with(Counts other) {
        return new RegressionState(other, here, known, draws, trust, good, polish, outcome);
    }

    RegressionState withDraws(int other) {
        return new RegressionState(counts, here, known, other, trust, good, polish, outcome);
    }

    /** A copy after one more step with as many draws as allowed. */
    RegressionState dearer() {
        return with(counts(counts.settled(), counts.assessments(), counts.costly() + 1));
    }

    /** A copy with the given number of refused answers. */
    RegressionState after(int others) {
        return with(counts(counts.settled(), others, counts.costly()));
    }

    /** A copy after an answer was refused, with more draws. */
    RegressionState refused(int moreDraws) {
        Counts one = counts(0, counts.assessments() + 1, counts.costly());
        return new RegressionState(one, here, known, moreDraws, trust, good, null, null);
    }

    private Counts counts(int settled, int assessments, int costly) {
        return new Counts(counts.level(), counts.taken(), settled, counts.retreats(), assessments, costly);
    }

    RegressionState polishing(BfgsSearch next) {
        return new RegressionState(counts.settled(0), here, known, draws, trust, good, next, outcome);
    }

    RegressionState with(AssessedAnswer answer) {
        return new RegressionState(counts, here, known, draws, trust, good, polish, answer);
    }
}
