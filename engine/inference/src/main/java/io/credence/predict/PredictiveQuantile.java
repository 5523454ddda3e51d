package io.credence.predict;

import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseLaw.Support;
import io.credence.linalg.NormalTail;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Quantiles of a response whose predictor is N(m, v) and whose dispersion has a few weighted values. */
final class PredictiveQuantile {
    // F(t) is the mean of the law's distribution function over η. Seen as a function of z = (η − m)/√v the latter is a
    // step of width noise/√v = 1/s, so the trapezoid with step h errs by about exp(−2π²/(h²(1 + s²))), 1e-6 for the h
    // chosen here. Beyond s = 40 the noise no longer matters: its variance, in units of η, is added to v, which leaves
    // a relative error of order 1/s² in the width of an interval.

    private static final double REACH = 6.5;
    private static final double STEP = 1.2;
    private static final double NOISELESS = 40;
    private static final double FEW_NODES = 0.15;
    private static final QuadratureRule THREE = QuadratureRule.gaussHermite(3);
    private static final QuadratureRule ONE = QuadratureRule.gaussHermite(1);
    private static final double TOLERANCE = 1e-7;

    private final ResponseLaw law;
    private final ScaleNodes scale;
    private final double typicalScale;

    PredictiveQuantile(ResponseLaw law, ScaleNodes scale) {
        this.law = law;
        this.scale = scale;
        this.typicalScale = scale.values()[scale.values().length / 2];
    }

    /** Smallest response at which the distribution function reaches each p. */
    DoubleUnaryOperator quantile(double mean, double variance) {
        double sd = Math.sqrt(variance);
        double noise = leastNoise(mean, sd);
        if (!(law instanceof ResponseLaw.Normal) && sd > NOISELESS * noise) {
            double spread = Math.hypot(sd, noise);
            return p -> law.support().fromLine(mean + NormalTail.quantile(p) * spread);
        }
        DoubleUnaryOperator cdf = cdf(mean, variance);
        return p -> quantile(p, cdf, mean, variance);
    }

    /**
     * Smallest response at which a given distribution function reaches {@code p}, for a predictor with the given mean
     * and variance.
     */
    double quantile(double p, DoubleUnaryOperator cdf, double mean, double variance) {
        double sd = Math.sqrt(variance);
        double guess = mean + NormalTail.quantile(p) * Math.hypot(sd, law.predictorNoise(mean, typicalScale));
        double size = Math.hypot(sd, leastNoise(mean, sd));
        Support support = law.support();
        if (support == Support.NONNEGATIVE && cdf.applyAsDouble(0) >= p) {
            return 0;
        }
        return support == Support.COUNTS
                ? smallestCount(cdf, p, support.fromLine(Math.min(guess, 700)))
                : support.fromLine(solve(u -> cdf.applyAsDouble(support.fromLine(u)), p, guess, size));
    }

    /**
     * Smallest noise of the response, in units of the predictor, within two standard deviations of the predictor. For
     * shares it is at the value nearest to 0, for others at the upper end.
     */
    private double leastNoise(double mean, double sd) {
        double most = mean + 2 * sd;
        return law.predictorNoise(
                law.support() == Support.UNIT ? Math.max(mean - 2 * sd, Math.min(0, most)) : most, typicalScale);
    }

    /** Distribution function of the response. */
    DoubleUnaryOperator cdf(double mean, double variance) {
        double sd = Math.sqrt(variance);
        double noise = leastNoise(mean, sd);
        if (law instanceof ResponseLaw.Normal) {
            return t -> normalMixtureCdf(t, mean, variance);
        }
        if (sd > NOISELESS * noise) {
            double spread = sd * sd + noise * noise;
            return t -> ScaleNodes.normalCdf(law.support().toLine(t) - mean, spread);
        }
        QuadratureRule rule = sd == 0 ? ONE : quadratureRule(sd / noise);
        double[] eta = new double[rule.nodes().length];
        Arrays.setAll(eta, i -> mean + sd * rule.nodes()[i]);
        DoubleUnaryOperator mixture = t -> mixtureCdf(t, rule, eta);
        return law.recursion(mean, typicalScale) == null
                ? mixture
                : new CountTable(law, rule.weights(), eta, scale, mixture);
    }

