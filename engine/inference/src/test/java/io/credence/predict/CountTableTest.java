package io.credence.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseLaw.NegativeBinomialLaw;
import io.credence.likelihood.ResponseLaw.PoissonLaw;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.count.CountingLaw;
import io.credence.likelihood.zero.HurdleLikelihood;
import io.credence.quadrature.QuadratureRule;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of sums of probabilities of counts against incomplete gamma and beta functions. */
class CountTableTest {

    private static final QuadratureRule ONE = QuadratureRule.gaussHermite(1);
    private static final QuadratureRule THREE = QuadratureRule.gaussHermite(3);
    private static final DoubleUnaryOperator NEVER = t -> {
        throw new AssertionError("asked beyond the table: " + t);
    };

    static Stream<ResponseLaw> laws() {
        return Stream.of(
                new PoissonLaw(), new NegativeBinomialLaw(), aboveZero("poisson"), aboveZero("negative-binomial"));
    }

    private static ResponseLaw aboveZero(String family) {
        return new HurdleLikelihood(CountingLaw.of(Likelihoods.named(family, 1, 0))).responseLaw();
    }

    private static ScaleNodes dispersion(double value) {
        return ScaleNodes.of(new DispersionPosterior.Known(value));
    }

    @ParameterizedTest
    @MethodSource("laws")
    void values_areThoseOfTheLaw(ResponseLaw law) {
        for (double eta : new double[] {-30, -3, 0, 2, 4, 6, 7, 9, 800}) {
            for (double dispersion : new double[] {1e-6, 0.3, 1, 20}) {
                CountTable table =
                        new CountTable(law, ONE.weights(), new double[] {eta}, dispersion(dispersion), NEVER);
                for (int y = -1; y < CountTable.MOST; y += y < 20 ? 1 : 41) {
                    assertEquals(
                            law.cdf(y, eta, dispersion),
                            table.applyAsDouble(y),
                            1e-10,
                            law + " at " + y + ", eta " + eta + ", dispersion " + dispersion);
                }
            }
        }
    }

    /** Where a mean overflows, all counts lie beyond the table. */
    @Test
    void upperTails_areOfLargeMeans() {
        assertEquals(1, new NegativeBinomialLaw().upperTail(500, 800, 0.3), 1e-12);
        assertEquals(0, new NegativeBinomialLaw().cdf(500, 800, 0.3), 1e-12);
    }

    /** P(0) = (1 + μφ)^(−1/φ), where μφ is larger than a double, and μ too. */
    @Test
    void zeros_ofLargeMeansAndDispersions_haveTheirProbability() {
        for (double eta : new double[] {703, 709, 720}) {
            double zero = Math.exp(-(eta + Math.log(1000)) / 1000);
            assertEquals(
                    zero,
                    Objects.requireNonNull(new NegativeBinomialLaw().recursion(eta, 1000))
                            .probability(),
                    1e-12,
                    "eta " + eta);
        }
    }

    /** Each value at first, and in the reverse order. */
    @ParameterizedTest
    @MethodSource("laws")
    void mixtures_areWeightedInAnyOrderOfCounts(ResponseLaw law) {
        double[] eta = {0.5, 1.5, 3};
        ScaleNodes scales = new ScaleNodes(new double[] {0.2, 0.7}, new double[] {0.4, 0.6});
        CountTable down = new CountTable(law, THREE.weights(), eta, scales, NEVER);
        CountTable up = new CountTable(law, THREE.weights(), eta, scales, NEVER);
        double[] expected = new double[100];
        for (int y = 0; y < expected.length; y++) {
            for (int i = 0; i < eta.length; i++) {
                for (int k = 0; k < 2; k++) {
                    expected[y] += THREE.weights()[i] * scales.weights()[k] * law.cdf(y, eta[i], scales.values()[k]);
                }
            }
            assertEquals(expected[y], up.applyAsDouble(y), 1e-10, law + " at " + y);
            assertEquals(up.applyAsDouble(y), up.applyAsDouble(y + 0.5), "between counts");
        }
        for (int y = expected.length - 1; y >= 0; y--) {
            assertEquals(up.applyAsDouble(y), down.applyAsDouble(y), law + " at " + y);
        }
    }

    @Test
    void largeCounts_areAskedElsewhere() {
        CountTable table = new CountTable(new PoissonLaw(), ONE.weights(), new double[] {8}, dispersion(1), t -> -t);
        assertEquals(-CountTable.MOST, table.applyAsDouble(CountTable.MOST));
        assertTrue(table.applyAsDouble(CountTable.MOST - 1) < 1e-300, "a mean of 2,981");
    }

    /** Small and large means, on both sides of the table's end. */
    @ParameterizedTest
    @MethodSource("laws")
    void quantiles_areTheFirstCountsThatReachTheirProbability(ResponseLaw law) {
        ScaleNodes scale = dispersion(0.1);
        PredictiveQuantile quantiles = new PredictiveQuantile(law, scale);
        for (double mean : new double[] {-8, 0, 3, 6.1, 6.3, 8}) {
            for (double sd : new double[] {0, 0.05, 0.6}) {
                DoubleUnaryOperator quantile = quantiles.quantile(mean, sd * sd);
                DoubleUnaryOperator cdf = quantiles.cdf(mean, sd * sd);
                for (double p : new double[] {0.05, 0.5, 0.95}) {
                    double count = quantile.applyAsDouble(p);
                    String at = law + ", mean " + mean + ", sd " + sd + ", p " + p + ": " + count;
                    assertTrue(cdf.applyAsDouble(count) >= p, at);
                    assertTrue(cdf.applyAsDouble(count - 1) < p, at);
                }
            }
        }
    }
}
