package io.credence.family;

import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Product of independent posteriors of consecutive parameters. λ, the normal numbers of a draw and the parameters are
 * those of the factors, one after the other; strata are all combinations of theirs, the last factor's changing first.
 *
 * @param factors at least one
 */
public record ProductPosterior(List<Posterior> factors) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "product";

    private static final int MOST_STRATA = 1024;

    public ProductPosterior {
        if (factors.isEmpty()) {
            throw new IllegalArgumentException("a product requires at least one factor but found none");
        }
        factors = List.copyOf(factors);
        long strata = 1;
        for (Posterior factor : factors) {
            strata *= factor.stratumCount();
            if (strata > MOST_STRATA) {
                throw new IllegalArgumentException("a product has at most " + MOST_STRATA
                        + " strata, the product of its factors', but found " + strata);
            }
        }
    }

    /**
     * Factor of the product with its stratum and its place: offsets of its parameters, λ and normal numbers in those of
     * the product.
     */
    private record FactorSlice(
            int index, Posterior factor, int thetaOffset, int lambdaOffset, int noiseOffset, int stratum) {

        double[] thetaOf(double[] all) {
            return Arrays.copyOfRange(all, thetaOffset, thetaOffset + factor.dimension());
        }

        double[] noiseOf(double[] all) {
            return Arrays.copyOfRange(all, noiseOffset, noiseOffset + factor.noiseDimension());
        }
    }

    private static int[] factorStrata(List<Posterior> factors, int stratum) {
        int[] strata = new int[factors.size()];
        int left = stratum;
        for (int f = factors.size() - 1; f >= 0; f--) {
            strata[f] = left % factors.get(f).stratumCount();
            left /= factors.get(f).stratumCount();
        }
        return strata;
    }

    private List<FactorSlice> slices(int stratum) {
        int[] strata = factorStrata(factors, stratum);
        FactorSlice[] parts = new FactorSlice[factors.size()];
        for (int f = 0, theta = 0, lambda = 0, noise = 0; f < parts.length; f++) {
            Posterior factor = factors.get(f);
            parts[f] = new FactorSlice(f, factor, theta, lambda, noise, strata[f]);
            theta += factor.dimension();
            lambda += factor.parameterCount();
            noise += factor.noiseDimension();
        }
        return List.of(parts);
    }

    private int sum(ToIntFunction<Posterior> size) {
        int sum = 0;
        for (Posterior factor : factors) {
            sum += size.applyAsInt(factor);
        }
        return sum;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return sum(Posterior::dimension);
    }

    @Override
    public double[] mean() {
        return Vectors.concatenate(factors.stream().map(Posterior::mean).toList());
    }

    @Override
    public double[] sd() {
        return Vectors.concatenate(factors.stream().map(Posterior::sd).toList());
    }

    /** Block-diagonal covariance; its diagonal alone if every factor's is. */
    @Override
    public double[] covariance() {
        List<double[]> own = factors.stream().map(Posterior::covariance).toList();
        int d = dimension();
        if (own.stream().mapToInt(each -> each.length).sum() == d) {
            return Vectors.concatenate(own);
        }
        double[] covariance = new double[Math.multiplyExact(d, d)];
        for (FactorSlice part : slices(0)) {
            double[] block = own.get(part.index);
            int size = part.factor.dimension();
            for (int i = 0; i < size; i++) {
                int row = (part.thetaOffset + i) * d + part.thetaOffset;
                if (block.length == size) {
                    covariance[row + i] = block[i];
                } else {
                    System.arraycopy(block, i * size, covariance, row, size);
                }
            }
        }
        return covariance;
    }

    /** Source of the moments: draws if those of one factor come from draws. */
    @Override
    public MomentSource momentSource() {
        return factors.stream().anyMatch(factor -> factor.momentSource() == MomentSource.DRAWS)
                ? MomentSource.DRAWS
                : MomentSource.CLOSED_FORM;
    }

    @Override
    public ProductPosterior rescaled(double[] scales) {
        FreeParameterAlgebra.checkFactors(scales, dimension());
        return new ProductPosterior(slices(0).stream()
                .map(part -> part.factor.rescaled(part.thetaOf(scales)))
                .toList());
    }

    @Override
    public int parameterCount() {
        return sum(Posterior::parameterCount);
    }

    @Override
    public double[] parameters() {
        return Vectors.concatenate(factors.stream().map(Posterior::parameters).toList());
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE.withPosteriors("factors", factors);
    }

    @Override
    public double[] parameterScales() {
        return Vectors.concatenate(
                factors.stream().map(Posterior::parameterScales).toList());
    }

    @Override
    public ProductPosterior with(double[] other) {
        FreeParameterAlgebra.check(NAME, other, parameterCount());
        return new ProductPosterior(slices(0).stream()
                .map(part -> part.factor.with(
                        Arrays.copyOfRange(other, part.lambdaOffset, part.lambdaOffset + part.factor.parameterCount())))
                .toList());
    }

    /** Fisher information; null unless every factor has one. */
    @Override
    public @Nullable FisherInformation information() {
        return ProductInformation.of(factors, ProductPosterior::new);
    }

    @Override
    public double[] coordinates() {
        return Vectors.concatenate(factors.stream().map(Posterior::coordinates).toList());
    }

    @Override
    public @Nullable ProductPosterior withCoordinates(double[] coordinates) {
        FreeParameterAlgebra.checkLength(
                "list of coordinates of this product", sum(factor -> factor.coordinates().length), coordinates.length);
        List<Posterior> moved = new ArrayList<>();
        int from = 0;
        for (Posterior factor : factors) {
            int to = from + factor.coordinates().length;
            Posterior own = factor.withCoordinates(Arrays.copyOfRange(coordinates, from, to));
            if (own == null) {
                return null;
            }
            moved.add(own);
            from = to;
        }
        return new ProductPosterior(moved);
    }

    @Override
    public int noiseDimension() {
        return sum(Posterior::noiseDimension);
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (FactorSlice part : slices(0)) {
            sum += part.factor.logDensity(part.thetaOf(theta));
        }
        return sum;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (FactorSlice part : slices(0)) {
            double[] gradient = new double[part.factor.dimension()];
            part.factor.addLogDensityGradient(part.thetaOf(theta), weight, gradient);
            FreeParameterAlgebra.add(into, part.thetaOffset, 1, gradient, 0, gradient.length);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (FactorSlice part : slices(0)) {
            double[] score = new double[part.factor.parameterCount()];
            part.factor.addScore(part.thetaOf(theta), weight, score);
            FreeParameterAlgebra.add(into, part.lambdaOffset, 1, score, 0, score.length);
        }
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        return Vectors.concatenate(slices(stratum).stream()
                .map(part -> part.factor.draw(part.stratum, part.noiseOf(standard)))
                .toList());
    }

    @Override
    public double[] mirroredNoise(double[] standard) {
        return Vectors.concatenate(slices(0).stream()
                .map(part -> part.factor.mirroredNoise(part.noiseOf(standard)))
                .toList());
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (FactorSlice part : slices(stratum)) {
            double[] pulled = new double[part.factor.parameterCount()];
            part.factor.addPullback(part.stratum, part.noiseOf(standard), part.thetaOf(gradient), pulled);
            FreeParameterAlgebra.add(into, part.lambdaOffset, 1, pulled, 0, pulled.length);
        }
    }

    @Override
    public int stratumCount() {
        int strata = 1;
        for (Posterior factor : factors) {
            strata *= factor.stratumCount();
        }
        return strata;
    }

    @Override
    public double weight(int stratum) {
        double weight = 1;
        for (FactorSlice part : slices(stratum)) {
            weight *= part.factor.weight(part.stratum);
        }
        return weight;
    }

    @Override
    public void addWeightGradient(double[] weights, double[] into) {
        List<FactorSlice> first = slices(0);
        for (int f = 0; f < factors.size(); f++) {
            FactorSlice part = first.get(f);
            double[] own = new double[part.factor.stratumCount()];
            for (int k = 0; k < weights.length; k++) {
                int[] strata = factorStrata(factors, k);
                own[strata[f]] += weights[k] * weightOfOthers(f, strata);
            }
            double[] gradient = new double[part.factor.parameterCount()];
            part.factor.addWeightGradient(own, gradient);
            FreeParameterAlgebra.add(into, part.lambdaOffset, 1, gradient, 0, gradient.length);
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
