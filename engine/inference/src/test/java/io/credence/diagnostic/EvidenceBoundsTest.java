package io.credence.diagnostic;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.EvidenceEstimate.Side;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bounds in a conjugate model: exact posterior N(0, I), evidence e^LOG_EVIDENCE, q = N(SHIFT, SD² I), where E_q[w^c] is a
 * Gaussian integral.
 */
class EvidenceBoundsTest {

    private static final double LOG_EVIDENCE = -123.4;
    private static final double SHIFT = 0.3;
    private static final double SD = 1.1;
    private static final int D = 3;
    private static final List<Double> ORDERS = List.of(-2.0, -0.5, 0.5, 2.0);

    /** log E_q[w^c], from the normalisation of N(0, 1)^c N(SHIFT, SD²)^{1−c}. */
    private static double logPower(double c) {
        double p = 1 / (SD * SD);
        double a = (1 - c) * p + c;
        double logScale = (1 - c) * Math.log(SD) + 0.5 * Math.log(a);
        double height = (1 - c) * c * p * SHIFT * SHIFT / a;
        return c * LOG_EVIDENCE + D * (-logScale - 0.5 * height);
    }

    private static double elbo() {
        return LOG_EVIDENCE + D * (0.5 - 0.5 * (SHIFT * SHIFT + SD * SD) + Math.log(SD));
    }

    private static double eubo() {
        return LOG_EVIDENCE + D * (-0.5 + 0.5 * (SHIFT * SHIFT + 1) / (SD * SD) + Math.log(SD));
    }

    private static double[] logWeights(int draws, RandomArrays random) {
        double[] logs = new double[draws];
        for (int s = 0; s < draws; s++) {
            logs[s] = LOG_EVIDENCE + D * Math.log(SD);
            for (double z : random.normals(D)) {
                double theta = SHIFT + SD * z;
                logs[s] += 0.5 * z * z - 0.5 * theta * theta;
            }
        }
        return logs;
    }

    private static List<EvidenceEstimate> all(EvidenceBounds bounds) {
        List<EvidenceEstimate> all =
                new ArrayList<>(List.of(bounds.elbo(), bounds.logEvidence(), bounds.smoothedLogEvidence()));
        all.addAll(List.of(bounds.eubo(), bounds.cubo()));
        all.addAll(bounds.renyi());
        return all;
    }

    private static double[] exact() {
        double[] exact = new double[5 + ORDERS.size()];
        exact[0] = elbo();
        exact[1] = LOG_EVIDENCE;
        exact[2] = LOG_EVIDENCE;
        exact[3] = eubo();
        exact[4] = logPower(2) / 2;
        for (int i = 0; i < ORDERS.size(); i++) {
            exact[5 + i] = logPower(1 - ORDERS.get(i)) / (1 - ORDERS.get(i));
        }
        return exact;
    }

    @Test
    void estimates_lieWithinTheirErrorsOfTheirIntegrals() {
        EvidenceBounds bounds = EvidenceBounds.of(logWeights(40_000, RandomArrays.of("bounds")), ORDERS, c -> false);
        double[] exact = exact();
        for (int i = 0; i < exact.length; i++) {
            EvidenceEstimate bound = all(bounds).get(i);
            assertWithin(bound.name(), exact[i], bound.value(), 4 * bound.error());
            assertTrue(bound.error() < 0.03, bound.toString());
        }
    }

    @Test
    void errors_areTheSpreadOverRepetitions() {
        RandomArrays random = RandomArrays.of("repetitions");
        int repetitions = 400;
        double[][] values = new double[9][repetitions];
        double[] errors = new double[9];
        for (int r = 0; r < repetitions; r++) {
            List<EvidenceEstimate> bounds = all(EvidenceBounds.of(logWeights(1000, random), ORDERS, c -> false));
            for (int i = 0; i < 9; i++) {
                values[i][r] = bounds.get(i).value();
                errors[i] += bounds.get(i).error() / repetitions;
            }
        }
        for (int i = 0; i < 9; i++) {
            double mean = Arrays.stream(values[i]).average().orElseThrow();
            double sd = Math.sqrt(
                    Arrays.stream(values[i]).map(x -> (x - mean) * (x - mean)).sum() / (repetitions - 1));
            // The sd of an sd of 400 is 3.5 %; first order and the heavy tail of the highest power cost more.
            assertClose("error of " + i, 1, errors[i] / sd, 0.2);
        }
    }

