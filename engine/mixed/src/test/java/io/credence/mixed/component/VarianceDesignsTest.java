package io.credence.mixed.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.LogSums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class VarianceDesignsTest {

    private static final int COUNT = 128;

    /** Independent: x_0 with density of a cube root of an exponential, the others normal around j with sd j. */
    private static double logDensity(double[] x) {
        double log = x[0] > 0 ? 2 * Math.log(x[0]) - Math.pow(x[0], 3) : Double.NEGATIVE_INFINITY;
        for (int j = 1; j < x.length; j++) {
            log -= 0.5 * (x[j] - j) * (x[j] - j) / (j * j);
        }
        return log;
    }

    private static SkewedFrame around(int d) {
        double[] mode = new double[d];
        double[] curvature = new double[d * d];
        double[] units = new double[d];
        mode[0] = Math.cbrt(2.0 / 3);
        curvature[0] = 2 / (mode[0] * mode[0]) + 6 * mode[0];
        units[0] = mode[0];
        for (int j = 1; j < d; j++) {
            mode[j] = j;
            curvature[j * (d + 1)] = 1.0 / (j * j);
            units[j] = 1;
        }
        SkewedFrame frame = SkewedFrame.aroundMode(mode, curvature, units);
        double[] values = frame.probes().stream()
                .mapToDouble(VarianceDesignsTest::logDensity)
                .toArray();
        return frame.withProbedLengths(logDensity(mode), values);
    }

    private static double[] logs(List<SkewedFrame> frames, List<double[]> points) {
        double[] logs = VarianceDesigns.logDensities(frames, points);
        for (int s = 0; s < logs.length; s++) {
            logs[s] = logDensity(points.get(s)) - logs[s];
        }
        return logs;
    }

    /**
     * Of four dimensions one seed's integral has an sd of 0.02 and a bias of −0.013, its mean an sd of 0.010 and its cube
     * 0.032; averages over the seeds may be four standard errors off.
     */
    @Test
    void twoRounds_giveIntegralAndMoments() {
        int seeds = 20;
        for (int d : new int[] {1, 2, 4}) {
            double[] averages = new double[3];
            for (int seed = 1; seed <= seeds; seed++) {
                double[] found = integralAndMoments(d, seed);
                for (int k = 0; k < averages.length; k++) {
                    averages[k] += found[k] / seeds;
                }
                assertTrue(found[3] > 0.5 * 2 * COUNT, "effective: " + found[3] + " of seed " + seed);
            }
            // E x³ = 1 and E x = Γ(4/3) for the cube root of an exponential variable
            assertEquals(1, averages[0], 0.013 + 4 * 0.02 / Math.sqrt(seeds), d + " dimensions");
            assertEquals(Gamma.gamma(4.0 / 3), averages[1], 4 * 0.010 / Math.sqrt(seeds), d + " dimensions");
            assertEquals(1, averages[2], 4 * 0.032 / Math.sqrt(seeds), d + " dimensions");
        }
    }

    /** Integral over its truth, E x₀, E x₀³ and number of effective points. */
    private static double[] integralAndMoments(int d, long seed) {
        List<SkewedFrame> frames = new ArrayList<>(List.of(around(d)));
        List<double[]> points = new ArrayList<>(VarianceDesigns.drawRound(frames.get(0), COUNT, 0, seed));
        frames.add(SkewedFrame.of(points, LogSums.softmax(logs(frames, points))));
        points.addAll(VarianceDesigns.drawRound(frames.get(1), COUNT, 1, seed));
        double[] logs = logs(frames, points);
        double truth = 1.0 / 3;
        for (int j = 1; j < d; j++) {
            truth *= j * Math.sqrt(2 * Math.PI);
        }
        double[] shares = LogSums.softmax(logs);
        double integral = 0;
        double mean = 0;
        double cube = 0;
        double squares = 0;
        for (int s = 0; s < shares.length; s++) {
            integral += Math.exp(logs[s]) / truth;
            mean += shares[s] * points.get(s)[0];
            cube += shares[s] * Math.pow(points.get(s)[0], 3);
            squares += shares[s] * shares[s];
        }
        return new double[] {integral, mean, cube, 1 / squares};
    }

    /** A standard deviation σ of four levels whose own is 0.2, under half a Student's t of scale 2.5: few points have most of σ². */
    @Test
    void squareOfFewLevels_isKnownWithFewPoints() {
        double[] sums = new double[2];
        double step = 0.01;
        for (double log = -5; log < 12; log += step) {
            double root = Math.exp(log / 3);
            double mass = Math.exp(ofFourLevels(root)) * root / 3;
            sums[0] += mass;
            sums[1] += mass * Math.exp(2 * log);
        }
        double truth = sums[1] / sums[0];
        double mode = Math.cbrt(0.15);
        Function<List<double[]>, double[]> values =
                all -> all.stream().mapToDouble(x -> ofFourLevels(x[0])).toArray();
        SkewedFrame around =
                SkewedFrame.aroundMode(new double[] {mode}, new double[] {12 / (mode * mode)}, new double[] {mode});
        SkewedFrame start = around.withProbedLengths(ofFourLevels(mode), values.apply(around.probes()));
        double errors = 0;
        int seeds = 20;
        for (int seed = 1; seed <= seeds; seed++) {
            VarianceRounds rounds = VarianceRounds.first(DesignCoordinates.SAME, start, COUNT, seed);
            for (int round = 1; round < 3; round++) {
                rounds = rounds.withFittedRound(values.apply(rounds.points()), seed);
            }
            double[] weights = LogSums.softmax(rounds.logWeights(values.apply(rounds.points())));
            double square = 0;
            for (int s = 0; s < weights.length; s++) {
                square += weights[s] * Math.pow(rounds.points().get(s)[0], 6);
            }
            errors += Math.pow(square / truth - 1, 2);
        }
        double rms = Math.sqrt(errors / seeds);
        assertTrue(rms < 0.025, "root mean square error " + rms);
    }

    /** Log density, but for a constant, of the cube root of σ. */
    private static double ofFourLevels(double root) {
        double sd = Math.pow(root, 3);
        return root > 0
                ? 2 * Math.log(root) - 3 * Math.log(sd) - 0.06 / (sd * sd) - 2 * Math.log1p(sd * sd / (3 * 2.5 * 2.5))
                : Double.NEGATIVE_INFINITY;
    }
}
