package io.credence.mixed;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Position;
import io.credence.linalg.Cholesky;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far the fit of groups by themselves has come.
 *
 * @param stage what is evaluated
 * @param round number of the share of the groups that the climb is at, or of the pass with draws
 * @param psi where the next evaluation is; after the climb and the passes with draws, the mode
 * @param from where the last step of the round began; null before the first
 * @param known what was found where the last step began, of this round or the one before; null before the first
 * @param draws of each group of the next pass with draws
 * @param logs what points around the mode came to so far, the mode first
 * @param best coefficients as far as they are known
 */
record GroupState(
        Stage stage,
        int round,
        double[] psi,
        double @Nullable [] from,
        @Nullable GroupEvaluation known,
        int draws,
        List<GroupEvaluation> logs,
        Position best)
        implements AlgorithmState {

    /** What is evaluated, in this order. */
    enum Stage {
        /** The way to the mode of expectation propagation, by ever more groups. */
        CLIMB,
        /** The mode with draws. */
        DRAWS,
        /** Points around the mode. */
        AROUND,
        /** Nothing more. */
        DONE
    }

    GroupState {
        logs = List.copyOf(logs);
    }

    /** With another point to evaluate. */
    GroupState trying(double[] point) {
        return new GroupState(stage, round, point, from, known, draws, logs, best);
    }

    /** A step on from an evaluated point. */
    GroupState stepping(double[] at, GroupEvaluation found, double[] next) {
        return new GroupState(stage, round, next, at, found, draws, logs, best);
    }

    /** At the beginning of a round of a stage. */
    GroupState in(Stage other, int number, int drawsOfEach) {
        double[] begun = other == Stage.CLIMB ? null : from;
        return new GroupState(other, number, psi, begun, known, drawsOfEach, logs, best);
    }

    /** With an evaluation around the mode. */
    GroupState with(GroupEvaluation found) {
        List<GroupEvaluation> more = new ArrayList<>(logs);
        more.add(found);
        return new GroupState(stage, round, psi, from, known, draws, more, best);
    }

    /** What was found where the last step began. */
    GroupEvaluation evaluated() {
        return Objects.requireNonNull(known, "no step was taken");
    }

    /** Where the last step began. */
    double[] begun() {
        return Objects.requireNonNull(from, "no step was taken");
    }

    /** Factorisation of the precision there. */
    Cholesky precision() {
        return Objects.requireNonNull(evaluated().precision(), "a step was taken without a curvature");
    }

    /** Without the evaluations around the mode. */
    GroupState unchecked() {
        return new GroupState(stage, round, psi, from, known, draws, List.of(), best);
    }
}
