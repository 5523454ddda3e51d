package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.family.GaussianPosterior;
import io.credence.fit.MonteCarloSettings.StopRule;
import io.credence.gradient.Estimate;
import io.credence.gradient.Surrogate;
import io.credence.linalg.DenseKernel;
import io.credence.prior.GaussianPrior;
import io.credence.schedule.Iterates;
import io.credence.schedule.SmoothedBound;
import io.credence.statistics.NonFinite;
import io.credence.update.Memory;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fits a posterior through draws: each step looks at a minibatch of partitions at draws of the current posterior, estimates
 * gradient and curvature and moves along them. What it answers is the average of stationary iterates.
 */
public final class DrawFitter implements LaterFitter {

    private static final int MOST_RETAKES = 30;
    /** Share of the step size below which a refused answer lowers it no more. */
    private static final double LEAST_LEVEL = 1.0 / 64;

    private final DrawProblem problem;
    private final FitSettings settings;
    private final MonteCarloSettings how;
    private final DataSummary data;
    private final DenseKernel kernel;
    private final Looking looking;
    private final Walking walking;
    private final Answering answering;
    private final Watch watch;
    private final UpdatePlan updates;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @param how draws, update rule, minibatches and stopping rule
     * @param kernel dense algebra of the driver
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public DrawFitter(
            DrawProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            ExecutionBackend backend,
            DenseKernel kernel) {
        this.problem = problem;
        this.settings = settings;
        this.how = how;
        this.data = backend.summary();
        this.kernel = kernel;
        this.updates = new UpdatePlan(how.update());
        this.looking = new Looking(problem, settings, how, backend);
        this.walking = new Walking(problem, how.estimator().variate(), looking, updates);
        this.answering = new Answering(problem, looking, walking, backend);
        this.watch = new Watch(how.stop(), updates);
        Position start = start();
        updates.rule(start.coefficients());
        problem.divergence().between(start.coefficients(), problem.prior());
    }

    private Position start() {
        GaussianPrior prior = problem.prior();
        double[] precision = prior.precision().clone();
        for (int j = 0; j < precision.length; j++) {
            precision[j] = precision[j] > 0 ? precision[j] : 1;
        }
        GaussianPosterior q =
                settings.posterior().start(kernel, new GaussianPrior(prior.mean(), precision), settings.blocks());
        return new Position(q, problem.scale());
    }

    @Override
    public FitState init() {
        return FitState.start(chain(start()), decisions());
    }

    @Override
    public FitState begin(FitState before, GaussianPrior start) {
        GaussianPosterior q = settings.posterior().start(kernel, start, settings.blocks());
        return before.onwards(chain(new Position(q, problem.scale())), decisions());
    }

    private List<String> decisions() {
        return List.of(looking.decision(), "driver kernel: " + kernel.name(), looking.minibatchDecision());
    }

    private Chain chain(Position start) {
        return new Chain(
                Phase.APPROACH,
                new Chain.Walk(
                        start,
                        Memory.NONE,
                        Surrogate.none(
                                looking.surrogateBlocks(start.coefficients().blocks())),
                        null,
                        0),
                looking.first(),
                1,
                Iterates.NONE,
                Average.NONE,
                SmoothedBound.NONE,
                null,
                null);
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        int iteration = state.iteration() + 1;
        Chain chain = (Chain) state.place();
        Looking.Seen look = looking.look(chain, iteration);
        Chain seen = chain.with(look.reading());
        Observation found = look.found();
        NonFinite wrong = found.wrong();
        if (wrong != null || !isFinite(found)) {
            StepInfo info = info(iteration, seen, found, null, 0, look.rows());
            return retreat(state.stepped(look.rows(), info).with(seen), seen, wrong)
                    .within(settings.maxIterations());
        }
        double bound = bound(seen.walk().here(), found);
        Chain moved = walking.step(seen, found, iteration);
        Chain.Back back = moved.walk().back();
        double taken = back == null ? 0 : back.stepSize();
        FitState next = state.stepped(look.rows(), info(iteration, seen, found, bound, taken, look.rows()));
        return how.stop().rule() == StopRule.PATIENCE
                ? patient(next, seen, moved, bound)
                : watched(next, moved, found, bound);
    }

    private static boolean isFinite(Observation found) {
        Estimate estimate = found.estimate();
        return estimate != null && estimate.isFinite();
    }

    /** A number that is no number ends the fit; an infinite one says that the step was too long, or the start too wide. */
    private FitState retreat(FitState state, Chain chain, @Nullable NonFinite wrong) {
        Chain.Walk walk = chain.walk();
        if (wrong != null && Double.isNaN(wrong.value())) {
            return state.stopped(FitStatus.DIVERGED, "a number was not a number", wrong);
        }
        if (walk.retakes() >= MOST_RETAKES) {
            return state.stopped(FitStatus.DIVERGED, "no shorter step keeps the loss finite", wrong);
        }
        return budgeted(state.with(chain.with(walking.shorter(walk))));
    }

