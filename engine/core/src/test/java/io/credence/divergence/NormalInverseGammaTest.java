package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import java.util.List;
import java.util.function.DoubleFunction;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

/**
 * Divergences between joint laws of coefficients and variance, θ | v ~ N(μ, v V) and v ~ IG(a, b), from the integrals ∫q^sπ^t in closed
 * form (Knoblauch et al. 2022, equations 79 and 80): the sizes of Figure 7.
 */
class NormalInverseGammaTest {

    private static final Law Q = new Law(512, 543, new double[] {2.5, 2.5}, new double[] {0.3, 2});
    private static final Law PRIOR = new Law(500, 500, new double[2], new double[] {25, 2});

    /** Orders of the table. */
    private static final double[] ORDERS = {0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5};

    /** With independent coefficients given the variance. */
    private record Law(double shape, double scale, double[] mean, double[] variances) {

        InverseGamma ofVariance() {
            return new InverseGamma(shape, scale);
        }

        double logDensity(double[] theta, double v) {
            double sum = ofVariance().logDensityOfLog().applyAsDouble(Math.log(v)) - Math.log(v);
            for (int j = 0; j < mean.length; j++) {
                double off = theta[j] - mean[j];
                sum -= 0.5 * (Math.log(2 * Math.PI * v * variances[j]) + off * off / v / variances[j]);
            }
            return sum;
        }
    }

    /** log ∫q^sπ^t; NaN where it does not exist. */
    private static double logIntegral(Law q, double s, Law prior, double t) {
        int d = q.mean.length;
        double logs = 0;
        double scale = s * q.scale + t * prior.scale;
        for (int j = 0; j < d; j++) {
            double precision = s / q.variances[j] + t / prior.variances[j];
            double off = q.mean[j] - prior.mean[j];
            scale += 0.5 * s * t * off * off / (q.variances[j] * prior.variances[j] * precision);
            logs += s * Math.log(q.variances[j]) + t * Math.log(prior.variances[j]) + Math.log(precision);
        }
        double shape = s * (q.shape + 1) + t * (prior.shape + 1) + 0.5 * (s + t - 1) * d - 1;
        return s * logConstant(q)
                + t * logConstant(prior)
                - 0.5 * ((s + t - 1) * d * Math.log(2 * Math.PI) + logs)
                + Gamma.logGamma(shape)
                - shape * Math.log(scale);
    }

    private static double logConstant(Law law) {
        return law.shape * Math.log(law.scale) - Gamma.logGamma(law.shape);
    }

    private static double between(PowerDivergence divergence, Law q, Law prior) {
        double a = divergence.posteriorPower();
        double b = divergence.priorPower();
        double joint = logIntegral(q, a, prior, b);
        double own = logIntegral(q, a + b, prior, 0);
        return divergence
                .fromLogIntegrals((own - joint) / b, logIntegral(q, 0, prior, a + b), joint)
                .value();
    }

    private static double kullbackLeibler(Law q, Law prior) {
        double sum = q.ofVariance().divergence(prior.ofVariance());
        for (int j = 0; j < q.mean.length; j++) {
            double ratio = q.variances[j] / prior.variances[j];
            double off = q.mean[j] - prior.mean[j];
            sum += 0.5 * (ratio - 1 - Math.log(ratio) + q.shape / q.scale * off * off / prior.variances[j]);
        }
        return sum;
    }

    private static List<DoubleFunction<PowerDivergence>> kinds() {
        return List.of(AlphaDivergence::new, BetaDivergence::new, RenyiDivergence::new, GammaDivergence::new);
    }

    @Test
    void integral_isThatOfAGrid() {
        Law q = new Law(6, 5, new double[] {0.4}, new double[] {0.5});
        Law prior = new Law(4, 3, new double[] {-0.2}, new double[] {1.5});
        for (double[] powers : new double[][] {{0.5, 0.5}, {1, 0.3}, {1.4, -0.4}}) {
            double step = 0.02;
            double sum = 0;
            for (double u = -5; u < 7; u += step) {
                double v = Math.exp(u);
                for (double x = -15; x < 15; x += step) {
                    double[] theta = {x};
                    sum += v * Math.exp(powers[0] * q.logDensity(theta, v) + powers[1] * prior.logDensity(theta, v));
                }
            }
            double expected = Math.log(sum * step * step);
            assertClose("log ∫q^sπ^t", expected, logIntegral(q, powers[0], prior, powers[1]), 1e-6);
        }
    }

    @Test
    void ordersNearOne_areTheKullbackLeiblerDivergence() {
        for (DoubleFunction<PowerDivergence> kind : kinds()) {
            PowerDivergence near = kind.apply(1 + 1e-5);
            double off = between(near, Q, PRIOR) / kullbackLeibler(Q, PRIOR) - 1;
            assertTrue(Math.abs(off) < 1e-3, near.name() + " off by " + off);
        }
    }

    /** Robust divergences exceed the Kullback–Leibler one, 4.156, below order 1 and fall short of it above; that of α is bounded by 1/(α(1 − α)). */
    @Test
    void sizes_areThoseOfTheTable() {
        double[][] table = {
            {4.175, 3.035, 3.126, 3.596, 5.019, 7.285, 17.65},
            {10320, 98.19, 14.00, 6.416, 2.829, 1.707, 0.8486},
            {8.144, 5.689, 4.705, 4.345, 3.996, 3.798, 3.541},
            {15.95, 8.226, 5.528, 4.615, 3.780, 3.328, 2.774}
        };
        assertClose("kl", 4.156, kullbackLeibler(Q, PRIOR), 1e-3);
        for (int k = 0; k < table.length; k++) {
            for (int i = 0; i < ORDERS.length; i++) {
                PowerDivergence divergence = kinds().get(k).apply(ORDERS[i]);
                assertClose(divergence.name(), table[k][i], between(divergence, Q, PRIOR), 1e-3);
            }
        }
    }
}
