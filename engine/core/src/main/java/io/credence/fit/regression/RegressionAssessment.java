package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.Budget;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.LogJoint;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.SamplingSettings;
import io.credence.fit.fixed.GaussianBound;
import io.credence.optimize.BfgsSearch;
import java.util.Locale;

/**
 * End of a fit by regression: the assessment of its answer over all rows with fresh draws, or an unconverged answer.
 * Where many draws were needed, an optimisation over fixed draws comes first.
 */
final class RegressionAssessment {

    /** Largest number of draws of a step. */
    static final int MOST_DRAWS = 512;

    /** Largest number of assessments. After them an unconfirmed answer is returned as unconverged. */
    private static final int MOST_ASSESSMENTS = 6;
    /**
     * Number of steps that noise is given to become small before each step gets more draws. With 1, a negative
     * binomial's mean ends a third of a standard deviation off.
     */
    private static final int PATIENCE = 2;
    /** Number of steps with many draws after which the fit continues over fixed draws. */
    private static final int POLISH_AFTER = 20;

    private final FitSetup setup;
    private final NestedRowSamples levels;
    private final LogJoint density;
    private final FinalAssessment<GaussianPosterior> assessment;
    private final double error;

    RegressionAssessment(FitSetup setup, NestedRowSamples levels, LogJoint density, GaussianPosterior start) {
        this.setup = setup;
        this.levels = levels;
        this.density = density;
        this.assessment = FinalAssessment.byGradients(setup, SamplingSettings.Estimator.DEFAULT, start);
        this.error = setup.sampling().stop().mcse();
    }

    /** The state after a step on all rows: an answer, more draws, fixed draws, or the next step. */
    FitState nextState(FitState fit, RegressionState state, RegressionEstimate estimate, RegressionStep step) {
        if (state.counts().settled() >= 2) {
            return afterSettling(fit, state, estimate);
        }
        RegressionState counted = hasManyDraws(state) ? state.withCostlyStep() : state;
        if (counted.counts().costly() >= POLISH_AFTER
                && counted.counts().costly() % POLISH_AFTER == 0
                && allowsFixedDraws(counted)) {
            return toFixedDraws(fit, counted, "fresh draws did not settle");
        }
        if (counted.counts().costly() >= Budget.MOST_PASSES + MOST_ASSESSMENTS * POLISH_AFTER) {
            return stopUnsettled(fit, counted, estimate);
        }
        boolean noisy = estimate.errors()
                .isTooNoisy(error, state.curvatureEstimates().history().count(), PATIENCE * state.draws());
        boolean more = !step.isFar()
                && state.counts().taken() > 1
                && !step.stepLimits().areMovesAligned()
                && noisy;
        return more ? moreDraws(fit, counted) : fit.with(counted);
    }

    /**
     * Whether a step has at least half of the largest number of draws. With all of them as the limit, the eight schools
     * take 212 passes instead of 154.
     */
    private static boolean hasManyDraws(RegressionState state) {
        return 2 * state.draws() >= MOST_DRAWS;
    }

    private boolean allowsFixedDraws(RegressionState state) {
        return GaussianBound.hasEnoughDraws(state.q()) && state.counts().refusedAnswers() < MOST_ASSESSMENTS;
    }

    private FitState moreDraws(FitState fit, RegressionState state) {
        int draws = Math.min(MOST_DRAWS, 2 * state.draws());
        if (draws == state.draws()) {
            return fit.with(state);
        }
        return fit.with(state.withDraws(draws))
                .with("step " + fit.iteration() + ": " + draws + " draws a step, for less noise");
    }

    private FitState afterSettling(FitState fit, RegressionState state, RegressionEstimate estimate) {
        if (hasManyDraws(state)
                && GaussianBound.hasSpareDraws(state.q())
                && allowsFixedDraws(state)
                && state.counts().refusedAnswers() == 0) {
            return toFixedDraws(fit, state, "many draws were needed");
        }
        double mcse = estimate.errors().largest();
        String reason = String.format(Locale.ROOT, "means and sds stand still and are known to %.3f sd at worst", mcse);
        return confirmAnswer(fit, state, mcse, reason);
    }

