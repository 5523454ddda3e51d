package io.credence.fit.stochastic;

import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ControlVariateBuilder;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NoisyGradient;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StepGeometry;
import io.credence.fit.stochastic.StochasticState.Iterate;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.optimize.NewtonSearch;
import io.credence.optimize.RestartCount;
import io.credence.update.OptimizerState;
import io.credence.update.UpdateResult;
import io.credence.update.UpdateRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Moves an iterate along the gradient estimated at it, by the fit's update rule. */
final class StochasticUpdate<Q extends Posterior> {

    private final Problem problem;
    private final StepGeometry<Q> geometry;
    private final ControlVariateBuilder variates;
    private final SamplingSettings.Update updates;

    StochasticUpdate(
            Problem problem,
            StepGeometry<Q> geometry,
            ControlVariateBuilder variates,
            SamplingSettings.Update updates) {
        this.problem = problem;
        this.geometry = geometry;
        this.variates = variates;
        this.updates = updates;
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q asFamily(Approximation approximation) {
        return (Q) approximation.posterior();
    }

    /** The iterate after a step along a finite gradient. */
    Iterate step(StochasticState state, NoisyGradient found, int iteration) {
        Iterate iterate = state.iterate();
        Q q = asFamily(iterate.approximation());
        if (state.phase() == Phase.APPROACH
                && variates.isTooWide(iterate.approximation(), iterate.controlVariate(), found)) {
            Iterate narrower = narrower(iterate, RestartCount.NONE);
            if (narrower != null) {
                return narrower;
            }
        }
        Estimate estimate = Objects.requireNonNull(found.estimate());
        int draws = state.plan().draws();
        if (variates.lacksConstants(iterate.controlVariate())) {
            Approximation here = iterate.approximation();
            return Iterate.firstIterate(here, variates.afterStep(here, iterate.controlVariate(), here, found, draws));
        }
        double base = geometry.baseStepSize(q, draws, found);
        double size = updates.schedule(base * state.stepLevel().share()).stepSize(iteration - state.stepsBefore());
        Iterate.TakenStep taken = new Iterate.TakenStep(
                iterate.approximation(),
                iterate.optimizerState(),
                geometry.direction(q, iterate.controlVariate(), estimate),
                found.dispersionGradient(),
                size);
        MovedApproximation next = applyStep(taken, size);
        QuadraticControlVariate known = variates.afterStep(
                iterate.approximation(), iterate.controlVariate(), next.approximation(), found, draws);
        return new Iterate(next.approximation(), next.optimizerState(), known, taken, RestartCount.NONE);
    }

    private record MovedApproximation(Approximation approximation, OptimizerState optimizerState) {}

    private MovedApproximation applyStep(Iterate.TakenStep taken, double size) {
        Q q = asFamily(taken.from());
        UpdateRule<Q> rule = geometry.rule(q);
        double least = size * NewtonSearch.LEAST_SHARE;
        UpdateResult<Q> moved = NewtonSearch.largestStep(size, least, share -> {
            UpdateResult<Q> next = rule.nextUpdate(q, taken.optimizerState(), taken.direction(), share);
            return share > 2 * least && problem.hasInfiniteDivergence(next.posterior()) ? null : next;
        });
        if (moved == null) {
            throw new IllegalStateException("the shortest step is always taken");
        }
        return new MovedApproximation(
                new Approximation(
                        moved.posterior(),
                        steppedDispersion(taken.from().dispersion(), taken.dispersionGradient(), size)),
                moved.optimizerState());
    }

    private DispersionPosterior steppedDispersion(DispersionPosterior from, double[] natural, double size) {
        double[] now = from.coordinates();
        if (now.length == 0 || natural.length == 0) {
            return from;
        }
        double step = updates.isNatural() ? size : 0.5;
        double[] prior = problem.dispersionPrior().coordinates();
        double[] next = new double[now.length];
        for (int i = 0; i < next.length; i++) {
            next[i] = clampedStep(now[i] + step * (prior[i] + natural[i] - now[i]), now[i]);
        }
        return from.withCoordinates(next);
    }

    private static double clampedStep(double required, double now) {
        return Math.max(now / RestartCount.FACTOR, Math.min(now * RestartCount.FACTOR, required));
    }

    private @Nullable Iterate narrower(Iterate iterate, RestartCount retakes) {
        return iterate.approximation().posterior().gaussian() == null
                ? null
                : new Iterate(
                        iterate.approximation().narrower(),
                        OptimizerState.NONE,
                        QuadraticControlVariate.zero(iterate.controlVariate().blocks()),
                        null,
                        retakes);
    }

    /**
     * The iterate after retaking at a quarter of its size a step to a number that was not finite. Where there was no
     * step, it is a narrower start.
     *
     * @return the iterate; null where neither is possible
     */
    @Nullable
    Iterate retakenShorter(Iterate iterate) {
        Iterate.TakenStep last = iterate.last();
        RestartCount again = iterate.retakes().next();
        if (last == null) {
            return narrower(iterate, again);
        }
        double size = last.stepSize() * again.stepShare();
        MovedApproximation next = applyStep(last, size);
        QuadraticControlVariate known =
                QuadraticControlVariate.zero(iterate.controlVariate().blocks());
        return new Iterate(next.approximation(), next.optimizerState(), known, last, again);
    }
}
