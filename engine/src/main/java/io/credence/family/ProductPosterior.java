package io.credence.family;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Independent posteriors of consecutive parameters. λ, the normal numbers of a draw and the parameters are those of the
 * factors, one after the other; strata are all combinations of theirs, the last factor's changing first.
 *
 * @param factors at least one
 */
public record ProductPosterior(List<ReparameterizedPosterior> factors) implements ReparameterizedPosterior {

    /** Name in configuration and results. */
    public static final String NAME = "product";

    private static final int MOST_STRATA = 1024;

    public ProductPosterior {
        if (factors.isEmpty()) {
            throw new IllegalArgumentException("a product requires at least one factor but found none");
        }
        factors = List.copyOf(factors);
        long strata = 1;
        for (ReparameterizedPosterior factor : factors) {
            strata *= factor.strata();
            if (strata > MOST_STRATA) {
                throw new IllegalArgumentException("a product has at most " + MOST_STRATA
                        + " strata, the product of its factors', but found " + strata);
            }
        }
    }

    /** One factor's part of everything. */
    private record Part(ReparameterizedPosterior factor, int theta, int lambda, int noise, int stratum) {

        double[] of(double[] all) {
            return Arrays.copyOfRange(all, theta, theta + factor.dimension());
        }

        double[] standardOf(double[] all) {
            return Arrays.copyOfRange(all, noise, noise + factor.noise());
        }
    }

    private static int[] split(List<ReparameterizedPosterior> factors, int stratum) {
        int[] strata = new int[factors.size()];
        int left = stratum;
        for (int f = factors.size() - 1; f >= 0; f--) {
            strata[f] = left % factors.get(f).strata();
            left /= factors.get(f).strata();
        }
        return strata;
    }

    private List<Part> parts(int stratum) {
        int[] strata = split(factors, stratum);
        Part[] parts = new Part[factors.size()];
        for (int f = 0, theta = 0, lambda = 0, noise = 0; f < parts.length; f++) {
            ReparameterizedPosterior factor = factors.get(f);
            parts[f] = new Part(factor, theta, lambda, noise, strata[f]);
            theta += factor.dimension();
            lambda += factor.parameters().length;
            noise += factor.noise();
        }
        return List.of(parts);
    }

    private int sum(ToIntFunction<ReparameterizedPosterior> size) {
        return factors.stream().mapToInt(size).sum();
    }

    private static double[] joined(List<double[]> pieces) {
        return pieces.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return sum(ReparameterizedPosterior::dimension);
    }

    @Override
    public double[] mean() {
        return joined(factors.stream().map(ReparameterizedPosterior::mean).toList());
    }

    @Override
    public double[] sd() {
        return joined(factors.stream().map(ReparameterizedPosterior::sd).toList());
    }

    @Override
    public double[] parameters() {
        return joined(factors.stream().map(ReparameterizedPosterior::parameters).toList());
    }

    @Override
    public double[] units() {
        return joined(factors.stream().map(ReparameterizedPosterior::units).toList());
    }

    @Override
    public ProductPosterior with(double[] other) {
        FreeParameters.check(NAME, other, sum(factor -> factor.parameters().length));
        return new ProductPosterior(parts(0).stream()
                .map(part -> part.factor.with(
                        Arrays.copyOfRange(other, part.lambda, part.lambda + part.factor.parameters().length)))
                .toList());
    }

    @Override
    public int noise() {
        return sum(ReparameterizedPosterior::noise);
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (Part part : parts(0)) {
            sum += part.factor.logDensity(part.of(theta));
        }
        return sum;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (Part part : parts(0)) {
            double[] gradient = new double[part.factor.dimension()];
            part.factor.addLogDensityGradient(part.of(theta), weight, gradient);
            FreeParameters.add(into, part.theta, 1, gradient, 0, gradient.length);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (Part part : parts(0)) {
            double[] score = new double[part.factor.parameters().length];
            part.factor.addScore(part.of(theta), weight, score);
            FreeParameters.add(into, part.lambda, 1, score, 0, score.length);
        }
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        return joined(parts(stratum).stream()
                .map(part -> part.factor.draw(part.stratum, part.standardOf(standard)))
                .toList());
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (Part part : parts(stratum)) {
            double[] pulled = new double[part.factor.parameters().length];
            part.factor.addPullback(part.stratum, part.standardOf(standard), part.of(gradient), pulled);
            FreeParameters.add(into, part.lambda, 1, pulled, 0, pulled.length);
        }
    }

    @Override
    public int strata() {
        int strata = 1;
        for (ReparameterizedPosterior factor : factors) {
            strata *= factor.strata();
        }
        return strata;
    }

    @Override
    public double weight(int stratum) {
        double weight = 1;
        for (Part part : parts(stratum)) {
            weight *= part.factor.weight(part.stratum);
        }
        return weight;
    }

    @Override
    public void addWeightGradient(double[] heights, double[] into) {
        List<Part> first = parts(0);
        for (int f = 0; f < factors.size(); f++) {
            Part part = first.get(f);
            double[] own = new double[part.factor.strata()];
            for (int k = 0; k < heights.length; k++) {
                int[] strata = split(factors, k);
                own[strata[f]] += heights[k] * weightOfOthers(f, strata);
            }
            double[] gradient = new double[part.factor.parameters().length];
            part.factor.addWeightGradient(own, gradient);
            FreeParameters.add(into, part.lambda, 1, gradient, 0, gradient.length);
        }
    }

    private double weightOfOthers(int factor, int[] strata) {
        double weight = 1;
        for (int f = 0; f < strata.length; f++) {
            weight *= f == factor ? 1 : factors.get(f).weight(strata[f]);
        }
        return weight;
    }
}
