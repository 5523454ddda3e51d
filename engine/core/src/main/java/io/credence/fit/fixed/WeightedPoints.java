package io.credence.fit.fixed;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.fit.ImportanceWeights;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Points with weights that stand for the exact posterior, and the mixtures of Gaussians that come near them: those of the largest
 * weighted likelihood, by expectation and maximisation. Their means and covariances are those of the points.
 *
 * @param points θ_s, row by row, d numbers each
 * @param shares weights, which sum to 1
 */
record WeightedPoints(double[] points, double[] shares) implements Serializable {

    /** Points, by their weights, for each number that they are to fix: of a component's mean, and of all its parameters. */
    static final double FEWEST = 2;

    /** How far halves of a component lie from its mean, in its standard deviations. */
    private static final double HALF_DISTANCE = 0.5;

    /**
     * Draws of a posterior with their importance weights, cut at the mean one times the root of their number (Ionides 2008). The lightest,
     * which together weigh less than one of the mean weight, are left out.
     */
    static WeightedPoints of(ImportanceWeights weights) {
        double[] shares = weights.shares();
        double most = Math.sqrt(shares.length) / shares.length;
        double total = 0;
        for (int s = 0; s < shares.length; s++) {
            shares[s] = Math.min(shares[s], most);
            total += shares[s];
        }
        double least = total / shares.length / shares.length;
        int[] kept = IntStream.range(0, shares.length)
                .filter(s -> shares[s] >= least)
                .toArray();
        double sum = Arrays.stream(kept).mapToDouble(s -> shares[s]).sum();
        return new WeightedPoints(
                Arrays.stream(kept)
                        .mapToObj(s -> weights.theta()[s])
                        .flatMapToDouble(Arrays::stream)
                        .toArray(),
                Arrays.stream(kept).mapToDouble(s -> shares[s] / sum).toArray());
    }

    /** Number of equally weighted points that are worth as much. */
    double effective() {
        return 1 / Vectors.dot(shares, shares);
    }

    /** All points of several, each of which counts by what it is worth. */
    static WeightedPoints of(List<WeightedPoints> parts) {
        double total = parts.stream().mapToDouble(WeightedPoints::effective).sum();
        return new WeightedPoints(
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.points))
                        .toArray(),
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(Vectors.scaled(part.effective() / total, part.shares)))
                        .toArray());
    }

    private int dimension() {
        return points.length / shares.length;
    }

    /** The mixture after so many steps of expectation and maximisation; components that no points are left for vanish. */
    MixturePosterior climbed(DenseKernel kernel, MixturePosterior from, int steps) {
        MixturePosterior q = from;
        for (int step = 0; step < steps; step++) {
            MixturePosterior next = maximised(kernel, responsibilities(kernel, q));
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

    /** Probabilities of the components at each point: an array of points for each component. */
    private double[][] responsibilities(DenseKernel kernel, MixturePosterior q) {
        double[][] found = new double[q.strata()][];
        for (int k = 0; k < found.length; k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            double log = Math.log(q.weight(k)) + 0.5 * component.logDeterminantPrecision();
            found[k] = squares(kernel, component, centred(component.mean()));
            for (int s = 0; s < shares.length; s++) {
                found[k][s] = log - 0.5 * found[k][s];
            }
        }
        double[] logs = new double[found.length];
        for (int s = 0; s < shares.length; s++) {
            for (int k = 0; k < found.length; k++) {
                logs[k] = found[k][s];
            }
            double[] own = LogSums.shares(logs);
            for (int k = 0; k < found.length; k++) {
                found[k][s] = own[k];
            }
        }
        return found;
    }

    private double[] centred(double[] mean) {
        double[] apart = points.clone();
        for (int at = 0; at < apart.length; at++) {
            apart[at] -= mean[at % mean.length];
        }
        return apart;
    }

    /** Squared distances of centred points from a component's mean, in its standard deviations. */
    private double[] squares(DenseKernel kernel, GaussianPosterior component, double[] centred) {
        int d = component.dimension();
        Cholesky spread = Objects.requireNonNull(Cholesky.of(kernel, component.covariance(), d), "a covariance");
        double[] squares = new double[shares.length];
        kernel.squaredNorms(centred, 0, squares.length, d, spread.inverseFactor(), squares);
        return squares;
    }

    private @Nullable MixturePosterior maximised(DenseKernel kernel, double[][] responsibilities) {
        List<Posterior> components = new ArrayList<>();
        List<Double> logits = new ArrayList<>();
        for (double[] own : responsibilities) {
            double[] weights = Vectors.times(shares, own);
            double total = Arrays.stream(weights).sum();
            double worth = total * total / Vectors.dot(weights, weights);
            FullGaussian component =
                    worth > FEWEST * dimension() ? fitted(kernel, Vectors.scaled(1 / total, weights)) : null;
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
        int d = dimension();
        double[] mean = new double[d];
        kernel.addWeightedRows(points, 0, weights.length, d, weights, mean);
        double[] covariance = new double[d * d];
        kernel.addWeightedGram(centred(mean), 0, weights.length, d, weights, covariance);
        Symmetric.fillUpper(covariance, d);
        Cholesky factor = Cholesky.of(kernel, covariance, d);
        return factor == null ? null : FullGaussian.of(kernel, mean, Symmetric.pack(factor.inverse(), d));
    }

    /** Twice as many components: each halved along the direction in which the points are skewest. */
    MixturePosterior halved(DenseKernel kernel, MixturePosterior q) {
        double[][] skewest = skewest(kernel, q);
        List<Posterior> components = new ArrayList<>();
        double[] logits = new double[2 * q.strata()];
        for (int k = 0; k < q.strata(); k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            double[] apart = skewest[k];
            for (int side = 0; side < 2; side++) {
                logits[components.size()] = q.logits()[k];
                components.add(component.withMean(
                        Vectors.plus(component.mean(), side == 0 ? HALF_DISTANCE : -HALF_DISTANCE, apart)));
            }
        }
        return new MixturePosterior(components, logits);
    }

    /** The direction in which the points of each component are skewest, as long as its standard deviation there. */
    double[][] skewest(DenseKernel kernel, MixturePosterior q) {
        double[][] own = responsibilities(kernel, q);
        double[][] found = new double[q.strata()][];
        for (int k = 0; k < found.length; k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            found[k] = skewest(kernel, component, Vectors.times(shares, own[k]));
        }
        return found;
    }

    /** Σ w z ‖z‖² in the component's standard deviations, Mardia's vector, of length 1 in these. */
    private double[] skewest(DenseKernel kernel, GaussianPosterior component, double[] weights) {
        double[] centred = centred(component.mean());
        double[] direction = new double[component.dimension()];
        double[] squares = squares(kernel, component, centred);
        kernel.addWeightedRows(
                centred, 0, weights.length, direction.length, Vectors.times(weights, squares), direction);
        double length = Math.sqrt(Vectors.dot(direction, component.precisionTimes(direction)));
        return Vectors.scaled(length > 0 ? 1 / length : 0, direction);
    }
}
