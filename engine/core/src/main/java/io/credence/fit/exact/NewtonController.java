package io.credence.fit.exact;

import io.credence.data.DataSummary;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.StartingGaussians;
import io.credence.fit.exact.NewtonState.EvaluatedStep;
import io.credence.fit.exact.StepProposal.NewtonStep;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.optimize.CurvaturePairs;
import io.credence.optimize.NewtonSearch;
import io.credence.optimize.RestartCount;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.NonFiniteValue;
import io.credence.statistics.PassStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides, after each pass, where a fit is evaluated next: whether to accept or shrink the step, which stage follows,
 * when to stop.
 */
final class NewtonController {
    // A wide prior makes undamped variational steps from its mean diverge, so the search begins at the mode: by Newton
    // steps on a sample of rows where there are many, then by quasi-Newton steps on all rows, which need no curvature.
    // From there one pass with curvature and one without usually suffice. Predicted gains in nats decide everything.

    /**
     * Size of a step to a model's minimum below which the way there is taken to go uphill, as a share of the whole
     * step.
     */
    private static final double LEAST_STEP = 0.25;

    /** Reason why a posterior that collapses to a point is no answer. */
    static final String COLLAPSED = "the posterior collapses to a point, where the divergence is too small to hold it";

    private final ExactProblem problem;
    private final FitSettings settings;
    private final DenseKernel kernel;
    private final SubsamplePlan plan;
    private final NewtonStages stages;
    private final int dimension;
    private final boolean handsOver;

    /**
     * A controller of one fit.
     *
     * @param handsOver whether another algorithm goes on where natural-gradient steps are slow or fail
     */
    NewtonController(
            ExactProblem problem, FitSettings settings, DataSummary data, DenseKernel kernel, boolean handsOver) {
        this.problem = problem;
        this.settings = settings;
        this.kernel = kernel;
        this.dimension = problem.prior().dimension();
        this.plan = SubsamplePlan.of(data, settings, dimension);
        this.stages = new NewtonStages(problem, plan, settings.gainLimit(Double.POSITIVE_INFINITY, dimension));
        this.handsOver = handsOver;
    }

    static NewtonState searchState(FitState fit) {
        return (NewtonState) fit.algorithmState();
    }

    CurvatureForm form(NewtonState search) {
        return stages.form(search, settings.structure().isMeanField());
    }

    RowSample sample() {
        return plan.sample();
    }

    List<String> firstDecisions() {
        String how = problem.likelihood().predictorCount() == 1
                ? "closed form or quadrature per row, no draws"
                : "nodes over each row's predictors, the same in every pass";
        return List.of(
                "estimator: exact expectation, since the loss has linear predictors: " + how,
                "driver kernel: " + kernel.name(),
                problem.likelihood().hasCurvatureAtPoints()
                        ? plan.decision()
                        : "begins at the prior: the loss has no curvature at points, hence no mode for Newton steps");
    }

    FitState start() {
        return FitState.initial(firstStageAt(settings.priorGaussian(kernel, problem.prior())), firstDecisions());
    }

    /** The state at the beginning of the first stage, from the given posterior. */
    NewtonState firstStageAt(Posterior from) {
        GaussianPosterior family =
                settings.priorGaussian(kernel, problem.prior().withUnitPrecision());
        GaussianPosterior own = family.projectionOf(StartingGaussians.asGaussian(from, kernel));
        return stages.first(new Approximation(own, problem.dispersion()));
    }

    /** The state of the variational stage at the given posterior. */
    NewtonState variationalStageAt(GaussianPosterior from) {
        return NewtonStages.variationalStageAt(new Approximation(from, problem.dispersion()));
    }

    /** The state after a pass at the trial approximation that gave {@code sums} and {@code objective}. */
    FitState next(FitState state, PassStatistics sums, double objective, long rows) {
        EvaluatedStep accepted = searchState(state).acceptedStep();
        NonFiniteValue failure = sums.firstNonFinite();
        boolean finite = failure == null && Double.isFinite(objective);
        if (!finite || (accepted != null && objective > accepted.objective() + problem.error(accepted.objective()))) {
            StepInfo info = stepInfo(state, objective, null, Double.NaN, rows);
            return retryShorter(state.withStep(rows, info), objective, finite ? null : failure);
        }
        Approximation approximation = stages.adoptedApproximation(searchState(state), sums);
        if (approximation == null) {
            return moveDispersionAlone(state.withStep(rows, stepInfo(state, objective, null, Double.NaN, rows)), sums);
        }
        return accept(state, approximation, sums, objective, rows);
    }

