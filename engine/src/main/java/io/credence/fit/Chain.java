package io.credence.fit;

import io.credence.gradient.Surrogate;
import io.credence.schedule.Iterates;
import io.credence.schedule.PartitionPlan;
import io.credence.schedule.SmoothedBound;
import io.credence.update.Direction;
import io.credence.update.Memory;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by draws is.
 *
 * @param phase on the way, or averaging
 * @param walk the iterate
 * @param reading what a step reads
 * @param level share of the step size that the stopping rule left
 * @param iterates monitored numbers of the iterates of this phase
 * @param average of the iterates, while averaging
 * @param bound the paper's stopping rule
 * @param holder position of the best smoothed bound; null before there is one
 * @param outcome the answer; null while the fit runs
 */
record Chain(
        Phase phase,
        Walk walk,
        Reading reading,
        double level,
        Iterates iterates,
        Average average,
        SmoothedBound bound,
        @Nullable Position holder,
        @Nullable Outcome outcome)
        implements Place {

    /** Fewest iterates whose average is better than the last of them. */
    private static final int WORTH_AVERAGING = 20;

    /**
     * The iterate.
     *
     * @param here where the next pass looks
     * @param memory of the update rule
     * @param surrogate what is known of log p around here
     * @param back the step that led here, to be retaken shorter; null at the beginning
     * @param retakes times it was
     */
    record Walk(
            Position here,
            Memory memory,
            Surrogate surrogate,
            @Nullable Back back,
            int retakes) implements Serializable {}

    /**
     * A step that was taken from a position known to be good.
     *
     * @param from where it began
     * @param memory of the update rule before it
     * @param surrogate what was known there
     * @param direction where it went
     * @param scale natural gradient of the dispersion's factor; empty without one
     * @param stepSize how far
     */
    record Back(Position from, Memory memory, Surrogate surrogate, Direction direction, double[] scale, double stepSize)
            implements Serializable {}

    /**
     * What a step reads.
     *
     * @param plan which partitions come next
     * @param partitions how many
     * @param draws how many draws
     * @param anchor full-data expansion; null where none is used
     */
    record Reading(
            PartitionPlan plan,
            int partitions,
            int draws,
            @Nullable Anchored anchor) implements Serializable {}

    /**
     * The answer with its bound over all rows.
     *
     * @param elbo bound, nats
     * @param elboError its Monte-Carlo standard error; 0 where it is exact
     * @param rhat largest R̂ of the iterates that were averaged; NaN if it was not found
     * @param mcse largest standard error of the average, posterior sds; NaN if it was not found
     */
    record Outcome(Position position, double elbo, double elboError, double rhat, double mcse)
            implements Serializable {}

    @Override
    public Position best() {
        if (outcome != null) {
            return outcome.position();
        }
        if (average.count() >= WORTH_AVERAGING) {
            return average.position(walk.here());
        }
        Back back = walk.back();
        return back == null ? walk.here() : back.from();
    }

    Chain with(Phase next, Iterates newIterates, Average newAverage) {
        return new Chain(next, walk, reading, level, newIterates, newAverage, bound, holder, outcome);
    }

    Chain with(Walk next) {
        return new Chain(phase, next, reading, level, iterates, average, bound, holder, outcome);
    }

    Chain with(Reading next) {
        return new Chain(phase, walk, next, level, iterates, average, bound, holder, outcome);
    }

    Chain with(SmoothedBound next, @Nullable Position best) {
        return new Chain(phase, walk, reading, level, iterates, average, next, best, outcome);
    }

    Chain with(Outcome answer) {
        return new Chain(phase, walk, reading, level, iterates, average, bound, holder, answer);
    }

    /** With the iterate counted among those that are watched and, while averaging, averaged. */
    Chain counted(Monitor monitor, double value) {
        Iterates more = iterates.with(monitor.of(walk.here(), value));
        return phase == Phase.AVERAGE
                ? with(phase, more, average.with(walk.here()))
                : with(phase, Watch.recent(more), Average.NONE);
    }

    /** On the way again, from the average, with that step size and without what the update rule remembers of the old way. */
    Chain fromAverage(double newLevel) {
        Position begin = average.count() == 0 ? walk.here() : average.position(walk.here());
        double[] move = Vectors.difference(
                begin.coefficients().mean(), walk.here().coefficients().mean());
        Surrogate known = walk.surrogate().moved(move);
        Walk again = new Walk(begin, Memory.NONE, known, null, 0);
        return new Chain(Phase.APPROACH, again, reading, newLevel, Iterates.NONE, Average.NONE, bound, holder, null);
    }
}
