package io.credence.mixed;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Vectors;
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
 * @param around points around the mode, the mode first
 * @param best coefficients as far as they are known
 */
record GroupState(
        Stage stage,
        int round,
        double[] psi,
        double @Nullable [] from,
        @Nullable GroupEvaluation known,
        int draws,
        Points<GroupEvaluation> around,
        Approximation best)
        implements AlgorithmState {

    /** Step by draws, in standard deviations, after which another one is not worth a pass. */
    static final double SETTLED = 0.2;

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

    /** With another point to evaluate. */
    GroupState trying(double[] point) {
        return new GroupState(stage, round, point, from, known, draws, around, best);
    }

    /** A step on from an evaluated point. */
    GroupState stepping(double[] at, GroupEvaluation found, double[] next) {
        return new GroupState(stage, round, next, at, found, draws, around, best);
    }

    /** At the beginning of a round of a stage. */
    GroupState in(Stage other, int number, int drawsOfEach) {
        double[] begun = other == Stage.CLIMB ? null : from;
        return new GroupState(other, number, psi, begun, known, drawsOfEach, around, best);
    }

    /** With those points around the mode. */
    GroupState with(Points<GroupEvaluation> others) {
        return new GroupState(stage, round, psi, from, known, draws, others, best);
    }

    /** What was found where the last step began. */
    GroupEvaluation evaluated() {
        return Objects.requireNonNull(known, "no step was taken");
    }

    /** Where the last step began. */
    double[] begun() {
        return Objects.requireNonNull(from, "no step was taken");
    }

    /** Standard deviations by which draws, or steps that went on to the last, may leave a mean off; NaN before draws. */
    double error() {
        GroupEvaluation.Drawn drawn = evaluated().drawn();
        if (drawn == null || from == null) {
            return Double.NaN;
        }
        Cholesky precision = precision();
        double both = drawn.error(precision).both();
        double step = VarianceCoordinates.largest(Vectors.difference(psi, from), precision.inverse());
        return step < SETTLED ? both : Math.hypot(both, step);
    }

    /** Factorisation of the precision there. */
    Cholesky precision() {
        return Objects.requireNonNull(evaluated().precision(), "a step was taken without a curvature");
    }
}
