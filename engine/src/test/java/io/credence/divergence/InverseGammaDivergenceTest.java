package io.credence.divergence;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.ScaleFactor.InverseGamma;
import io.credence.testkit.FiniteDifference;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Divergences of inverse gammas against quadrature and finite differences. */
class InverseGammaDivergenceTest {

    private static final InverseGamma Q = new InverseGamma(4.5, 3.2);
    private static final InverseGamma PRIOR = new InverseGamma(4, 3);

    static Stream<Divergence> divergences() {
        return Gaussians.divergences().stream();
    }

    private static double[] logDensity(InverseGamma factor, double[] nodes) {
        return Arrays.stream(nodes)
                .map(v -> factor.shape() * Math.log(factor.scale())
                        - Gamma.logGamma(factor.shape())
                        - (factor.shape() + 1) * Math.log(v)
                        - factor.scale() / v)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void value_isThatOfQuadrature(Divergence divergence) {
        int count = 8001;
        double step = 24.0 / (count - 1);
        double[] nodes = new double[count];
        Arrays.setAll(nodes, s -> Math.exp(-6 + step * s));
        double[] own = logDensity(Q, nodes);
        double[] base = new double[count];
        Arrays.setAll(base, s -> Math.exp(own[s]) * nodes[s] * step);
        double expected =
                divergence.atDraws(own, logDensity(PRIOR, nodes), base).value();
        assertClose(divergence.name(), expected, divergence.between(Q, PRIOR), 1e-9);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void slopes_areThoseOfTheValue(Divergence divergence) {
        double[] expected = FiniteDifference.gradient(
                at -> divergence.between(new InverseGamma(at[0], at[1]), PRIOR), new double[] {Q.shape(), Q.scale()});
        Divergence.ScaleSlope slope = divergence.slope(Q, PRIOR);
        assertClose(divergence.name(), expected, new double[] {slope.shape(), slope.scale()}, 1e-7);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void divergenceFromItself_isZeroAndElsePositive(Divergence divergence) {
        assertClose(divergence.name(), 0, divergence.between(Q, Q), 1e-12);
        assertTrue(divergence.between(Q, PRIOR) > 1e-5, divergence.name());
        assertTrue(divergence.between(PRIOR, Q) > 1e-5, divergence.name());
    }

    @Test
    void orderTowards1_tendsToKullbackLeibler() {
        double expected = KullbackLeibler.PLAIN.between(Q, PRIOR);
        Divergence.ScaleSlope slope = KullbackLeibler.PLAIN.slope(Q, PRIOR);
        for (double h : new double[] {1e-3, 1e-6, 1e-9, 1e-12, 0}) {
            for (String kind : new String[] {"alpha", "renyi", "beta", "gamma"}) {
                Divergence near = Divergences.named(kind, 1 + h);
                assertClose(near.name(), expected, near.between(Q, PRIOR), h + 1e-12);
                assertClose(near.name(), slope.shape(), near.slope(Q, PRIOR).shape(), h + 1e-11);
                assertClose(near.name(), slope.scale(), near.slope(Q, PRIOR).scale(), h + 1e-11);
            }
        }
    }

    @Test
    void integralThatDiverges_makesItInfinite() {
        InverseGamma wide = new InverseGamma(0.5, 0.5);
        assertEquals(Double.POSITIVE_INFINITY, new RenyiDivergence(3).between(wide, PRIOR));
        assertTrue(Double.isNaN(new RenyiDivergence(3).slope(wide, PRIOR).shape()));
    }
}
