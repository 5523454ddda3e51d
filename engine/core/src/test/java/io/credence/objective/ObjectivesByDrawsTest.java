package io.credence.objective;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.objective.Objectives.DrawnElbo;
import io.credence.objective.Objectives.DrawnEubo;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The objectives of importance weights, each under the contract, and by name. */
class ObjectivesByDrawsTest {

    @Nested
    class Elbo implements ObjectiveContract {
        @Override
        public Objective objective() {
            return new DrawnElbo();
        }

        @Override
        public double side() {
            return -1;
        }
    }

    @Nested
    class Eubo implements ObjectiveContract {
        @Override
        public Objective objective() {
            return new DrawnEubo();
        }

        @Override
        public double side() {
            return 1;
        }
    }

    @Nested
    class Chivi implements ObjectiveContract {
        @Override
        public Objective objective() {
            return PowerMean.chivi(2);
        }

        @Override
        public double side() {
            return 1;
        }
    }

    @Nested
    class RenyiHalf implements ObjectiveContract {
        @Override
        public Objective objective() {
            return PowerMean.renyi(0.5);
        }

        @Override
        public double side() {
            return -1;
        }
    }

    @Nested
    class RenyiTwo implements ObjectiveContract {
        @Override
        public Objective objective() {
            return PowerMean.renyi(2);
        }

        @Override
        public double side() {
            return -1;
        }
    }

    @Nested
    class RenyiBelowZero implements ObjectiveContract {
        @Override
        public Objective objective() {
            return PowerMean.renyi(-2);
        }

        @Override
        public double side() {
            return 1;
        }
    }

    @Nested
    class ImportanceWeighted implements ObjectiveContract {
        @Override
        public Objective objective() {
            return PowerMean.iwae(4);
        }

        @Override
        public double side() {
            return -1;
        }
    }

    @Nested
    class Tail implements ObjectiveContract {
        @Override
        public Objective objective() {
            return new TailAdaptiveObjective();
        }

        @Override
        public double side() {
            return -1;
        }
    }

    private static DrawDensities of(double... logWeights) {
        int count = logWeights.length;
        double[] loss = new double[count];
        double[] base = new double[count];
        for (int s = 0; s < count; s++) {
            loss[s] = -logWeights[s];
            base[s] = 1.0 / count;
        }
        return new DrawDensities(loss, new double[count], new double[count], base);
    }

    @Test
    void values_areThoseOfTheirFormulas() {
        DrawDensities densities = of(0, Math.log(2), Math.log(3), Math.log(6));
        assertClose(
                "elbo", -Math.log(36) / 4, new DrawnElbo().weighDraws(densities).value(), 1e-14);
        double eubo = (2 * Math.log(2) + 3 * Math.log(3) + 6 * Math.log(6)) / 12;
        assertClose("eubo", eubo, new DrawnEubo().weighDraws(densities).value(), 1e-14);
        assertClose(
                "cubo",
                0.5 * Math.log(12.5),
                PowerMean.chivi(2).weighDraws(densities).value(),
                1e-14);
        assertClose(
                "renyi 2",
                -Math.log(2),
                PowerMean.renyi(2).weighDraws(densities).value(),
                1e-14);
        double iwae = -0.5 * (Math.log(1.5) + Math.log(4.5));
        assertClose("iwae", iwae, PowerMean.iwae(2).weighDraws(densities).value(), 1e-14);
        assertClose(
                "iwae of all",
                -Math.log(3),
                PowerMean.iwae(3).weighDraws(densities).value(),
                1e-14);
        assertClose(
                "renyi 0",
                -Math.log(3),
                PowerMean.renyi(0).weighDraws(densities).value(),
                1e-14);
    }

    @Test
    void chiBound_isTheRenyiBoundOfOneLess() {
        DrawDensities densities = of(0.3, -1, 2, 0.1);
        DrawWeights one = PowerMean.chivi(3).weighDraws(densities);
        DrawWeights other = PowerMean.renyi(-2).weighDraws(densities);
        assertEquals(one.value(), other.value());
        assertClose("score", one.scoreWeights(), other.scoreWeights(), 0);
        assertClose("loss", one.lossWeights(), other.lossWeights(), 0);
    }

    @Test
    void upperBounds_matchMomentsAndLowerOnesDoNot() {
        assertTrue(new DrawnEubo().matchesMoments() && PowerMean.chivi(2).matchesMoments());
        assertTrue(PowerMean.renyi(-0.5).matchesMoments());
        assertTrue(!new DrawnElbo().matchesMoments() && !PowerMean.renyi(2).matchesMoments());
        assertTrue(!PowerMean.iwae(5).matchesMoments());
    }

    @Test
    void tailAdaptiveWeights_goByRank() {
        DrawWeights judgement = new TailAdaptiveObjective().weighDraws(of(1, 700, 3, 2));
        double total = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
        assertClose(
                "weights",
                new double[] {0.25 / total, 1 / total, 1 / 2.0 / total, 1 / 3.0 / total},
                judgement.lossWeights(),
                1e-14);
        DrawWeights tied = new TailAdaptiveObjective().weighDraws(of(1, 5, 5, 1));
        assertClose("ties", new double[] {1, 2, 2, 1}, scaled(tied.lossWeights(), 6), 1e-14);
    }

    @Test
    void tailAdaptiveHeights_growWithTheWeight() {
        DrawWeights judgement = new TailAdaptiveObjective().weighDraws(of(1, 4, 2));
        double total = 1 + 1 / 2.0 + 1 / 3.0;
        double low = (1 + 1.5) / 2 / total;
        double high = low + 2 * (1.5 + 3) / 2 / total;
        assertClose("heights", new double[] {0, -high, -low}, judgement.functionalDerivative(), 1e-14);
    }

    private static double[] scaled(double[] numbers, double factor) {
        return java.util.Arrays.stream(numbers).map(x -> factor * x).toArray();
    }

    @Test
    void names_giveTheirObjectives() {
        assertEquals(new DrawnElbo(), Objectives.named("renyi", Map.of("alpha", 1.0)));
        assertEquals(new DrawnElbo(), Objectives.named("iwae", Map.of("draws", 1.0)));
        assertEquals(new DrawnEubo(), Objectives.named("eubo", Map.of()));
        assertEquals(new TailAdaptiveObjective(), Objectives.named("tail-adaptive", Map.of()));
        assertEquals(PowerMean.chivi(2), Objectives.named("chivi", Map.of()));
        assertEquals(PowerMean.chivi(3), Objectives.named("chivi", Map.of("order", 3.0)));
        assertEquals(PowerMean.renyi(-1.5), Objectives.named("renyi", Map.of("alpha", -1.5)));
        assertEquals(PowerMean.iwae(5), Objectives.named("iwae", Map.of("draws", 5.0)));
        assertTrue(new DrawnElbo().isLinear());
        for (ObjectivePart part : Objectives.ALL) {
            assertTrue(!Objectives.named(part.name(), Map.of()).isLinear(), part.name());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "eubo, alpha, 1, eubo does not know alpha: required no option",
        "chivi, order, 1, above 1",
        "chivi, alpha, 2, required one of order",
        "renyi, order, 2, required one of alpha",
        "renyi, alpha, NaN, must be a number",
        "iwae, draws, 2.5, whole number",
        "iwae, draws, 0, a whole number from 1",
        "kl, alpha, 2, unknown objective",
    })
    void nonsense_isRefused(String kind, String hyperparameter, double value, String why) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> Objectives.named(kind, Map.of(hyperparameter, value)));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}
