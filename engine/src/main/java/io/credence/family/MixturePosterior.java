package io.credence.family;

import io.credence.random.AddressedRandom;
import java.util.Arrays;

/**
 * A mixture of K diagonal Gaussians, its components the strata. λ is the K logits of the weights, the K means, and the K
 * vectors of log σ: K(1 + 2d) numbers.
 *
 * @param components K
 * @param parameters λ
 */
public record MixturePosterior(int components, double[] parameters) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-mixture";

    public MixturePosterior {
        FreeParameters.checkPositive("the number of components", components);
        int d = (parameters.length / components - 1) / 2;
        FreeParameters.checkPositive("the number of parameters", d);
        FreeParameters.check(NAME, parameters, components * (1 + 2L * d));
    }

    /**
     * Equally probable components, each with these standard deviations, their means drawn with the same ones around
     * {@code mean}, which is the mixture's; one component is the Gaussian itself.
     *
     * @throws IllegalArgumentException if the number of components or a standard deviation is not positive
     */
    public static MixturePosterior around(int components, long seed, double[] mean, double[] sd) {
        FreeParameters.checkStart(mean, sd);
        FreeParameters.checkPositive("the number of components", components);
        int d = mean.length;
        double[] parameters = new double[Math.multiplyExact(components, 1 + 2 * d)];
        for (int j = 0; j < d; j++) {
            double[] spread = new double[components];
            for (int k = 0; k < components; k++) {
                spread[k] = AddressedRandom.normal(seed, k, j);
            }
            double middle = Arrays.stream(spread).average().orElseThrow();
            for (int k = 0; k < components; k++) {
                parameters[components + k * d + j] = mean[j] + sd[j] * (spread[k] - middle);
                parameters[components * (1 + d) + k * d + j] = Math.log(sd[j]);
            }
        }
        return new MixturePosterior(components, parameters);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return (parameters.length / components - 1) / 2;
    }

    private int location(int component) {
        return components + component * dimension();
    }

    private int logScale(int component) {
        return components * (1 + dimension()) + component * dimension();
    }

    /** log w_k. */
    private double[] logWeights() {
        double[] logs = Arrays.copyOf(parameters, components);
        double total = logSum(logs);
        for (int k = 0; k < components; k++) {
            logs[k] -= total;
        }
        return logs;
    }

    private static double logSum(double[] logs) {
        double largest = Arrays.stream(logs).max().orElseThrow();
        if (Double.isInfinite(largest)) {
            return largest;
        }
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - largest);
        }
        return largest + Math.log(sum);
    }

    @Override
    public int strata() {
        return components;
    }

    @Override
    public double weight(int stratum) {
        return Math.exp(logWeights()[stratum]);
    }

    /** log w_k + log q_k(θ). */
    private double[] logJoint(double[] theta) {
        double[] logs = logWeights();
        for (int k = 0; k < components; k++) {
            double sum = -theta.length * FreeParameters.HALF_LOG_2_PI;
            for (int j = 0; j < theta.length; j++) {
                double z = standardised(k, theta, j);
                sum -= 0.5 * z * z + parameters[logScale(k) + j];
            }
            logs[k] += sum;
        }
        return logs;
    }

    private double standardised(int k, double[] theta, int j) {
        return (theta[j] - parameters[location(k) + j]) * Math.exp(-parameters[logScale(k) + j]);
    }

    /** Probability of each component given θ. */
    private double[] responsibilities(double[] theta) {
        double[] logs = logJoint(theta);
        double total = logSum(logs);
        for (int k = 0; k < components; k++) {
            logs[k] = Math.exp(logs[k] - total);
        }
        return logs;
    }

    @Override
    public double[] mean() {
        double[] mean = new double[dimension()];
        for (int k = 0; k < components; k++) {
            FreeParameters.add(mean, 0, weight(k), parameters, location(k), mean.length);
        }
        return mean;
    }

    /** Within and between components. */
    @Override
    public double[] covariance() {
        double[] mean = mean();
        int d = mean.length;
        double[] covariance = new double[Math.multiplyExact(d, d)];
        for (int k = 0; k < components; k++) {
            double weight = weight(k);
            double[] apart = Arrays.copyOfRange(parameters, location(k), location(k) + d);
            FreeParameters.add(apart, 0, -1, mean, 0, d);
            for (int i = 0; i < d; i++) {
                double scale = Math.exp(parameters[logScale(k) + i]);
                FreeParameters.add(covariance, i * d, weight * apart[i], apart, 0, d);
                covariance[i * d + i] += weight * scale * scale;
            }
        }
        return covariance;
    }

    @Override
    public double[] sd() {
        double[] mean = mean();
        double[] sd = new double[mean.length];
        for (int k = 0; k < components; k++) {
            double weight = weight(k);
            for (int j = 0; j < sd.length; j++) {
                double scale = Math.exp(parameters[logScale(k) + j]);
                double distance = parameters[location(k) + j] - mean[j];
                sd[j] += weight * (scale * scale + distance * distance);
            }
        }
        for (int j = 0; j < sd.length; j++) {
            sd[j] = Math.sqrt(sd[j]);
        }
        return sd;
    }

    @Override
    public double logDensity(double[] theta) {
        return logSum(logJoint(theta));
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] shares = responsibilities(theta);
        for (int k = 0; k < components; k++) {
            for (int j = 0; j < theta.length; j++) {
                double slope = standardised(k, theta, j) * Math.exp(-parameters[logScale(k) + j]);
                into[j] -= weight * shares[k] * slope;
            }
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] shares = responsibilities(theta);
        for (int k = 0; k < components; k++) {
            into[k] += weight * (shares[k] - weight(k));
            for (int j = 0; j < theta.length; j++) {
                double z = standardised(k, theta, j);
                double share = weight * shares[k];
                into[location(k) + j] += share * z * Math.exp(-parameters[logScale(k) + j]);
                into[logScale(k) + j] += share * (z * z - 1);
            }
        }
    }

    @Override
    public MixturePosterior with(double[] other) {
        FreeParameters.check(NAME, other, parameters.length);
        return new MixturePosterior(components, other);
    }

    @Override
    public MixturePosterior rescaled(double[] factors) {
        FreeParameters.checkFactors(factors, dimension());
        double[] moved = parameters.clone();
        for (int k = 0; k < components; k++) {
            FreeParameters.rescale(moved, location(k), logScale(k), factors);
        }
        return with(moved);
    }

    @Override
    public double[] units() {
        double[] units = new double[parameters.length];
        Arrays.fill(units, 1);
        for (int k = 0; k < components; k++) {
            for (int j = 0; j < dimension(); j++) {
                units[location(k) + j] = Math.exp(parameters[logScale(k) + j]);
            }
        }
        return units;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[dimension()];
        for (int j = 0; j < theta.length; j++) {
            double scale = Math.exp(parameters[logScale(stratum) + j]);
            theta[j] = parameters[location(stratum) + j] + scale * standard[j];
        }
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (int j = 0; j < gradient.length; j++) {
            double scale = Math.exp(parameters[logScale(stratum) + j]);
            into[location(stratum) + j] += gradient[j];
            into[logScale(stratum) + j] += gradient[j] * scale * standard[j];
        }
    }

    @Override
    public void addWeightGradient(double[] heights, double[] into) {
        double mean = 0;
        for (int k = 0; k < components; k++) {
            mean += weight(k) * heights[k];
        }
        for (int k = 0; k < components; k++) {
            into[k] += weight(k) * (heights[k] - mean);
        }
    }
}
