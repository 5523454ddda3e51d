package io.credence.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.report.page.MarginalPictures.Density;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Places of numbers, and the numbers that are written beside them. */
class AxisTest {

    @Test
    void ticks_areInPlaceAndDoNotTouch() {
        SplittableRandom random = new SplittableRandom(TestSeed.of("ticks"));
        for (int i = 0; i < 500; i++) {
            double low = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-6, 7));
            double high = low + Math.pow(10, random.nextInt(-4, 7)) * random.nextDouble(0.1, 1);
            Axis axis = Axis.linear(low, high, 20, 350);
            List<Axis.Tick> ticks = axis.ticks(0);
            for (int k = 0; k < ticks.size(); k++) {
                Axis.Tick tick = ticks.get(k);
                assertTrue(tick.position() >= 20 && tick.position() <= 350, tick.toString());
                double value = Double.parseDouble(tick.text());
                assertEquals(
                        tick.position(),
                        axis.position(value),
                        330 * 1e-3 + 330 * 5e-3 * Math.abs(value) / (high - low));
                if (k > 0) {
                    double room = 5.5
                            * Math.max(
                                    tick.text().length(),
                                    ticks.get(k - 1).text().length());
                    assertTrue(tick.position() - ticks.get(k - 1).position() > room, ticks.toString());
                }
            }
        }
    }

    @Test
    void countedThings_haveWholeTicks() {
        Axis axis = Axis.linear(4, 7, 0, 300);
        assertEquals(
                List.of("4", "5", "6", "7"),
                axis.ticks(1).stream().map(Axis.Tick::text).toList());
    }

    @Test
    void logarithmsOfEitherSign_keepOrderAndSymmetry() {
        Axis axis = Axis.signedLog(-1000, 1000, 0, 200, 0.1);
        assertEquals(100, axis.position(0), 1e-9);
        assertEquals(100 - axis.position(-3), axis.position(3) - 100, 1e-9);
        double before = -1;
        for (double x = -1000; x <= 1000; x += 7) {
            assertTrue(axis.position(x) > before, () -> "not increasing");
            before = axis.position(x);
        }
        assertTrue(
                axis.ticks(0).stream().anyMatch(tick -> tick.text().equals("1000")),
                axis.ticks(0).toString());
    }

    @Test
    void densities_integrateToOne() {
        SplittableRandom random = new SplittableRandom(TestSeed.of("density"));
        double[] draws = random.doubles(2000, -1, 3).toArray();
        for (var density : List.of(Density.normal(1, 0.4), Density.ofDraws(draws))) {
            double sum = 0;
            for (double x = -6; x < 8; x += 0.01) {
                sum += 0.01 * density.applyAsDouble(x);
            }
            assertEquals(1, sum, 1e-6);
        }
        assertEquals(0.25, Density.ofDraws(draws).applyAsDouble(1), 0.05);
    }
}
