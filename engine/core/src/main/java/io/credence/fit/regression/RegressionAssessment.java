package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.Budget;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.LogJoint;
import io.credence.fit.RowLevels;
import io.credence.fit.SamplingSettings;
import io.credence.fit.fixed.GaussianBound;
import io.credence.optimize.BfgsSearch;
import java.util.Locale;

/**
 * End of a fit by regression: the assessment of its answer over all rows with fresh draws, before that an optimisation
 * over fixed draws where many were needed, or an unconverged answer.
 */
final class RegressionAssessment {

    /** Largest number of draws of a step. */
    static final int MOST_DRAWS = 512;

    /** Number of assessments after which an answer that none confirms is returned as unconverged. */
    private static final int MOST_ASSESSMENTS = 6;
    /**
     * Number of steps in which noise may become small before each step gets more draws: with 1 a negative binomial's
     * mean ends a third of a standard deviation off.
     */
    private static final int PATIENCE = 2;
    /** Number of steps with many draws after which fixed draws take over. */
    private static final int POLISH_AFTER = 20;

    private final FitSetup setup;
    private final RowLevels levels;
    private final LogJoint density;
    private final FinalAssessment<GaussianPosterior> assessment;
    private final double error;

    RegressionAssessment(FitSetup setup, RowLevels levels, LogJoint density, GaussianPosterior start) {
        this.setup = setup;
        this.levels = levels;
        this.density = density;
        this.assessment = FinalAssessment.byGradients(setup, SamplingSettings.Estimator.DEFAULT, start);
        this.error = setup.how().stop().mcse();
    }

    /** The state after a step on all rows: an answer, more draws, fixed draws, or the next step. */
    FitState watched(FitState fit, RegressionState state, RegressionEstimate estimate, RegressionStep step) {
        if (state.counts().settled() >= 2) {
            return answered(fit, state, estimate);
        }
        RegressionState counted = hasManyDraws(state) ? state.dearer() : state;
        if (counted.counts().costly() >= POLISH_AFTER
                && counted.counts().costly() % POLISH_AFTER == 0
                && isPolished(counted)) {
            return polishing(fit, counted, "fresh draws did not settle");
        }
        if (counted.counts().costly() >= Budget.MOST_PASSES + MOST_ASSESSMENTS * POLISH_AFTER) {
            return unsettled(fit, counted, estimate);
        }
        boolean noisy = estimate.isTooNoisy(error, state.known().history().count(), PATIENCE * state.draws());
        boolean more =
                !step.isFar() && state.counts().taken() > 1 && !step.trust().isOnWay() && noisy;
        return more ? moreDraws(fit, counted) : fit.with(counted);
    }

    /**
     * Whether a step has at least half of the draws that it may have: with all of them as the limit, the eight schools
     * take 212 passes instead of 154.
     */
    private static boolean hasManyDraws(RegressionState state) {
        return 2 * state.draws() >= MOST_DRAWS;
    }

    private boolean isPolished(RegressionState state) {
        return GaussianBound.isBounded(state.q()) && state.counts().assessments() < MOST_ASSESSMENTS;
    }

    private FitState moreDraws(FitState fit, RegressionState state) {
        int draws = Math.min(MOST_DRAWS, 2 * state.draws());
        if (draws == state.draws()) {
            return fit.with(state);
        }
        return fit.with(state.withDraws(draws))
                .with("step " + fit.iteration() + ": " + draws + " draws a step, for less noise");
    }

    private FitState answered(FitState fit, RegressionState state, RegressionEstimate estimate) {
        if (hasManyDraws(state)
                && GaussianBound.isFixed(state.q())
                && isPolished(state)
                && state.counts().assessments() == 0) {
            return polishing(fit, state, "many draws were needed");
        }
        double mcse = estimate.largestError();
        String reason = String.format(Locale.ROOT, "means and sds stand still and are known to %.3f sd at worst", mcse);
        return confirmed(fit, state, mcse, reason);
    }

    private FitState unsettled(FitState fit, RegressionState state, RegressionEstimate estimate) {
        String reason = String.format(
                Locale.ROOT,
                "means and sds did not settle with %d draws a step; known to %.3f sd at worst",
                state.draws(),
                estimate.largestError());
        return ended(fit.with(state), state, reason);
    }

    /**
     * The state with the answer, if an assessment over all rows confirms it; else with more draws, or unconverged after
     * too many assessments.
     */
    private FitState confirmed(FitState fit, RegressionState state, double mcse, String reason) {
        FinalAssessment.AssessmentResult found = assess(fit, state, state.here());
        FitState assessed = fit.visited(found.rows()).with(state.with(found.outcome(Double.NaN, mcse)));
        String refusal = found.doubt();
        if (refusal == null) {
            return assessed.stopped(FitStatus.CONVERGED, reason, null);
        }
        if (state.counts().assessments() + 1 >= MOST_ASSESSMENTS) {
            return assessed.stopped(FitStatus.BUDGET, reason + ", but " + refusal, null);
        }
        return assessed.with(state.refused(Math.min(MOST_DRAWS, 2 * state.draws())))
                .with("step " + fit.iteration() + ": " + refusal);
    }

    /** The state stopped with the best answer so far, unconverged. */
    FitState ended(FitState fit, RegressionState state, String reason) {
        FinalAssessment.AssessmentResult found = assess(fit, state, state.best());
        return fit.visited(found.rows())
                .with(state.with(found.outcome(Double.NaN, Double.NaN)))
                .stopped(FitStatus.BUDGET, reason, null);
    }

    private FinalAssessment.AssessmentResult assess(FitState fit, RegressionState state, Approximation answer) {
        int draws = levels.isMany() ? state.draws() / 2 : state.draws();
        return assessment.assess(answer, fit.iteration(), draws, false);
    }

    /** The state that continues over fixed draws. */
    private FitState polishing(FitState fit, RegressionState state, String why) {
        return fit.with(state.polishing(GaussianBound.search(state.q())))
                .with("step " + fit.iteration() + ": " + why + ": goes on with " + GaussianBound.DRAWS
                        + " draws that stay the same");
    }

    /** The state after one pass over the fixed draws. */
    FitState polished(FitState fit, RegressionState state, BfgsSearch polish) {
        GaussianBound bound = new GaussianBound(density, setup.settings().seed(), state.q());
        BfgsSearch search = bound.raise(polish);
        StepInfo info = new StepInfo(
                fit.iteration() + 1,
                Phase.FIXED_DRAWS,
                -search.value(),
                search.value(),
                Double.NaN,
                Double.NaN,
                1,
                Double.isFinite(search.value()),
                bound.rows(),
                GaussianBound.DRAWS);
        FitState next = fit.stepped(bound.rows(), info);
        if (search.isClimbing()) {
            return next.with(state.polishing(search));
        }
        GaussianPosterior q = bound.posterior(search.point());
        RegressionState there = RegressionState.begin(
                        state.level(),
                        q == null ? state.here() : state.at(q),
                        MOST_DRAWS,
                        state.known().isCurved())
                .after(state.counts().assessments());
        String reason = "the bound over " + GaussianBound.DRAWS + " draws that stay the same rises no more";
        return confirmed(next.with(there), there, Double.NaN, reason);
    }
}
