package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.StochasticState.Iterate;
import io.credence.fit.StochasticState.SamplingPlan;
import io.credence.schedule.PartitionPlan;
import java.util.Locale;
import java.util.Objects;

/**
 * How a fit by regression ends: by a look over all rows with fresh draws at what it settled on, before that over draws that
 * stay the same where many were needed, or unconverged.
 */
final class RegressionAnswer {

    /** Looks after which an answer that none confirms is given as unconverged. */
    static final int MOST_LOOKS = 6;

    private static final int LOOKING_DRAWS = 64;
    private static final int MOST_DRAWS = RegressionAlgorithm.MOST_DRAWS;

    private final FitSetup setup;
    private final RowLevels levels;
    private final FixedDrawsPolish polish;
    private final FinalAssessment<GaussianPosterior> assessment;
    private final Geometry<GaussianPosterior> geometry;

    RegressionAnswer(FitSetup setup, RowLevels levels, LogJoint density, GaussianPosterior start) {
        this.setup = setup;
        this.levels = levels;
        this.polish = new FixedDrawsPolish(density, setup.settings().seed(), start.dimension());
        MonteCarloSettings.Estimator fresh = MonteCarloSettings.Estimator.DEFAULT
                .with(EstimatorKind.REPARAMETERIZED)
                .fixedNumber();
        MonteCarloSettings plain =
                MonteCarloSettings.DEFAULT.with(fresh).with(setup.how().stop());
        FitSetup looking = new FitSetup(setup.problem(), setup.settings(), plain, setup.backend(), setup.kernel());
        EstimatorPlan plan = new EstimatorPlan(looking, start);
        this.geometry = Geometry.of(looking, plan, start);
        this.assessment = new FinalAssessment<>(looking, new Evaluator<>(looking, plan, geometry), geometry);
    }

    /** The answer, if a look confirms it; else on with more draws, or unconverged where none has for long. */
    FitState looked(FitState state, RegressionState place, double mcse, String reason) {
        Look look = look(state, place, place.here(), mcse);
        if (look.optimal()) {
            return look.state().stopped(FitStatus.CONVERGED, reason, null);
        }
        String told = String.format(
                Locale.ROOT, "a look over all rows promises %.2g nats more, or is not clear", look.gain());
        if (place.looks() + 1 >= MOST_LOOKS) {
            return look.state().stopped(FitStatus.BUDGET, reason + ", but " + told, null);
        }
        return look.state()
                .with(place.refused(Math.min(MOST_DRAWS, 2 * place.draws())))
                .with("step " + state.iteration() + ": " + told);
    }

    /** The best there is, unconverged. */
    FitState ended(FitState state, RegressionState place, String reason) {
        return look(state, place, place.best(), Double.NaN).state().stopped(FitStatus.BUDGET, reason, null);
    }

    private record Look(FitState state, boolean optimal, double gain) {}

    private Look look(FitState state, RegressionState place, Position answer, double mcse) {
        int draws = levels.isMany() ? place.draws() / 2 : Math.max(LOOKING_DRAWS, place.draws());
        int partitions = setup.backend().summary().partitions();
        SamplingPlan plan =
                new SamplingPlan(PartitionPlan.start(setup.settings().seed()), partitions, 1, draws, null);
        StochasticState at = StochasticState.begin(
                state.iteration(), Iterate.at(answer, geometry.nothingKnown(answer.gaussian())), plan);
        FinalAssessment.Found found = assessment.assess(state, at, answer, Double.NaN, mcse);
        StochasticState.Outcome outcome =
                Objects.requireNonNull(((StochasticState) found.state().place()).outcome());
        return new Look(found.state().with(place.with(outcome)), found.optimal(), found.gain());
    }

    /** On over draws that stay the same. */
    FitState polishing(FitState state, RegressionState place, String why) {
        return state.with(place.polishing(FixedDrawsPolish.State.BEGIN))
                .with("step " + state.iteration() + ": " + why + ": goes on with " + FixedDrawsPolish.DRAWS
                        + " draws that stay the same");
    }

    /** One pass over them. */
    FitState polished(FitState state, RegressionState place, FixedDrawsPolish.State from) {
        FixedDrawsPolish.Found found = polish.improve(place.q(), from);
        StepInfo info = new StepInfo(
                state.iteration() + 1,
                Phase.FIXED_DRAWS,
                -found.bound(),
                found.bound(),
                Double.NaN,
                Double.NaN,
                1,
                Double.isFinite(found.bound()),
                found.rows(),
                FixedDrawsPolish.DRAWS);
        FitState next = state.stepped(found.rows(), info);
        if (!found.isDone()) {
            return next.with(place.polishing(found.state()));
        }
        GaussianPosterior q = found.q();
        RegressionState there = RegressionState.begin(
                        place.begun(),
                        place.level(),
                        q == null ? place.q() : q,
                        place.scale(),
                        MOST_DRAWS,
                        place.history().curved())
                .after(place.looks());
        String reason = "the bound over " + FixedDrawsPolish.DRAWS + " draws that stay the same rises no more";
        return looked(next.with(there), there, Double.NaN, reason);
    }
}
