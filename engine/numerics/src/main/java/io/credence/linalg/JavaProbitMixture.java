package io.credence.linalg;

import java.util.Arrays;

/**
 * Workspace for the expected softplus function for {@link JavaDenseKernel}, by a scale mixture of probits (Monahan and
 * Stefanski 1992). With log(1 + e^x) ≈ Σ_k p_k [x Φ(x/r_k) + r_k φ(x/r_k)], the expectation under N(m, v) is Σ_k p_k [m
 * Φ(m/s_k) + s_k φ(m/s_k)] with s_k² = v + r_k². Its loops are vectorised by the JIT compiler.
 */
final class JavaProbitMixture {
    // Weights and squared scales were fitted to the softplus and logistic functions by nonlinear least squares, the
    // weights positive and of sum 1. Largest errors over every mean: value 4.4e-13 and slope 8.3e-13 at v = 0 and less
    // beyond, curvature 3e-12 at v = 0 and 5e-13 from v = 0.7 on.

    private static final double[] WEIGHTS = {
        7.7100836567664379e-06, 0.00043425590137302628, 0.0053454620436547886, 0.02709276959839459,
        0.074911719545942668, 0.13386424685089832, 0.1783436641604699, 0.20013395236255108,
        0.18477123560733055, 0.12495324867299126, 0.05511789815160479, 0.013567451790481714,
        0.0014220028836047162, 3.438234704578047e-05
    };
    private static final double[] SQUARED_SCALES = {
        28.493574338119476, 19.39758125815322, 13.582784791091905, 9.6033552458361822,
        6.83905450728742, 4.9273912708579219, 3.6066729164213833, 2.6589880889163591,
        1.9444103144885163, 1.4061279111976153, 1.0095580266189728, 0.72064149189791471,
        0.50909493026796115, 0.34901926541867939
    };
    private static final int CHUNK = 256;
    private static final double STEEP = 0x1p1000;
    // Beyond, every normal tail is zero.
    private static final double FAR = 40;
    private static final double DENSITY_AT_ZERO = 0.3989422804014327;

    private final JavaExponential exponential;
    private final double[] spread;
    private final double[] inverse;
    private final double[] u;
    private final double[] exponent;
    private final double[] e;
    private final double[] tail;
    private final double[] value;
    private final double[] slope;
    private final double[] curvature;

    /** A workspace for a call with {@code count} numbers, which are processed in chunks. */
    JavaProbitMixture(int count) {
        int chunk = Math.min(count, CHUNK);
        exponential = new JavaExponential(chunk);
        spread = new double[chunk];
        inverse = new double[chunk];
        u = new double[chunk];
        exponent = new double[chunk];
        e = new double[chunk];
        tail = new double[chunk];
        value = new double[chunk];
        slope = new double[chunk];
        curvature = new double[chunk];
    }

    /** Computes expectations like {@link DenseKernel#expectedSoftplus}. */
    void expectedSoftplus(double[] mean, double[] sd, int begin, int count, Moments out) {
        for (int at = begin; at < begin + count; at += CHUNK) {
            int rows = Math.min(CHUNK, begin + count - at);
            Arrays.fill(value, 0, rows, 0);
            Arrays.fill(slope, 0, rows, 0);
            Arrays.fill(curvature, 0, rows, 0);
            for (int k = 0; k < WEIGHTS.length; k++) {
                standardise(mean, sd, at, SQUARED_SCALES[k], rows, spread, inverse, u);
                halfSquare(u, rows, exponent);
                exponential.expOfMinusAbsolute(exponent, rows, e);
                computeUpperTails(u, e, rows, tail);
                addValue(spread, u, e, tail, WEIGHTS[k], rows, value);
                addDerivatives(inverse, e, tail, WEIGHTS[k], rows, slope, curvature);
            }
            restoreMeanSign(mean, at, rows, value, slope);
            System.arraycopy(value, 0, out.value(), at, rows);
            System.arraycopy(slope, 0, out.slope(), at, rows);
            System.arraycopy(curvature, 0, out.curvature(), at, rows);
        }
    }

    private static void standardise(
            double[] mean,
            double[] sd,
            int at,
            double square,
            int rows,
            double[] spread,
            double[] inverse,
            double[] u) {
        for (int i = 0; i < rows; i++) {
            spread[i] = Math.sqrt(sd[at + i] * sd[at + i] + square);
        }
        for (int i = 0; i < rows; i++) {
            inverse[i] = 1 / spread[i];
        }
        for (int i = 0; i < rows; i++) {
            u[i] = Math.min(Math.abs(mean[at + i]) * inverse[i], FAR);
        }
    }

    private static void halfSquare(double[] u, int rows, double[] exponent) {
        for (int i = 0; i < rows; i++) {
            exponent[i] = 0.5 * u[i] * u[i];
        }
    }

    /**
     * Computes Φ(−u) from e = exp(−u²/2), to 2e-16. It uses a minimax fit to Φ(−u)/e on [0, 9], beyond which e is as
     * good as zero.
     */
    private static void computeUpperTails(double[] u, double[] e, int rows, double[] tail) {
        for (int i = 0; i < rows; i++) {
            double x = u[i];
            double above = (((((9.4804818978604601e-05 * x + 0.0018163793086263737) * x + 0.016037752409629623) * x
                                                                    + 0.083117188792434408)
                                                            * x
                                                    + 0.26808649014071053)
                                            * x
                                    + 0.51741472429543514)
                            * x
                    + 0.50000000000000017;
            double below = ((((((0.00023763899602493312 * x + 0.0045530597146771992) * x + 0.040436621882514403) * x
                                                                                    + 0.21292248341918220)
                                                                            * x
                                                                    + 0.71144273115020623)
                                                            * x
                                                    + 1.4984671927411970)
                                            * x
                                    + 1.8327140093938102)
                            * x
                    + 1;
            tail[i] = e[i] * (above / below);
        }
    }

    /** Adds s [φ(u) − u Φ(−u)], the excess over max(m, 0). */
    private static void addValue(
            double[] spread, double[] u, double[] e, double[] tail, double weight, int rows, double[] value) {
        for (int i = 0; i < rows; i++) {
            value[i] += weight * (spread[i] * (DENSITY_AT_ZERO * e[i] - u[i] * tail[i]));
        }
    }

    private static void addDerivatives(
            double[] inverse, double[] e, double[] tail, double weight, int rows, double[] slope, double[] curvature) {
        for (int i = 0; i < rows; i++) {
            slope[i] += weight * tail[i];
            curvature[i] += weight * DENSITY_AT_ZERO * e[i] * inverse[i];
        }
    }

    /** Converts value and slope of the expected softplus function at the mean −|m| to those at the mean m. */
    private static void restoreMeanSign(double[] mean, int at, int rows, double[] value, double[] slope) {
        for (int i = 0; i < rows; i++) {
            double positive = Math.min(1, Math.max(0, mean[at + i] * STEEP)); // 1 or 0; at 0 the tail is one half
            value[i] += Math.max(mean[at + i], 0);
            slope[i] = positive + (1 - 2 * positive) * slope[i];
        }
    }
}
