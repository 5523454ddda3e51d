package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.PosteriorReader;
import io.credence.model.Parameter;
import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ConstrainedSummaryTest {

    /** Three parameters of five numbers, the last two those of a simplex of three. */
    private static final List<Parameter> PARAMETERS =
            List.of(Parameter.positive("scale"), Parameter.real("a", 2), Parameter.simplex("share", 3));

    private static Coefficients coefficients(double... mean) {
        int d = mean.length;
        double[] covariance = new double[d * d];
        List<String> names = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            names.add("u" + j);
            for (int i = 0; i < d; i++) {
                covariance[i * d + j] = (i == j ? 1 : 0.5) * 0.01 * (i + 1) * (j + 1);
            }
        }
        Posterior q = PosteriorReader.ofMoments(GaussianStructure.FULL, mean, covariance);
        return Coefficients.of(names, q, GaussianPrior.of(d, 0, 1));
    }

    private static ConstrainedSummary summary(long seed) {
        return Objects.requireNonNull(ConstrainedSummary.of(
                coefficients(9, 0.5, 1, -1, 0.3, -0.2), TransformedParameters.of(PARAMETERS, 1), seed));
    }

    @Test
    void positiveParameter_isLogNormal() {
        ConstrainedSummary summary = summary(1);
        double m = 0.5;
        double s = 0.2;
        double mean = Math.exp(m + s * s / 2);
        double sd = mean * Math.sqrt(Math.expm1(s * s));
        double error = 4 * sd / 100;
        assertEquals("scale", summary.names().get(0));
        assertEquals(mean, summary.mean()[0], error);
        assertEquals(sd, summary.sd()[0], error);
        assertEquals(Math.exp(m - 1.6449 * s), summary.q05()[0], 2 * error);
        assertEquals(Math.exp(m), summary.q50()[0], error);
        assertEquals(Math.exp(m + 1.6449 * s), summary.q95()[0], 4 * error);
    }

    @Test
    void onlyTransformedParameters_areSummarised() {
        ConstrainedSummary summary = summary(1);
        assertEquals(List.of("scale", "share[1]", "share[2]", "share[3]"), summary.names());
        assertEquals(List.of("u1", "u4", "u5"), summary.unconstrainedNames());
        double sum = summary.mean()[1] + summary.mean()[2] + summary.mean()[3];
        assertEquals(1, sum, 1e-12);
        assertTrue(summary.q05()[1] > 0 && summary.q95()[1] < 1);
        assertNull(TransformedParameters.of(List.of(Parameter.real("a", 2)), 0));
    }

    @Test
    void sameSeed_givesTheSameBits() {
        assertArrayEquals(summary(1).q95(), summary(1).q95());
        assertTrue(summary(1).q95()[0] != summary(2).q95()[0]);
    }
}
