package io.credence.mixed.component;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Coordinates z in which a density is about standard normal: x = centre + Σ_j a_j s_j(z_j) z_j. Each axis a_j has one
 * length s_j on each side of the centre.
 *
 * @param axes d × d, axis j in row j
 * @param upperLengths lengths where z_j is not negative
 * @param lowerLengths lengths where z_j is negative
 */
public record SkewedFrame(double[] centre, double[] axes, double[] upperLengths, double[] lowerLengths)
        implements Serializable {

    /** Distance from the centre, in standard deviations, at which the density is evaluated on each side. */
    private static final double PROBE = 1.5;

    /**
     * Smallest length; the next constant is the largest. A log density that hardly falls, or falls without limit,
     * determines no more.
     */
    private static final double SHORTEST = 0.4;

    private static final double LONGEST = 3;

    /** Smallest curvature in units of the coordinates, which keeps a flat axis below 2.6 of them. */
    private static final double FLATTEST = 0.15;

    /**
     * Creates the frame around a mode, along the eigenvectors of minus the Hessian in the coordinates' units.
     *
     * @param curvature minus the Hessian, d × d, both triangles
     * @param units unit of each coordinate
     */
    public static SkewedFrame aroundMode(double[] mode, double[] curvature, double[] units) {
        int d = mode.length;
        double[] scaled = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                scaled[i * d + j] = curvature[i * d + j] * units[i] * units[j];
            }
        }
        SymmetricEigen eigen = SymmetricEigen.decompose(scaled, d);
        double[] axes = eigen.transposedVectors();
        double[] ones = new double[d];
        for (int j = 0; j < d; j++) {
            ones[j] = 1;
            double length = 1 / Math.sqrt(Math.max(FLATTEST, eigen.eigenvalues()[j]));
            for (int i = 0; i < d; i++) {
                axes[j * d + i] *= length * units[i];
            }
        }
        return new SkewedFrame(mode, axes, ones, ones);
    }

    /**
     * Creates the frame of weighted points from their mean, their principal axes, and the root mean square on each side
     * of the mean.
     */
    static SkewedFrame of(List<double[]> points, double[] weights) {
        PointMoments moments = PointMoments.of(points, weights);
        int d = moments.mean().length;
        SymmetricEigen eigen = SymmetricEigen.decompose(moments.covariance(), d);
        double[] axes = eigen.transposedVectors();
        double floor =
                1e-12 * java.util.Arrays.stream(eigen.eigenvalues()).max().orElse(1);
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                axes[j * d + i] *= Math.sqrt(Math.max(floor, eigen.eigenvalues()[j]));
            }
        }
        double[] ones = new double[d];
        java.util.Arrays.fill(ones, 1);
        return new SkewedFrame(moments.mean(), axes, ones, ones).withSides(points, weights);
    }

    private SkewedFrame withSides(List<double[]> points, double[] weights) {
        int d = centre.length;
        double[] up = new double[d];
        double[] down = new double[d];
        double[] z = new double[d];
        double[][] mass = new double[d][2];
        for (int s = 0; s < weights.length; s++) {
            standardize(points.get(s), z);
            for (int j = 0; j < d; j++) {
                (z[j] >= 0 ? up : down)[j] += weights[s] * z[j] * z[j];
                mass[j][z[j] >= 0 ? 0 : 1] += weights[s];
            }
        }
        for (int j = 0; j < d; j++) {
            up[j] = clampLength(Math.sqrt(up[j] / Math.max(mass[j][0], 1e-3)));
            down[j] = clampLength(Math.sqrt(down[j] / Math.max(mass[j][1], 1e-3)));
        }
        return new SkewedFrame(centre, axes, up, down);
    }

    private static double clampLength(double length) {
        return Math.max(SHORTEST, Math.min(LONGEST, length));
    }

    /**
     * Copy with one coordinate of x stretched about the centre. The other coordinates follow it as in a normal density
     * with these axes.
     */
    SkewedFrame withStretchedCoordinate(int number, double factor) {
        int d = centre.length;
        double[] along = new double[d];
        for (int j = 0; j < d; j++) {
            along[j] = axes[j * d + number];
        }
        double variance = Vectors.dot(along, along);
        double[] longer = axes.clone();
        for (int i = 0; i < d; i++) {
            double slope = 0;
            for (int j = 0; j < d; j++) {
                slope += along[j] * axes[j * d + i] / variance;
            }
            for (int j = 0; j < d; j++) {
                longer[j * d + i] += (factor - 1) * slope * along[j];
            }
        }
        return new SkewedFrame(centre, longer, upperLengths, lowerLengths);
    }

    /** Points on both sides of the centre along each axis, above first. */
    public List<double[]> probes() {
        List<double[]> probes = new ArrayList<>();
        double[] z = new double[centre.length];
        for (int j = 0; j < z.length; j++) {
            for (double side : new double[] {PROBE, -PROBE}) {
                z[j] = side;
                probes.add(toPoint(z));
            }
            z[j] = 0;
        }
        return probes;
    }

    /** Copy with lengths computed from the fall of the log density at the probes. */
    public SkewedFrame withProbedLengths(double atCentre, double[] atProbes) {
        double[] up = new double[centre.length];
        double[] down = new double[centre.length];
        for (int j = 0; j < up.length; j++) {
            up[j] = clampLength(PROBE / Math.sqrt(2 * Math.max(atCentre - atProbes[2 * j], 1e-3)));
            down[j] = clampLength(PROBE / Math.sqrt(2 * Math.max(atCentre - atProbes[2 * j + 1], 1e-3)));
        }
        return new SkewedFrame(centre, axes, up, down);
    }

    /**
     * Copy with lengths computed from slopes, where values are not known. Along each axis the slope is taken as
     * quadratic, and the log density as its integral.
     *
     * @param atCentre gradient at the centre
     * @param atProbes gradients at the probes; an empty one where there is no density
     */
    public SkewedFrame withProbedLengths(double[] atCentre, List<double[]> atProbes) {
        double[] values = new double[atProbes.size()];
        for (int j = 0; j < centre.length; j++) {
            double own = slopeAlongAxis(j, atCentre);
            double above = slopeAlongAxis(j, atProbes.get(2 * j));
            double below = slopeAlongAxis(j, atProbes.get(2 * j + 1));
            double even = 0.25 * PROBE * (above - below);
            double odd = PROBE * (own + (above + below - 2 * own) / 6);
            values[2 * j] = value(even + odd, above, 0.5 * PROBE * (own + above));
            values[2 * j + 1] = value(even - odd, below, -0.5 * PROBE * (own + below));
        }
        return withProbedLengths(0, values);
    }

    /**
     * Log density at a probe, by the slopes on both sides where both are known, else by its own slope. It is −∞ where
     * that is not known.
     */
    private static double value(double byBoth, double slope, double byOwn) {
        if (!Double.isNaN(byBoth)) {
            return byBoth;
        }
        return Double.isNaN(slope) ? Double.NEGATIVE_INFINITY : byOwn;
    }

    /** Slope along axis {@code j}; NaN where there is no gradient. */
    private double slopeAlongAxis(int j, double[] gradient) {
        double sum = gradient.length == 0 ? Double.NaN : 0;
        for (int i = 0; i < gradient.length; i++) {
            sum += axes[j * gradient.length + i] * gradient[i];
        }
        return sum;
    }

    /** Converts z to x. */
    double[] toPoint(double[] z) {
        int d = centre.length;
        double[] x = centre.clone();
        for (int j = 0; j < d; j++) {
            double length = z[j] * (z[j] >= 0 ? upperLengths[j] : lowerLengths[j]);
            for (int i = 0; i < d; i++) {
                x[i] += length * axes[j * d + i];
            }
        }
        return x;
    }

    /** Logarithm of the volume that axes of length one span. */
    double logVolume() {
        int d = centre.length;
        double[] gram = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                for (int t = 0; t < d; t++) {
                    gram[i * d + j] += axes[i * d + t] * axes[j * d + t];
                }
            }
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, gram, d);
        return root == null ? Double.NEGATIVE_INFINITY : 0.5 * root.logDeterminant();
    }

    /**
     * Converts x to z with the lengths of both sides taken as 1. Axes are orthogonal only in some units, so that a
     * linear system is solved.
     */
    private void standardize(double[] x, double[] z) {
        int d = centre.length;
        double[][] system = new double[d][d + 1];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                system[i][j] = axes[j * d + i];
            }
            system[i][d] = x[i] - centre[i];
        }
        for (int j = 0; j < d; j++) {
            int best = j;
            for (int i = j + 1; i < d; i++) {
                best = Math.abs(system[i][j]) > Math.abs(system[best][j]) ? i : best;
            }
            double[] pivot = system[best];
            system[best] = system[j];
            system[j] = pivot;
            for (int i = j + 1; i < d; i++) {
                double factor = system[i][j] / pivot[j];
                for (int t = j; factor != 0 && t <= d; t++) {
                    system[i][t] -= factor * pivot[t];
                }
            }
        }
        for (int j = d - 1; j >= 0; j--) {
            double sum = system[j][d];
            for (int t = j + 1; t < d; t++) {
                sum -= system[j][t] * z[t];
            }
            z[j] = sum / system[j][j];
        }
    }

    /** Squared distance Σ z_j² from the centre, with the length of each side. */
    public double squaredDistance(double[] x) {
        double[] z = new double[x.length];
        standardize(x, z);
        double sum = 0;
        for (int j = 0; j < z.length; j++) {
            double each = z[j] / (z[j] >= 0 ? upperLengths[j] : lowerLengths[j]);
            sum += each * each;
        }
        return sum;
    }
}
