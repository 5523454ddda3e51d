package io.credence.optimize;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Climbs to modes of known functions. */
class BfgsSearchTest {

    private record At(double value, double[] gradient) {}

    private static BfgsSearch climbed(Function<double[], At> function, double[] start, double tolerance) {
        At first = function.apply(start);
        return BfgsSearch.from(start, first.value(), first.gradient(), tolerance)
                .runWith(climb -> {
                    At observed = function.apply(climb.trialPoint());
                    return climb.withEvaluation(observed.value(), observed.gradient(), tolerance);
                });
    }

    private static At valley(double[] x) {
        double a = 1 - x[0];
        double b = x[1] - x[0] * x[0];
        return new At(-a * a - 100 * b * b, new double[] {2 * a + 400 * x[0] * b, -200 * b});
    }

    /** log x − x, −∞ below 0. */
    private static At walled(double[] x) {
        return x[0] > 0
                ? new At(Math.log(x[0]) - x[0], new double[] {1 / x[0] - 1})
                : new At(Double.NEGATIVE_INFINITY, new double[] {0});
    }

    @Test
    void curvedValley_isFollowedToItsEnd() {
        BfgsSearch end = climbed(BfgsSearchTest::valley, new double[] {-1.2, 1}, 1e-12);
        assertClose("mode", new double[] {1, 1}, end.point(), 1e-4);
    }

    @Test
    void valley_endsWhereBreezeDoes() {
        double[] start = {-1.2, 1};
        double[] other = BreezeMinimizer.minimize(
                x -> {
                    At at = valley(x);
                    return new BreezeMinimizer.Evaluation(
                            -at.value(), new double[] {-at.gradient()[0], -at.gradient()[1]});
                },
                start,
                200,
                1e-14);
        assertClose("mode", other, climbed(BfgsSearchTest::valley, start, 1e-12).point(), 1e-4);
    }

    @Test
    void wall_isTurnedBackFrom() {
        BfgsSearch end = climbed(BfgsSearchTest::walled, new double[] {50}, 1e-10);
        assertWithin("mode", 1, end.point()[0], 1e-4);
    }

    /** From 0 on −½(x − 4)²·9 the first trial is one unit uphill, which rises enough but is still too steep; then 2, and 4. */
    @Test
    void firstSteps_byHand() {
        double[] zero = {0};
        BfgsSearch ascent = BfgsSearch.from(zero, -72, new double[] {36}, 1e-6);
        assertWithin("one unit", 1, ascent.trialPoint()[0], 0);
        ascent = ascent.withEvaluation(-40.5, new double[] {27}, 1e-6);
        assertArrayEquals(new double[] {1}, ascent.point(), "27 is below nine tenths of 36: accepted");
        double[] inverse = ascent.inverseCurvature();
        assertNotNull(inverse);
        assertWithin("1/9", 1.0 / 9, inverse[0], 1e-15);
        assertWithin("a Newton step", 4, ascent.trialPoint()[0], 1e-14);
        ascent = ascent.withEvaluation(0, new double[] {0}, 1e-6);
        assertFalse(ascent.isRunning());
        assertArrayEquals(new double[] {4}, ascent.point(), 1e-14);
    }

    @Test
    void earlierPoints_areFoundAgainWithWhatWasKnown() {
        BfgsSearch end = climbed(BfgsSearchTest::valley, new double[] {-1.2, 1}, 1e-12);
        int moves = end.moves().size();
        assertTrue(moves > 10);
        List<BfgsSearch.SearchPoint> stops = end.pointsAfterMoves(List.of(0, moves / 2, moves));
        assertTrue(stops.size() == 2, "nothing was known at the start");
        assertClose("end", end.point(), stops.get(1).point(), 1e-12);
        assertArrayEquals(end.inverseCurvature(), stops.get(1).inverseCurvature(), 0.0);
    }

    @Test
    void startWithoutDensity_doesNotClimb() {
        BfgsSearch none = BfgsSearch.from(new double[] {-1}, Double.NEGATIVE_INFINITY, new double[1], 1);
        assertFalse(none.isRunning());
        assertArrayEquals(new double[] {-1}, none.trialPoint());
    }

    @Test
    void aFirstTrial_isTakenWhereTheFunctionRisesTowardsIt() {
        double[] start = {-1.2, 1};
        At there = valley(start);
        BfgsSearch search = BfgsSearch.from(start, there.value(), there.gradient(), 1e-12);
        double[] uphill = {-1.1, 1.2};
        double[] downhill = {-1.3, 0.8};
        assertArrayEquals(uphill, search.withFirstTrial(uphill).trialPoint(), 1e-15);
        assertArrayEquals(search.trialPoint(), search.withFirstTrial(downhill).trialPoint());
        BfgsSearch ended = BfgsSearch.from(new double[] {1, 1}, 0, new double[2], 1e-12);
        assertFalse(ended.withFirstTrial(uphill).isRunning());
    }
}
