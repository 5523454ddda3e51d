package io.credence.objective;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Serialised;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

/** What every objective of importance weights must do. */
interface ObjectiveContract {

    /** Draws of a step. */
    int DRAWS = 12;

    Objective objective();

    /** By how much the objective changes with the log evidence: −1 for lower bounds, 1 for upper ones. */
    double side();

    private static DrawDensities densities(double shift) {
        RandomArrays random = RandomArrays.of("densities");
        double[] loss = random.normals(DRAWS);
        double[] base = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            loss[s] += shift;
            base[s] = (s % 2 == 0 ? 1.5 : 0.5) / DRAWS;
        }
        return new DrawDensities(loss, random.normals(DRAWS), random.normals(DRAWS), base);
    }

    private static void assertSameWeights(DrawWeights expected, DrawWeights actual, double tolerance) {
        assertClose("loss", expected.lossWeights(), actual.lossWeights(), tolerance);
        assertClose("prior", expected.priorWeights(), actual.priorWeights(), tolerance);
        assertClose("posterior", expected.posteriorWeights(), actual.posteriorWeights(), tolerance);
        assertClose("score", expected.scoreWeights(), actual.scoreWeights(), tolerance);
    }

    private static void assertNoNaN(DrawWeights judgement) {
        assertFalse(Double.isNaN(judgement.value()), judgement.toString());
        for (int s = 0; s < DRAWS; s++) {
            double sum = Math.abs(judgement.lossWeights()[s])
                    + Math.abs(judgement.priorWeights()[s])
                    + Math.abs(judgement.posteriorWeights()[s])
                    + Math.abs(judgement.scoreWeights()[s])
                    + Math.abs(judgement.functionalDerivative()[s]);
            assertFalse(Double.isNaN(sum) || Double.isInfinite(sum), "draw " + s + " of " + judgement);
        }
    }

    @Test
    default void lossesFarAway_shiftTheValueOnly() {
        for (double shift : new double[] {-1e4, 1e4}) {
            DrawWeights one = objective().weighDraws(densities(0));
            DrawWeights other = objective().weighDraws(densities(shift));
            assertClose("value", one.value() - side() * shift, other.value(), 1e-11);
            assertSameWeights(one, other, 1e-8);
        }
    }

    @Test
    default void exactPosterior_leavesNothingToScore() {
        DrawDensities any = densities(0);
        double[] loss = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            loss[s] = 3 + any.logPriors()[s] - any.logPosteriors()[s];
        }
        DrawWeights judgement = objective()
                .weighDraws(new DrawDensities(loss, any.logPriors(), any.logPosteriors(), any.baseWeights()));
        assertClose("value", -side() * 3, judgement.value(), 1e-12);
        assertClose("score", new double[DRAWS], judgement.scoreWeights(), 1e-12);
    }

    @Test
    default void drawsOfNoWeight_makeNoNaN() {
        DrawDensities some = densities(0);
        some.totalLosses()[1] = Double.POSITIVE_INFINITY;
        some.logPriors()[4] = Double.NEGATIVE_INFINITY;
        assertNoNaN(objective().weighDraws(some));
        java.util.Arrays.fill(some.totalLosses(), Double.POSITIVE_INFINITY);
        DrawWeights none = objective().weighDraws(some);
        assertEquals(Double.POSITIVE_INFINITY, none.value());
        assertNoNaN(none);
    }

    @Test
    default void drawsThatDoNotCount_changeNothing() {
        DrawDensities some = densities(0);
        for (int s = 0; s < DRAWS; s++) {
            some.baseWeights()[s] = s % 4 == 0 ? 0 : 4.0 / 3 / DRAWS;
        }
        DrawWeights one = objective().weighDraws(some);
        some.totalLosses()[0] = -500;
        some.totalLosses()[4] = Double.POSITIVE_INFINITY;
        DrawWeights other = objective().weighDraws(some);
        assertEquals(one.value(), other.value());
        assertSameWeights(one, other, 0);
        assertArrayEquals(one.functionalDerivative(), other.functionalDerivative());
        assertTrue(one.lossWeights()[0] == 0, "a draw that does not count has no gradient");
    }

    @Test
    default void oneDrawAboveAll_leavesFiniteNumbers() {
        DrawDensities some = densities(0);
        some.totalLosses()[5] = -5000;
        DrawWeights judgement = objective().weighDraws(some);
        assertNoNaN(judgement);
    }

    @Test
    default void readBack_isTheSame() {
        assertEquals(objective(), Serialised.copy(objective()));
        assertEquals(objective().name(), Serialised.copy(objective()).name());
    }
}
