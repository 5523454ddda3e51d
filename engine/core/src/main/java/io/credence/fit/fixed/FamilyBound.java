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
 * Evidence lower bound of a posterior of any family over fixed Sobol draws, with its gradient in the family's
 * parameters λ. A Gaussian near the truth, log g, is its control variate: E log g − log q is taken over many draws
 * without a pass, so that few draws suffice to estimate the difference to log p, and the family cannot be overfitted
 * to few draws. The gradient is exactly that of these sums, the score of q included, so that a search can be followed
 * to its end.
 */
final class FamilyBound {

    /** Number of draws for the control variate per draw for the log density. */
    private static final int FREE_POINTS = 16;
    /**
     * Distance from the mean, in standard deviations beyond the typical one, above which the control variate falls only
     * logarithmically.
     */
    private static final double TAIL = 3;

    private final LogJoint density;
    private final FixedStandardDraws points;

    FamilyBound(LogJoint density, long seed) {
        this.density = density;
        this.points = new FixedStandardDraws(seed);
    }

    /**
     * Minus the divergence from {@code near}, as a function of the posterior's coordinates.
     *
     * @param count number of draws of each stratum at which the log density would be evaluated
     * @param tolerance gain, nats, below which a search ends
     */
    FixedDrawBound controlVariateFunction(
            NaturalCoordinates coordinates, GaussianPosterior near, int count, double tolerance) {
        return of(
                coordinates,
                tolerance,
                q -> controlVariatePart(q, near, RandomUse.FAMILY_POINTS.firstAddressWord(), count));
    }

    /** The bound as a function of the posterior's coordinates. */
    FixedDrawBound boundFunction(NaturalCoordinates coordinates, GaussianPosterior near, int count, double tolerance) {
        return of(coordinates, tolerance, q -> at(q, near, RandomUse.FAMILY_POINTS.firstAddressWord(), count));
    }

    private static FixedDrawBound of(
            NaturalCoordinates coordinates, double tolerance, Function<Posterior, BoundEvaluation> evaluation) {
        return new FixedDrawBound(tolerance) {
            @Override
            Evaluation at(double[] x) {
                Posterior q = coordinates.at(x);
                if (q == null) {
                    return Evaluation.none(x.length, 0, null);
                }
                BoundEvaluation observed = evaluation.apply(q);
                return new Evaluation(observed.bound(), coordinates.slope(observed.gradient()), observed.rows(), null);
            }
        };
    }

    /** Number of draws per stratum at which the control variate is evaluated. */
    private static int controlVariatePoints(Posterior q, int count) {
        int required = Math.max(
                FREE_POINTS * count / q.stratumCount(),
                FixedStandardDraws.ENOUGH * FixedStandardDraws.UNITS * q.noiseDimension());
        return Integer.highestOneBit(Math.min(2 * required - 1, EstimatorPlan.MOST_NUMBERS / q.noiseDimension()));
    }

    /**
     * Computes the control variate log g up to a constant, and adds its gradient times {@code weight}. Far from the
     * mean it falls only logarithmically, since otherwise it would have no variance under tails such as Student's.
     */
    private static double addControlVariate(GaussianPosterior near, double[] theta, double weight, double[] into) {
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
     * Evaluation of the bound at a posterior.
     *
     * @param bounds bounds in nats, one of each shifted set of draws; not all finite where a log density is not
     * @param gradients gradients in λ of each of the bounds
     * @param rows rows visited
     */
    record BoundEvaluation(double[] bounds, double[][] gradients, long rows) {

        /** The evaluation of a posterior whose draws are not finite. */
        private static BoundEvaluation none(Posterior q) {
            double[] bounds = new double[FixedStandardDraws.UNITS];
            Arrays.fill(bounds, Double.NEGATIVE_INFINITY);
            return new BoundEvaluation(bounds, new double[bounds.length][q.parameterCount()], 0);
        }

        /** The bound, nats; −∞ where it is not finite. */
        double bound() {
            double mean = 0;
            for (double bound : bounds) {
                mean += bound / FixedStandardDraws.UNITS;
            }
            return Double.isFinite(mean) ? mean : Double.NEGATIVE_INFINITY;
        }

        /** Gradient of the bound in λ. */
        double[] gradient() {
            double[] mean = new double[gradients[0].length];
            for (double[] gradient : gradients) {
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += gradient[i] / FixedStandardDraws.UNITS;
                }
            }
            return mean;
        }

        /** Difference of this bound from another one over the same draws, nats, and its standard error. */
        double[] differenceFrom(BoundEvaluation other) {
            double[] apart = new double[FixedStandardDraws.UNITS];
            for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
                apart[u] = bounds[u] - other.bounds[u];
            }
            return new double[] {bound() - other.bound(), FixedStandardDraws.errorOfMean(apart)};
        }

