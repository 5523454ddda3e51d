package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Divergences between joint laws of coefficients and variance, θ | v ~ N(μ, v V) and v ~ IG(a, b), from the integrals ∫q^sπ^t in closed
 * form (Knoblauch et al. 2022, equations 79 and 80): the sizes of Figure 7.
 */
class NormalInverseGammaTest {

    private static final NormalInverseGamma Q =
            NormalInverseGamma.of(true, new double[] {2.5, 2.5}, roots(0.3, 2), 512, 543);
    private static final NormalInverseGamma PRIOR = NormalInverseGamma.of(true, new double[2], roots(25, 2), 500, 500);

    /** Laws whose coefficients depend on each other given the variance. */
    private static final NormalInverseGamma FULL =
            NormalInverseGamma.of(false, new double[] {0.4, -0.1}, new double[] {0.8, 0, -0.5, 0.6}, 9, 7);

    private static final NormalInverseGamma FULL_PRIOR =
            NormalInverseGamma.of(false, new double[] {-0.2, 0.1}, new double[] {1.3, 0, 0.4, 1.1}, 6, 5);

    /** Orders of the table. */
    private static final double[] ORDERS = {0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5};

    private final RandomArrays random = RandomArrays.of("normal-inverse-gamma divergences");

    private static double[] roots(double first, double second) {
        return new double[] {Math.sqrt(first), 0, 0, Math.sqrt(second)};
    }

    private static double between(Divergence divergence, NormalInverseGamma q, NormalInverseGamma prior) {
        return gradient(divergence, q, prior).value();
    }

    private static NormalInverseGammaGradient gradient(
            Divergence divergence, NormalInverseGamma q, NormalInverseGamma prior) {
        return Objects.requireNonNull(divergence.between(q, prior));
    }

    private static List<DoubleFunction<PowerDivergence>> kinds() {
        return List.of(AlphaDivergence::new, BetaDivergence::new, RenyiDivergence::new, GammaDivergence::new);
    }

    private static List<Divergence> all() {
        List<Divergence> all = new ArrayList<>(List.of(
                KullbackLeibler.PLAIN,
                new KullbackLeibler(0.5),
                new AlphaBetaGammaDivergence(0.75, 1.25, 0.5),
                new AlphaBetaGammaDivergence(0.9, 1.2, 1),
                new SumDivergence(
                        List.of(
                                new SumDivergence.Term(0.5, KullbackLeibler.PLAIN),
                                new SumDivergence.Term(2, new RenyiDivergence(0.5))),
                        DivergenceTransform.LOG)));
        for (double order : new double[] {0.75, 1.25}) {
            kinds().forEach(kind -> all.add(kind.apply(order)));
        }
        return all;
    }

    /** Log integral over a grid of coefficients and logarithms of the variance, with the variance as Jacobian. */
    private static double gridIntegral(double s, double t) {
        double step = 0.15;
        double sum = 0;
        for (double u = -4; u < 4; u += step) {
            for (double x = -9; x < 9; x += step) {
                for (double y = -9; y < 9; y += step) {
                    double[] theta = {x, y, u};
                    double ofVariance = s * (FULL.logDensity(theta) - u) + t * (FULL_PRIOR.logDensity(theta) - u);
                    sum += Math.exp(ofVariance + u);
                }
            }
        }
        return Math.log(sum * step * step * step);
    }

    @Test
    void integrals_areThoseOfAGrid() {
        for (double[] powers : new double[][] {{0.5, 0.5}, {1, 0.3}, {1.4, -0.4}}) {
            double expected = gridIntegral(powers[0], powers[1]);
            NormalInverseGammaGradient found =
                    NormalInverseGammaOverlap.logIntegral(powers[0], powers[1], FULL, FULL_PRIOR);
            assertClose("log ∫q^sπ^t", expected, Objects.requireNonNull(found).value(), 1e-6);
        }
        NormalInverseGammaGradient alone = NormalInverseGammaOverlap.logIntegral(1.3, FULL);
        assertClose(
                "log ∫q^p", gridIntegral(1.3, 0), Objects.requireNonNull(alone).value(), 1e-6);
    }

    /** By central differences in the free parameters, with full scale matrices and diagonal ones. */
    @Test
    void gradients_areThoseOfDifferences() {
        for (Divergence divergence : all()) {
            requireGradient(divergence, FULL, FULL_PRIOR);
            requireGradient(
                    divergence,
                    NormalInverseGamma.of(true, new double[] {0.4, -0.1}, roots(0.6, 0.3), 9, 7),
                    FULL_PRIOR);
        }
    }

