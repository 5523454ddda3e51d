package io.credence.mixed.component;

import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.distribution.RealDistribution;
import org.hipparchus.distribution.continuous.ChiSquaredDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.special.Gamma;

/**
 * Points over which a density is integrated, in rounds that are each fitted to those before (Cornuet, Marin, Mira and
 * Robert 2012). They are weighted by the mixture of all rounds; a round consists of Sobol points of a split Student
 * density with five degrees of freedom. Central composite designs and products of a few nodes are cheaper, but a
 * posterior that touches "no variance" has no quantiles over them, nor weights to check.
 */
public final class VarianceDesigns {

    /** Default number of rounds. */
    public static final int ROUNDS = 2;

    private static final double FREEDOM = 5;
    private static final NormalDistribution NORMAL = new NormalDistribution(0, 1);
    private static final TDistribution STUDENT = new TDistribution(FREEDOM);
    private static final ChiSquaredDistribution CHI_SQUARED = new ChiSquaredDistribution(FREEDOM);

    private VarianceDesigns() {}

    /** Draws the {@code count} points of a round in a frame. */
    static List<double[]> drawRound(SkewedFrame frame, int count, int round, long seed) {
        int d = frame.centre().length;
        List<double[]> points = new ArrayList<>();
        // Of one number quantiles of Student's t itself, so that few points far out lie evenly
        int noise = d == 1 ? 1 : d + 1;
        NormalDraws draws = new NormalDraws(
                seed,
                RandomUse.VARIANCE_COMPONENTS.firstAddressWord(round),
                count,
                noise,
                NormalDraws.Dependence.SOBOL);
        double[] normal = new double[noise];
        for (int s = 0; s < count; s++) {
            draws.fill(s, normal);
            double[] z = d == 1
                    ? toSplitDraw(frame, normal, STUDENT, 1)
                    : toSplitDraw(frame, normal, NORMAL, studentScale(normal[d]));
            points.add(frame.toPoint(z));
        }
        return points;
    }

    /** Draws {@code count} points that are normal in a frame, with the length of each side. */
    public static List<double[]> drawNormalPoints(SkewedFrame frame, int count, long seed) {
        int d = frame.centre().length;
        List<double[]> points = new ArrayList<>();
        NormalDraws draws = new NormalDraws(
                seed, RandomUse.VARIANCE_COMPONENTS.firstAddressWord(0), count, d, NormalDraws.Dependence.SOBOL);
        double[] normal = new double[d];
        for (int s = 0; s < count; s++) {
            draws.fill(s, normal);
            points.add(frame.toPoint(toSplitDraw(frame, normal, NORMAL, 1)));
        }
        return points;
    }

    /** Factor that turns a normal vector into a Student vector, computed from one normal number. */
    private static double studentScale(double normal) {
        return Math.sqrt(FREEDOM / CHI_SQUARED.inverseCumulativeProbability(NORMAL.cumulativeProbability(normal)));
    }

    /**
     * Converts normal numbers to a draw z of a split distribution. Each z_j is positive or negative with a probability
     * in proportion to the frame's length on that side; its size follows {@code law}, times {@code stretch}.
     */
    private static double[] toSplitDraw(SkewedFrame frame, double[] normal, RealDistribution law, double stretch) {
        int d = frame.centre().length;
        double[] z = new double[d];
        for (int j = 0; j < d; j++) {
            double uniform = NORMAL.cumulativeProbability(normal[j]);
            double up = frame.upperLengths()[j] / (frame.upperLengths()[j] + frame.lowerLengths()[j]);
            boolean isAbove = uniform > 1 - up;
            double within = isAbove ? (uniform - (1 - up)) / up : uniform / (1 - up);
            double size = law.inverseCumulativeProbability(Math.min(0.5 + 0.5 * within, 1 - 1e-12));
            z[j] = (isAbove ? size : -size) * stretch;
        }
        return z;
    }

    /**
     * Log density of the mixture of all rounds at each point, times the number of points. The sum of p(x)/density over
     * the points is the integral.
     *
     * @param frames frame of each round, in order
     * @param points points of all rounds, as many of each
     */
    static double[] logDensities(List<SkewedFrame> frames, List<double[]> points) {
        double[] logs = new double[points.size()];
        double[] constants =
                frames.stream().mapToDouble(VarianceDesigns::logConstant).toArray();
        int d = frames.get(0).centre().length;
        for (int s = 0; s < logs.length; s++) {
            double sum = Double.NEGATIVE_INFINITY;
            for (int r = 0; r < constants.length; r++) {
                double distance = frames.get(r).squaredDistance(points.get(s));
                double log = constants[r] - 0.5 * (FREEDOM + d) * Math.log1p(distance / FREEDOM);
                double larger = Math.max(sum, log);
                sum = larger + Math.log1p(Math.exp(Math.min(sum, log) - larger));
            }
            logs[s] = sum + Math.log((double) logs.length / constants.length);
        }
        return logs;
    }

    private static double logConstant(SkewedFrame frame) {
        int d = frame.centre().length;
        double log = Gamma.logGamma(0.5 * (FREEDOM + d))
                - Gamma.logGamma(0.5 * FREEDOM)
                - 0.5 * d * Math.log(FREEDOM * Math.PI)
                - frame.logVolume();
        for (int j = 0; j < d; j++) {
            log -= Math.log(0.5 * (frame.upperLengths()[j] + frame.lowerLengths()[j]));
        }
        return log;
    }
}
