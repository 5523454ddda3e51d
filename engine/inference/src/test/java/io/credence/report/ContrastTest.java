package io.credence.report;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.family.GaussianStructure;
import io.credence.family.choice.PosteriorReader;
import io.credence.prior.GaussianPrior;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryRow;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContrastTest {

    private static final List<String> NAMES = List.of("(Intercept)", "a", "b", "a - b", "log(n + 1)");

    private static Coefficients normal() {
        double[] mean = {1, 2, -1, 0, 0};
        double[] covariance = new double[25];
        for (int j = 0; j < 5; j++) {
            covariance[6 * j] = 1 + j;
        }
        covariance[1 * 5 + 2] = covariance[2 * 5 + 1] = 0.5;
        return Coefficients.of(
                NAMES, PosteriorReader.ofMoments(GaussianStructure.FULL, mean, covariance), GaussianPrior.of(5, 0, 10));
    }

    @ParameterizedTest
    @CsvSource({
        "a + b,           1,  6",
        "a-b,             3,  4",
        "-b,              1,  3",
        "2*a - 0.5 * b,   4.5, 7.75",
        "(Intercept) + a, 3,  3",
        "log(n + 1) - a, -2,  7",
        "1e1*a,          20,  200"
    })
    void combinationOfNormals_isNormal(String text, double mean, double variance) {
        SummaryRow row = normal().contrast(text, 0.9, 1);
        double sd = Math.sqrt(variance);
        assertEquals(text, row.name());
        assertClose("mean", mean, row.mean(), 1e-14);
        assertClose("sd", sd, row.sd(), 1e-14);
        assertClose("5 %", mean - 1.6448536269514722 * sd, row.lower(), 1e-14);
        assertClose("ratio", Math.exp(row.upper()), row.exponential().upper(), 1e-14);
    }

    @Test
    void level_isThatOfTheInterval() {
        SummaryRow row = normal().contrast("a + b", 0.5, 1);
        assertClose("25 %", 1 - 0.6744897501960817 * Math.sqrt(6), row.lower(), 1e-13);
        assertClose("75 %", 1 + 0.6744897501960817 * Math.sqrt(6), row.upper(), 1e-13);
    }

    /** The longest name that fits is meant. */
    @Test
    void nameWithSigns_isFound() {
        SummaryRow row = normal().contrast("a - b", 0.9, 1);
        assertClose("mean", 0, row.mean(), 1e-14);
        assertClose("sd", 2, row.sd(), 1e-14);
        assertClose("P(> 0)", 0.5, row.positiveProbability(), 1e-14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c", "a b", "a +", "2a", "x*a", "a + + b", "NaN*a"})
    void whatIsNoCombination_isRefused(String text) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> normal().contrast(text, 0.9, 1));
        assertTrue(refused.getMessage().contains("'" + text + "'"), refused.getMessage());
    }

    /** A mean-field fit has no correlations; its weighed draws have. */
    @Test
    void combination_isCorrectedByTheWeights() {
        double[][] features = new double[200][2];
        double[] labels = new double[200];
        for (int i = 0; i < 200; i++) {
            features[i] = new double[] {Math.sin(i), 0.6 * Math.sin(i) + 0.8 * Math.cos(2.3 * i)};
            labels[i] = features[i][0] + 0.5 * Math.sin(13 * i);
        }
        Inference requested = Inference.of("gaussian").with("model.dispersion", 0.125);
        Fit exact = requested.fit(Rows.of(features, labels));
        Fit narrow = requested.posterior("gaussian-diagonal").fit(Rows.of(features, labels));
        SummaryRow expected = exact.contrast("x1 + x2");
        SummaryRow plain = narrow.numbers().coefficients().contrast("x1 + x2", 0.9, 1);
        SummaryRow found = narrow.contrast("x1 + x2");
        double error = Math.abs(Math.log(found.sd() / expected.sd()));
        assertTrue(Math.abs(Math.log(plain.sd() / expected.sd())) > 0.15, plain + " against " + expected);
        assertTrue(error < 0.1, found + " against " + expected);
    }
}
