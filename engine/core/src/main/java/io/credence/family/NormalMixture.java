package io.credence.family;

import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Mixture of weighted normals that represents a posterior, for integrals over one normal at a time. It is exact, or has
 * the error of a quadrature rule, or consists of draws, which are normals without variance.
 *
 * @param components at least one; their weights sum to 1
 * @param isOfDraws whether the components are draws
 */
public record NormalMixture(List<Component> components, boolean isOfDraws) implements Serializable {

    /** Number of draws that represent a posterior which is no mixture of normals. */
    public static final int DRAWS = 1000;

    /** Largest number of parameters for which a covariance matrix is computed for such a mixture alone. */
    static final int MOST_DENSE = 4000;

    public NormalMixture {
        components = List.copyOf(components);
        FreeParameterAlgebra.checkPositive("the number of normals of a mixture", components.size());
    }

    /**
     * Normal component N(μ, stretch · S).
     *
     * @param weight probability of the component
     * @param mean μ
     * @param covariance S, row-major, or its diagonal alone; empty for a point
     * @param covarianceFactor factor of S
     */
    public record Component(double weight, double[] mean, double[] covariance, double covarianceFactor)
            implements Serializable {

        /** Variance of one parameter. */
        public double variance(int j) {
            int d = mean.length;
            return covariance.length == 0 ? 0 : covarianceFactor * covariance[covariance.length == d ? j : j * d + j];
        }
    }

    /** Mixture of one normal, its covariance row-major or its diagonal alone. */
    public static NormalMixture of(double[] mean, double[] covariance) {
        return new NormalMixture(List.of(new Component(1, mean, covariance, 1)), false);
    }

    /**
     * Mixture that represents {@code q}: its mixture of normals where it has one, else draws that the seed determines.
     */
    public static NormalMixture of(Posterior q, long seed) {
        NormalMixture own = q.normalMixture();
        return own == null ? ofDraws(q, UnaryOperator.identity(), seed) : own;
    }

    /** Mixture of draws of a function of the posterior's parameters, determined by the seed. */
    public static NormalMixture ofDraws(Posterior q, UnaryOperator<double[]> function, long seed) {
        List<Component> points = new ArrayList<>();
        PosteriorDraws draws = new PosteriorDraws(q, DRAWS, seed, RandomUse.PREDICTIVE_MIXTURE.firstAddressWord());
        draws.forEach((weight, theta) -> points.add(new Component(weight, function.apply(theta), new double[0], 1)));
        return new NormalMixture(points, true);
    }

    /** Marginal of the first {@code count} parameters. */
    public NormalMixture leadingMarginal(int count) {
        double[] source = null;
        double[] part = null;
        List<Component> parts = new ArrayList<>();
        for (Component each : components) {
            if (part == null || each.covariance != source) {
                source = each.covariance;
                part = leadingMarginal(source, each.mean.length, count);
            }
            parts.add(new Component(each.weight, Arrays.copyOf(each.mean, count), part, each.covarianceFactor));
        }
        return new NormalMixture(parts, isOfDraws);
    }

    private static double[] leadingMarginal(double[] covariance, int d, int count) {
        if (covariance.length <= d) {
            return Arrays.copyOf(covariance, Math.min(covariance.length, count));
        }
        double[] part = new double[count * count];
        for (int i = 0; i < count; i++) {
            System.arraycopy(covariance, i * d, part, i * count, count);
        }
        return part;
    }
}
