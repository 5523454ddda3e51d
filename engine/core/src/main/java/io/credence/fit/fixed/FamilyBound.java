package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.EstimatorPlan;
import io.credence.fit.LogJoint;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.RandomUse;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The evidence lower bound of a posterior of any family over Sobol points that stay the same, with its gradient in the family's
 * parameters λ. A Gaussian near the truth, log g, is its control variate: E log g − log q is taken over many points without a
 * pass, so that few points are left to estimate what log p differs by, and few points cannot be fitted to. The gradient is that of these
 * very sums, the score of q included, and can be followed to their end.
 */
final class FamilyBound {

    /** Points at which the known part is taken, for each that the log density is taken at. */
    private static final int FREE_POINTS = 16;
    /** Standard deviations beyond the typical length from which the control variate is linear. */
    private static final double TAIL = 3;

    private final LogJoint density;
    private final FamilyPoints points;

    FamilyBound(LogJoint density, long seed) {
        this.density = density;
        this.points = new FamilyPoints(seed);
    }

    /**
     * Minus the divergence from {@code near}, as a function of coordinates.
     *
     * @param count points of each stratum at which the log density would be taken
     * @param tolerance gain, nats, below which a search ends
     */
    PointsBound known(NaturalCoordinates coordinates, GaussianPosterior near, int count, double tolerance) {
        return of(coordinates, tolerance, q -> known(q, near, RandomUse.FAMILY_POINTS.address(), count));
    }

    /** The bound itself as a function of coordinates. */
    PointsBound over(NaturalCoordinates coordinates, GaussianPosterior near, int count, double tolerance) {
        return of(coordinates, tolerance, q -> at(q, near, RandomUse.FAMILY_POINTS.address(), count));
    }

    private static PointsBound of(
            NaturalCoordinates coordinates, double tolerance, Function<Posterior, Observed> evaluation) {
        return new PointsBound(tolerance) {
            @Override
            Evaluation at(double[] x) {
                Posterior q = coordinates.at(x);
                if (q == null) {
                    return Evaluation.none(x.length, 0, null);
                }
                Observed observed = evaluation.apply(q);
                return new Evaluation(observed.bound(), coordinates.slope(observed.gradient()), observed.rows(), null);
            }
        };
    }

    /** How many points the known part takes of each stratum. */
    private static int known(Posterior q, int count) {
        int required = Math.max(FREE_POINTS * count / q.strata(), FamilyPoints.ENOUGH * FamilyPoints.UNITS * q.noise());
        return Integer.highestOneBit(Math.min(2 * required - 1, EstimatorPlan.MOST_NUMBERS / q.noise()));
    }

    /**
     * The control variate log g but for a constant, its gradient times {@code weight} added. Far out it falls linearly, as it would
     * else have no variance under tails such as Student's.
     */
    private static double addKnown(GaussianPosterior near, double[] theta, double weight, double[] into) {
        double[] deviation = Vectors.difference(theta, near.mean());
        double[] slope = near.precisionTimes(deviation);
        double far = Math.sqrt(theta.length) + TAIL;
        double length = Math.sqrt(Vectors.dot(deviation, slope));
        double share = length <= far ? 1 : far * far / (length * length);
        for (int j = 0; j < slope.length; j++) {
            into[j] -= weight * share * slope[j];
        }
        double fall = length <= far ? 0.5 * length * length : far * far * (0.5 + Math.log(length / far));
        return 0.5 * (near.logDeterminantPrecision() - theta.length * Math.log(2 * Math.PI)) - fall;
    }

    /**
     * What was seen of a posterior.
     *
     * @param bounds nats, one of each shifted set of points; not all finite where a log density is not
     * @param gradients in λ, of each of these
     * @param rows rows visited
     */
    record Observed(double[] bounds, double[][] gradients, long rows) {

        /** Of a posterior whose draws are no numbers. */
        private static Observed none(Posterior q) {
            double[] bounds = new double[FamilyPoints.UNITS];
            Arrays.fill(bounds, Double.NEGATIVE_INFINITY);
            return new Observed(bounds, new double[bounds.length][q.parameterCount()], 0);
        }

        /** Nats; −∞ where it is no number. */
        double bound() {
            double mean = 0;
            for (double bound : bounds) {
                mean += bound / FamilyPoints.UNITS;
            }
            return Double.isFinite(mean) ? mean : Double.NEGATIVE_INFINITY;
        }

        /** Of the bound, in λ. */
        double[] gradient() {
            double[] mean = new double[gradients[0].length];
            for (double[] gradient : gradients) {
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += gradient[i] / FamilyPoints.UNITS;
                }
            }
            return mean;
        }

        /** By how much this bound is above another one over the same points, nats, and the standard error of that. */
        double[] above(Observed other) {
            double[] apart = new double[FamilyPoints.UNITS];
            for (int u = 0; u < FamilyPoints.UNITS; u++) {
                apart[u] = bounds[u] - other.bounds[u];
            }
            return new double[] {bound() - other.bound(), FamilyPoints.errorOfMean(apart)};
        }

