package io.credence.family;

import io.credence.linalg.LogSums;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Mixture posterior of K Gaussians of any kind, one stratum per component. The unconstrained parameters λ are the K
 * logits of the weights, and then λ of each component.
 *
 * @param components Gaussians of the same number of parameters, at least one
 * @param logits K logarithms of the weights, up to a constant
 */
public record MixturePosterior(List<Posterior> components, double[] logits) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-mixture";

    public MixturePosterior {
        components = List.copyOf(components);
        FreeParameterAlgebra.checkPositive("the number of components", components.size());
        FreeParameterAlgebra.check(NAME, logits, components.size());
        int d = components.get(0).dimension();
        for (Posterior component : components) {
            if (component.dimension() != d || component.stratumCount() != 1) {
                throw new IllegalArgumentException(
                        "components of a mixture are Gaussians of as many parameters: required " + d + ", found "
                                + component.dimension() + " of family " + component.family());
            }
        }
    }

    /**
     * Mixture of equally probable components, each with the given standard deviations. Their means are drawn with the
     * same ones around {@code mean}, which is the mixture's; one component is the Gaussian itself.
     *
     * @param kind plan by which each component starts
     * @throws IllegalArgumentException if the number of components or a standard deviation is not positive
     */
    public static MixturePosterior around(
            int components, long seed, IntFunction<InitialPosterior> kind, double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        FreeParameterAlgebra.checkPositive("the number of components", components);
        double[][] means = new double[components][];
        Arrays.setAll(means, k -> mean.clone());
        for (int j = 0; j < mean.length; j++) {
            double[] spread = new double[components];
            for (int k = 0; k < components; k++) {
                spread[k] = AddressedRandom.normal(seed, k, j);
            }
            double middle = Arrays.stream(spread).average().orElseThrow();
            for (int k = 0; k < components; k++) {
                means[k][j] += sd[j] * (spread[k] - middle);
            }
        }
        List<Posterior> all = IntStream.range(0, components)
                .mapToObj(k -> kind.apply(k).around(means[k], sd))
                .toList();
        return new MixturePosterior(all, new double[components]);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return components.get(0).dimension();
    }

    @Override
    public int parameterCount() {
        return parameterOffset(stratumCount());
    }

    @Override
    public double[] parameters() {
        return Vectors.concatenate(
                logits, components.stream().map(Posterior::parameters).toList());
    }

    @Override
    public MixturePosterior with(double[] other) {
        FreeParameterAlgebra.check(NAME, other, parameterCount());
        List<Posterior> moved = IntStream.range(0, stratumCount())
                .mapToObj(k ->
                        components.get(k).with(Arrays.copyOfRange(other, parameterOffset(k), parameterOffset(k + 1))))
                .toList();
        return new MixturePosterior(moved, Arrays.copyOf(other, stratumCount()));
    }

    /** Index in λ of a component's first parameter. */
    private int parameterOffset(int component) {
        int start = stratumCount();
        for (int k = 0; k < component; k++) {
            start += components.get(k).parameterCount();
        }
        return start;
    }

    /** Normals of all components; null if a component has none. */
    @Override
    public @Nullable NormalMixture normalMixture() {
        List<NormalMixture.Component> all = new ArrayList<>();
        double[] weights = weights();
        for (int k = 0; k < stratumCount(); k++) {
            NormalMixture own = components.get(k).normalMixture();
            if (own == null) {
                return null;
            }
            double weight = weights[k];
            own.components()
                    .forEach(each -> all.add(new NormalMixture.Component(
                            weight * each.weight(), each.mean(), each.covariance(), each.covarianceFactor())));
        }
        return new NormalMixture(all, false);
    }

    /** Parameters by name. They include the weights, which follow from the logits, for readers of a file. */
    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE
                .with("weights", weights())
                .with("logits", logits)
                .withPosteriors("components", components);
    }

    @Override
    public double[] parameterScales() {
        return Vectors.concatenate(
                Vectors.ones(stratumCount()),
                components.stream().map(Posterior::parameterScales).toList());
    }

    @Override
    public MixturePosterior rescaled(double[] factors) {
        return new MixturePosterior(
                components.stream().map(each -> each.rescaled(factors)).toList(), logits);
    }

    @Override
    public int stratumCount() {
        return components.size();
    }

    @Override
    public double weight(int stratum) {
        return Math.exp(logits[stratum] - LogSums.logSumExp(logits));
    }

    private double[] weights() {
        return softmax(logits);
    }

    /** Shares of numbers in their sum, given their logarithms. */
    private static double[] softmax(double[] logs) {
        double total = LogSums.logSumExp(logs);
        return Arrays.stream(logs).map(log -> Math.exp(log - total)).toArray();
    }

    /** Log joint density log w_k + log q_k(θ) of each component. */
    private double[] logJoint(double[] theta) {
        double[] logs = new double[stratumCount()];
        double total = LogSums.logSumExp(logits);
        Arrays.setAll(logs, k -> logits[k] - total + components.get(k).logDensity(theta));
        return logs;
    }

    /** Probability of each component given θ. */
    private double[] responsibilities(double[] theta) {
        return softmax(logJoint(theta));
    }

    @Override
    public double[] mean() {
        double[] mean = new double[dimension()];
        double[] weights = weights();
        for (int k = 0; k < stratumCount(); k++) {
            FreeParameterAlgebra.add(mean, 0, weights[k], components.get(k).mean(), 0, mean.length);
        }
        return mean;
    }

    @Override
    public double[] sd() {
        double[] mean = mean();
        double[] sd = new double[mean.length];
        double[] weights = weights();
        for (int k = 0; k < stratumCount(); k++) {
            double weight = weights[k];
            double[] own = components.get(k).sd();
            for (int j = 0; j < sd.length; j++) {
                double distance = components.get(k).mean()[j] - mean[j];
                sd[j] += weight * (own[j] * own[j] + distance * distance);
            }
        }
        for (int j = 0; j < sd.length; j++) {
            sd[j] = Math.sqrt(sd[j]);
        }
        return sd;
    }

    /** Covariance within and between components. */
    @Override
    public double[] covariance() {
        double[] mean = mean();
        int d = mean.length;
        double[] covariance = new double[Math.multiplyExact(d, d)];
        double[] weights = weights();
        for (int k = 0; k < stratumCount(); k++) {
            double weight = weights[k];
            double[] within = components.get(k).covariance();
            double[] apart = components.get(k).mean().clone();
            FreeParameterAlgebra.add(apart, 0, -1, mean, 0, d);
            for (int i = 0; i < d; i++) {
                FreeParameterAlgebra.add(covariance, i * d, weight * apart[i], apart, 0, i + 1);
                if (within.length == d) {
                    covariance[i * d + i] += weight * within[i];
                } else {
                    FreeParameterAlgebra.add(covariance, i * d, weight, within, i * d, i + 1);
                }
            }
        }
        Symmetric.fillUpper(covariance, d);
        return covariance;
    }

    @Override
    public double logDensity(double[] theta) {
        return LogSums.logSumExp(logJoint(theta));
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] shares = responsibilities(theta);
        for (int k = 0; k < shares.length; k++) {
            components.get(k).addLogDensityGradient(theta, weight * shares[k], into);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] shares = responsibilities(theta);
        double[] weights = weights();
        for (int k = 0; k < shares.length; k++) {
            into[k] += weight * (shares[k] - weights[k]);
            double[] own = new double[components.get(k).parameterCount()];
            components.get(k).addScore(theta, weight * shares[k], own);
            FreeParameterAlgebra.add(into, parameterOffset(k), 1, own, 0, own.length);
        }
    }

    /** Largest number of standard normal numbers of a component's draw. */
    @Override
    public int noiseDimension() {
        return components.stream().mapToInt(Posterior::noiseDimension).max().orElseThrow();
    }

    private double[] componentNoise(int stratum, double[] standard) {
        return Arrays.copyOf(standard, components.get(stratum).noiseDimension());
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        return components.get(stratum).draw(0, componentNoise(stratum, standard));
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        Posterior component = components.get(stratum);
        double[] own = new double[component.parameterCount()];
        component.addPullback(0, componentNoise(stratum, standard), gradient, own);
        FreeParameterAlgebra.add(into, parameterOffset(stratum), 1, own, 0, own.length);
    }

    @Override
    public void addWeightGradient(double[] weights, double[] into) {
        double[] shares = weights();
        double mean = Vectors.dot(shares, weights);
        for (int k = 0; k < shares.length; k++) {
            into[k] += shares[k] * (weights[k] - mean);
        }
    }
}