        /** The gradient as an estimate, with its noise in the given units of λ. */
        Estimate estimate(double[] units) {
            double noise = 0;
            double[] ofUnits = new double[FixedStandardDraws.UNITS];
            for (int i = 0; i < units.length; i++) {
                for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
                    ofUnits[u] = gradients[u][i];
                }
                noise += 0.5 * Math.pow(units[i] * FixedStandardDraws.errorOfMean(ofUnits), 2);
            }
            return new Estimate(bound(), Double.NaN, gradient(), new double[0], new double[0], noise, 0);
        }

        /** Monte-Carlo standard error of the bound, nats. */
        double error() {
            return FixedStandardDraws.errorOfMean(bounds);
        }
    }

    /**
     * Evaluates minus the divergence from {@code near}, without a pass. It is the bound up to a constant if
     * {@code near} is exact.
     *
     * @param address random address of the draws
     * @param count number of draws of each stratum at which the log density would be evaluated
     */
    BoundEvaluation controlVariatePart(Posterior q, GaussianPosterior near, long address, int count) {
        int many = controlVariatePoints(q, count);
        double[] all = points.of(q, address, many);
        ShiftedSetSums sums = new ShiftedSetSums(q, many / FixedStandardDraws.UNITS);
        for (int k = 0; k < q.stratumCount(); k++) {
            double weight = -q.weight(k) * FixedStandardDraws.UNITS / many;
            for (int s = 0; s < many; s++) {
                double[] epsilon = Arrays.copyOfRange(all, s * q.noiseDimension(), (s + 1) * q.noiseDimension());
                double[] theta = q.draw(k, epsilon);
                double[] gradient = new double[theta.length];
                double known = addControlVariate(near, theta, 1, gradient);
                q.addLogDensityGradient(theta, -1, gradient);
                sums.add(s, k, epsilon, known - q.logDensity(theta), gradient);
                q.addScore(theta, weight, sums.gradients[s * FixedStandardDraws.UNITS / many]);
            }
        }
        return sums.observed(0);
    }

    /**
     * Evaluates the bound at a posterior, by one pass over the rows.
     *
     * @param near Gaussian of the control variate
     * @param address random address of the draws
     * @param count number of draws of each stratum at which the log density is evaluated
     */
    BoundEvaluation at(Posterior q, GaussianPosterior near, long address, int count) {
        double[] all = points.of(q, ~address, count);
        int d = q.dimension();
        double[] theta = new double[q.stratumCount() * count * d];
        for (int at = 0; at < q.stratumCount() * count; at++) {
            int s = at % count;
            double[] epsilon = Arrays.copyOfRange(all, s * q.noiseDimension(), (s + 1) * q.noiseDimension());
            System.arraycopy(q.draw(at / count, epsilon), 0, theta, at * d, d);
        }
        if (!Vectors.isFinite(theta)) {
            return BoundEvaluation.none(q);
        }
        LogJoint.LogJointValues found = density.evaluateAt(theta, RowSample.ALL, address);
        ShiftedSetSums sums = new ShiftedSetSums(q, count / FixedStandardDraws.UNITS);
        for (int at = 0; at < q.stratumCount() * count; at++) {
            int s = at % count;
            double[] one = Arrays.copyOfRange(theta, at * d, (at + 1) * d);
            double[] gradient = Arrays.copyOfRange(found.gradients(), at * d, (at + 1) * d);
            double known = addControlVariate(near, one, -1, gradient);
            double[] epsilon = Arrays.copyOfRange(all, s * q.noiseDimension(), (s + 1) * q.noiseDimension());
            sums.add(s, at / count, epsilon, found.values()[at] - known, gradient);
        }
        return sums.plus(controlVariatePart(q, near, address, count)).observed(found.rows());
    }

    /** Sums over draws, for each shifted set of draws. */
    private static final class ShiftedSetSums {
        private final Posterior q;
        private final int perUnit;
        private final double[] bounds = new double[FixedStandardDraws.UNITS];
        private final double[][] gradients;
        private final double[][] weights;

        ShiftedSetSums(Posterior q, int perUnit) {
            this.q = q;
            this.perUnit = perUnit;
            this.gradients = new double[FixedStandardDraws.UNITS][q.parameterCount()];
            this.weights = new double[FixedStandardDraws.UNITS][q.stratumCount()];
        }

        void add(int s, int stratum, double[] epsilon, double value, double[] gradient) {
            int unit = s / perUnit;
            double weight = q.weight(stratum) / perUnit;
            bounds[unit] += weight * value;
            weights[unit][stratum] += value / perUnit;
            q.addPullback(stratum, epsilon, Vectors.scaled(weight, gradient), gradients[unit]);
        }

        ShiftedSetSums plus(BoundEvaluation other) {
            for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
                bounds[u] += other.bounds()[u];
                for (int i = 0; i < gradients[u].length; i++) {
                    gradients[u][i] += other.gradients()[u][i];
                }
            }
            return this;
        }

        BoundEvaluation observed(long rows) {
            for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
                q.addWeightGradient(weights[u], gradients[u]);
            }
            return new BoundEvaluation(bounds, gradients, rows);
        }
    }
}