    /**
     * The state after a pass whose curvature is not positive definite: an estimated dispersion moves alone, or the fit
     * stops. A loss that is not convex is still convex for rows whose residuals are within its scale, so that the scale
     * has to grow first.
     */
    private FitState moveDispersionAlone(FitState state, PassStatistics sums) {
        NewtonState search = searchState(state);
        Approximation here = search.trial();
        DispersionPosterior target = targetDispersion(here, sums);
        return here.dispersion().divergenceFrom(target) > FinalAssessment.SLACK
                        && !search.stage().restarts().isExhausted()
                ? state.with(search.restartedAt(new Approximation(here.posterior(), target)))
                : state.stopped(FitStatus.DIVERGED, "the curvature at the mode is not positive definite", null);
    }

    private FitState accept(
            FitState state, Approximation approximation, PassStatistics sums, double objective, long rows) {
        NewtonState search = searchState(state);
        StepProposal proposal = propose(search, approximation, sums);
        CurvaturePairs pairs = search.pairsWith(approximation, proposal);
        NewtonStep full = NewtonStep.of(approximation, proposal, pairs, 1);
        GaussianPosterior q = approximation.gaussian();
        double shapeLeft = search.isProbed()
                ? HutchinsonProbe.of(q, settings.seed()).remainingGain(q, problem.prior(), sums.curvature())
                : search.precisionGainLeft();
        StepProposal.Gains gains = StepProposal.Gains.of(approximation, proposal, full, shapeLeft, sums);
        if (search.phase() == Phase.VARIATIONAL
                && search.acceptedStep() == null
                && !search.stage().restarts().isExhausted()
                && RestartCount.isDominatedByTails(gains.precisionGain(), dimension)) {
            return narrower(state.withStep(rows, stepInfo(state, objective, null, gains.total(), rows)));
        }
        EvaluatedStep evaluated = new EvaluatedStep(objective, proposal, gains);
        FitState here = state.withStep(rows, stepInfo(state, objective, proposal.ascent(), gains.total(), rows))
                .with(search.withAccepted(approximation, evaluated, pairs));
        if (search.phase() == Phase.VARIATIONAL) {
            double limit = settings.gainLimit(objective, dimension);
            String reason = GainStoppingRules.convergedReason(gains.total(), limit);
            if (!GainStoppingRules.isLittleLeft(
                    gains.total(), search.gainBefore(), search.stepSize(), limit, problem.error(objective))) {
                String why = handsOver ? search.difficulty(approximation, evaluated) : null;
                if (why != null) {
                    return here.stopped(FitStatus.BUDGET, why, null);
                }
                return search.isOvershot(objective) ? tryStep(here, pairs, 0.5) : takeFullStep(here, pairs, full);
            }
            return LocalQuadratic.isCollapsed(problem, q, sums)
                    ? here.stopped(FitStatus.DIVERGED, COLLAPSED, null)
                    : here.stopped(FitStatus.CONVERGED, reason, null);
        }
        return full != null && stages.isStageOver(search, gains.total())
                ? here.with(stages.nextStage(search, full.approximation(), sums))
                : takeFullStep(here, pairs, full);
    }

    private StepProposal propose(NewtonState search, Approximation approximation, PassStatistics sums) {
        GaussianPosterior here = approximation.gaussian();
        boolean reshapes = search.phase() == Phase.VARIATIONAL && search.needsCurvature();
        return StepProposal.of(
                problem,
                search.phase(),
                here,
                sums,
                reshapes ? here.blocks().packedWithinBlocks(sums.curvature()) : null,
                targetDispersion(approximation, sums));
    }

    private DispersionPosterior targetDispersion(Approximation approximation, PassStatistics sums) {
        return problem.likelihood()
                .dispersionTarget(approximation.dispersion(), sums, plan.weight(), problem.dispersionPrior());
    }

    /** Takes the full step, already factored to predict its gains, or at most half of it where there is none. */
    private FitState takeFullStep(FitState state, CurvaturePairs pairs, @Nullable NewtonStep full) {
        return full == null
                ? tryStep(state, pairs, 0.5)
                : withTrial(state, pairs, searchState(state).search().withTrial(full.approximation(), 1));
    }

