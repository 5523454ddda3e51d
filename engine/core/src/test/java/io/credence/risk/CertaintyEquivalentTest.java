package io.credence.risk;

import static io.credence.risk.RowReductionContract.losses;
import static io.credence.risk.RowReductionContract.slopes;
import static io.credence.risk.RowReductionContract.value;
import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.risk.Risks.CertaintyEquivalent;
import io.credence.risk.Risks.MeanVariance;
import io.credence.testkit.FiniteDifference;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertaintyEquivalentTest {

    static Stream<Distortion> distortions() {
        return Stream.of(
                new Distortions.Exponential(0.4),
                new Distortions.Exponential(5),
                new Distortions.Quadratic(0.8),
                new Distortion.MonotoneQuadratic(0.8),
                new Distortion.MonotoneQuadratic(20));
    }

    private static double[] scaled(int row, double spread) {
        return Arrays.stream(losses(row)).map(loss -> spread * loss).toArray();
    }

    @ParameterizedTest
    @MethodSource("distortions")
    void distortion_isConvexWithUnitSlopeAtZeroAndItsDerivatives(Distortion distortion) {
        assertWithin("g(0)", 0, distortion.value(0), 0);
        assertWithin("g'(0)", 1, distortion.slope(0), 0);
        for (double t : new double[] {-2.3, -0.4, 0.3, 1.9}) {
            double[] at = {t};
            assertClose(
                    "slope", FiniteDifference.gradient(x -> distortion.value(x[0]), at)[0], distortion.slope(t), 1e-8);
            assertClose(
                    "curvature",
                    FiniteDifference.gradient(x -> distortion.slope(x[0]), at)[0],
                    distortion.curvature(t),
                    1e-8);
            assertTrue(distortion.curvature(t) >= 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 1", "1, 1", "1, 50", "3, 0.01", "1, 1e8", "0.001, 1e4"})
    void exponential_isTheEntropicRisk(double gamma, double spread) {
        CertaintyEquivalent risk = new CertaintyEquivalent(new Distortions.Exponential(gamma));
        for (int row = 0; row < 10; row++) {
            double[] losses = scaled(row, spread);
            assertClose("risk", value(new EntropicRisk(gamma), losses), value(risk, losses), 1e-12);
            assertArrayEquals(slopes(new EntropicRisk(gamma), losses), slopes(risk, losses), 1e-11);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 1e8})
    void quadratic_isTheMeanVarianceRisk(double spread) {
        CertaintyEquivalent risk = new CertaintyEquivalent(new Distortions.Quadratic(0.4));
        for (int row = 0; row < 10; row++) {
            double[] losses = scaled(row, spread);
            assertClose("risk", value(new MeanVariance(0.4), losses), value(risk, losses), 1e-12);
            assertArrayEquals(slopes(new MeanVariance(0.4), losses), slopes(risk, losses), 1e-11 * spread + 1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 30, 1e6})
    void monotoneQuadratic_hasNoNegativeSlopesAndLiesAboveTheQuadratic(double spread) {
        CertaintyEquivalent risk = new CertaintyEquivalent(new Distortion.MonotoneQuadratic(0.4));
        for (int row = 0; row < 10; row++) {
            double[] losses = scaled(row, spread);
            double[] slopes = slopes(risk, losses);
            assertTrue(Arrays.stream(slopes).allMatch(slope -> slope >= 0));
            assertWithin("sum of slopes", 1, Arrays.stream(slopes).sum(), 1e-10);
            double quadratic = value(new MeanVariance(0.4), losses);
            assertTrue(value(risk, losses) >= quadratic - 1e-12 * Math.abs(quadratic));
            assertTrue(value(risk, losses) >= Arrays.stream(losses).min().orElseThrow() - 1e-9);
        }
    }

    @ParameterizedTest
    @MethodSource("distortions")
    void risk_isTheSupremumOverTheLocation(Distortion distortion) {
        CertaintyEquivalent risk = new CertaintyEquivalent(distortion);
        double[] losses = losses(9);
        double found = value(risk, losses);
        double best = Double.NEGATIVE_INFINITY;
        for (double location = -4; location < 4; location += 1e-3) {
            double sum = 0;
            for (double loss : losses) {
                sum += distortion.value(location - loss);
            }
            best = Math.max(best, location - sum / losses.length);
        }
        assertTrue(found >= best - 1e-14, found + " must be at least " + best);
        assertWithin("risk", best, found, 1e-5);
    }
}