    /** Minus the objective, as far as draws tell it. */
    private double bound(Position here, Observation found) {
        Estimate estimate = found.estimate();
        double value = estimate == null ? Double.NaN : estimate.value();
        return value
                - problem.divergence().between(here.coefficients(), problem.prior())
                - here.scale().divergence(problem.scalePrior());
    }

    private FitState patient(FitState state, Chain seen, Chain moved, double value) {
        SmoothedBound bound = seen.bound().with(value, how.stop().window());
        Position holder = bound.isBest() || seen.holder() == null ? seen.walk().here() : seen.holder();
        FitState next = state.with(moved.with(bound, holder));
        if (bound.since() < how.stop().patience()) {
            return budgeted(next);
        }
        return answering
                .answer(next, (Chain) next.place(), holder, Double.NaN, Double.NaN)
                .state()
                .stopped(
                        FitStatus.CONVERGED,
                        "no better smoothed bound in " + how.stop().patience() + " steps",
                        null);
    }

    private FitState watched(FitState state, Chain moved, Observation found, double bound) {
        Chain counted = moved.counted(walking.monitor(), bound);
        Watch.Verdict verdict = watch.judge(counted, found);
        FitState next = state.with(counted);
        return switch (verdict.advice()) {
            case GO_ON -> budgeted(next);
            case AVERAGE -> budgeted(next.with(counted.with(Phase.AVERAGE, Iterates.NONE, Average.NONE)));
            case APPROACH ->
                budgeted(next.with(counted.with(
                        Phase.APPROACH,
                        counted.iterates().last(counted.iterates().size() / 2),
                        Average.NONE)));
            case LOWER_STEP -> budgeted(lowered(next, counted));
            case READ_MORE -> budgeted(looking.more(next, counted, found));
            case ANSWER -> answered(next, counted, found, verdict);
        };
    }

    private FitState lowered(FitState state, Chain chain) {
        double lower = chain.level() / 2;
        return state.with(chain.fromAverage(lower)).with(Watch.lowered(state.iteration(), lower));
    }

    private FitState answered(FitState state, Chain chain, Observation found, Watch.Verdict verdict) {
        Position average = chain.average().position(chain.walk().here());
        Answering.Answer answer = answering.answer(state, chain, average, verdict.rhat(), verdict.mcse());
        if (answer.optimal()) {
            return answer.state().stopped(FitStatus.CONVERGED, verdict.reason(), null);
        }
        FitState onward = answer.state()
                .with(String.format(
                        Locale.ROOT,
                        "step %d: a look over all rows promises %.2g nats more than the average",
                        state.iteration(),
                        answer.gain()));
        Estimate estimate = found.estimate();
        // Iterates that stand still with much to gain do so because their steps overshoot, however noisy they are.
        boolean noisy = estimate != null
                && answer.gain() < average.coefficients().dimension()
                && estimate.gradientNoise() + estimate.curvatureNoise() > answer.gain();
        boolean same = noisy || updates.isScheduled() || chain.level() <= LEAST_LEVEL;
        Chain again = chain.fromAverage(same ? chain.level() : chain.level() / 2);
        return budgeted(noisy ? looking.moreDraws(onward.with(again), again) : onward.with(again));
    }

    /** Stopped with the best answer there is, if the budget is spent. */
    private FitState budgeted(FitState state) {
        if (!state.isRunning() || state.iteration() < settings.maxIterations()) {
            return state;
        }
        Chain chain = (Chain) state.place();
        return answering
                .answer(state, chain, chain.best(), Double.NaN, Double.NaN)
                .state()
                .within(settings.maxIterations());
    }

    private StepInfo info(
            int iteration, Chain chain, Observation found, @Nullable Double bound, double stepSize, long rows) {
        Estimate estimate = found.estimate();
        double norm = Double.NaN;
        if (estimate != null) {
            norm = Vectors.norm(walking.ascent(chain.walk().here(), estimate));
        }
        return new StepInfo(
                iteration,
                chain.phase(),
                bound == null ? Double.NaN : -bound,
                problem.divergence().isStandard() ? bound : null,
                norm,
                Double.NaN,
                stepSize,
                bound != null,
                rows,
                chain.reading().draws());
    }

    @Override
    public FitResult result(FitState state) {
        Chain chain = (Chain) state.place();
        Position best = chain.best();
        Chain.Outcome outcome = chain.outcome();
        return new FitResult(
                state.status(),
                state.stopReason(),
                best.coefficients(),
                best.scale(),
                outcome == null ? null : outcome.elbo(),
                state.iteration(),
                (double) state.rowsVisited() / data.rows(),
                state.failure(),
                state.decisions(),
                new FitResult.DrawNoise(
                        outcome == null ? Double.NaN : outcome.elboError(),
                        outcome == null ? Double.NaN : outcome.rhat(),
                        outcome == null ? Double.NaN : outcome.mcse(),
                        chain.reading().draws()));
    }
}
