package io.credence.mixed.levelwise;

import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.component.PointMoments;
import io.credence.mixed.component.SkewedFrame;
import io.credence.mixed.component.VarianceDesigns;
import io.credence.mixed.component.VarianceRounds;
import io.credence.mixed.levelwise.LevelwiseState.SearchStage;
import io.credence.mixed.result.JointParameterPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Posterior of few unknowns that are not normal, by a design of weighted points of ψ, as for variance components alone.
 * Its frame is skewed by values on both sides of the mode. What draws of effects added at the mode is added everywhere,
 * to first order.
 */
record DesignPosteriorNearMode(LevelwiseDensity density) implements PosteriorNearMode {

    private static final int POINTS = 256;
    private static final int ROUND = POINTS / VarianceDesigns.ROUNDS;

    private int probeCount() {
        return 2 * density.dimension();
    }

    @Override
    public double levelShare() {
        return 1;
    }

    @Override
    public List<double[]> nextPoints(LevelwiseState at) {
        int done = at.pointsAroundMode().evaluations().size();
        if (done == 0) {
            List<double[]> points = new ArrayList<>();
            points.add(at.psi());
            points.addAll(frameAroundMode(at).probes());
            return points;
        }
        int rounds = (done - 1 - probeCount()) / ROUND;
        return rounds == VarianceDesigns.ROUNDS
                ? List.of()
                : rounds(at, rounds + 1).points().subList(rounds * ROUND, (rounds + 1) * ROUND);
    }

    /** Frame along the principal axes of the normal density at the mode. */
    private SkewedFrame frameAroundMode(LevelwiseState at) {
        return SkewedFrame.aroundMode(
                at.psi(), at.requireStepEvaluation().curvature(), density.coordinateUnits(at.psi()));
    }

    /** Points of the first {@code count} rounds; all but the last were evaluated. */
    private VarianceRounds rounds(LevelwiseState at, int count) {
        double[] probed = values(at, 0, 1 + probeCount());
        SkewedFrame frame =
                frameAroundMode(at).withProbedLengths(probed[0], Arrays.copyOfRange(probed, 1, probed.length));
        return VarianceRounds.drawRounds(
                frame, ROUND, count, density.seed(), points -> values(at, 1 + probeCount(), points.size()));
    }

    private double[] values(LevelwiseState at, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToDouble(s -> value(at, s))
                .toArray();
    }

    /**
     * Log density at a point by expectation propagation, with the correction that draws of effects gave at the mode.
     */
    private double value(LevelwiseState at, int s) {
        LevelwiseEvaluation.DrawCorrection drawn = at.requireStepEvaluation().drawCorrection();
        double value = at.pointsAroundMode().evaluations().get(s).value();
        double[] psi = at.pointsAroundMode().all().get(s);
        return drawn == null
                ? value
                : value
                        + drawn.valueShift()
                        + Vectors.dot(drawn.gradientCorrection(), Vectors.difference(psi, at.requireStepStart()));
    }

    @Override
    public String description() {
        return "coefficients and variance components were integrated over " + POINTS + " points";
    }

    @Override
    public JointParameterPosterior posterior(LevelwiseState at) {
        if (at.stage() != SearchStage.DONE) {
            return new QuadraticPosteriorNearMode(density)
                    .posterior(at.withPointsAroundMode(EvaluatedPoints.of(List.of())));
        }
        VarianceRounds rounds = rounds(at, VarianceDesigns.ROUNDS);
        List<double[]> points = rounds.points();
        double[] logs = rounds.logWeights(values(at, 1 + probeCount(), POINTS));
        double[] weights = LogSums.softmax(logs);
        PointMoments moments = PointMoments.of(points, weights);
        List<double[]> components = points.stream()
                .map(psi -> density.withPositiveSds(density.components(psi)))
                .toList();
        return new JointParameterPosterior(
                moments.mean(),
                moments.covariance(),
                components,
                weights,
                logs,
                density.tailCheck().underCoveredNames(points, weights),
                null,
                LogSums.logSumExp(logs));
    }
}