    /**
     * Tries a step of the given size from the accepted approximation. The step is halved while its precision would not
     * be positive definite.
     */
    private FitState tryStep(FitState state, CurvaturePairs pairs, double stepSize) {
        NewtonState search = searchState(state);
        StepProposal proposal = search.requireAcceptedStep().proposal();
        NewtonSearch<Approximation, EvaluatedStep> next = search.search().withLargestStep(stepSize, size -> {
            NewtonStep step = NewtonStep.of(search.best(), proposal, pairs, size);
            return step == null ? null : step.approximation();
        });
        return next == null
                ? state.stopped(FitStatus.DIVERGED, "no step keeps the precision positive definite", null)
                : withTrial(state, pairs, next);
    }

    private FitState withTrial(FitState state, CurvaturePairs pairs, NewtonSearch<Approximation, EvaluatedStep> next) {
        NewtonState search = searchState(state);
        EvaluatedStep from = search.requireAcceptedStep();
        double size = next.share();
        double left =
                size == 1 ? from.gains().precisionGainAfter() : from.gains().precisionGain();
        boolean curvature = stages.wantCurvature(search, size, left, settings.gainLimit(from.objective(), dimension));
        return state.with(search.withTrial(next, curvature, pairs, left));
    }

    private FitState retryShorter(FitState state, double objective, @Nullable NonFiniteValue failure) {
        NewtonState search = searchState(state);
        EvaluatedStep accepted = search.acceptedStep();
        if (accepted == null) {
            return beginAgain(state, objective, failure);
        }
        double gain = Math.abs(accepted.gains().total());
        double rise = objective - accepted.objective();
        if (search.phase() == Phase.VARIATIONAL
                && GainStoppingRules.isRiseByRounding(
                        gain, problem.error(accepted.objective()), rise, search.stepSize())) {
            String reason = GainStoppingRules.roundingReason(gain);
            return state.stopped(FitStatus.CONVERGED, reason, null);
        }
        if (search.phase() == Phase.VARIATIONAL && handsOver) {
            return state.stopped(FitStatus.BUDGET, "a natural-gradient step did not improve the bound", null);
        }
        StepProposal otherwise = accepted.proposal().fallback();
        if (otherwise != null && search.stepSize() < LEAST_STEP) {
            EvaluatedStep again = new EvaluatedStep(accepted.objective(), otherwise, accepted.gains());
            return tryStep(state.with(search.withAccepted(search.best(), again, search.pairs())), search.pairs(), 1);
        }
        if (search.search().mayBeShortened()) {
            return tryStep(state, search.pairs(), search.stepSize() / 2);
        }
        return search.pairs().moves().isEmpty()
                ? state.stopped(FitStatus.DIVERGED, "no step along the gradient improves the objective", failure)
                : tryStep(state, CurvaturePairs.NONE, 1);
    }

    /**
     * Restarts a variational stage whose first approximation is not finite. The new one is narrower and closer to the
     * point of the mode.
     */
    private FitState beginAgain(FitState state, double objective, @Nullable NonFiniteValue failure) {
        NewtonState search = searchState(state);
        if (search.phase() != Phase.VARIATIONAL || search.stage().restarts().isExhausted()) {
            return state.stopped(
                    FitStatus.DIVERGED, "the objective was " + objective + " at the first approximation", failure);
        }
        GaussianPosterior trial = search.trial().gaussian();
        if (!Double.isFinite(problem.divergence().between(trial, problem.prior()))) {
            GaussianPosterior nearer = halfwayToPrior(trial);
            return state.with(search.restartedAt(
                            new Approximation(nearer, search.trial().dispersion())))
                    .with("restart: " + problem.divergence().name()
                            + " was not finite at the mode's covariance, whose precision went half way to the prior's");
        }
        return narrower(state);
    }

    private FitState narrower(FitState state) {
        NewtonState search = searchState(state);
        return state.with(search.restartedAt(search.trial().narrower())).with(RestartCount.NARROWED);
    }

    private GaussianPosterior halfwayToPrior(GaussianPosterior trial) {
        double[] prior = KullbackLeibler.PLAIN.gradient(trial, problem.prior()).pull();
        GaussianPosterior nearer = trial.withPrecisionTowards(prior, 0.5);
        return nearer == null ? trial : nearer;
    }

    private StepInfo stepInfo(
            FitState state, double objective, double @Nullable [] ascent, double remaining, long rows) {
        NewtonState search = searchState(state);
        return new StepInfo(
                state.iteration() + 1,
                search.phase(),
                new ObjectiveProgress(
                        objective,
                        search.phase() == Phase.VARIATIONAL
                                        && problem.divergence().isKullbackLeibler()
                                ? (Double) (-objective)
                                : null,
                        ascent == null ? Double.NaN : Vectors.norm(ascent),
                        remaining),
                search.stepSize(),
                ascent != null,
                rows,
                0);
    }
}
