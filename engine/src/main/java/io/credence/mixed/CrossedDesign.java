package io.credence.mixed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A design over variance components of crossed factors that are not sharp. Their log density is that of small factors beside the large
 * ones beyond second order ({@link BorderShape}), and a normal one whose axes have a length of their own on each side, by slopes beside
 * the mode.
 *
 * @param logs logarithms of the points' weights
 * @param probabilities of the points
 */
record CrossedDesign(List<double[]> points, double[] logs, double[] probabilities) {

    static final int POINTS = 512;

    static CrossedDesign of(CrossedRows density, double[] mode, SkewedFrame around, CrossedState at, long seed) {
        BorderShape shape = BorderShape.of(density, mode);
        SkewedFrame frame = around.skewed(slope(at), rest(around, at.beside(), shape));
        List<SkewedFrame> frames = new ArrayList<>();
        List<double[]> points = new ArrayList<>();
        double[] logs = new double[0];
        double[] probabilities = new double[0];
        for (int round = 0; round < VarianceDesigns.ROUNDS; round++) {
            frames.add(round == 0 ? frame : SkewedFrame.of(points, probabilities));
            points.addAll(VarianceDesigns.points(frames.get(round), POINTS / VarianceDesigns.ROUNDS, round, seed));
            double[] densities = VarianceDesigns.logDensities(frames, points);
            logs = new double[densities.length];
            Arrays.setAll(logs, s -> value(density, frame, shape, points.get(s)) - densities[s]);
            probabilities = MixedResult.normalized(logs);
        }
        return new CrossedDesign(List.copyOf(points), logs, probabilities);
    }

    private static double[] slope(CrossedState at) {
        return at.slope() == null ? new double[0] : at.slope().gradient();
    }

    /** The slopes at the probes that the small factors do not explain. */
    private static List<double[]> rest(SkewedFrame frame, List<double[]> beside, @Nullable BorderShape shape) {
        if (shape == null) {
            return beside;
        }
        List<double[]> rest = new ArrayList<>();
        for (int i = 0; i < beside.size(); i++) {
            double[] left = beside.get(i).clone();
            double[] explained = shape.slope(frame.probes().get(i));
            for (int j = 0; j < left.length; j++) {
                left[j] -= explained[j];
            }
            rest.add(left);
        }
        return rest;
    }

    private static double value(CrossedRows density, SkewedFrame frame, @Nullable BorderShape shape, double[] x) {
        if (density.coordinates().at(x) == null) {
            return Double.NEGATIVE_INFINITY;
        }
        double normal = -0.5 * frame.squaredDistance(x);
        double beyond = shape == null ? 0 : shape.beyondNormal(x);
        return Double.isNaN(beyond) ? Double.NEGATIVE_INFINITY : normal + beyond;
    }
}
