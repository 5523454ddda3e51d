package io.credence.mixed.model;

import io.credence.kind.RandomEffects;
import io.credence.prior.LogGamma;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import org.hipparchus.special.Beta;
import org.jspecify.annotations.Nullable;

/**
 * Prior of the covariance of {@link RandomEffects}: independent standard deviations, and correlations whose matrix has
 * a density proportional to det(R)^{η−1} (Lewandowski, Kurowicka, Joe 2009).
 *
 * @param logSdDensities density of the <em>logarithm</em> of each term's standard deviation, k of them: {@link LogHalfStudent},
 *     {@link #logHalfNormal}, {@link io.credence.prior.LogHalfCauchy}, {@link #logExponential}
 * @param concentration η, positive; 1 is uniform over correlation matrices
 * @param shift map to the effects of the prior, whose columns are at its origins; null where those are at 0
 */
public record EffectsPrior(
        List<ScalarDensity> logSdDensities,
        double concentration,
        @Nullable ColumnOriginShift shift) implements Serializable {

    /** Default concentration η. */
    public static final double DEFAULT_CONCENTRATION = 2;

    public EffectsPrior {
        logSdDensities = List.copyOf(logSdDensities);
        if (!(concentration > 0) || Double.isInfinite(concentration)) {
            throw new IllegalArgumentException(
                    "the concentration of an LKJ prior must be positive and finite but was " + concentration);
        }
    }

    /** Creates a prior of effects where the columns are 0. */
    public EffectsPrior(List<ScalarDensity> sds, double concentration) {
        this(sds, concentration, null);
    }

    /**
     * Creates a prior of half-Student densities with 3 degrees of freedom for each of {@code size} standard deviations,
     * and LKJ(2).
     */
    public static EffectsPrior halfStudent(int size, double scale) {
        return new EffectsPrior(Collections.nCopies(size, new LogHalfStudent(3, scale)), DEFAULT_CONCENTRATION);
    }

    /**
     * Standard deviations of one effect at each point, with the columns at the origins of this prior.
     *
     * @param k number of the effect within the level
     * @param first number of the effects' first component
     * @param points standard deviations and correlations of effects where columns are 0
     */
    public double[] sdsAtOrigins(RandomEffects effects, int k, int first, List<double[]> points) {
        return points.stream()
                .mapToDouble(point -> shift == null || !effects.correlated()
                        ? point[first + k]
                        : Math.sqrt(shift.varianceAtOrigins(k, point, first)))
                .toArray();
    }

    /** Density of log |x| where x ~ N(0, scale²). */
    public static ScalarDensity logHalfNormal(double scale) {
        return new LogGamma(2, 0.5, 0.5 / (scale * scale));
    }

    /** Density of log x where x is exponential. */
    public static ScalarDensity logExponential(double rate) {
        return new LogGamma(1, 1, rate);
    }

    /**
     * Log density of the correlations of k effects, whose gradient is added to {@code gradient}. They are given by the
     * inverse hyperbolic tangents u of their canonical partial correlations z; those of column j are independent with
     * density ∝ (1 − z²)^{b−1}, b = η + (k − 2 − j)/2.
     */
    double logCorrelations(int k, double[] u, int at, double[] gradient) {
        double sum = 0;
        for (int i = 1, entry = at; i < k; i++) {
            for (int j = 0; j < i; j++, entry++) {
                double b = concentration + 0.5 * (k - 2 - j);
                double size = Math.abs(u[entry]);
                double logSech = Math.log(2) - size - Math.log1p(Math.exp(-2 * size));
                sum += 2 * b * logSech - (2 * b - 1) * Math.log(2) - Beta.logBeta(b, b);
                gradient[entry] -= 2 * b * Math.tanh(u[entry]);
            }
        }
        return sum;
    }
}
