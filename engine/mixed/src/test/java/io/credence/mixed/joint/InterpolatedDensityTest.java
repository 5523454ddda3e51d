package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.InProcessBackend;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.testkit.RandomArrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InterpolatedDensityTest {

    private final Random random = RandomArrays.of("interpolated").random();

    /** Users and items, and a third factor of five levels with correlated slopes, whose components are not sharp. */
    private NormalRowsDensity exact(boolean withThird) {
        Ratings two = Ratings.of(random, 3000, 250, 120);
        Ratings rows = withThird ? two.inShops(random, 5) : two;
        EffectLayout layout = EffectLayout.of(rows.model());
        try (InProcessBackend backend = rows.backend()) {
            return new NormalRowsDensity(
                    ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, Ratings.UNITS))),
                    MixedRows.KERNEL);
        }
    }

    private static double[] diagonal(double... sds) {
        double[] covariance = new double[sds.length * sds.length];
        for (int j = 0; j < sds.length; j++) {
            covariance[j * (sds.length + 1)] = sds[j] * sds[j];
        }
        return covariance;
    }

    @Test
    void valuesAndSlopes_areThoseOfTheFactorisations() {
        NormalRowsDensity exact = exact(true);
        double[] mode = {0.6, 0.5, 0.2, Math.cbrt(0.6), Math.cbrt(0.4), 0};
        double[] sds = {0.2, 0.2, 0.4, 0.015, 0.02, 0.02};
        InterpolatedDensity found =
                assertInstanceOf(InterpolatedDensity.class, exact.approximationAround(mode, diagonal(sds), null));
        for (int s = 0; s < 40; s++) {
            double[] x = mode.clone();
            for (int j = 0; j < x.length; j++) {
                x[j] += 2 * sds[j] * random.nextDouble() * (random.nextBoolean() ? 1 : -1);
            }
            ComponentDensityEvaluation expected = exact.evaluate(x, true, null);
            ComponentDensityEvaluation other = found.evaluate(x, true, null);
            assertEquals(expected.value(), other.value(), 0.01);
            for (int j = 0; j < x.length; j++) {
                assertEquals(expected.gradient()[j] * sds[j], other.gradient()[j] * sds[j], 0.01);
            }
        }
        assertEquals(
                exact.evaluate(mode, false, null).value(),
                found.evaluate(mode, false, null).value(),
                0.005);
    }

    @Test
    void pointsBeyondTheNodes_areFactored() {
        NormalRowsDensity exact = exact(false);
        double[] mode = {Math.cbrt(0.6), Math.cbrt(0.4), 0};
        ComponentDensity found = exact.approximationAround(mode, diagonal(0.01, 0.01, 0.01), null);
        assertInstanceOf(InterpolatedDensity.class, found);
        for (double factor : new double[] {0.5, 2}) {
            double[] x = {mode[0] * factor, mode[1], mode[2]};
            assertEquals(
                    exact.evaluate(x, true, null).value(),
                    found.evaluate(x, true, null).value());
            assertArrayEquals(
                    exact.evaluate(x, true, null).gradient(),
                    found.evaluate(x, true, null).gradient());
        }
        double[] none = {-0.1, mode[1], mode[2]};
        assertTrue(found.evaluate(none, false, null).value() == Double.NEGATIVE_INFINITY);
    }

    @Test
    void componentsThatAreNotSharp_areFactored() {
        NormalRowsDensity exact = exact(false);
        double[] mode = {Math.cbrt(0.6), Math.cbrt(0.4), 0};
        assertSame(exact, exact.approximationAround(mode, diagonal(0.05, 0.01, 0.01), null));
    }
}
