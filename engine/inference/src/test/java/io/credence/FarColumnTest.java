package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Correlated slopes of a column far from zero, such as years: intercepts there vary a lot, and against the slopes. */
class FarColumnTest {

    private static final int GROUPS = 8;
    private static final int EACH = 40;

    static Stream<Double> distances() {
        return Nightly.cases(List.of(1000.0), List.of(60.0, 300.0, 1000.0));
    }

    @ParameterizedTest
    @MethodSource("distances")
    void slopesVary_whereTheyDoAroundTheMean(double far) {
        RandomGenerator random = new Well19937c(TestSeed.of("far column"));
        double[] z = new double[GROUPS * EACH];
        double[] counts = new double[z.length];
        List<String> groups = new ArrayList<>();
        for (int g = 0; g < GROUPS; g++) {
            double level = 1 + 0.5 * random.nextGaussian();
            double slope = 0.5 * random.nextGaussian();
            for (int i = 0; i < EACH; i++) {
                int at = g * EACH + i;
                z[at] = random.nextGaussian();
                counts[at] = RandomDataGenerator.of(random).nextPoisson(Math.exp(level + slope * z[at]));
                groups.add("g" + g);
            }
        }
        Fit around = fit(z, 0, counts, groups);
        Fit away = fit(z, far, counts, groups);
        assertTrue(away.isReliable(), away.reliability().text());
        // The prior of intercepts, which there vary by sixty, takes a part of it
        assertEquals(0.58, slopes(around).mean(), 0.05);
        assertTrue(slopes(away).lower() > 0.15, slopes(away).toString());
        assertEquals(around.mean("x"), away.mean("x"), 0.5 * around.sd("x"));
    }

    private static SummaryRow slopes(Fit fit) {
        return Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class))
                .varianceComponents()
                .get(1);
    }

    private static Fit fit(double[] z, double shift, double[] counts, List<String> groups) {
        double[][] x = new double[z.length][1];
        for (int i = 0; i < z.length; i++) {
            x[i][0] = shift + z[i];
        }
        Map<String, Object> slopes = Map.of("by", "g", "columns", List.of("(Intercept)", "x"));
        return Inference.of("poisson")
                .with("model.groups", List.of(slopes))
                .fit(Rows.of(List.of("x"), x, counts).inGroups("g", groups));
    }
}