    private static void requireGradient(Divergence divergence, NormalInverseGamma q, NormalInverseGamma prior) {
        double[] slope = q.parameterGradient(gradient(divergence, q, prior));
        double step = 1e-5;
        for (int j = 0; j < slope.length; j++) {
            double[] above = q.parameters().clone();
            double[] below = above.clone();
            above[j] += step;
            below[j] -= step;
            double difference = (between(divergence, q.with(above), prior) - between(divergence, q.with(below), prior))
                    / (2 * step);
            assertEquals(
                    difference, slope[j], 1e-7 * Math.max(1, Math.abs(difference)), divergence.name() + " in " + j);
        }
    }

    @Test
    void divergences_areZeroAtThePriorAndPositiveElsewhere() {
        for (Divergence divergence : all()) {
            assertEquals(0, between(divergence, FULL_PRIOR, FULL_PRIOR), 1e-12, divergence.name());
            assertTrue(between(divergence, FULL, FULL_PRIOR) > 0, divergence.name());
        }
    }

    @Test
    void ordersNearOne_areTheKullbackLeiblerDivergence() {
        for (DoubleFunction<PowerDivergence> kind : kinds()) {
            PowerDivergence near = kind.apply(1 + 1e-5);
            double off = between(near, Q, PRIOR) / between(KullbackLeibler.PLAIN, Q, PRIOR) - 1;
            assertTrue(Math.abs(off) < 1e-3, near.name() + " off by " + off);
            assertEquals(between(KullbackLeibler.PLAIN, Q, PRIOR), between(kind.apply(1), Q, PRIOR), 1e-12);
        }
    }

    /** In closed form, and by the mean of log q/π at draws of q. */
    @Test
    void kullbackLeibler_isTheMeanAtDraws() {
        int count = 20_000;
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < count; k++) {
            double[] theta = FULL.draw(0, random.normals(3));
            double ratio = FULL.logDensity(theta) - FULL_PRIOR.logDensity(theta);
            sum += ratio;
            squares += ratio * ratio;
        }
        double mean = sum / count;
        double error = Math.sqrt((squares / count - mean * mean) / count);
        assertEquals(mean, between(KullbackLeibler.PLAIN, FULL, FULL_PRIOR), 4 * error);
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
        assertClose("kl", 4.156, between(KullbackLeibler.PLAIN, Q, PRIOR), 1e-3);
        for (int k = 0; k < table.length; k++) {
            for (int i = 0; i < ORDERS.length; i++) {
                PowerDivergence divergence = kinds().get(k).apply(ORDERS[i]);
                assertClose(divergence.name(), table[k][i], between(divergence, Q, PRIOR), 1e-3);
            }
        }
    }

    /** All but that of β, under coefficients c times as large and variances c² times. */
    @Test
    void unitOfTheResponse_doesNotMatter() {
        double c = 3.5;
        for (double order : new double[] {0.75, 1.25}) {
            for (Divergence divergence :
                    List.of(new AlphaDivergence(order), new RenyiDivergence(order), new GammaDivergence(order))) {
                assertClose(
                        divergence.name(),
                        between(divergence, FULL, FULL_PRIOR),
                        between(divergence, inUnit(FULL, c), inUnit(FULL_PRIOR, c)),
                        1e-10);
            }
        }
    }

    private static NormalInverseGamma inUnit(NormalInverseGamma law, double c) {
        double[] location = Arrays.stream(law.location()).map(x -> c * x).toArray();
        double[] v = law.scaleMatrix();
        double first = Math.sqrt(v[0]);
        double[] factor = {first, 0, v[2] / first, Math.sqrt(v[3] - v[2] * v[2] / v[0])};
        return NormalInverseGamma.of(false, location, factor, law.shape(), c * c * law.scale());
    }

    @Test
    void integralsThatDiverge_areInfinite() {
        NormalInverseGamma wide = NormalInverseGamma.of(false, new double[2], roots(9, 9), 9, 7);
        assertEquals(Double.POSITIVE_INFINITY, between(new RenyiDivergence(2), wide, FULL_PRIOR), "wider coefficients");
        NormalInverseGamma far = NormalInverseGamma.of(false, new double[] {90, 90}, roots(0.1, 0.1), 9, 7);
        assertEquals(Double.POSITIVE_INFINITY, between(new RenyiDivergence(2), far, FULL_PRIOR), "far coefficients");
        NormalInverseGamma heavy = NormalInverseGamma.of(false, new double[2], roots(1, 1), 1.2, 7);
        assertEquals(Double.POSITIVE_INFINITY, between(new GammaDivergence(0.5), heavy, FULL_PRIOR), "heavy tails");
    }

    @Test
    void divergenceByBlocks_hasNoClosedForm() {
        Divergence blocks = new BlockDivergence(List.of(new BlockDivergence.BlockTerm(3, 1, new RenyiDivergence(0.5))));
        assertNull(blocks.between(FULL, FULL_PRIOR));
        assertNull(new SumDivergence(List.of(new SumDivergence.Term(1, blocks)), DivergenceTransform.IDENTITY)
                .between(FULL, FULL_PRIOR));
    }
}
