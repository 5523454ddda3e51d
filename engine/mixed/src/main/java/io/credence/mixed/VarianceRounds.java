package io.credence.mixed;

import io.credence.linalg.LogSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Rounds of points over which a density is integrated, each in a frame that is fitted to those before ({@link VarianceDesigns}).
 *
 * @param coordinates in which the frames are
 * @param frames of each round
 * @param points of all rounds, as many of each
 */
record VarianceRounds(DesignCoordinates coordinates, List<SkewedFrame> frames, List<double[]> points) {

    VarianceRounds {
        frames = List.copyOf(frames);
        points = List.copyOf(points);
    }

    /** A first round of that many points. */
    static VarianceRounds first(DesignCoordinates coordinates, SkewedFrame frame, int count, long seed) {
        return new VarianceRounds(
                coordinates, List.of(frame), coordinates.components(VarianceDesigns.points(frame, count, 0, seed)));
    }

    /** As many rounds of that many points, of which all but the last have values. */
    static VarianceRounds of(
            SkewedFrame frame, int count, int many, long seed, Function<List<double[]>, double[]> values) {
        VarianceRounds rounds = first(DesignCoordinates.SAME, frame, count, seed);
        for (int round = 1; round < many; round++) {
            rounds = rounds.next(values.apply(rounds.points()), count, seed);
        }
        return rounds;
    }

    /**
     * With a round more.
     *
     * @param values log densities at the points so far
     */
    VarianceRounds next(double[] values, int count, long seed) {
        return in(SkewedFrame.of(coordinates.of(points), LogSums.shares(logWeights(values))), count, seed);
    }

    /** With a round more that goes further out than the last one by that factor. */
    VarianceRounds further(double factor, int count, long seed) {
        return in(frames.get(frames.size() - 1).stretched(factor), count, seed);
    }

    private VarianceRounds in(SkewedFrame fitted, int count, long seed) {
        List<SkewedFrame> more = new ArrayList<>(frames);
        more.add(fitted);
        List<double[]> all = new ArrayList<>(points);
        all.addAll(coordinates.components(VarianceDesigns.points(fitted, count, frames.size(), seed)));
        return new VarianceRounds(coordinates, more, all);
    }

    /** Logarithms of the points' weights, whose sum is the integral. */
    double[] logWeights(double[] values) {
        List<double[]> design = coordinates.of(points);
        double[] logs = VarianceDesigns.logDensities(frames, design);
        Arrays.setAll(
                logs,
                s -> values[s] == Double.NEGATIVE_INFINITY
                        ? values[s]
                        : values[s] - logs[s] - coordinates.logScale(points.get(s), design.get(s)));
        return logs;
    }
}
