package io.credence.fit.stochastic;

import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.ConvergenceMonitor;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.Phase;
import io.credence.fit.TaylorControlVariate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Vectors;
import io.credence.optimize.RestartCount;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.schedule.Iterates;
import io.credence.schedule.PartitionPlan;
import io.credence.schedule.SmoothedBound;
import io.credence.update.Direction;
import io.credence.update.OptimizerState;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * State of a fit by draws.
 *
 * @param begun steps of the whole fit before this algorithm
 * @param phase approach or averaging
 * @param iterate current iterate
 * @param plan sampling plan of the next step
 * @param level share of the step size that the convergence monitor has left
 * @param iterates monitored numbers of the iterates of this phase
 * @param average average of the iterates, while averaging
 * @param bound smoothed bound of the paper's stopping rule
 * @param holder approximation of the best smoothed bound; null before there is one
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
        @Nullable Approximation holder,
        @Nullable AssessedAnswer outcome)
        implements AlgorithmState {

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
    public Approximation best() {
        if (outcome != null) {
            return outcome.approximation();
        }
        return average.count() >= ConvergenceMonitor.FEWEST / 2
                ? average.approximation(iterate.here())
                : iterate.good();
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

    StochasticState with(SmoothedBound next, @Nullable Approximation best) {
        return new StochasticState(begun, phase, iterate, plan, level, iterates, average, next, best, outcome);
    }

    StochasticState with(AssessedAnswer answer) {
        return new StochasticState(begun, phase, iterate, plan, level, iterates, average, bound, holder, answer);
    }

    /** A copy with the iterate added to those that are watched and, while averaging, to the average. */
    StochasticState counted(WatchedNumbers numbers, double value) {
        Iterates more = iterates.with(numbers.of(iterate.here(), value));
        return phase == Phase.AVERAGE
                ? into(phase, more, average.with(iterate.here()))
                : into(phase, ConvergenceMonitor.recent(more), IterateAverage.NONE);
    }

    /**
     * A copy in the approach phase again, from the average, with the given step size and without the memory of the
     * update rule.
     */
    StochasticState fromAverage(double newLevel) {
        Approximation from = average.approximation(iterate.here());
        double[] move = Vectors.difference(
                from.posterior().mean(), iterate.here().posterior().mean());
        Iterate again = Iterate.at(from, iterate.known().moved(move));
        return new StochasticState(
                begun, Phase.APPROACH, again, plan, newLevel, Iterates.NONE, IterateAverage.NONE, bound, holder, null);
    }

    /**
     * Sampling plan of a step.
     *
     * @param order order in which partitions come next
     * @param partitions number of partitions
     * @param share share of their rows that is read, chosen afresh in each step; 1 for all
     * @param draws number of draws
     * @param anchor expansion of all rows; null where none is used
     */
    record SamplingPlan(
            PartitionPlan order,
            int partitions,
            double share,
            int draws,
            @Nullable TaylorControlVariate anchor) implements Serializable {

        SamplingPlan withPartitions(int other) {
            return new SamplingPlan(order, other, share, draws, anchor);
        }

        SamplingPlan withShare(double other) {
            return new SamplingPlan(order, partitions, other, draws, anchor);
        }

        SamplingPlan withDraws(int other) {
            return new SamplingPlan(order, partitions, share, other, anchor);
        }

        SamplingPlan next(PartitionPlan nextOrder, @Nullable TaylorControlVariate nextAnchor) {
            return new SamplingPlan(nextOrder, partitions, share, draws, nextAnchor);
        }

        /** Whether a step leaves out some rows of {@code all} partitions. */
        boolean isMinibatch(int all) {
            return partitions < all || share < 1;
        }

        /** Sample of the rows that a step reads. */
        RowSample sample(long seed, long step) {
            return share < 1
                    ? new RowSample(share, AddressedRandom.bits(seed, RandomUse.ROW_SAMPLES.address(), step))
                    : RowSample.ALL;
        }
    }

    /**
     * Iterate of a fit by draws.
     *
     * @param here approximation at which the next pass is evaluated
     * @param memory memory of the update rule
     * @param known control variate known around here
     * @param last step that led here, to be retaken shorter; null at the beginning
     * @param retakes number of times that step was retaken
     */
    record Iterate(
            Approximation here,
            OptimizerState memory,
            QuadraticControlVariate known,
            @Nullable TakenStep last,
            RestartCount retakes)
            implements Serializable {

        /**
         * Step that was taken from an approximation known to be good.
         *
         * @param from approximation before the step
         * @param memory memory of the update rule before the step
         * @param direction direction of the step
         * @param scale natural gradient of the dispersion's factor; empty without one
         * @param stepSize size of the step
         */
        record TakenStep(
                Approximation from, OptimizerState memory, Direction direction, double[] scale, double stepSize)
                implements Serializable {}

        /** An iterate without a past step. */
        static Iterate at(Approximation here, QuadraticControlVariate known) {
            return new Iterate(here, OptimizerState.NONE, known, null, RestartCount.NONE);
        }

        /** The last approximation known to be good. */
        Approximation good() {
            return last == null ? here : last.from();
        }
    }

    /**
     * Running sum of iterates in the posterior's coordinates, which for Gaussians are the mean and the precision, whose
     * updates are unbiased, and in the dispersion's shape and scale.
     *
     * @param count number of iterates
     * @param coordinates sum of {@link Posterior#coordinates()}
     * @param scale sum of the coordinates of the dispersion's factor; empty without one
     */
    record IterateAverage(int count, double[] coordinates, double[] scale) implements Serializable {

        static final IterateAverage NONE = new IterateAverage(0, new double[0], new double[0]);

        IterateAverage with(Approximation approximation) {
            double[] here = approximation.posterior().coordinates();
            double[] own = approximation.scale().coordinates();
            return count == 0
                    ? new IterateAverage(1, here, own)
                    : new IterateAverage(count + 1, sum(coordinates, here), sum(scale, own));
        }

        private static double[] sum(double[] x, double[] y) {
            double[] sum = x.clone();
            for (int j = 0; j < sum.length; j++) {
                sum[j] += y[j];
            }
            return sum;
        }

        /**
         * The average, of the family of {@code like}; {@code like} itself where there is no average, or the family has
         * no such member.
         */
        Approximation approximation(Approximation like) {
            if (count == 0) {
                return like;
            }
            Posterior q = like.posterior().at(divided(coordinates));
            return q == null ? like : new Approximation(q, like.scale().at(divided(scale)));
        }

        private double[] divided(double[] sum) {
            double[] average = sum.clone();
            for (int j = 0; j < average.length; j++) {
                average[j] /= count;
            }
            return average;
        }
    }
}
