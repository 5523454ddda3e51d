package io.credence.risk;

import static io.credence.risk.RowReductionContract.losses;
import static io.credence.risk.RowReductionContract.mean;
import static io.credence.risk.RowReductionContract.slopes;
import static io.credence.risk.RowReductionContract.value;
import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.risk.Risks.CertaintyEquivalent;
import io.credence.risk.Risks.ConditionalValueAtRisk;
import io.credence.risk.Risks.DensityVariance;
import io.credence.risk.Risks.MeanVariance;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The risks of a row, each under the contract and by what it is. */
class RisksTest {

    @Nested
    class Mean implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new MeanRisk();
        }
    }

    @Nested
    class Entropic implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new EntropicRisk(0.8);
        }
    }

    @Nested
    class AlmostMean implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new EntropicRisk(1e-9);
        }
    }

    @Nested
    class MeanAndVariance implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new MeanVariance(0.7);
        }
    }

    @Nested
    class VarianceOfDensity implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new DensityVariance(0.5);
        }
    }

    @Nested
    class WeightedVariance implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new WeightedMeanVariance();
        }
    }

    @Nested
    class ValueAtRisk implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new ConditionalValueAtRisk(0.3);
        }
    }

    @Nested
    class Exponential implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new CertaintyEquivalent(new Distortions.Exponential(1.4));
        }
    }

    @Nested
    class Quadratic implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new CertaintyEquivalent(new Distortions.Quadratic(0.3));
        }
    }

    @Nested
    class Monotone implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new CertaintyEquivalent(new Distortion.MonotoneQuadratic(0.9));
        }
    }

    @Nested
    class ImportanceWeighted implements RowReductionContract {
        @Override
        public RowReduction risk() {
            return new NestedRisk(6, new EntropicRisk(1), new WeightedMeanVariance());
        }
    }

    @Test
    void entropicRisk_isTheNaiveFormula() {
        double[] losses = losses(0);
        double sum = 0;
        for (double loss : losses) {
            sum += Math.exp(-0.6 * loss);
        }
        EntropicRisk risk = new EntropicRisk(0.6);
        assertClose("risk", -Math.log(sum / losses.length) / 0.6, value(risk, losses), 1e-14);
        for (int s = 0; s < losses.length; s++) {
            assertWithin("softmax", Math.exp(-0.6 * losses[s]) / sum, slopes(risk, losses)[s], 1e-15);
        }
    }

    /** To second order, mean − ½γ Var. */
    /** Between minus the log mean density and the mean loss: the second-order Jensen inequality of Masegosa (2020). */
    @Test
    void densityVariance_isABoundThatFarDrawsDoNotDrive() {
        for (int row = 0; row < 10; row++) {
            double[] losses = losses(row);
            double found = value(new DensityVariance(0.5), losses);
            assertTrue(found >= value(new EntropicRisk(1), losses) && found <= mean(losses));
        }
        double variance = 1.0 / 4;
        assertWithin("far apart", 500 - 0.5 * variance, value(new DensityVariance(0.5), 0, 1000), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-6, 1e-12, 1e-100, 1e-307})
    void entropicRiskOfSmallGamma_tendsToTheMean(double gamma) {
        double[] losses = losses(1);
        double expected = value(new MeanVariance(0.5 * gamma), losses);
        assertWithin("risk", expected, value(new EntropicRisk(gamma), losses), gamma * gamma + 1e-15);
    }

    @Test
    void entropicRiskOfLargeGamma_isTheSmallestLoss() {
        double[] losses = {3, 1, 2};
        assertWithin("risk", 1 + Math.log(3) / 1e5, value(new EntropicRisk(1e5), losses), 1e-15);
        assertArrayEquals(new double[] {0, 1, 0}, slopes(new EntropicRisk(1e5), losses));
    }

    @Test
    void meanVariance_dividesByTheNumberOfDraws() {
        double[] losses = {1, 2, 6};
        assertWithin("risk", 3 - 0.5 * 14 / 3, value(new MeanVariance(0.5), losses), 1e-15);
        assertArrayEquals(new double[] {1, 2.0 / 3, -2.0 / 3}, slopes(new MeanVariance(0.5), losses), 1e-15);
    }

    /** The second-order Jensen inequality (Futami et al. 2022, theorem 3), for spreads from small to large. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 1, 3, 20, 1000})
    void weightedMeanVariance_liesBetweenEntropicRiskAndMean(double spread) {
        for (int row = 0; row < 200; row++) {
            double[] losses =
                    Arrays.stream(losses(row)).map(loss -> spread * loss).toArray();
            double risk = value(new WeightedMeanVariance(), losses);
            double rounding = 1e-13 * Math.max(1, spread);
            assertTrue(value(new EntropicRisk(1), losses) <= risk + rounding);
            assertTrue(risk <= mean(losses) + rounding);
        }
    }

    /** With 2 draws of log weights 0 and −1: m = ½, h^{−2} = e^{−½}, e^{−3/2} (Futami et al. 2022, eq. 152–153). */
    @Test
    void weightedMeanVariance_isTheBoundOfThePaper() {
        double bound = -0.5 + 0.25 * 0.5 * 0.25 * (Math.exp(-0.5) + Math.exp(-1.5));
        assertWithin("bound", bound, -value(new WeightedMeanVariance(), 0, 1), 1e-15);
    }

    @Test
    void nestedRisk_isTheBoundOfThePaper() {
        double[] losses = losses(6);
        double[] inner = new double[4];
        for (int m = 0; m < 4; m++) {
            for (int j = 0; j < 3; j++) {
                inner[m] += Math.exp(-losses[3 * m + j]) / 3;
            }
            inner[m] = -Math.log(inner[m]);
        }
        NestedRisk bound = new NestedRisk(4, new EntropicRisk(1), new WeightedMeanVariance());
        assertWithin("bound", value(new WeightedMeanVariance(), inner), value(bound, losses), 1e-14);
        assertTrue(value(bound, losses) <= mean(inner));
        assertTrue(value(bound, losses) >= value(new EntropicRisk(1), losses));
        assertThrows(IllegalArgumentException.class, () -> value(bound, 1, 2, 3));
        assertThrows(IllegalArgumentException.class, () -> new NestedRisk(0, bound, bound));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1.5, 0.5", "0.25, 1, 1", "0.375, 1.3333333333333333, 0.6666666666666666", "1, 3.25, 0.25"})
    void conditionalValueAtRisk_isTheMeanOfTheSmallestLosses(double level, double expected, double slope) {
        double[] losses = {4, 1, 6, 2};
        assertWithin("risk", expected, value(new ConditionalValueAtRisk(level), losses), 1e-15);
        assertWithin("slope", slope, slopes(new ConditionalValueAtRisk(level), losses)[1], 1e-15);
    }

    @Test
    void conditionalValueAtRisk_isItsSupremum() {
        double[] losses = losses(7);
        for (double level : new double[] {0.05, 0.31, 0.5, 0.77, 1}) {
            double best = Double.NEGATIVE_INFINITY;
            for (double location : losses) {
                double excess = 0;
                for (double loss : losses) {
                    excess += Math.max(0, location - loss) / level / losses.length;
                }
                best = Math.max(best, location - excess);
            }
            assertWithin("risk", best, value(new ConditionalValueAtRisk(level), losses), 1e-14);
        }
    }

    @Test
    void equalLossesAtTheEdge_shareAlike() {
        assertArrayEquals(
                new double[] {0.5, 0.25, 0, 0.25}, slopes(new ConditionalValueAtRisk(0.5), 1, 2, 3, 2), 1e-15);
    }

    @Test
    void names_areThoseOfConfiguration() {
        assertEquals(new EntropicRisk(2), NamedRisks.of("entropic-risk", Map.of("gamma", 2.0)));
        assertEquals(new MeanVariance(2), NamedRisks.of("mean-variance", Map.of("c", 2.0)));
        assertEquals(new WeightedMeanVariance(1), NamedRisks.of("weighted-mean-variance", Map.of("c", 1.0)));
        assertEquals(new ConditionalValueAtRisk(0.2), NamedRisks.of("conditional-value-at-risk", Map.of("level", 0.2)));
        assertEquals(
                new CertaintyEquivalent(new Distortion.MonotoneQuadratic(2)),
                NamedRisks.of("monotone-mean-variance", Map.of("c", 2.0)));
    }

    @Test
    void wrongNamesAndHyperparameters_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> NamedRisks.of("entropic", Map.of("gamma", 1.0)));
        assertThrows(IllegalArgumentException.class, () -> NamedRisks.of("mean-variance", Map.of("gamma", 1.0)));
        assertThrows(
                IllegalArgumentException.class,
                () -> NamedRisks.of("entropic-risk", Map.of("gamma", 1.0, "level", 0.5)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void hyperparametersOutOfRange_areRefused(double number) {
        assertThrows(IllegalArgumentException.class, () -> new EntropicRisk(number));
        assertThrows(IllegalArgumentException.class, () -> new MeanVariance(number));
        assertThrows(IllegalArgumentException.class, () -> new WeightedMeanVariance(number));
        assertThrows(IllegalArgumentException.class, () -> new ConditionalValueAtRisk(number));
        assertThrows(IllegalArgumentException.class, () -> new Distortions.Exponential(number));
        assertThrows(IllegalArgumentException.class, () -> new Distortions.Quadratic(number));
        assertThrows(IllegalArgumentException.class, () -> new Distortion.MonotoneQuadratic(number));
    }
}
