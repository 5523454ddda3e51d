package io.credence.family.law;

import io.credence.linalg.NormalTail;

/**
 * Power series of the quantile z, F(z) = Φ(ε), and of its derivatives ∂z/∂(a, b) around one standard normal number ε.
 * They solve the differential equations z′ = φ(ε)/f(z) and (∂z/∂a)′ = −z′ (∂log f/∂a + ∂log f/∂z ∂z/∂a).
 */
final class QuantilePiece {
    // All series are in t = (ε − ε₀)/half. With w = ∂z/∂t, s = ∂log f/∂z = au − br: w′ = w (−half ε − sw), r′ = ruw,
    // u′ = −κruw, and s′ = au′ − br′.

    private static final int ORDER = 20;
    private static final double VALUE_ERROR = 3e-11;
    private static final double SLOPE_ERROR = 1e-10;
    /** Distance from ε₀, in t, up to which a piece is used. */
    private static final double REACH = 1 + ScalarQuantile.OFF;
    /**
     * Largest exponent of the growth of errors outwards, |ε| times the distance. Errors grow like the inverse of the
     * normal tail.
     */
    private static final double MOST_GROWTH = 4;
    /** Distance in z within which a series may end before the terms of a bend, (z/t)ⁿ/n!, have begun to grow. */
    private static final double UNSEEN = 10;
    /** Distance in t up to which converged series give a guess of the quantile. */
    private static final double FARTHEST_GUESS = 2;

    private final double origin;
    private final double half;
    private final boolean accurate;
    private final double[] offset = new double[ORDER + 1];
    private final double[] first = new double[ORDER + 1];
    private final double[] second = new double[ORDER + 1];

    /**
     * Computes the series around ε₀.
     *
     * @param epsilon expansion point ε₀
     * @param at z less the mode at ε₀
     * @param beyond the tail at z
     * @param middle middle of the interval over which the series are to hold
     * @param half half of the interval's length
     */
    QuantilePiece(
            ScalarLaw law,
            LawTail tails,
            double epsilon,
            double at,
            LawTail.TailIntegrals beyond,
            double middle,
            double half) {
        this.origin = epsilon;
        this.half = half;
        double z = law.location() + at;
        double[] slopes = law.statisticSlopes(z);
        double[] scores = tails.scores(at);
        double[] w = new double[ORDER + 1];
        double[] u = new double[ORDER + 1];
        double[] r = new double[ORDER + 1];
        double[] s = new double[ORDER + 1];
        double[] ru = new double[ORDER + 1];
        double[] growth = new double[ORDER + 1];
        DerivativeSeries inFirst = new DerivativeSeries(first, scores[0], beyond.quantileSlopeA());
        DerivativeSeries inSecond = new DerivativeSeries(second, scores[1], beyond.quantileSlopeB());
        offset[0] = at;
        w[0] = half * Math.exp(-0.5 * epsilon * epsilon - NormalTail.HALF_LOG_2_PI - tails.logDensity(at));
        u[0] = slopes[0];
        r[0] = -slopes[1];
        s[0] = law.logDensitySlope(z);
        for (int n = 0; n < ORDER; n++) {
            double uw = product(u, w, n);
            double rw = product(r, w, n);
            ru[n] = product(r, u, n);
            growth[n] = law.b() * rw - law.a() * uw - (n == 0 ? half * epsilon : 0) - (n == 1 ? half * half : 0);
            double share = 1.0 / (n + 1);
            offset[n + 1] = share * w[n];
            inFirst.extend(n, s, w, uw);
            inSecond.extend(n, s, w, -rw);
            w[n + 1] = share * product(growth, w, n);
            r[n + 1] = share * product(ru, w, n);
            u[n + 1] = -law.curvatureRatio() * r[n + 1];
            s[n + 1] = law.a() * u[n + 1] - law.b() * r[n + 1];
        }
        this.accurate = Math.abs(epsilon - middle) <= ScalarQuantile.OFF * half
                && half * Math.abs(middle) <= MOST_GROWTH
                && (offset[1] < UNSEEN || matchesSlope(law, s, -REACH) && matchesSlope(law, s, REACH))
                && truncationError(offset) <= VALUE_ERROR * Math.min(offset[1] / half, 1 / Math.sqrt(-law.curvature()))
                && truncationError(first) <= SLOPE_ERROR * Math.abs(first[0])
                && truncationError(second) <= SLOPE_ERROR * Math.abs(second[0]);
    }

    /** Series of the derivative ∂z/∂a or ∂z/∂b. */
    private static final class DerivativeSeries {
        private final double[] slope;
        private final double[] score = new double[ORDER + 1];
        private final double[] total = new double[ORDER + 1];

        DerivativeSeries(double[] slope, double score, double start) {
            this.slope = slope;
            this.score[0] = score;
            slope[0] = start;
        }

        /** Extends the series by order n, given the rise of the score, ∂score/∂t, of that order. */
        void extend(int n, double[] s, double[] w, double rise) {
            total[n] = score[n] + product(s, slope, n);
            slope[n + 1] = -product(total, w, n) / (n + 1);
            score[n + 1] = rise / (n + 1);
        }
    }

    private static double product(double[] x, double[] y, int n) {
        double sum = 0;
        for (int k = 0; k <= n; k++) {
            sum += x[k] * y[n - k];
        }
        return sum;
    }

    /** Whether the series begin near the middle and have converged. */
    boolean isAccurate() {
        return accurate;
    }

    /** Whether the slope of the log density by the series is that of the law. */
    private boolean matchesSlope(ScalarLaw law, double[] slope, double t) {
        return Math.abs(law.logDensitySlope(law.location() + sum(offset, t)) - sum(slope, t)) <= VALUE_ERROR;
    }

    private static double truncationError(double[] series) {
        return (Math.abs(series[ORDER]) + Math.abs(series[ORDER - 1])) * Math.pow(REACH, ORDER);
    }

    /** Quantile z less the mode. */
    double offset(double epsilon) {
        return at(offset, epsilon);
    }

    /** Quantile z less the mode beyond the ends of these series, roughly. */
    double guess(double epsilon) {
        double t = (epsilon - origin) / half;
        double farthest = accurate ? FARTHEST_GUESS : 0;
        double inside = Math.max(-farthest, Math.min(farthest, t));
        return sum(offset, inside) + (t - inside) * offset[1];
    }

    /** Derivatives ∂z/∂(a, b). */
    double[] slopes(double epsilon) {
        return new double[] {at(first, epsilon), at(second, epsilon)};
    }

    private double at(double[] series, double epsilon) {
        return sum(series, (epsilon - origin) / half);
    }

    private static double sum(double[] series, double t) {
        double sum = series[ORDER];
        for (int n = ORDER - 1; n >= 0; n--) {
            sum = sum * t + series[n];
        }
        return sum;
    }
}
