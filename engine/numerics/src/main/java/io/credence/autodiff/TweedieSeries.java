package io.credence.autodiff;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hipparchus.special.Gamma;

/**
 * Factor of the Tweedie density that does not depend on the mean, Wright's generalised Bessel function. It is 1/y Σ_j
 * W_j, j ≥ 1, with log W_j = j log z − log j! − log Γ(a j), a = (2 − p)/(p − 1), and log z = a log(y/(p − 1)) − (1 + a)
 * log φ − log(2 − p) (Dunn and Smyth 2005, Series evaluation of Tweedie exponential dispersion model densities, eq. 3).
 * Terms are added from the largest one outwards.
 */
public final class TweedieSeries {
    // Terms are as smooth in j as a normal density of variance j/(1 + a). Where that is wide, a sum over every h-th
    // term, times h, errs by exp(−2π² variance/h²), below 1e-30 for h up to half the standard deviation.

    private static final Map<Double, TweedieSeries> SERIES = new ConcurrentHashMap<>();

    /** Number of terms whose constants are precomputed. */
    private static final int KNOWN = 512;

    /** Log ratio to the largest term at which smaller terms are left out. */
    private static final double NEGLIGIBLE = 40;

    /**
     * Size y^{2−p}/φ, about the number of amounts, above which the saddlepoint approximation with its first correction
     * is used. It errs by 1e-11, and sums of terms as large err by more.
     */
    private static final double MANY = 1e6;

    private final double power;
    private final double ratio;
    private final double[] constants = new double[KNOWN];

    /** Series of power p, strictly between 1 and 2. */
    public static TweedieSeries of(double power) {
        return SERIES.computeIfAbsent(power, TweedieSeries::new);
    }

    private TweedieSeries(double power) {
        this.power = power;
        this.ratio = (2 - power) / (power - 1);
        for (int j = 1; j < KNOWN; j++) {
            constants[j] = logGammaTerms(j);
        }
    }

    private double logGammaTerms(double j) {
        return Gamma.logGamma(j + 1) + Gamma.logGamma(ratio * j);
    }

    private double term(double j, double logZ) {
        return j * logZ - (j < KNOWN ? constants[(int) j] : logGammaTerms(j));
    }

    /**
     * Distance between the terms that are added: a share of their standard deviation, at least 1. The
     * {@code largest}-th term is the largest.
     */
    public static double step(double share, double largest, double ratio) {
        return Math.max(1, Math.floor(share * Math.sqrt(largest / (1 + ratio))));
    }

    /** Logarithm of the factor, log(1/y Σ_j W_j), for y > 0. */
    public double log(double logLabel, double dispersion) {
        double amounts = Math.exp((2 - power) * logLabel) / dispersion;
        if (amounts > MANY) {
            return amounts / ((power - 1) * (2 - power))
                    - 0.5 * (Math.log(2 * Math.PI * dispersion) + power * logLabel)
                    - power * (3 - power) / (24 * amounts);
        }
        double logZ =
                ratio * (logLabel - Math.log(power - 1)) - (1 + ratio) * Math.log(dispersion) - Math.log(2 - power);
        double largest = amounts / (2 - power);
        double step = step(0.5, largest, ratio);
        double from = Math.max(1, Math.rint(largest));
        double peak = term(from, logZ);
        double sum = 1;
        for (int way = -1; way <= 1; way += 2) {
            double below = 0;
            for (double j = from + way * step; j >= 1 && below > -NEGLIGIBLE; j += way * step) {
                below = term(j, logZ) - peak;
                sum += Math.exp(below);
            }
        }
        return peak + Math.log(step * sum) - logLabel;
    }

    /**
     * Derivative of {@link #log} in log φ: of order 1 −(1 + a) times the mean of j, of order 2 (1 + a)² times its
     * variance, where the probability of j is W_j over the sum.
     */
    double derivative(int order, double logLabel, double dispersion) {
        double amounts = Math.exp((2 - power) * logLabel) / dispersion;
        if (amounts > MANY) {
            double large = amounts / ((power - 1) * (2 - power));
            double small = power * (3 - power) / (24 * amounts);
            return order == 1 ? -large - 0.5 - small : large - small;
        }
        double logZ =
                ratio * (logLabel - Math.log(power - 1)) - (1 + ratio) * Math.log(dispersion) - Math.log(2 - power);
        double largest = amounts / (2 - power);
        double step = step(0.5, largest, ratio);
        double from = Math.max(1, Math.rint(largest));
        double peak = term(from, logZ);
        double sum = 1;
        double first = 0;
        double second = 0;
        for (int way = -1; way <= 1; way += 2) {
            double below = 0;
            for (double j = from + way * step; j >= 1 && below > -NEGLIGIBLE; j += way * step) {
                below = term(j, logZ) - peak;
                double share = Math.exp(below);
                sum += share;
                first += share * (j - from);
                second += share * (j - from) * (j - from);
            }
        }
        double mean = first / sum;
        return order == 1 ? -(1 + ratio) * (from + mean) : (1 + ratio) * (1 + ratio) * (second / sum - mean * mean);
    }
}
