package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.schedule.Iterates;
import io.credence.schedule.PartitionPlan;
import io.credence.statistics.NonFinite;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fits a posterior of any family to an objective through draws: each step looks at fresh draws and moves against the
 * objective's gradient. What it answers is the average of stationary iterates, weighed by fresh draws over all rows.
 */
public final class ObjectiveFitter<Q extends Posterior> implements Fitter {

    /** Draws that weigh the answer, at least. */
    private static final int WEIGHED = 2000;

    private static final int MOST_RETAKES = 30;
    private static final double LEAST_LEVEL = 1.0 / 64;
    /** Step size of natural gradients by importance weights when enough draws count. */
    private static final double CAUTIOUS = 0.1;

    /** Of first-order rules, in units of the posterior. */
    private static final double SMALL = 0.1;

    private final ObjectiveProblem problem;
    private final MonteCarloSettings how;
    private final FitSettings settings;
    private final Q start;
    private final ExecutionBackend backend;
    private final Movement<Q> movement;
    private final boolean byValues;
    private final ObjectiveLook<Q> look;
    private final UpdatePlan updates;
    private final Watch watch;
    private final Monitor monitor;
    private final int all;

    private ObjectiveFitter(
            ObjectiveProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            Q start,
            ExecutionBackend backend,
            Movement<Q> movement) {
        this.problem = problem;
        this.settings = settings;
        this.how = how;
        this.start = start;
        this.backend = backend;
        this.movement = movement;
        this.byValues = problem.isByValues(how.estimator().kind());
        this.look = new ObjectiveLook<>(
                problem, backend, movement, byValues, how.estimator().drawn(), settings.seed());
        this.updates = new UpdatePlan(how.update(), true);
        this.watch = new Watch(how.stop(), updates);
        this.monitor = new Monitor(start.dimension());
        this.all = backend.summary().partitions();
        problem.requireFit(start, movement.strata(start), movement instanceof GaussianMovement && updates.isNatural());
        int partitions = how.minibatch().partitions();
        problem.requireLinear(partitions == 0 ? all : Math.min(all, partitions), all);
    }

    /**
     * A fit that begins at {@code start}.
     *
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public static ObjectiveFitter<?> of(
            ObjectiveProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            Posterior start,
            ExecutionBackend backend) {
        if (problem.loss().isRandom()) {
            throw new IllegalArgumentException("the objective " + problem.name() + " and posteriors of the family "
                    + start.family()
                    + " are judged by importance weights or risks of exact losses: required a loss without"
                    + " latent numbers of the rows, or the ELBO of a Gaussian, found a random loss");
        }
        UpdatePlan updates = new UpdatePlan(how.update(), true);
        if (start instanceof GaussianPosterior gaussian) {
            updates.rule(gaussian);
            return new ObjectiveFitter<>(problem, settings, how, gaussian, backend, new GaussianMovement(updates));
        }
        return new ObjectiveFitter<>(
                problem, settings, how, start, backend, new ParameterMovement(updates.optimizer()));
    }

    @Override
    public FitState init() {
        return begin(FitState.start(track(0), List.of()));
    }

    /** The state in which this fit goes on from another's. */
    FitState begin(FitState before) {
        return before.onwards(
                track(before.iteration()),
                List.of("objective: " + problem.name() + ", posterior " + start.family() + ", "
                        + how.estimator().draws() + " draws a step" + (byValues ? ", from values of the loss" : "")));
    }

