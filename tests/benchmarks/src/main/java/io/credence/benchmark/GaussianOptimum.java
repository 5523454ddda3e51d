package io.credence.benchmark;

import io.credence.quadrature.QuadratureRule;
import io.credence.testkit.LogDensity;
import java.util.Arrays;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.jspecify.annotations.Nullable;

/**
 * The Gaussian of largest ELBO for any smooth density of few dimensions, with nothing of the engine's in it but the nodes of
 * Gauss–Hermite quadrature.
 *
 * <p>P ← P + β(−E∇²log p − P), μ ← μ + β S E∇log p, where E∇²log p = E[Pδ ∇log pᵀ] (Stein), all expectations by a tensor
 * product of quadrature rules; β is halved until the ELBO rises.
 *
 * @param density to be approximated, any constant included
 * @param nodes quadrature nodes per dimension
 * @param full whether the covariance is full, else diagonal
 */
record GaussianOptimum(LogDensity density, int nodes, boolean full) {

    /** Gain of a step below which, in nats, the optimum is taken to be reached. */
    private static final double TOLERANCE = 1e-11;

    private static final int MOST_STEPS = 2000;

    /** An optimum with its ELBO, nats, and the gain of the last step. */
    record Found(Gaussian posterior, double elbo, double lastGain) {}

    private record Expectations(double elbo, double[] gradient, double[][] hessian) {}

    /** ELBO of {@code q} by quadrature with that many nodes per dimension. */
    static double elbo(LogDensity density, Gaussian q, int nodes) {
        return new GaussianOptimum(density, nodes, true).expectations(q).elbo();
    }

    /** Climbs from {@code start}. */
    Found from(Gaussian start) {
        Gaussian q = start;
        Expectations at = expectations(q);
        double gain = Double.POSITIVE_INFINITY;
        for (int step = 0; step < MOST_STEPS && gain > TOLERANCE; step++) {
            double before = at.elbo();
            gain = 0;
            for (double stepSize = 1; stepSize > 1e-9; stepSize /= 2) {
                Gaussian trial = moved(q, at, stepSize);
                Expectations next = trial == null ? null : expectations(trial);
                if (trial != null && next != null && next.elbo() >= before) {
                    gain = next.elbo() - before;
                    q = trial;
                    at = next;
                    break;
                }
            }
        }
        return new Found(q, at.elbo(), gain);
    }

    private @Nullable Gaussian moved(Gaussian q, Expectations at, double stepSize) {
        int d = q.dimension();
        double[][] precision = Gaussian.ofPrecision(q.mean(), q.covariance()).covariance();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double target = full || i == j ? -at.hessian()[i][j] : 0;
                precision[i][j] += stepSize * (target - precision[i][j]);
            }
        }
        Gaussian shape;
        try {
            shape = Gaussian.ofPrecision(q.mean(), precision);
        } catch (MathIllegalArgumentException tooFar) {
            return null;
        }
        double[] mean = q.mean().clone();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                mean[i] += stepSize * shape.covariance()[i][j] * at.gradient()[j];
            }
        }
        return new Gaussian(mean, shape.covariance());
    }

    private Expectations expectations(Gaussian q) {
        int d = q.dimension();
        QuadratureRule rule = QuadratureRule.gaussHermite(nodes);
        double[][] root = q.root();
        double[] gradient = new double[d];
        double[][] cross = new double[d][d];
        double[] point = new double[d];
        double[] slope = new double[d];
        double value = 0;
        int[] index = new int[d];
        for (long node = 0, all = (long) Math.pow(nodes, d); node < all; node++) {
            double weight = 1;
            System.arraycopy(q.mean(), 0, point, 0, d);
            long rest = node;
            for (int k = 0; k < d; k++, rest /= nodes) {
                index[k] = (int) (rest % nodes);
                weight *= rule.weights()[index[k]];
                for (int i = k; i < d; i++) {
                    point[i] += root[i][k] * rule.nodes()[index[k]];
                }
            }
            Arrays.fill(slope, 0);
            value += weight * density.evaluate(point, slope);
            for (int i = 0; i < d; i++) {
                gradient[i] += weight * slope[i];
                for (int k = 0; k < d; k++) {
                    cross[k][i] += weight * rule.nodes()[index[k]] * slope[i];
                }
            }
        }
        return new Expectations(value + q.entropy(), gradient, backSubstituted(root, cross));
    }

    /** L⁻ᵀ C, the expected Hessian where C = E[ε ∇ᵀ], symmetric up to rounding. */
    private static double[][] backSubstituted(double[][] root, double[][] cross) {
        int d = root.length;
        double[][] result = new double[d][d];
        for (int j = 0; j < d; j++) {
            for (int i = d - 1; i >= 0; i--) {
                double sum = cross[i][j];
                for (int k = i + 1; k < d; k++) {
                    sum -= root[k][i] * result[k][j];
                }
                result[i][j] = sum / root[i][i];
            }
        }
        return result;
    }
}
