package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Posterior;
import io.credence.summary.MixedSummary;
import io.credence.summary.SummaryRow;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slopes that differ between levels, of a column in other units and from another origin. */
class SlopeOriginTest {

    private static final int LEVELS = 20;
    private static final int EACH = 10;

    private static Fit fit(String family, double unit, double origin, double response, Map<String, ?> priors) {
        Random random = new Random(TestSeed.of("slopes"));
        double[][] features = new double[LEVELS * EACH][];
        double[] labels = new double[features.length];
        List<String> levels = new ArrayList<>();
        for (int g = 0; g < LEVELS; g++) {
            double intercept = 0.8 * random.nextGaussian();
            double slope = 0.3 + 0.4 * random.nextGaussian();
            for (int t = 0; t < EACH; t++) {
                double x = (t - 0.5 * (EACH - 1)) / 2.872281323;
                double eta = 1 + intercept + slope * x;
                int i = g * EACH + t;
                features[i] = new double[] {unit * (x + origin)};
                labels[i] = family.equals("gaussian")
                        ? response * (eta + 0.7 * random.nextGaussian())
                        : random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                levels.add("g" + g);
            }
        }
        return Inference.of(family)
                .with("model.groups", List.of(Map.of("by", "g", "columns", List.of("(Intercept)", "x"))))
                .with("prior.groups", priors)
                .fit(Rows.of(List.of("x"), features, labels).inGroups("g", levels));
    }

    private static MixedSummary mixed(Fit fit) {
        return Objects.requireNonNull(fit.findings().kindFindings(MixedSummary.class));
    }

    private static void assertSame(SummaryRow expected, double mean, double sd, double tolerance) {
        assertEquals(expected.mean(), mean, tolerance * expected.sd(), expected.name() + ", " + TestSeed.replay());
        assertEquals(1, sd / expected.sd(), tolerance, expected.name() + ", " + TestSeed.replay());
    }

    /** The spread of slopes, and what the model says where the column is at its mean, are those of the centred column. */
    @ParameterizedTest
    @CsvSource({
        "gaussian, 1, 1000, 1",
        "gaussian, 1, -1000, 1",
        "gaussian, 1e3, 700, 1",
        "gaussian, 1e-3, 0, 1e3",
        "bernoulli, 1, 1000, 1",
        "bernoulli, 1e-3, -30, 1"
    })
    void otherUnitsAndOrigins_areTheSameModel(String family, double unit, double origin, double response) {
        Fit here = fit(family, 1, 0, 1, Map.of());
        Fit there = fit(family, unit, origin, response, Map.of());
        assertTrue(there.isReliable(), there.reliability().text());
        SummaryRow slopes = mixed(here).varianceComponents().get(1);
        SummaryRow found = mixed(there).varianceComponents().get(1);
        double times = unit / response;
        assertSame(slopes, times * found.mean(), times * found.sd(), 0.06);
        Posterior q = there.posterior();
        SummaryRow slope = here.numbers().coefficients().contrast("x", 0.9, 1);
        assertSame(slope, times * q.mean()[1], times * q.sd()[1], 0.06);
        double at = unit * origin;
        double[] covariance = q.covariance();
        double variance = covariance[0] + 2 * at * covariance[2] + at * at * covariance[3];
        SummaryRow middle = here.numbers().coefficients().contrast("(Intercept)", 0.9, 1);
        // The common intercept's prior is independent of the slope's, and far from 0 it is a wide one (decision 0032)
        assertSame(middle, (q.mean()[0] + at * q.mean()[1]) / response, Math.sqrt(variance) / response, 0.2);
        double[] centred = mixed(here).effects().groups().get(0).covariance();
        double[] far = mixed(there).effects().groups().get(0).covariance();
        double spread = far[0] + 2 * at * far[1] + at * at * far[3];
        assertEquals(1, spread / (response * response) / centred[0], 0.06, "of levels, at the mean");
    }

    /** A prior that was typed is about the effects at 0, as it was typed. */
    @Test
    void priorThatWasGiven_holdsAtZero() {
        Map<String, ?> given = Map.of("sd", Map.of("scale", 2.5));
        double[] auto = mixed(fit("bernoulli", 1, 0, 1, Map.of()))
                .effects()
                .groups()
                .get(0)
                .covariance();
        double[] typed = mixed(fit("bernoulli", 1, 0, 1, given))
                .effects()
                .groups()
                .get(0)
                .covariance();
        assertArrayEquals(auto, typed, 1e-6);
        SummaryRow far =
                mixed(fit("bernoulli", 1, 1000, 1, given)).varianceComponents().get(1);
        assertTrue(far.mean() < 0.9 * Math.sqrt(auto[3]), "slopes that hardly differ are favoured");
    }
}