    private Track track(int begun) {
        return Track.begin(
                begun,
                start,
                PartitionPlan.start(settings.seed()),
                how.estimator().draws());
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q own(Posterior posterior) {
        return (Q) posterior;
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        int iteration = state.iteration() + 1;
        Track track = (Track) state.place();
        int count = how.minibatch().partitions() == 0
                ? all
                : Math.min(all, how.minibatch().partitions());
        PartitionPlan plan = track.plan().with(count, all);
        Q here = own(track.here());
        ObjectiveLook.Seen seen = look.look(here, iteration, track.draws(), plan.take(count, all));
        Track read = track.planned(plan.after(count));
        DrawnGradient gradient = seen.gradient();
        if (gradient == null) {
            StepInfo info = info(iteration, read, Double.NaN, Double.NaN, 0, seen.rows());
            return retreat(state.stepped(seen.rows(), info).with(read), read, seen.wrong());
        }
        double size = stepSize(here, gradient) * updates.schedule(read.level()).stepSize(iteration - read.begun());
        Movement.Landed<Q> landed = movement.step(here, read.memory(), gradient, size);
        StepInfo info = info(iteration, read, seen.value(), landed.norm(), size, seen.rows());
        Track moved = watched(read.moved(landed.posterior(), landed.memory()), seen.value());
        return judged(state.stepped(seen.rows(), info).with(moved), moved);
    }

    private double stepSize(Q here, DrawnGradient gradient) {
        if (!(here instanceof GaussianPosterior gaussian) || !updates.isNatural()) {
            return how.update().stepSize().orElse(SMALL);
        }
        int order = gaussian.blocks().size(0) + 1;
        if (problem.weighted() == null) {
            double entries = byValues ? order * (order - 1.0) : order;
            return updates.baseStepSize(entries / how.estimator().draws());
        }
        // A curvature of that order from fewer draws than it has rows is no curvature.
        double enough = Math.min(1, gradient.effective() / order);
        return how.update().stepSize().orElse(CAUTIOUS) * enough;
    }

    private FitState retreat(FitState state, Track track, @Nullable NonFinite wrong) {
        boolean lost = wrong != null && Double.isNaN(wrong.value());
        Posterior back = track.back();
        if (lost || back == null || track.retakes() >= MOST_RETAKES) {
            String why = lost ? "a number was not a number" : "no shorter step keeps the objective finite";
            return state.stopped(FitStatus.DIVERGED, why, wrong);
        }
        double[] from = movement.coordinates(own(back));
        double[] half = movement.coordinates(own(track.here())).clone();
        for (int i = 0; i < half.length; i++) {
            half[i] = from[i] + 0.25 * (half[i] - from[i]);
        }
        return budgeted(state.with(track.retaken(movement.at(own(back), half))));
    }

    private Track watched(Track track, double value) {
        Q here = own(track.here());
        Iterates more = track.iterates().with(monitor.of(here.mean(), here.sd(), -value));
        if (track.phase() != Phase.AVERAGE) {
            return track.watched(Watch.recent(more), new double[0], 0);
        }
        double[] coordinates = movement.coordinates(here).clone();
        for (int i = 0; track.summed() > 0 && i < coordinates.length; i++) {
            coordinates[i] += track.sums()[i];
        }
        return track.watched(more, coordinates, track.summed() + 1);
    }

    private FitState judged(FitState state, Track track) {
        Watch.Verdict verdict = watch.judge(track.phase(), track.iterates(), 0, track.level());
        return switch (verdict.advice()) {
            case GO_ON -> budgeted(state);
            case AVERAGE -> budgeted(state.with(track.into(Phase.AVERAGE, Iterates.NONE)));
            case APPROACH ->
                budgeted(state.with(track.into(
                        Phase.APPROACH, track.iterates().last(track.iterates().size() / 2))));
            case LOWER_STEP -> budgeted(lowered(state, track));
            case READ_MORE -> budgeted(moreDraws(state, track));
            case ANSWER ->
                answered(state, track, average(track), verdict.rhat(), verdict.mcse())
                        .stopped(FitStatus.CONVERGED, verdict.reason(), null);
        };
    }

    private FitState lowered(FitState state, Track track) {
        if (track.level() <= LEAST_LEVEL) {
            return moreDraws(state, track);
        }
        double level = track.level() / 2;
        return state.with(track.lowered(average(track), level)).with(Watch.lowered(state.iteration(), level));
    }

    private FitState moreDraws(FitState state, Track track) {
        int draws = Math.min(how.estimator().mostDraws(), 2 * track.draws());
        if (!how.estimator().adaptive() || draws <= track.draws()) {
            return state;
        }
        return state.with(track.withDraws(draws))
                .with("step " + state.iteration() + ": " + draws + " draws a step, for less noise");
    }

    private Q average(Track track) {
        if (track.summed() == 0) {
            return own(track.here());
        }
        double[] mean = track.sums().clone();
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= track.summed();
        }
        return movement.at(own(track.here()), mean);
    }

    private FitState budgeted(FitState state) {
        Track track = (Track) state.place();
        if (!state.isRunning() || state.iteration() - track.begun() < settings.maxIterations()) {
            return state;
        }
        return answered(state, track, average(track), Double.NaN, Double.NaN)
                .stopped(FitStatus.BUDGET, "the budget of " + settings.maxIterations() + " iterations was spent", null);
    }

    private FitState answered(FitState state, Track track, Q answer, double rhat, double mcse) {
        int draws = Math.max(WEIGHED, track.draws());
        ObjectiveLook.Seen seen = look.weigh(answer, -1L - state.iteration(), draws);
        return state.visited(seen.rows()).with(track.answered(Track.Outcome.of(answer, seen, rhat, mcse)));
    }

    private static StepInfo info(int iteration, Track track, double value, double norm, double stepSize, long rows) {
        boolean known = !Double.isNaN(value);
        return new StepInfo(
                iteration, track.phase(), value, null, norm, Double.NaN, stepSize, known, rows, track.draws());
    }

    @Override
    public FitResult result(FitState state) {
        Track track = (Track) state.place();
        Track.Outcome outcome = track.outcome();
        Posterior posterior =
                outcome != null ? outcome.posterior() : Objects.requireNonNullElse(track.back(), track.here());
        double[] logWeights = outcome == null ? new double[0] : outcome.logWeights();
        FitResult.DrawNoise noise = new FitResult.DrawNoise(
                outcome == null ? Double.NaN : outcome.elboError(),
                outcome == null ? Double.NaN : outcome.rhat(),
                outcome == null ? Double.NaN : outcome.mcse(),
                track.draws());
        return new FitResult(
                        state.status(),
                        state.stopReason(),
                        posterior,
                        track.best().scale(),
                        outcome == null ? null : (Double) outcome.elbo(),
                        state.iteration(),
                        (double) state.rowsVisited() / backend.summary().rows(),
                        state.failure(),
                        state.decisions(),
                        noise)
                .with(new FitResult.Weighed(
                        problem.name(), outcome == null ? Double.NaN : outcome.value(), logWeights));
    }
}