    private double normalMixtureCdf(double t, double mean, double variance) {
        double sum = 0;
        for (int k = 0; k < scale.values().length; k++) {
            sum += scale.weights()[k] * NormalTail.cdf((t - mean) / Math.sqrt(variance + scale.values()[k]));
        }
        return sum;
    }

    private double mixtureCdf(double t, QuadratureRule rule, double[] eta) {
        double sum = 0;
        for (int i = 0; i < eta.length; i++) {
            for (int k = 0; k < scale.values().length; k++) {
                sum += rule.weights()[i] * scale.weights()[k] * law.cdf(t, eta[i], scale.values()[k]);
            }
        }
        return sum;
    }

    private static QuadratureRule quadratureRule(double s) {
        if (s < FEW_NODES) {
            return THREE;
        }
        int half = (int) Math.ceil(REACH * Math.sqrt(1 + s * s) / STEP);
        double[] nodes = new double[2 * half + 1];
        double[] weights = new double[2 * half + 1];
        double sum = 0;
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = REACH * (k - half) / half;
            weights[k] = Math.exp(-0.5 * nodes[k] * nodes[k]);
            sum += weights[k];
        }
        for (int k = 0; k < nodes.length; k++) {
            weights[k] /= sum;
        }
        return new QuadratureRule(nodes, weights);
    }

    /**
     * Solves F(t) = p for t near {@code guess}, by the Illinois variant of false position. The accuracy is 1e-7 of
     * {@code size}.
     */
    static double solve(DoubleUnaryOperator cdf, double p, double guess, double size) {
        double low = guess;
        double high = guess;
        double atLow = cdf.applyAsDouble(low) - p;
        double atHigh = atLow;
        for (double step = 0.25 * size; atLow > 0 && step < 1e6 * size; step *= 2) {
            high = low;
            atHigh = atLow;
            low -= step;
            atLow = cdf.applyAsDouble(low) - p;
        }
        for (double step = 0.25 * size; atHigh < 0 && step < 1e6 * size; step *= 2) {
            low = high;
            atLow = atHigh;
            high += step;
            atHigh = cdf.applyAsDouble(high) - p;
        }
        int side = 0;
        for (int i = 0; i < 100 && high - low > TOLERANCE * size; i++) {
            double t = atHigh == atLow ? 0.5 * (low + high) : (low * atHigh - high * atLow) / (atHigh - atLow);
            double at = cdf.applyAsDouble(t) - p;
            if (Math.abs(at) < 1e-9) {
                return t;
            }
            if (at < 0) {
                low = t;
                atLow = at;
                atHigh = side == -1 ? 0.5 * atHigh : atHigh;
                side = -1;
            } else {
                high = t;
                atHigh = at;
                atLow = side == 1 ? 0.5 * atLow : atLow;
                side = 1;
            }
        }
        return 0.5 * (low + high);
    }

    private static double smallestCount(DoubleUnaryOperator cdf, double p, double guess) {
        double high = Math.max(0, Math.rint(guess));
        double step = Math.max(1, Math.rint(0.1 * high));
        while (cdf.applyAsDouble(high) < p && high < 1e300) {
            high += step;
            step *= 2;
        }
        double low = high;
        step = Math.max(1, Math.rint(0.1 * high));
        while (low >= 0 && cdf.applyAsDouble(low) >= p) {
            high = low;
            low -= step;
            step *= 2;
        }
        low = Math.max(-1, low);
        while (high - low > 1 && high - low > 1e-9 * high) {
            double middle = Math.floor(0.5 * (low + high));
            if (cdf.applyAsDouble(middle) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
