package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.family.Posterior;
import io.credence.result.SavedPosterior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard deviations and covariance of a written posterior, to be compared with the posterior q rebuilt from its
 * written parameters.
 *
 * @param posterior content of "posterior" in the JSON
 * @param nonCentred whether q has other parameters than the coefficients
 */
record WrittenMoments(JsonNode posterior, Posterior q, boolean nonCentred) {

    /** What two kernels agree to of a covariance, the inverse of a precision whose condition may be 10⁵. */
    private static final double ROUNDING = 1e-10;

    static WrittenMoments read(Path file) throws IOException {
        String text = Files.readString(file);
        SavedPosterior saved = SavedPosterior.parse(text);
        return new WrittenMoments(
                new ObjectMapper().readTree(text).path("posterior"),
                saved.posterior(() -> saved.covariance().orElseThrow()),
                saved.isNonCentred());
    }

    private int dimension() {
        return posterior.path("names").size();
    }

    private double sd(int i) {
        return posterior.path("sd").path(i).asDouble();
    }

    private double covariance(int i, int j) {
        return posterior.path("covariance").path(i).path(j).asDouble();
    }

    /** That of q; of independent parameters q gives the variances alone. */
    private double expected(int i, int j) {
        double[] own = q.covariance();
        if (own.length > q.dimension()) {
            return own[i * q.dimension() + j];
        }
        return i == j ? own[i] : 0;
    }

    /** Demands the moments of q itself; those of non-centred coefficients are draws', and only have to be moments. */
    void assertThoseOfThePosterior() {
        assertEquals(q.family(), posterior.path("family").asText());
        assertEquals(dimension(), posterior.path("covariance").size());
        for (int i = 0; i < dimension(); i++) {
            assertTrue(sd(i) > 0 && Double.isFinite(sd(i)), posterior::toPrettyString);
            assertEquals(sd(i) * sd(i), covariance(i, i), 1e-12 * covariance(i, i));
            for (int j = 0; j < dimension(); j++) {
                assertEquals(covariance(j, i), covariance(i, j), posterior::toPrettyString);
                if (!nonCentred) {
                    assertEquals(expected(i, j), covariance(i, j), ROUNDING * sd(i) * sd(j));
                }
            }
        }
    }

    /** Demands something off the diagonal where the family can hold it, and nothing where it cannot. */
    void assertCorrelated(boolean correlated) {
        for (int i = 0; i < dimension(); i++) {
            for (int j = 0; j < i; j++) {
                double correlation = covariance(i, j) / (sd(i) * sd(j));
                assertTrue(correlated ? Math.abs(correlation) > 1e-6 : correlation == 0, posterior::toPrettyString);
                assertTrue(Math.abs(correlation) < 1, posterior::toPrettyString);
            }
        }
    }
}