        /** What the gradient shows, with its noise in those units of λ. */
        Estimate estimate(double[] units) {
            double noise = 0;
            double[] ofUnits = new double[FamilyPoints.UNITS];
            for (int i = 0; i < units.length; i++) {
                for (int u = 0; u < FamilyPoints.UNITS; u++) {
                    ofUnits[u] = gradients[u][i];
                }
                noise += 0.5 * Math.pow(units[i] * FamilyPoints.errorOfMean(ofUnits), 2);
            }
            return new Estimate(bound(), Double.NaN, gradient(), new double[0], new double[0], noise, 0);
        }

        /** Monte-Carlo standard error of the bound, nats. */
        double error() {
            return FamilyPoints.errorOfMean(bounds);
        }
    }

    /**
     * Minus the divergence from {@code near}, which is the bound but for a constant if that is the truth: no pass.
     *
     * @param address of the points
     * @param count points of each stratum at which the log density would be taken
     */
    Observed known(Posterior q, GaussianPosterior near, long address, int count) {
        int many = known(q, count);
        double[] all = points.of(q, address, many);
        Sums sums = new Sums(q, many / FamilyPoints.UNITS);
        for (int k = 0; k < q.strata(); k++) {
            double weight = -q.weight(k) * FamilyPoints.UNITS / many;
            for (int s = 0; s < many; s++) {
                double[] epsilon = Arrays.copyOfRange(all, s * q.noise(), (s + 1) * q.noise());
                double[] theta = q.draw(k, epsilon);
                double[] gradient = new double[theta.length];
                double known = addKnown(near, theta, 1, gradient);
                q.addLogDensityGradient(theta, -1, gradient);
                sums.add(s, k, epsilon, known - q.logDensity(theta), gradient);
                q.addScore(theta, weight, sums.gradients[s * FamilyPoints.UNITS / many]);
            }
        }
        return sums.observed(0);
    }

    /**
     * The bound itself.
     *
     * @param near the Gaussian that the control variate is
     * @param address of the points
     * @param count points of each stratum at which the log density is taken
     */
    Observed at(Posterior q, GaussianPosterior near, long address, int count) {
        double[] all = points.of(q, ~address, count);
        int d = q.dimension();
        double[] theta = new double[q.strata() * count * d];
        for (int at = 0; at < q.strata() * count; at++) {
            int s = at % count;
            double[] epsilon = Arrays.copyOfRange(all, s * q.noise(), (s + 1) * q.noise());
            System.arraycopy(q.draw(at / count, epsilon), 0, theta, at * d, d);
        }
        if (!Vectors.finite(theta)) {
            return Observed.none(q);
        }
        LogJoint.Values found = density.at(theta, RowSample.ALL, address);
        Sums sums = new Sums(q, count / FamilyPoints.UNITS);
        for (int at = 0; at < q.strata() * count; at++) {
            int s = at % count;
            double[] one = Arrays.copyOfRange(theta, at * d, (at + 1) * d);
            double[] gradient = Arrays.copyOfRange(found.gradients(), at * d, (at + 1) * d);
            double known = addKnown(near, one, -1, gradient);
            double[] epsilon = Arrays.copyOfRange(all, s * q.noise(), (s + 1) * q.noise());
            sums.add(s, at / count, epsilon, found.values()[at] - known, gradient);
        }
        return sums.plus(known(q, near, address, count)).observed(found.rows());
    }

    /** Sums over draws, for each set of points. */
    private static final class Sums {
        private final Posterior q;
        private final int perUnit;
        private final double[] bounds = new double[FamilyPoints.UNITS];
        private final double[][] gradients;
        private final double[][] weights;

        Sums(Posterior q, int perUnit) {
            this.q = q;
            this.perUnit = perUnit;
            this.gradients = new double[FamilyPoints.UNITS][q.parameterCount()];
            this.weights = new double[FamilyPoints.UNITS][q.strata()];
        }

        void add(int s, int stratum, double[] epsilon, double value, double[] gradient) {
            int unit = s / perUnit;
            double weight = q.weight(stratum) / perUnit;
            bounds[unit] += weight * value;
            weights[unit][stratum] += value / perUnit;
            q.addPullback(stratum, epsilon, Vectors.scaled(weight, gradient), gradients[unit]);
        }

        Sums plus(Observed other) {
            for (int u = 0; u < FamilyPoints.UNITS; u++) {
                bounds[u] += other.bounds()[u];
                for (int i = 0; i < gradients[u].length; i++) {
                    gradients[u][i] += other.gradients()[u][i];
                }
            }
            return this;
        }

        Observed observed(long rows) {
            for (int u = 0; u < FamilyPoints.UNITS; u++) {
                q.addWeightGradient(weights[u], gradients[u]);
            }
            return new Observed(bounds, gradients, rows);
        }
    }
}
