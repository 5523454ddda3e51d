package io.credence.quadrature;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Triangular;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hipparchus.random.SobolSequenceGenerator;

/**
 * Quadrature nodes for a standard normal vector, as in expectations of a softmax.
 *
 * @param points one array per point
 * @param weights one weight per point; they sum to 1
 */
public record SoftmaxNodes(double[][] points, double[] weights) {

    private static final Map<Integer, SoftmaxNodes> RADIAL = new ConcurrentHashMap<>();
    private static final Map<Integer, SoftmaxNodes> MATCHED = new ConcurrentHashMap<>();
    private static final double GAUSS_HERMITE_LIMIT = 0.62;
    // The trapezoid's error is exp(−2π²/(h w) + π²/(2w²)) for a singularity π/w away and the normal density e^{y²/2} up
    // there; −EXPONENT is its logarithm. What lies beyond the reach has mass 6e-14.
    public static final double EXPONENT = 31;
    private static final double LARGEST_STEP = 0.8;
    private static final double REACH = 7.5;
    private static final int PAIRS = 256;

    /** Number of nodes. */
    public int count() {
        return weights.length;
    }

    /** A rule in one dimension that integrates a softplus-like function of N(m, width²) to about 1e-11. */
    public static QuadratureRule lineRule(double width, int mostNodes) {
        if (width <= GAUSS_HERMITE_LIMIT) {
            return QuadratureRule.forWidth(width);
        }
        int half = (int) Math.min(Math.ceil(REACH / lineStep(width)), mostNodes / 2);
        return QuadratureRule.trapezoid(half, REACH);
    }

    /** Whether {@link #lineRule} reaches its accuracy with {@code mostNodes} nodes. */
    public static boolean isAccurate(double width, int mostNodes) {
        return width <= GAUSS_HERMITE_LIMIT || Math.ceil(REACH / lineStep(width)) <= mostNodes / 2;
    }

    private static double lineStep(double width) {
        double exact = 2 * Math.PI * Math.PI / (width * EXPONENT + 0.5 * Math.PI * Math.PI / width);
        return Math.min(LARGEST_STEP, exact);
    }

    /**
     * A spherical-radial rule of d² + 3d + 3 points that is exact to degree 5 (Mysovskikh 1980; Genz and Monahan 1998).
     * The points are the centre, and on a sphere of radius √(d + 2) the vertices of a simplex, the directions half way
     * between two of them, and the opposites of both. Some weights are negative for d above 7.
     */
    public static SoftmaxNodes sphericalRadialRule(int dimension) {
        return RADIAL.computeIfAbsent(dimension, SoftmaxNodes::computeRadialRule);
    }

    private static SoftmaxNodes computeRadialRule(int d) {
        double[][] vertices = simplexVertices(d);
        double[][] points = new double[d * d + 3 * d + 3][d];
        double[] weights = new double[points.length];
        double radius = Math.sqrt(d + 2.0);
        double between = radius * Math.sqrt(d / (2.0 * (d - 1)));
        double atVertex = d * d * (7.0 - d) / (2.0 * (d + 1) * (d + 1) * (d + 2) * (d + 2));
        double atMiddle = 2.0 * (d - 1) * (d - 1) / ((d + 1.0) * (d + 1) * (d + 2) * (d + 2));
        weights[0] = 2.0 / (d + 2);
        int at = 1;
        for (int i = 0; i <= d; i++) {
            for (int j = 0; j <= i; j++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    for (int a = 0; a < d; a++) {
                        double direction =
                                i == j ? radius * vertices[i][a] : between * (vertices[i][a] + vertices[j][a]);
                        points[at][a] = sign * direction;
                    }
                    weights[at++] = i == j ? atVertex : atMiddle;
                }
            }
        }
        return new SoftmaxNodes(points, weights);
    }

    /** Vertices of a simplex: d + 1 unit vectors with equal angles between any two. */
    private static double[][] simplexVertices(int d) {
        double[][] vertices = new double[d + 1][d];
        for (int i = 0; i <= d; i++) {
            for (int j = 0; j <= Math.min(i, d - 1); j++) {
                vertices[i][j] = i == j
                        ? Math.sqrt((d + 1.0) * (d - i) / (d * (d - i + 1.0)))
                        : -Math.sqrt((d + 1.0) / (d * (d - j) * (d - j + 1.0)));
            }
        }
        return vertices;
    }

    /**
     * A rule of 512 equal weights: Sobol points and their opposites, stretched so that their covariance is the
     * identity.
     */
    public static SoftmaxNodes sobolRule(int dimension) {
        return MATCHED.computeIfAbsent(dimension, SoftmaxNodes::computeSobolRule);
    }

    private static SoftmaxNodes computeSobolRule(int d) {
        SobolSequenceGenerator sobol = new SobolSequenceGenerator(d);
        // The second 256 points: the error of the first, which begin at the origin, is five times as large.
        sobol.skipTo(PAIRS);
        double[][] plain = new double[PAIRS][d];
        double[] covariance = new double[d * d];
        for (double[] point : plain) {
            double[] uniform = sobol.nextVector();
            for (int a = 0; a < d; a++) {
                point[a] = NormalTail.quantile(uniform[a] + 0.125 / PAIRS);
                for (int b = 0; b <= a; b++) {
                    covariance[a * d + b] += point[a] * point[b] / PAIRS;
                }
            }
        }
        if (JavaDenseKernel.INSTANCE.cholesky(covariance, d) != 0) {
            throw new IllegalStateException(PAIRS + " points must span " + d + " dimensions");
        }
        double[][] points = new double[2 * PAIRS][];
        for (int s = 0; s < PAIRS; s++) {
            Triangular.solve(covariance, 0, d, plain[s], 0, 1);
            points[2 * s] = plain[s];
            points[2 * s + 1] = Arrays.stream(points[2 * s]).map(z -> -z).toArray();
        }
        double[] weights = new double[2 * PAIRS];
        Arrays.fill(weights, 1.0 / weights.length);
        return new SoftmaxNodes(points, weights);
    }
}
