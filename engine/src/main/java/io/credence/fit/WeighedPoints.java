package io.credence.fit;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.statistics.LogSums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Points with weights that stand for the exact posterior, and the mixtures of Gaussians that come near them: those of the largest
 * weighted likelihood, by expectation and maximisation. Their means and covariances are those of the points.
 *
 * @param points θ_s, d numbers each
 * @param shares weights, which sum to 1
 */
record WeighedPoints(List<double[]> points, double[] shares) implements Serializable {

    /** Weights above the mean one times the root of their number are cut there (Ionides 2008). */
    private static final double CUT = 0.5;
    /** Share of the mean weight below which a point says nothing. */
    private static final double NEGLIGIBLE = 1e-3;

    /** Points, by their weights, without which a component has no covariance, per parameter. */
    private static final double FEWEST = 2;

    /** How far halves of a component lie from its mean, in its standard deviations. */
    private static final double APART = 0.5;

    /** Draws of a posterior with their importance weights. */
    static WeighedPoints of(ImportanceWeights weights) {
        double[] logs = Arrays.stream(weights.logWeights())
                .map(log -> Double.isFinite(log) ? log : Double.NEGATIVE_INFINITY)
                .toArray();
        double[] shares = LogSums.shares(logs);
        double most = Math.pow(shares.length, CUT) / shares.length;
        double total = 0;
        for (int s = 0; s < shares.length; s++) {
            shares[s] = Math.min(shares[s], most);
            total += shares[s];
        }
        double least = NEGLIGIBLE * total / shares.length;
        int[] kept = IntStream.range(0, shares.length)
                .filter(s -> shares[s] >= least)
                .toArray();
        double sum = Arrays.stream(kept).mapToDouble(s -> shares[s]).sum();
        return new WeighedPoints(
                Arrays.stream(kept).mapToObj(s -> weights.theta()[s]).toList(),
                Arrays.stream(kept).mapToDouble(s -> shares[s] / sum).toArray());
    }

    /** Number of equally weighted points that are worth as much. */
    double effective() {
        return 1 / Vectors.dot(shares, shares);
    }

    /** All points of several, each of which counts by what it is worth. */
    static WeighedPoints of(List<WeighedPoints> parts) {
        double total = parts.stream().mapToDouble(WeighedPoints::effective).sum();
        List<double[]> points = new ArrayList<>();
        List<double[]> shares = new ArrayList<>();
        for (WeighedPoints part : parts) {
            points.addAll(part.points);
            shares.add(Vectors.scaled(part.effective() / total, part.shares));
        }
        return new WeighedPoints(
                points, shares.stream().flatMapToDouble(Arrays::stream).toArray());
    }

    /** The mixture after so many steps of expectation and maximisation; components that no points are left for vanish. */
    MixturePosterior climbed(DenseKernel kernel, MixturePosterior from, int steps) {
        MixturePosterior q = from;
        for (int step = 0; step < steps; step++) {
            MixturePosterior next = maximised(kernel, responsibilities(q));
            if (next == null) {
                return q;
            }
            q = next;
        }
        return q;
    }

    /** A single Gaussian with the moments of the points; null where they are worth too few. */
    @Nullable
    MixturePosterior gaussian(DenseKernel kernel) {
        double[] ones = new double[shares.length];
        Arrays.fill(ones, 1);
        return maximised(kernel, new double[][] {ones});
    }

    private double[][] responsibilities(MixturePosterior q) {
        int count = q.strata();
        double[][] found = new double[count][shares.length];
        double[] logs = new double[count];
        for (int s = 0; s < shares.length; s++) {
            for (int k = 0; k < count; k++) {
                logs[k] = Math.log(q.weight(k)) + q.components().get(k).logDensity(points.get(s));
            }
            double[] own = LogSums.shares(logs);
            for (int k = 0; k < count; k++) {
                found[k][s] = own[k];
            }
        }
        return found;
    }

    private @Nullable MixturePosterior maximised(DenseKernel kernel, double[][] responsibilities) {
        List<Posterior> components = new ArrayList<>();
        List<Double> logits = new ArrayList<>();
        for (double[] own : responsibilities) {
            double[] weights = Vectors.times(shares, own);
            double total = Arrays.stream(weights).sum();
            double worth = total * total / Vectors.dot(weights, weights);
            FullGaussian component =
                    worth > FEWEST * points.get(0).length ? fitted(kernel, Vectors.scaled(1 / total, weights)) : null;
            if (component != null) {
                components.add(component);
                logits.add(Math.log(total));
            }
        }
        return components.isEmpty()
                ? null
                : new MixturePosterior(
                        components,
                        logits.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private @Nullable FullGaussian fitted(DenseKernel kernel, double[] weights) {
        int d = points.get(0).length;
        double[] mean = new double[d];
        for (int s = 0; s < weights.length; s++) {
            for (int j = 0; j < d; j++) {
                mean[j] += weights[s] * points.get(s)[j];
            }
        }
        double[] covariance = new double[d * d];
        for (int s = 0; s < weights.length; s++) {
            double[] apart = Vectors.difference(points.get(s), mean);
            for (int i = 0; weights[s] > 0 && i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    covariance[i * d + j] += weights[s] * apart[i] * apart[j];
                }
            }
        }
        Symmetric.fillUpper(covariance, d);
        Cholesky factor = Cholesky.of(kernel, covariance, d);
        return factor == null ? null : FullGaussian.of(kernel, mean, Symmetric.pack(factor.inverse(), d));
    }

    /** Twice as many components: each halved along the direction in which the points are skewest. */
    MixturePosterior halved(MixturePosterior q) {
        double[][] skewest = skewest(q);
        List<Posterior> components = new ArrayList<>();
        double[] logits = new double[2 * q.strata()];
        for (int k = 0; k < q.strata(); k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            double[] apart = skewest[k];
            for (int side = 0; side < 2; side++) {
                logits[components.size()] = q.logits()[k];
                components.add(component.withMean(Vectors.plus(component.mean(), side == 0 ? APART : -APART, apart)));
            }
        }
        return new MixturePosterior(components, logits);
    }

    /** The direction in which the points of each component are skewest, as long as its standard deviation there. */
    double[][] skewest(MixturePosterior q) {
        double[][] own = responsibilities(q);
        double[][] found = new double[q.strata()][];
        for (int k = 0; k < found.length; k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            found[k] = skewest(component, Vectors.times(shares, own[k]));
        }
        return found;
    }

    /** Σ w z ‖z‖² in the component's standard deviations, Mardia's vector, of length 1 in these. */
    private double[] skewest(GaussianPosterior component, double[] weights) {
        double[] direction = new double[component.dimension()];
        for (int s = 0; s < weights.length; s++) {
            double[] apart = Vectors.difference(points.get(s), component.mean());
            double square = Vectors.dot(apart, component.precisionTimes(apart));
            direction = Vectors.plus(direction, weights[s] * square, apart);
        }
        double length = Math.sqrt(Vectors.dot(direction, component.precisionTimes(direction)));
        return Vectors.scaled(length > 0 ? 1 / length : 0, direction);
    }
}
