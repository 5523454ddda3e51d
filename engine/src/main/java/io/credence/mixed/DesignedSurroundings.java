package io.credence.mixed;

import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.List;

/**
 * A posterior of few unknowns that are not normal: a design of weighted points of ψ, as for variance components alone, in a frame that is
 * skewed by values on both sides of the mode. What draws of effects added at the mode is added everywhere, to first order.
 */
record DesignedSurroundings(GroupDensity density) implements Surroundings {

    private static final int POINTS = 256;
    private static final int ROUND = POINTS / VarianceDesigns.ROUNDS;

    private int probes() {
        return 2 * density.dimension();
    }

    @Override
    public int evaluations() {
        return 1 + probes() + POINTS;
    }

    @Override
    public double share() {
        return 1;
    }

    @Override
    public double[] point(GroupState at) {
        int s = at.logs().size() - 1;
        if (s < 0) {
            return at.psi();
        }
        if (s < probes()) {
            return around(at).probes().get(s);
        }
        int done = s - probes();
        List<SkewedFrame> frames = frames(at, 1 + done / ROUND);
        return points(frames).get(done);
    }

    /** Along the principal axes of the normal density. */
    private SkewedFrame around(GroupState at) {
        return SkewedFrame.around(at.psi(), at.evaluated().curvature(), density.units(at.psi()));
    }

    /** Those of the first rounds. */
    private List<SkewedFrame> frames(GroupState at, int rounds) {
        double[] beside = new double[probes()];
        for (int s = 0; s < beside.length; s++) {
            beside[s] = value(at, s + 1, around(at).probes().get(s));
        }
        List<SkewedFrame> frames = new ArrayList<>();
        frames.add(around(at).skewed(value(at, 0, at.psi()), beside));
        if (rounds > 1) {
            List<double[]> points = points(frames);
            frames.add(SkewedFrame.of(points, MixedResult.normalized(logWeights(at, frames, points))));
        }
        return frames;
    }

    private List<double[]> points(List<SkewedFrame> frames) {
        List<double[]> points = new ArrayList<>();
        for (int round = 0; round < frames.size(); round++) {
            points.addAll(VarianceDesigns.points(frames.get(round), ROUND, round, density.seed()));
        }
        return points;
    }

    /** With what the draws found beside expectation propagation. */
    private double value(GroupState at, int s, double[] psi) {
        GroupEvaluation.Drawn drawn = at.evaluated().drawn();
        double value = at.logs().get(s).value();
        return drawn == null
                ? value
                : value + drawn.valueShift() + Vectors.dot(drawn.shift(), Vectors.difference(psi, at.begun()));
    }

    private double[] logWeights(GroupState at, List<SkewedFrame> frames, List<double[]> points) {
        double[] logs = VarianceDesigns.logDensities(frames, points);
        for (int s = 0; s < logs.length; s++) {
            logs[s] = value(at, 1 + probes() + s, points.get(s)) - logs[s];
        }
        return logs;
    }

    @Override
    public String words() {
        return "coefficients and variance components were integrated over " + POINTS + " points";
    }

    @Override
    public PsiPosterior posterior(GroupState at) {
        if (at.logs().size() < evaluations()) {
            return new NormalSurroundings(density).posterior(at.unchecked());
        }
        List<SkewedFrame> frames = frames(at, VarianceDesigns.ROUNDS);
        List<double[]> points = points(frames);
        double[] logs = logWeights(at, frames, points);
        double[] weights = MixedResult.normalized(logs);
        PointMoments moments = PointMoments.of(points, weights);
        List<double[]> components = points.stream()
                .map(psi -> density.inside(density.components(psi)))
                .toList();
        return new PsiPosterior(
                moments.mean(), moments.covariance(), components, weights, logs, MixedResult.logSum(logs));
    }
}