    private FitState stopUnsettled(FitState fit, RegressionState state, RegressionEstimate estimate) {
        String reason = String.format(
                Locale.ROOT,
                "means and sds did not settle with %d draws a step; known to %.3f sd at worst",
                state.draws(),
                estimate.errors().largest());
        return stopUnconverged(fit.with(state), state, reason);
    }

    /**
     * The state with the answer, if an assessment over all rows confirms it; else with more draws, or unconverged after
     * too many assessments.
     */
    private FitState confirmAnswer(FitState fit, RegressionState state, double mcse, String reason) {
        FinalAssessment.AssessmentResult found = assess(fit, state, state.approximation());
        FitState assessed = fit.withRowsVisited(found.rows()).with(state.with(found.toAnswer(Double.NaN, mcse)));
        String refusal = found.doubt();
        if (refusal == null) {
            return assessed.stopped(FitStatus.CONVERGED, reason, null);
        }
        if (state.counts().refusedAnswers() + 1 >= MOST_ASSESSMENTS) {
            return assessed.stopped(FitStatus.BUDGET, reason + ", but " + refusal, null);
        }
        return assessed.with(state.afterRefusal(Math.min(MOST_DRAWS, 2 * state.draws())))
                .with("step " + fit.iteration() + ": " + refusal);
    }

    /** The state stopped with the best answer so far, unconverged. */
    FitState stopUnconverged(FitState fit, RegressionState state, String reason) {
        FinalAssessment.AssessmentResult found = assess(fit, state, state.best());
        return fit.withRowsVisited(found.rows())
                .with(state.with(found.toAnswer(Double.NaN, Double.NaN)))
                .stopped(FitStatus.BUDGET, reason, null);
    }

    private FinalAssessment.AssessmentResult assess(FitState fit, RegressionState state, Approximation answer) {
        int draws = levels.hasSeveralLevels() ? state.draws() / 2 : state.draws();
        return assessment.assess(answer, fit.iteration(), draws, false);
    }

    /** The state that continues over fixed draws. */
    private FitState toFixedDraws(FitState fit, RegressionState state, String why) {
        return fit.with(state.withFixedDrawSearch(GaussianBound.search(state.q())))
                .with("step " + fit.iteration() + ": " + why + ": goes on with " + GaussianBound.DRAWS
                        + " draws that stay the same");
    }

    /** The state after one pass over the fixed draws. */
    FitState fixedDrawStep(FitState fit, RegressionState state, BfgsSearch polish) {
        GaussianBound bound = new GaussianBound(density, setup.settings().seed(), state.q());
        BfgsSearch search = bound.evaluateTrial(polish);
        StepInfo info = new StepInfo(
                fit.iteration() + 1,
                Phase.FIXED_DRAWS,
                new ObjectiveProgress(-search.value(), search.value(), Double.NaN, Double.NaN),
                1,
                Double.isFinite(search.value()),
                bound.rows(),
                GaussianBound.DRAWS);
        FitState next = fit.withStep(bound.rows(), info);
        if (search.isRunning()) {
            return next.with(state.withFixedDrawSearch(search));
        }
        GaussianPosterior q = bound.posterior(search.point());
        RegressionState there = RegressionState.begin(
                        state.level(),
                        q == null ? state.approximation() : state.withGaussian(q),
                        MOST_DRAWS,
                        state.curvatureEstimates().usesHessians())
                .withRefusedAnswers(state.counts().refusedAnswers());
        String reason = "the bound over " + GaussianBound.DRAWS + " draws that stay the same rises no more";
        return confirmAnswer(next.with(there), there, Double.NaN, reason);
    }
}
