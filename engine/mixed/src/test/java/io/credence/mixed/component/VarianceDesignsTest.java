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

    @Test
    void twoRounds_giveIntegralAndMoments() {
        for (int d : new int[] {1, 2, 4}) {
            List<SkewedFrame> frames = new ArrayList<>(List.of(around(d)));
            List<double[]> points = new ArrayList<>(VarianceDesigns.drawRound(frames.get(0), COUNT, 0, 7));
            frames.add(SkewedFrame.of(points, LogSums.softmax(logs(frames, points))));
            points.addAll(VarianceDesigns.drawRound(frames.get(1), COUNT, 1, 7));
            double[] logs = logs(frames, points);
            double integral = 0;
            for (double each : logs) {
                integral += Math.exp(each);
            }
            double truth = 1.0 / 3;
            for (int j = 1; j < d; j++) {
                truth *= j * Math.sqrt(2 * Math.PI);
            }
            assertEquals(1, integral / truth, 0.03, d + " dimensions");
            double[] shares = LogSums.softmax(logs);
            // E x³ = 1 and E x = Γ(4/3) for the cube root of an exponential variable
            double mean = 0;
            double cube = 0;
            double effective = 0;
            for (int s = 0; s < shares.length; s++) {
                mean += shares[s] * points.get(s)[0];
                cube += shares[s] * Math.pow(points.get(s)[0], 3);
                effective += shares[s] * shares[s];
            }
            assertEquals(Gamma.gamma(4.0 / 3), mean, 0.02);
            assertEquals(1, cube, 0.06);
            assertTrue(1 / effective > 0.5 * shares.length, "effective: " + 1 / effective);
        }
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
