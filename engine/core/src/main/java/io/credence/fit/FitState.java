package io.credence.fit;

import io.credence.statistics.NonFinite;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything the next step depends on, and nothing else: a checkpoint is this value written down, and resuming is reading
 * it.
 *
 * @param iteration steps done
 * @param rowsVisited rows visited so far, over all passes
 * @param stage number of the algorithm that goes on, where several follow each other
 * @param state of that algorithm
 * @param status how the fit stands
 * @param stopReason why it stopped, or empty
 * @param failure the number that was not finite, if that is why
 * @param decisions what was decided automatically and why
 * @param last what the last step did; null before the first
 */
public record FitState(
        int iteration,
        long rowsVisited,
        int stage,
        AlgorithmState state,
        FitStatus status,
        String stopReason,
        @Nullable NonFinite failure,
        List<String> decisions,
        @Nullable StepInfo last)
        implements Serializable {

    /** Before the first step. */
    public static FitState start(AlgorithmState state, List<String> decisions) {
        return new FitState(0, 0, 0, state, FitStatus.RUNNING, "", null, decisions, null);
    }

    /** The beginning of a fit that goes on from this one, with what it decided besides. */
    public FitState onwards(AlgorithmState next, List<String> further) {
        List<String> all = new ArrayList<>(decisions);
        all.addAll(further);
        return new FitState(iteration, rowsVisited, stage, next, FitStatus.RUNNING, "", null, List.copyOf(all), last);
    }

    /** The same with another algorithm to go on. */
    public FitState inStage(int other) {
        return new FitState(iteration, rowsVisited, other, state, status, stopReason, failure, decisions, last);
    }

    /** Whether another step may follow. */
    public boolean isRunning() {
        return status == FitStatus.RUNNING;
    }

    /** The last approximation known to be good. */
    public Approximation best() {
        return state.best();
    }

    /**
     * Refuses another step of a fit that has stopped.
     *
     * @throws IllegalStateException if it has
     */
    public void requireRunning() {
        if (!isRunning()) {
            throw new IllegalStateException("a fit that has stopped cannot step: " + stopReason);
        }
    }

    /** One step further. */
    public FitState stepped(long rows, StepInfo info) {
        return new FitState(
                iteration + 1, rowsVisited + rows, stage, state, status, stopReason, failure, decisions, info);
    }

    /** The same after more rows were visited. */
    public FitState visited(long rows) {
        return new FitState(iteration, rowsVisited + rows, stage, state, status, stopReason, failure, decisions, last);
    }

    /** The same with another state of the algorithm. */
    public FitState with(AlgorithmState next) {
        return new FitState(iteration, rowsVisited, stage, next, status, stopReason, failure, decisions, last);
    }

    /** The same with one more decision. */
    public FitState with(String decision) {
        List<String> all = new ArrayList<>(decisions);
        all.add(decision);
        return new FitState(iteration, rowsVisited, stage, state, status, stopReason, failure, List.copyOf(all), last);
    }

    /** Where it was before a budget ended it. */
    FitState running() {
        return stopped(FitStatus.RUNNING, "", null);
    }

    /** The same, marked as cut off by something outside of the fit. */
    public FitState interrupted() {
        return stopped(FitStatus.RUNNING, "it was interrupted", null);
    }

    /** The same, stopped. */
    public FitState stopped(FitStatus how, String why, @Nullable NonFinite where) {
        return new FitState(iteration, rowsVisited, stage, state, how, why, where, decisions, last);
    }

    /**
     * What one step did, for traces and progress.
     *
     * @param iteration number of the step, from 1
     * @param phase stage it belongs to
     * @param objective value of the minimised objective of that stage
     * @param elbo evidence lower bound, nats; null outside the variational stage and for objectives
     *     with another divergence
     * @param gradientNorm Euclidean norm of the bound's gradient in the mean
     * @param remaining what is predicted to be left to gain, nats
     * @param stepSize step size that led here
     * @param accepted whether the objective improved
     * @param rows rows that were visited
     * @param draws draws of the step; 0 for a step without
     */
    public record StepInfo(
            int iteration,
            Phase phase,
            double objective,
            @Nullable Double elbo,
            double gradientNorm,
            double remaining,
            double stepSize,
            boolean accepted,
            long rows,
            int draws)
            implements Serializable {}

    /** The stages of a fit. */
    public enum Phase {
        /** Newton steps to the mode on a sample of the rows. */
        SAMPLE,
        /** Steps to the mode on all rows. */
        MODE,
        /** Natural-gradient steps on the ELBO, then L-BFGS steps where those are slow. */
        VARIATIONAL,
        /** Steps along estimated gradients, or of partitions each by itself, on the way. */
        APPROACH,
        /** The same once the iterates are stationary and are averaged. */
        AVERAGE,
        /** Steps of an optimiser over draws that stay the same. */
        FIXED_DRAWS,
        /** Points beside a mode, over which a density is integrated. */
        DESIGN
    }

    /** How a fit stands. */
    public enum FitStatus {
        /** Not finished. */
        RUNNING,
        /** What is left to gain is below the tolerance. */
        CONVERGED,
        /** The budget of iterations was spent first, or steps stopped to gain; another algorithm may go on from there. */
        BUDGET,
        /** No step improves the objective, or a number was not finite; the last good state is kept. */
        DIVERGED
    }

    /** Watches a fit: progress, trace, checkpoint. Cannot change it. */
    @FunctionalInterface
    public interface FitListener {

        /** Called after each step. */
        void stepped(FitState state);

        /** Gives each step to that taker. */
        static FitListener ofSteps(Consumer<StepInfo> taker) {
            return state -> {
                StepInfo step = state.last();
                if (step != null) {
                    taker.accept(step);
                }
            };
        }
    }

    /** The state of an algorithm: what it needs for the next step. */
    public interface AlgorithmState extends Serializable {

        /** The last approximation known to be good. */
        Approximation best();

        /** The state of the stage that goes on, of a fit in stages that remembers more; else this. */
        default AlgorithmState within() {
            return this;
        }

        /** The same around another state of that stage; else that state. */
        default AlgorithmState around(AlgorithmState next) {
            return next;
        }
    }
}
