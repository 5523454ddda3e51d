package io.credence.mixed.levelwise;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.optimize.NewtonSearch;
import java.util.Objects;

/**
 * State of the search over coefficients and variance components given many levels.
 *
 * @param stage stage of the search
 * @param round number of the share of the levels in the search for the mode, or of the pass with draws
 * @param search point of the next evaluation, after the passes with draws the mode. The last step of the round began at
 *     the search's start; its evaluation is of this round or the one before.
 * @param draws number of draws of each level in the next pass with draws
 * @param pointsAroundMode points around the mode, the mode first
 * @param best coefficients as estimated so far
 */
public record LevelwiseState(
        SearchStage stage,
        int round,
        NewtonSearch<double[], LevelwiseEvaluation> search,
        int draws,
        EvaluatedPoints<LevelwiseEvaluation> pointsAroundMode,
        Approximation best)
        implements AlgorithmState {

    /** Length of a step, in standard deviations, below which another one of its kind is not worth a pass. */
    static final double SETTLED = 0.2;

    /** Stages of the search, in their order. */
    enum SearchStage {
        /** Search for the mode under expectation propagation, by ever more levels. */
        CLIMB,
        /** Search for the mode with draws. */
        DRAWS,
        /** Evaluation of points around the mode. */
        AROUND,
        /** End of the search. */
        DONE
    }

    /** Point of the next evaluation. */
    double[] psi() {
        return search.trial();
    }

    /** State with another point to evaluate. */
    LevelwiseState withNextPoint(double[] point) {
        return with(search.withTrial(point, 1));
    }

    /** State with another search. */
    LevelwiseState with(NewtonSearch<double[], LevelwiseEvaluation> next) {
        return new LevelwiseState(stage, round, next, draws, pointsAroundMode, best);
    }

    /** State after a step from the evaluated point. */
    LevelwiseState afterStep(LevelwiseEvaluation found, double[] next) {
        return with(search.accept(psi(), found).withTrial(next, 1));
    }

    /** State at the beginning of a round of a stage. */
    LevelwiseState atRound(SearchStage other, int number, int drawsOfEach) {
        NewtonSearch<double[], LevelwiseEvaluation> begun =
                other == SearchStage.CLIMB ? new NewtonSearch<>(psi(), 1, null, search.evaluation()) : search;
        return new LevelwiseState(other, number, begun, drawsOfEach, pointsAroundMode, best);
    }

    /** State with the given points around the mode. */
    LevelwiseState withPointsAroundMode(EvaluatedPoints<LevelwiseEvaluation> others) {
        return new LevelwiseState(stage, round, search, draws, others, best);
    }

    /** Evaluation at the point where the last step began. */
    LevelwiseEvaluation requireStepEvaluation() {
        return Objects.requireNonNull(search.evaluation(), "no step was taken");
    }

    /** Point where the last step began. */
    double[] requireStepStart() {
        return Objects.requireNonNull(search.start(), "no step was taken");
    }

    /**
     * Largest error of a mean that draws, or steps still moving at the end, may leave, in its standard deviations; NaN
     * before draws.
     */
    double maxMeanError() {
        LevelwiseEvaluation.DrawCorrection drawn = requireStepEvaluation().drawCorrection();
        double[] stepStart = search.start();
        if (drawn == null || stepStart == null) {
            return Double.NaN;
        }
        Cholesky precision = precision();
        double both = drawn.meanError(precision).totalError();
        double step =
                VarianceCoordinates.maxStandardisedStep(Vectors.difference(psi(), stepStart), precision.inverse());
        return step < SETTLED ? both : Math.hypot(both, step);
    }

    /** Cholesky factor of the precision where the last step began. */
    Cholesky precision() {
        return Objects.requireNonNull(requireStepEvaluation().precision(), "a step was taken without a curvature");
    }
}
