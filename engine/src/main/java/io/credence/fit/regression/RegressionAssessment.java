package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.LogJoint;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.Position;
import io.credence.fit.RowLevels;
import io.credence.fit.fixed.GaussianBound;
import io.credence.optimize.BfgsSearch;
import java.util.Locale;

/**
 * How a fit by regression ends: by a look over all rows with fresh draws at what it settled on, before that over draws that
 * stay the same where many were needed, or unconverged.
 */
final class RegressionAssessment {

    /** Looks after which an answer that none confirms is given as unconverged. */
    static final int MOST_LOOKS = 6;

    /** Passes over draws that stay the same. */
    private static final int MOST_PASSES = 200;

    private static final int LOOKING_DRAWS = 64;
    private static final int MOST_DRAWS = RegressionAlgorithm.MOST_DRAWS;

    private final FitSetup setup;
    private final RowLevels levels;
    private final LogJoint density;
    private final FinalAssessment<GaussianPosterior> assessment;

    RegressionAssessment(FitSetup setup, RowLevels levels, LogJoint density, GaussianPosterior start) {
        this.setup = setup;
        this.levels = levels;
        this.density = density;
        this.assessment = FinalAssessment.byGradients(setup, MonteCarloSettings.Estimator.DEFAULT, start);
    }

    /** The answer, if a look confirms it; else on with more draws, or unconverged where none has for long. */
    FitState looked(FitState fit, RegressionState state, double mcse, String reason) {
        FinalAssessment.Found found = assess(fit, state, state.here());
        FitState assessed = fit.visited(found.rows()).with(state.with(found.outcome(Double.NaN, mcse)));
        if (found.isOptimal()) {
            return assessed.stopped(FitStatus.CONVERGED, reason, null);
        }
        String told = String.format(
                Locale.ROOT, "a look over all rows promises %.2g nats more, or is not clear", found.gain());
        if (state.looks() + 1 >= MOST_LOOKS) {
            return assessed.stopped(FitStatus.BUDGET, reason + ", but " + told, null);
        }
        return assessed.with(state.refused(Math.min(MOST_DRAWS, 2 * state.draws())))
                .with("step " + fit.iteration() + ": " + told);
    }

    /** The best there is, unconverged. */
    FitState ended(FitState fit, RegressionState state, String reason) {
        FinalAssessment.Found found = assess(fit, state, state.best());
        return fit.visited(found.rows())
                .with(state.with(found.outcome(Double.NaN, Double.NaN)))
                .stopped(FitStatus.BUDGET, reason, null);
    }

    private FinalAssessment.Found assess(FitState fit, RegressionState state, Position answer) {
        int draws = levels.isMany() ? state.draws() / 2 : Math.max(LOOKING_DRAWS, state.draws());
        return assessment.assess(answer, fit.iteration(), draws, false);
    }

    /** On over draws that stay the same. */
    FitState polishing(FitState fit, RegressionState state, String why) {
        return fit.with(state.polishing(new RegressionState.Polish(GaussianBound.search(state.q()), 0)))
                .with("step " + fit.iteration() + ": " + why + ": goes on with " + GaussianBound.DRAWS
                        + " draws that stay the same");
    }

    /** One pass over them. */
    FitState polished(FitState fit, RegressionState state, RegressionState.Polish polish) {
        GaussianBound bound = new GaussianBound(density, setup.settings().seed(), state.q());
        BfgsSearch search = bound.raise(polish.search());
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
        int passes = polish.passes() + 1;
        if (search.isClimbing() && passes < MOST_PASSES) {
            return next.with(state.polishing(new RegressionState.Polish(search, passes)));
        }
        GaussianPosterior q = bound.posterior(search.point());
        RegressionState there = RegressionState.begin(
                        state.begun(),
                        state.level(),
                        q == null ? state.q() : q,
                        state.scale(),
                        MOST_DRAWS,
                        state.history().curved())
                .after(state.looks());
        String reason = "the bound over " + GaussianBound.DRAWS + " draws that stay the same rises no more";
        return looked(next.with(there), there, Double.NaN, reason);
    }
}
