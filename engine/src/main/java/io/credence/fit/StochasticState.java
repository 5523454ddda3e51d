package io.credence.fit;

import io.credence.schedule.Iterates;
import io.credence.schedule.SmoothedBound;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by draws is.
 *
 * @param begun steps of the whole fit before this algorithm
 * @param phase on the way, or averaging
 * @param iterate the iterate
 * @param plan what a step reads
 * @param level share of the step size that the convergence monitor left
 * @param iterates monitored numbers of the iterates of this phase
 * @param average of the iterates, while averaging
 * @param bound the paper's stopping rule
 * @param holder position of the best smoothed bound; null before there is one
 * @param outcome the answer; null while the fit runs
 */
record StochasticState(
        int begun,
        Phase phase,
        Iterate iterate,
        SamplingPlan plan,
        double level,
        Iterates iterates,
        IterateAverage average,
        SmoothedBound bound,
        @Nullable Position holder,
        @Nullable Outcome outcome)
        implements AlgorithmState {

    /** Fewest iterates whose average is better than the last of them. */
    private static final int WORTH_AVERAGING = 20;

    /**
     * The answer with what was seen of it over all rows.
     *
     * @param value the objective, nats; NaN if it was not found
     * @param elbo evidence lower bound, nats
     * @param elboError its Monte-Carlo standard error; 0 where it is exact
     * @param logWeights log p(D, θ_s) − log q(θ_s) of fresh draws, of stratified ones those of equally likely ones; empty
     *     where they were not taken
     * @param rhat largest R̂ of the iterates that were averaged; NaN if it was not found
     * @param mcse largest standard error of the average, posterior sds; NaN if it was not found
     */
    record Outcome(
            Position position,
            double value,
            double elbo,
            double elboError,
            double[] logWeights,
            double rhat,
            double mcse)
            implements Serializable {}

    static StochasticState begin(int begun, Iterate start, SamplingPlan plan) {
        return new StochasticState(
                begun,
                Phase.APPROACH,
                start,
                plan,
                1,
                Iterates.NONE,
                IterateAverage.NONE,
                SmoothedBound.NONE,
                null,
                null);
    }

    @Override
    public Position best() {
        if (outcome != null) {
            return outcome.position();
        }
        return average.count() >= WORTH_AVERAGING ? average.position(iterate.here()) : iterate.good();
    }

    StochasticState into(Phase next, Iterates newIterates, IterateAverage newAverage) {
        return new StochasticState(begun, next, iterate, plan, level, newIterates, newAverage, bound, holder, outcome);
    }

    StochasticState with(Iterate next) {
        return new StochasticState(begun, phase, next, plan, level, iterates, average, bound, holder, outcome);
    }

    StochasticState with(SamplingPlan next) {
        return new StochasticState(begun, phase, iterate, next, level, iterates, average, bound, holder, outcome);
    }

    StochasticState with(SmoothedBound next, @Nullable Position best) {
        return new StochasticState(begun, phase, iterate, plan, level, iterates, average, next, best, outcome);
    }

    StochasticState with(Outcome answer) {
        return new StochasticState(begun, phase, iterate, plan, level, iterates, average, bound, holder, answer);
    }

    /** With the iterate counted among those that are watched and, while averaging, averaged. */
    StochasticState counted(WatchedNumbers numbers, double value) {
        Iterates more = iterates.with(numbers.of(iterate.here(), value));
        return phase == Phase.AVERAGE
                ? into(phase, more, average.with(iterate.here()))
                : into(phase, ConvergenceMonitor.recent(more), IterateAverage.NONE);
    }

    /** On the way again, from the average, with that step size and without what the update rule remembers of the old way. */
    StochasticState fromAverage(double newLevel) {
        Position from = average.position(iterate.here());
        double[] move = Vectors.difference(
                from.posterior().mean(), iterate.here().posterior().mean());
        Iterate again = Iterate.at(from, iterate.known().moved(move));
        return new StochasticState(
                begun, Phase.APPROACH, again, plan, newLevel, Iterates.NONE, IterateAverage.NONE, bound, holder, null);
    }
}