    /** Theorem 1 of the paper, and that power means grow with the power. */
    @Test
    void bounds_bracketTheEvidenceInOrder() {
        for (double[] values : new double[][] {
            exact(),
            all(EvidenceBounds.of(logWeights(500, RandomArrays.of("order")), ORDERS, c -> false)).stream()
                    .mapToDouble(EvidenceEstimate::value)
                    .toArray()
        }) {
            double[] upwards = {values[8], values[0], values[7], values[1], values[6], values[4], values[5]};
            for (int i = 1; i < upwards.length; i++) {
                assertTrue(upwards[i - 1] <= upwards[i], Arrays.toString(upwards));
            }
            assertTrue(values[1] <= values[3], "log evidence is at most the EUBO");
            assertTrue(0.5 * values[3] + 0.5 * values[1] <= values[4], "theorem 1 for n = 2");
            assertTrue(2.0 / 3 * values[3] + values[1] / 3 <= values[5], "theorem 1 for alpha = -2");
        }
    }

    @Test
    void infiniteBounds_areMarkedAndNotEstimated() {
        EvidenceBounds bounds = EvidenceBounds.of(logWeights(100, RandomArrays.of("infinite")), ORDERS, c -> c >= 2);
        assertTrue(bounds.cubo().isInfinite());
        assertEquals(Double.POSITIVE_INFINITY, bounds.cubo().value());
        assertTrue(Double.isNaN(bounds.cubo().error()));
        assertTrue(bounds.renyi().get(0).isInfinite());
        assertFalse(bounds.renyi().get(1).isInfinite());
        assertEquals(Side.UPPER, bounds.renyi().get(1).side());
        assertEquals(Side.LOWER, bounds.renyi().get(2).side());
    }

    @Test
    void exactPosterior_hasAllBoundsEqual() {
        double[] logs = new double[50];
        Arrays.fill(logs, -800.5);
        for (EvidenceEstimate bound : all(EvidenceBounds.of(logs, ORDERS, c -> false))) {
            assertClose(bound.name(), -800.5, bound.value(), 1e-12);
            assertWithin(bound.name(), 0, bound.error(), 1e-9);
        }
    }

    @Test
    void unequalBaseWeights_countLikeRepeatedDraws() {
        double[] logs = {0.3, -0.5, 1.1};
        EvidenceBounds weighted = EvidenceBounds.of(logs, new double[] {0.25, 0.25, 0.5}, ORDERS, c -> false);
        EvidenceBounds repeated = EvidenceBounds.of(new double[] {0.3, -0.5, 1.1, 1.1}, ORDERS, c -> false);
        for (int i = 0; i < 9; i++) {
            assertClose(
                    "bound " + i,
                    all(repeated).get(i).value(),
                    all(weighted).get(i).value(),
                    1e-12);
        }
    }

    @Test
    void weightOfZero_makesTheElboInfiniteOnly() {
        double[] logs = logWeights(200, RandomArrays.of("zero"));
        logs[3] = Double.NEGATIVE_INFINITY;
        EvidenceBounds bounds = EvidenceBounds.of(logs, List.of(2.0, -1.0), c -> false);
        assertEquals(Double.NEGATIVE_INFINITY, bounds.elbo().value());
        assertEquals(Double.NEGATIVE_INFINITY, bounds.renyi().get(0).value());
        assertTrue(Double.isFinite(bounds.eubo().value())
                && Double.isFinite(bounds.eubo().error()));
        assertTrue(Double.isFinite(bounds.smoothedLogEvidence().value())
                && Double.isFinite(bounds.cubo().value()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, Double.NaN, Double.POSITIVE_INFINITY})
    void impossibleOrder_isRefused(double order) {
        assertThrows(
                IllegalArgumentException.class,
                () -> EvidenceBounds.of(new double[] {1, 2}, List.of(order), c -> false));
    }
}
