package io.credence.fit;

import io.credence.statistics.NonFiniteValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Complete state of a fit: everything the next step depends on, and nothing else. A checkpoint is this value written
 * down, and resuming is reading it.
 *
 * @param iteration number of steps done
 * @param rowsVisited rows visited so far, over all passes
 * @param stage number of the algorithm that is running, where several follow each other
 * @param algorithmState state of that algorithm
 * @param ending whether and why it has stopped
 * @param decisions automatic decisions so far, with their reasons
 * @param lastStep report of the last step; null before the first
 */
public record FitState(
        int iteration,
        long rowsVisited,
        int stage,
        AlgorithmState algorithmState,
        Ending ending,
        List<String> decisions,
        @Nullable StepInfo lastStep)
        implements Serializable {

    /** The state before the first step. */
    public static FitState initial(AlgorithmState state, List<String> decisions) {
        return new FitState(0, 0, 0, state, Ending.NONE, decisions, null);
    }

    /** The state in which another algorithm continues this fit, with that algorithm's decisions added. */
    public FitState continueWith(AlgorithmState next, List<String> further) {
        List<String> all = new ArrayList<>(decisions);
        all.addAll(further);
        return new FitState(iteration, rowsVisited, stage, next, Ending.NONE, List.copyOf(all), lastStep);
    }

    /** A copy in which another stage runs. */
    public FitState inStage(int other) {
        return new FitState(iteration, rowsVisited, other, algorithmState, ending, decisions, lastStep);
    }

    /** Status of the fit. */
    public FitStatus status() {
        return ending.status();
    }

    /** Reason why the fit stopped, or empty. */
    public String stopReason() {
        return ending.reason();
    }

    /** The number that was not finite, if the fit stopped for it. */
    public @Nullable NonFiniteValue failure() {
        return ending.failure();
    }

    /** Whether another step may follow. */
    public boolean isRunning() {
        return status() == FitStatus.RUNNING;
    }

    /** The last approximation known to be good. */
    public Approximation best() {
        return algorithmState.best();
    }

    /**
     * Refuses another step of a fit that has stopped.
     *
     * @throws IllegalStateException if it has
     */
    public void requireRunning() {
        if (!isRunning()) {
            throw new IllegalStateException("a fit that has stopped cannot step: " + stopReason());
        }
    }

    /** A copy after one more step. */
    public FitState withStep(long rows, StepInfo info) {
        return new FitState(iteration + 1, rowsVisited + rows, stage, algorithmState, ending, decisions, info);
    }

    /** A copy after more rows were visited. */
    public FitState withRowsVisited(long rows) {
        return new FitState(iteration, rowsVisited + rows, stage, algorithmState, ending, decisions, lastStep);
    }

    /** A copy with another state of the algorithm. */
    public FitState with(AlgorithmState next) {
        return new FitState(iteration, rowsVisited, stage, next, ending, decisions, lastStep);
    }

    /** A copy with one more decision. */
    public FitState with(String decision) {
        List<String> all = new ArrayList<>(decisions);
        all.add(decision);
        return new FitState(iteration, rowsVisited, stage, algorithmState, ending, List.copyOf(all), lastStep);
    }

    /** A running copy, as before a budget ended it. */
    FitState asRunning() {
        return with(algorithmState.withoutAnswer()).with(Ending.NONE);
    }

    /** A copy marked as interrupted by something outside the fit. */
    public FitState interrupted() {
        return with(new Ending(FitStatus.RUNNING, "it was interrupted", null));
    }

    /** A stopped copy, with its status, reason and number that was not finite. */
    public FitState stopped(FitStatus how, String why, @Nullable NonFiniteValue where) {
        return with(new Ending(how, why, where));
    }

    private FitState with(Ending next) {
        return new FitState(iteration, rowsVisited, stage, algorithmState, next, decisions, lastStep);
    }

    /**
     * Report of one step, for traces and progress.
     *
     * @param iteration number of the step, from 1
     * @param phase phase of the step
     * @param progress progress of the objective
     * @param stepSize size of this step
     * @param accepted whether the objective improved
     * @param rows number of rows visited
     * @param draws number of draws of the step; 0 for a step without draws
     */
    public record StepInfo(
            int iteration,
            Phase phase,
            ObjectiveProgress progress,
            double stepSize,
            boolean accepted,
            long rows,
            int draws)
            implements Serializable {

        /** Value of the minimised objective of the step's phase. */
        public double objective() {
            return progress.objective();
        }

        /**
         * Evidence lower bound, nats; null outside the variational phase and for objectives with another divergence.
         */
        public @Nullable Double elbo() {
            return progress.elbo();
        }

        /** Euclidean norm of the bound's gradient in the mean. */
        public double gradientNorm() {
            return progress.gradientNorm();
        }

        /** Predicted gain that is left, nats. */
        public double remainingGain() {
            return progress.remainingGain();
        }
    }

    /**
     * Progress of the objective at a step; NaN for a number that the algorithm does not have.
     *
     * @param objective value of the minimised objective of the step's phase
     * @param elbo evidence lower bound, nats; null outside the variational phase and for objectives with another
     *     divergence
     * @param gradientNorm Euclidean norm of the bound's gradient in the mean
     * @param remainingGain predicted gain that is left, nats
     */
    public record ObjectiveProgress(
            double objective, @Nullable Double elbo, double gradientNorm, double remainingGain)
            implements Serializable {

        /** Progress of an algorithm that has neither bound nor gradient. */
        public static ObjectiveProgress of(double objective) {
            return new ObjectiveProgress(objective, null, Double.NaN, Double.NaN);
        }
    }

    /**
     * Whether and why a fit has stopped.
     *
     * @param status status of the fit
     * @param reason why it stopped, or empty
     * @param failure the number that was not finite, if that is the reason
     */
    public record Ending(
            FitStatus status, String reason, @Nullable NonFiniteValue failure) implements Serializable {

        /** No ending: the fit goes on. */
        static final Ending NONE = new Ending(FitStatus.RUNNING, "", null);
    }

    /** Phase of a fit, as traces report it. */
    public enum Phase {
        /** Newton steps to the mode on a sample of the rows. */
        SAMPLE,
        /** Steps to the mode on all rows. */
        MODE,
        /** Natural-gradient steps on the ELBO, then L-BFGS steps where those are slow. */
        VARIATIONAL,
        /** Steps along estimated gradients, or fits of single partitions, before the iterates are stationary. */
        APPROACH,
        /** Steps after the iterates became stationary, whose iterates are averaged. */
        AVERAGE,
        /** Steps of an optimiser over draws that stay the same. */
        FIXED_DRAWS,
        /** Evaluations at design points around a mode, over which a density is integrated. */
        DESIGN
    }

    /** Status of a fit. */
    public enum FitStatus {
        /** Not finished. */
        RUNNING,
        /** Converged: the gain that is left is below the tolerance. */
        CONVERGED,
        /** The budget was spent first, steps stopped to gain, or no answer was accepted; another algorithm may continue. */
        BUDGET,
        /** No step improves the objective, or a number was not finite; the last good state is kept. */
        DIVERGED
    }

    /** Observer of a fit, for progress, trace and checkpoints. It cannot change the fit. */
    @FunctionalInterface
    public interface FitListener {

        /** Called after each step. */
        void stepped(FitState state);

        /** A listener that passes the report of each step to {@code taker}. */
        static FitListener ofSteps(Consumer<StepInfo> taker) {
            return state -> {
                StepInfo step = state.lastStep();
                if (step != null) {
                    taker.accept(step);
                }
            };
        }
    }

    /** State of an algorithm, from which its next step is computed. */
    public interface AlgorithmState extends Serializable {

        /** The last approximation known to be good. */
        Approximation best();

        /** A copy that has not ended: without the answer that was assessed at its end, if there was one. */
        default AlgorithmState withoutAnswer() {
            return this;
        }

        /** State of the running stage: a part of this state where a fit in stages remembers more, else this state. */
        default AlgorithmState runningState() {
            return this;
        }

        /**
         * A copy that holds another state of the running stage; that state itself where a fit in stages remembers
         * nothing more.
         */
        default AlgorithmState withRunningState(AlgorithmState next) {
            return next;
        }
    }
}
