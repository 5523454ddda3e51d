package io.credence.mixed.levelwise;

import io.credence.mixed.component.ScoredPoint;
import java.util.Comparator;
import java.util.List;

/**
 * Evaluations of one pass, of one point or several. Value and gradient are those of the point with the largest value.
 *
 * @param all evaluations in the order of their points, at least one
 */
record LevelwiseEvaluations(List<LevelwiseEvaluation> all) implements ScoredPoint {

    LevelwiseEvaluations {
        all = List.copyOf(all);
    }

    static LevelwiseEvaluations of(LevelwiseEvaluation one) {
        return new LevelwiseEvaluations(List.of(one));
    }

    private LevelwiseEvaluation largest() {
        return all.stream()
                .max(Comparator.comparingDouble(LevelwiseEvaluation::value))
                .orElseThrow();
    }

    @Override
    public double value() {
        return largest().value();
    }

    @Override
    public double[] gradient() {
        return largest().gradient();
    }

    @Override
    public long rows() {
        return all.stream().mapToLong(LevelwiseEvaluation::rows).sum();
    }
}
