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
 * Weighted draws that represent the exact posterior, with the fit of Gaussian mixtures to them by expectation and
 * maximisation of the weighted likelihood. Mixtures have the means and covariances of the draws.
 *
 * @param points draws θ_s, row by row, d numbers each
 * @param weights weights, which sum to 1
 */
record FixedWeightedDraws(double[] points, double[] weights) implements Serializable {

    /**
     * Smallest effective number of draws per number to be estimated from them: per number of a component's mean, and
     * of all its parameters.
     */
    static final double FEWEST = 2;

    /** Distance of the two halves of a split component from its mean, in its standard deviations. */
    private static final double HALF_DISTANCE = 0.5;

    /**
     * Draws of a posterior with their importance weights, truncated at the mean weight times the root of their number
     * (Ionides 2008). The lightest, which together weigh less than one of the mean weight, are left out.
     */
    static FixedWeightedDraws of(ImportanceWeights weights) {
        double[] shares = weights.normalisedWeights();
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
        return new FixedWeightedDraws(
                Arrays.stream(kept)
                        .mapToObj(s -> weights.theta()[s])
                        .flatMapToDouble(Arrays::stream)
                        .toArray(),
                Arrays.stream(kept).mapToDouble(s -> shares[s] / sum).toArray());
    }

    /** Effective sample size: number of equally weighted draws that are worth as much. */
    double effectiveSampleSize() {
        return 1 / Vectors.dot(weights, weights);
    }

    /** Points of several sets together, each set weighted by its effective sample size. */
    static FixedWeightedDraws of(List<FixedWeightedDraws> parts) {
        double total = parts.stream()
                .mapToDouble(FixedWeightedDraws::effectiveSampleSize)
                .sum();
        return new FixedWeightedDraws(
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.points))
                        .toArray(),
                parts.stream()
                        .flatMapToDouble(
                                part -> Arrays.stream(Vectors.scaled(part.effectiveSampleSize() / total, part.weights)))
                        .toArray());
    }

    private int dimension() {
        return points.length / weights.length;
    }

    /**
     * The mixture after the given number of steps of expectation and maximisation; components without enough draws
     * vanish.
     */
    MixturePosterior expectationMaximised(DenseKernel kernel, MixturePosterior from, int steps) {
        MixturePosterior q = from;
        for (int step = 0; step < steps; step++) {
            MixturePosterior next = maximisationStep(kernel, responsibilities(kernel, q));
            if (next == null) {
                return q;
            }
            q = next;
        }
        return q;
    }

    /** A single Gaussian with the moments of the draws; null where their effective number is too small. */
    @Nullable
    MixturePosterior gaussian(DenseKernel kernel) {
        double[] ones = new double[weights.length];
        Arrays.fill(ones, 1);
        return maximisationStep(kernel, new double[][] {ones});
    }

    /** Probabilities of the components at each draw: one array over draws for each component. */
    private double[][] responsibilities(DenseKernel kernel, MixturePosterior q) {
        double[][] found = new double[q.stratumCount()][];
        for (int k = 0; k < found.length; k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            double log = Math.log(q.weight(k)) + 0.5 * component.logDeterminantPrecision();
            found[k] = squares(kernel, component, centred(component.mean()));
            for (int s = 0; s < weights.length; s++) {
                found[k][s] = log - 0.5 * found[k][s];
            }
        }
        double[] logs = new double[found.length];
        for (int s = 0; s < weights.length; s++) {
            for (int k = 0; k < found.length; k++) {
                logs[k] = found[k][s];
            }
            double[] own = LogSums.softmax(logs);
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

    /** Squared Mahalanobis lengths of the differences of draws from a component's mean. */
    private double[] squares(DenseKernel kernel, GaussianPosterior component, double[] centred) {
        int d = component.dimension();
        Cholesky spread = Objects.requireNonNull(Cholesky.of(kernel, component.covariance(), d), "a covariance");
        double[] squares = new double[weights.length];
        kernel.squaredNorms(centred, 0, squares.length, d, spread.inverseFactor(), squares);
        return squares;
    }

    private @Nullable MixturePosterior maximisationStep(DenseKernel kernel, double[][] responsibilities) {
        List<Posterior> components = new ArrayList<>();
        List<Double> logits = new ArrayList<>();
        for (double[] own : responsibilities) {
            double[] weights = Vectors.entrywiseProduct(this.weights, own);
            double total = Arrays.stream(weights).sum();
            double worth = total * total / Vectors.dot(weights, weights);
            FullGaussian component =
                    worth > FEWEST * dimension() ? weightedGaussian(kernel, Vectors.scaled(1 / total, weights)) : null;
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

    private @Nullable FullGaussian weightedGaussian(DenseKernel kernel, double[] weights) {
        int d = dimension();
        double[] mean = new double[d];
        kernel.addWeightedRows(points, 0, weights.length, d, weights, mean);
        double[] covariance = new double[d * d];
        kernel.addWeightedGram(centred(mean), 0, weights.length, d, weights, covariance);
        Symmetric.fillUpper(covariance, d);
        Cholesky factor = Cholesky.of(kernel, covariance, d);
        return factor == null ? null : FullGaussian.of(kernel, mean, Symmetric.pack(factor.inverse(), d));
    }

    /** A mixture with twice as many components: each is split along the direction in which its draws are skewest. */
    MixturePosterior withSplitComponents(DenseKernel kernel, MixturePosterior q) {
        double[][] skewest = skewnessDirections(kernel, q);
        List<Posterior> components = new ArrayList<>();
        double[] logits = new double[2 * q.stratumCount()];
        for (int k = 0; k < q.stratumCount(); k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            double[] apart = skewest[k];
            for (int side = 0; side < 2; side++) {
                logits[components.size()] = q.logits()[k];
                components.add(component.withMean(
                        Vectors.plusScaled(component.mean(), side == 0 ? HALF_DISTANCE : -HALF_DISTANCE, apart)));
            }
        }
        return new MixturePosterior(components, logits);
    }

    /**
     * Direction in which the draws of each component are skewest; its length is the component's standard deviation
     * there.
     */
    double[][] skewnessDirections(DenseKernel kernel, MixturePosterior q) {
        double[][] own = responsibilities(kernel, q);
        double[][] found = new double[q.stratumCount()][];
        for (int k = 0; k < found.length; k++) {
            GaussianPosterior component = (GaussianPosterior) q.components().get(k);
            found[k] = skewnessDirections(kernel, component, Vectors.entrywiseProduct(weights, own[k]));
        }
        return found;
    }

    /** Mardia's skewness direction Σ w z ‖z‖² of a component, scaled to length 1 in its standard deviations. */
    private double[] skewnessDirections(DenseKernel kernel, GaussianPosterior component, double[] weights) {
        double[] centred = centred(component.mean());
        double[] direction = new double[component.dimension()];
        double[] squares = squares(kernel, component, centred);
        kernel.addWeightedRows(
                centred, 0, weights.length, direction.length, Vectors.entrywiseProduct(weights, squares), direction);
        double length = Math.sqrt(Vectors.dot(direction, component.precisionTimes(direction)));
        return Vectors.scaled(length > 0 ? 1 / length : 0, direction);
    }
}
