package io.credence.mixed.component;

import io.credence.linalg.LogSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of points over which a density is integrated, each in a frame that is fitted to those before ({@link
 * VarianceDesigns}).
 *
 * @param coordinates coordinates in which the frames are
 * @param frames frame of each round
 * @param points points of all rounds, as many of each
 */
public record VarianceRounds(DesignCoordinates coordinates, List<SkewedFrame> frames, List<double[]> points) {

    /** Largest number of rounds farther out that follow the usual ones, where a design is too short. */
    private static final int FURTHER = 3;
    /**
     * Factor by which a round farther out is stretched, in the cube root of a standard deviation. For two levels under
     * a half-Cauchy prior, whose sd has an sd of 5.21, designs of six seeds give 5.20 with a standard deviation of
     * 0.04; with a factor of 3 that is 0.19; with 5 the last points may still have an eighth of the mean square.
     */
    private static final double STRETCH = 8;

    /** Largest number of points of all rounds. Each may be a step of the fit, of which there may be a thousand. */
    private static final int MOST_POINTS = 768;

    public VarianceRounds {
        frames = List.copyOf(frames);
        points = List.copyOf(points);
    }

    /** Draws a first round of {@code count} points. */
    public static VarianceRounds first(DesignCoordinates coordinates, SkewedFrame frame, int count, long seed) {
        return new VarianceRounds(
                coordinates, List.of(frame), coordinates.fromDesign(VarianceDesigns.drawRound(frame, count, 0, seed)));
    }

    /** Draws {@code many} rounds of {@code count} points; all but the last have been evaluated. */
    public static VarianceRounds drawRounds(
            SkewedFrame frame, int count, int many, long seed, Function<List<double[]>, double[]> values) {
        VarianceRounds rounds = first(DesignCoordinates.SAME, frame, count, seed);
        for (int round = 1; round < many; round++) {
            rounds = rounds.withFittedRound(values.apply(rounds.points()), seed);
        }
        return rounds;
    }

    /**
     * Adds the next round, fitted to those before or farther out; null where the design is done. A round lies farther
     * out along standard deviations that have much of their mean square at the last points.
     *
     * @param least least number of rounds of a design
     * @param values log densities at the points so far
     */
    @Nullable
    public VarianceRounds withNextRound(TailCheck reach, int least, double[] values, long seed) {
        int rounds = frames.size();
        double[] probabilities = LogSums.softmax(logWeights(values));
        int[] atEnd = rounds < VarianceDesigns.ROUNDS ? new int[0] : reach.heavyTailedUnknowns(points, probabilities);
        int[] tooShort = rounds < least ? atEnd : reach.underCoveredUnknowns(points, probabilities);
        boolean isFull = rounds >= least + FURTHER || points.size() + pointsPerRound() > MOST_POINTS;
        if (rounds >= least && (tooShort.length == 0 || isFull)) {
            return null;
        }
        int[] outwards = rounds > least ? atEnd : tooShort;
        return outwards.length == 0 ? withFittedRound(values, seed) : withOutwardRound(outwards, seed);
    }

    /**
     * Adds a round that is fitted to those before.
     *
     * @param values log densities at the points so far
     */
    VarianceRounds withFittedRound(double[] values, long seed) {
        return withRound(SkewedFrame.of(coordinates.toDesign(points), LogSums.softmax(logWeights(values))), seed);
    }

    /** Adds a round that lies farther out along some unknowns than the last one. */
    private VarianceRounds withOutwardRound(int[] unknowns, long seed) {
        SkewedFrame frame = frames.get(frames.size() - 1);
        for (int unknown : unknowns) {
            frame = frame.withStretchedCoordinate(unknown, STRETCH);
        }
        return withRound(frame, seed);
    }

    /** Rounds in the same frames with {@code times} as many points. */
    public VarianceRounds withDenserRounds(int times, long seed) {
        List<double[]> all = new ArrayList<>();
        for (int round = 0; round < frames.size(); round++) {
            all.addAll(coordinates.fromDesign(
                    VarianceDesigns.drawRound(frames.get(round), times * pointsPerRound(), round, seed)));
        }
        return new VarianceRounds(coordinates, frames, all);
    }

    private int pointsPerRound() {
        return points.size() / frames.size();
    }

    private VarianceRounds withRound(SkewedFrame fitted, long seed) {
        List<SkewedFrame> more = new ArrayList<>(frames);
        more.add(fitted);
        List<double[]> all = new ArrayList<>(points);
        all.addAll(coordinates.fromDesign(VarianceDesigns.drawRound(fitted, pointsPerRound(), frames.size(), seed)));
        return new VarianceRounds(coordinates, more, all);
    }

    /** Logarithms of the points' weights; the weights sum to the integral. */
    public double[] logWeights(double[] values) {
        List<double[]> design = coordinates.toDesign(points);
        double[] logs = VarianceDesigns.logDensities(frames, design);
        Arrays.setAll(
                logs,
                s -> values[s] == Double.NEGATIVE_INFINITY
                        ? values[s]
                        : values[s] - logs[s] - coordinates.logJacobian(points.get(s), design.get(s)));
        return logs;
    }
}
