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
 * @param stepsBefore steps of the whole fit before this algorithm
 * @param course course of the iterates in the present phase
 * @param iterate current iterate
 * @param plan sampling plan of the next step
 * @param stepLevel level to which the step size was lowered
 * @param smoothedBound smoothed bound of the paper's stopping rule
 * @param bestApproximation approximation of the best smoothed bound; null before there is one
 * @param outcome the answer; null while the fit runs
 */
record StochasticState(
        int stepsBefore,
        PhaseCourse course,
        Iterate iterate,
        SamplingPlan plan,
        StepLevel stepLevel,
        SmoothedBound smoothedBound,
        @Nullable Approximation bestApproximation,
        @Nullable AssessedAnswer outcome)
        implements AlgorithmState {

    static StochasticState initial(int begun, Iterate start, SamplingPlan plan) {
        return new StochasticState(
                begun, PhaseCourse.APPROACH, start, plan, StepLevel.whole(begun), SmoothedBound.NONE, null, null);
    }

    @Override
    public Approximation best() {
        if (outcome != null) {
            return outcome.approximation();
        }
        return course.average().count() >= ConvergenceMonitor.FEWEST / 2
                ? course.average().approximation(iterate.approximation())
                : iterate.good();
    }

    Phase phase() {
        return course.phase();
    }

    /** A copy in which the iterates are averaged from here on. */
    StochasticState startAveraging() {
        return with(PhaseCourse.AVERAGE);
    }

    /** A copy that approaches again, and watches the newer half of the iterates. */
    StochasticState resumeApproach() {
        Iterates newer = course.iterates.last(course.iterates.size() / 2);
        return with(new PhaseCourse(Phase.APPROACH, newer, IterateAverage.NONE));
    }

    private StochasticState with(PhaseCourse next) {
        return new StochasticState(
                stepsBefore, next, iterate, plan, stepLevel, smoothedBound, bestApproximation, outcome);
    }

    StochasticState with(Iterate next) {
        return new StochasticState(
                stepsBefore, course, next, plan, stepLevel, smoothedBound, bestApproximation, outcome);
    }

    StochasticState with(SamplingPlan next) {
        return new StochasticState(
                stepsBefore, course, iterate, next, stepLevel, smoothedBound, bestApproximation, outcome);
    }

    /** A copy with a larger plan, by which no average was refused yet. */
    StochasticState withLarger(SamplingPlan next, int iteration) {
        return new StochasticState(
                stepsBefore,
                course,
                iterate,
                next,
                stepLevel.unrefused(iteration),
                smoothedBound,
                bestApproximation,
                outcome);
    }

    @Override
    public StochasticState withoutAnswer() {
        return new StochasticState(
                stepsBefore, course, iterate, plan, stepLevel, smoothedBound, bestApproximation, null);
    }

    StochasticState with(SmoothedBound next, @Nullable Approximation best) {
        return new StochasticState(stepsBefore, course, iterate, plan, stepLevel, next, best, outcome);
    }

    StochasticState with(AssessedAnswer answer) {
        return new StochasticState(
                stepsBefore, course, iterate, plan, stepLevel, smoothedBound, bestApproximation, answer);
    }

    /**
     * A copy with the iterate's numbers added to the watched ones and, while averaging, the iterate to the average.
     */
    StochasticState withWatched(WatchedNumbers numbers, double value) {
        return with(course.with(numbers.numbersOf(iterate.approximation(), value), iterate.approximation()));
    }

    /**
     * A copy that returns to the approach phase at the average, with steps of the given level and without memory of the
     * update rule.
     */
    StochasticState restartFromAverage(StepLevel next) {
        Approximation from = course.average().approximation(iterate.approximation());
        double[] move = Vectors.difference(
                from.posterior().mean(), iterate.approximation().posterior().mean());
        Iterate again = Iterate.firstIterate(from, iterate.controlVariate().recentred(move));
        return new StochasticState(
                stepsBefore, PhaseCourse.APPROACH, again, plan, next, smoothedBound, bestApproximation, null);
    }

    /**
     * Level to which the step size was lowered, and the averages that were refused for as much on the way.
     *
     * @param share share of the first step size
     * @param refusals averages in a row that were refused, of which none promised less than half of the first's gain
     * @param promised gain that a further step from the first of them promised, nats; infinite before there is one
     * @param since iteration from which the way of the steps is measured
     */
    record StepLevel(double share, int refusals, double promised, int since) implements Serializable {

        /** Smallest share to which the step size is lowered after a refused average. */
        private static final double LEAST = 1.0 / 64;

        /**
         * Sum of the sizes of steps over which natural steps lower the gain to about a third, and first-order ones go
         * about half a standard deviation.
         */
        private static final double LONG = 0.5;

        /** Number of averages after which it is not the steps that are to blame: their bias falls to a fourth each time. */
        private static final int REPEATED = 3;

        /** The first level, of whole steps after the given iteration. */
        static StepLevel whole(int iteration) {
            return new StepLevel(1, 0, Double.POSITIVE_INFINITY, iteration);
        }

        /** The next lower level, of half the steps. */
        StepLevel lowered(int iteration) {
            return new StepLevel(share / 2, refusals, promised, iteration);
        }

        /** The same steps, before any average was refused. */
        StepLevel unrefused(int iteration) {
            return new StepLevel(share, 0, Double.POSITIVE_INFINITY, iteration);
        }

        /**
         * The level after an average was refused: half the steps, down to the least. Averages after too few steps to
         * have gained what is promised are not counted.
         *
         * @param gain gain that a further step from the average promises, nats; below 0 or no number where that is not
         *     clear
         * @param stepSize size of a step at this level; 0 where the average is not to be counted
         */
        StepLevel afterRefusal(double gain, int iteration, double stepSize) {
            boolean less = gain > 0 && gain < promised / 2;
            boolean counts = less || (iteration - since) * stepSize >= LONG;
            boolean least = share <= LEAST;
            return new StepLevel(
                    least ? share : share / 2,
                    less ? 1 : refusals + (counts ? 1 : 0),
                    less ? gain : promised,
                    counts || !least ? iteration : since);
        }

        /** Whether shorter and more steps are not expected to help. */
        boolean isRefusedForGood() {
            return refusals >= REPEATED;
        }
    }

    /**
     * Course of the iterates in a phase.
     *
     * @param phase approach or averaging
     * @param iterates watched numbers of the iterates
     * @param average average of the iterates, while averaging
     */
    record PhaseCourse(Phase phase, Iterates iterates, IterateAverage average) implements Serializable {

        private static final PhaseCourse APPROACH = new PhaseCourse(Phase.APPROACH, Iterates.NONE, IterateAverage.NONE);
        private static final PhaseCourse AVERAGE = new PhaseCourse(Phase.AVERAGE, Iterates.NONE, IterateAverage.NONE);

        private PhaseCourse with(double[] numbers, Approximation iterate) {
            Iterates more = iterates.with(numbers);
            return phase == Phase.AVERAGE
                    ? new PhaseCourse(phase, more, average.with(iterate))
                    : new PhaseCourse(phase, ConvergenceMonitor.recent(more), IterateAverage.NONE);
        }
    }

    /**
     * Sampling plan of a step.
     *
     * @param order order in which partitions come next
     * @param partitions number of partitions
     * @param rowShare share of their rows that is read, chosen afresh in each step; 1 for all
     * @param draws number of draws
     * @param expansion expansion of all rows; null where none is used
     */
    record SamplingPlan(
            PartitionPlan order,
            int partitions,
            double rowShare,
            int draws,
            @Nullable TaylorControlVariate expansion) implements Serializable {

        SamplingPlan withPartitions(int other) {
            return new SamplingPlan(order, other, rowShare, draws, expansion);
        }

        SamplingPlan withRowShare(double other) {
            return new SamplingPlan(order, partitions, other, draws, expansion);
        }

        SamplingPlan withDraws(int other) {
            return new SamplingPlan(order, partitions, rowShare, other, expansion);
        }

        SamplingPlan next(PartitionPlan nextOrder, @Nullable TaylorControlVariate nextAnchor) {
            return new SamplingPlan(nextOrder, partitions, rowShare, draws, nextAnchor);
        }

        /** Whether a step leaves out some rows of {@code all} partitions. */
        boolean isMinibatch(int all) {
            return partitions < all || rowShare < 1;
        }

        /** Sample of the rows that a step reads. */
        RowSample sample(long seed, long step) {
            return rowShare < 1
                    ? new RowSample(
                            rowShare, AddressedRandom.bits(seed, RandomUse.ROW_SAMPLES.firstAddressWord(), step))
                    : RowSample.ALL;
        }
    }

    /**
     * Iterate of a fit by draws.
     *
     * @param approximation approximation at which the next pass is evaluated
     * @param optimizerState memory of the update rule
     * @param controlVariate control variate around the approximation
     * @param last step that was taken to this iterate, to be retaken shorter; null at the beginning
     * @param retakes number of times that step was retaken
     */
    record Iterate(
            Approximation approximation,
            OptimizerState optimizerState,
            QuadraticControlVariate controlVariate,
            @Nullable TakenStep last,
            RestartCount retakes)
            implements Serializable {

        /**
         * Step that was taken from an approximation known to be good.
         *
         * @param from approximation before the step
         * @param optimizerState memory of the update rule before the step
         * @param direction direction of the step
         * @param dispersionGradient natural gradient of the dispersion's factor; empty without one
         * @param stepSize size of the step
         */
        record TakenStep(
                Approximation from,
                OptimizerState optimizerState,
                Direction direction,
                double[] dispersionGradient,
                double stepSize)
                implements Serializable {}

        /** An iterate without a past step. */
        static Iterate firstIterate(Approximation here, QuadraticControlVariate known) {
            return new Iterate(here, OptimizerState.NONE, known, null, RestartCount.NONE);
        }

        /** The last approximation known to be good. */
        Approximation good() {
            return last == null ? approximation : last.from();
        }
    }

    /**
     * Running sum of iterates in coordinates whose updates are unbiased. For Gaussians these are the mean and the
     * precision; for the dispersion, shape and scale.
     *
     * @param count number of iterates
     * @param coordinates sum of {@link Posterior#coordinates()}
     * @param dispersionSums sum of the coordinates of the dispersion's factor; empty without one
     */
    record IterateAverage(int count, double[] coordinates, double[] dispersionSums) implements Serializable {

        static final IterateAverage NONE = new IterateAverage(0, new double[0], new double[0]);

        IterateAverage with(Approximation approximation) {
            double[] here = approximation.posterior().coordinates();
            double[] own = approximation.dispersion().coordinates();
            return count == 0
                    ? new IterateAverage(1, here, own)
                    : new IterateAverage(count + 1, sum(coordinates, here), sum(dispersionSums, own));
        }

        private static double[] sum(double[] x, double[] y) {
            double[] sum = x.clone();
            for (int j = 0; j < sum.length; j++) {
                sum[j] += y[j];
            }
            return sum;
        }

        /**
         * The average as a member of the family of {@code like}. It is {@code like} itself where there is no average,
         * or the family has no such member.
         */
        Approximation approximation(Approximation like) {
            if (count == 0) {
                return like;
            }
            Posterior q = like.posterior().withCoordinates(divided(coordinates));
            return q == null ? like : new Approximation(q, like.dispersion().withCoordinates(divided(dispersionSums)));
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
