package io.credence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Divergences of pairs of Gaussians: closed forms with 40 digits, checked by quadrature, in {@code golden/divergences.json}
 * of the shared data, which are not part of this repository. Tests that need them are skipped where they are absent.
 *
 * @param diagonal whether both covariances are diagonal
 * @param covariance of q, row-major
 * @param priorCovariance of the prior, row-major
 * @param kullbackLeibler KL(q ‖ prior)
 */
public record GoldenDivergences(
        boolean diagonal,
        double[] mean,
        double[] covariance,
        double[] priorMean,
        double[] priorCovariance,
        double kullbackLeibler) {

    /** All pairs. */
    public static List<GoldenDivergences> pairs() {
        Path file = root().resolve("golden").resolve("divergences.json");
        Assumptions.assumeTrue(Files.exists(file), "needs " + file + "; set CREDENCE_DATA");
        try {
            List<GoldenDivergences> pairs = new ArrayList<>();
            for (JsonNode pair : new ObjectMapper().readTree(file.toFile()).get("pairs")) {
                pairs.add(new GoldenDivergences(
                        pair.get("diagonal").asBoolean(),
                        numbers(pair.get("q").get("mean")),
                        numbers(pair.get("q").get("cov")),
                        numbers(pair.get("pi").get("mean")),
                        numbers(pair.get("pi").get("cov")),
                        pair.get("values").get("KL").asDouble()));
            }
            return pairs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    private static Path root() {
        String configured = System.getenv("CREDENCE_DATA");
        if (configured != null) {
            return Path.of(configured);
        }
        Path repository = Path.of("").toAbsolutePath();
        while (repository.getParent() != null && !Files.exists(repository.resolve("spark-jobs"))) {
            repository = repository.getParent();
        }
        return repository.resolveSibling("shared").resolve("data");
    }

    private static double[] numbers(JsonNode node) {
        List<Double> numbers = new ArrayList<>();
        for (JsonNode element : node) {
            if (element.isArray()) {
                for (JsonNode inner : element) {
                    numbers.add(inner.asDouble());
                }
            } else {
                numbers.add(element.asDouble());
            }
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
