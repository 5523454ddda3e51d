package io.credence.mixed.joint;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.mixed.component.DesignCoordinates;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.component.SkewedFrame;
import io.credence.mixed.component.VarianceRounds;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.optimize.BfgsSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of the search that takes all effects together.
 *
 * @param stage stage of the search
 * @param search search for the mode; null before the first evaluation
 * @param frames frames of the design's rounds so far; before, the one around the mode
 * @param points points that the stage evaluates, behind those of earlier rounds
 * @param warmStart evaluation from which the next one starts; null before the first
 * @param best coefficients as estimated so far
 */
public record JointState(
        SearchStage stage,
        @Nullable BfgsSearch search,
        List<SkewedFrame> frames,
        EvaluatedPoints<ComponentDensityEvaluation> points,
        @Nullable ComponentDensityEvaluation warmStart,
        Approximation best)
        implements AlgorithmState {

    /** Stages of the search, in their order. */
    enum SearchStage {
        /** Search for the mode. */
        MODE,
        /** Gradients around the mode, whose differences give the curvature. */
        CURVATURE,
        /** Log densities on both sides of the mode. */
        SKEWNESS,
        /** Points of the design. */
        DESIGN,
        /** End of the search. */
        DONE
    }

    JointState withModeStep(BfgsSearch next, ComponentDensityEvaluation found) {
        return new JointState(stage, next, frames, points, found, best);
    }

    /** State with another evaluation of the stage, and the one from which the next starts. */
    JointState withEvaluation(ComponentDensityEvaluation found, @Nullable ComponentDensityEvaluation warm) {
        return new JointState(stage, search, frames, points.withEvaluation(found.withoutSites()), warm, best);
    }

    /** State at the beginning of a stage with the points that it evaluates. */
    JointState atStage(SearchStage next, List<SkewedFrame> known, List<double[]> all) {
        return atStage(next, known, EvaluatedPoints.of(all));
    }

    JointState atStage(SearchStage next, List<SkewedFrame> known, EvaluatedPoints<ComponentDensityEvaluation> some) {
        return new JointState(next, search, List.copyOf(known), some, warmStart, best);
    }

    /** Rounds of the design so far. */
    VarianceRounds rounds(DesignCoordinates coordinates) {
        return new VarianceRounds(coordinates, frames, points.all());
    }

    /** Log densities at the points of the stage that were evaluated so far. */
    double[] values() {
        return points.evaluations().stream()
                .mapToDouble(ComponentDensityEvaluation::value)
                .toArray();
    }

    /**
     * Log densities at the points of the stage with their corrections to second order, by which points of a design are
     * weighted.
     */
    double[] correctedLogDensities() {
        return points.evaluations().stream()
                .mapToDouble(ComponentDensityEvaluation::correctedLogDensity)
                .toArray();
    }
}
