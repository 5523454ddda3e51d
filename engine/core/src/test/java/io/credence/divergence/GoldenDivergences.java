package io.credence.divergence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divergences of pairs of Gaussians: closed forms with 40 digits, checked by quadrature, in {@code golden/divergences.json},
 * whose origin stands beside it.
 *
 * @param diagonal whether both covariances are diagonal
 * @param covariance of q, row-major
 * @param priorCovariance of the prior, row-major
 * @param values of each divergence, such as {@code KL} and {@code renyi_0.5}; +∞ where it does not exist
 * @param gradients of each divergence in the means and log standard deviations of q; none for full covariances
 */
public record GoldenDivergences(
        boolean diagonal,
        double[] mean,
        double[] covariance,
        double[] priorMean,
        double[] priorCovariance,
        Map<String, Double> values,
        Map<String, double[]> gradients) {

    /** All pairs. */
    public static List<GoldenDivergences> pairs() {
        List<GoldenDivergences> pairs = new ArrayList<>();
        for (JsonNode pair : root("pairs")) {
            Map<String, Double> values = new LinkedHashMap<>();
            pair.get("values")
                    .fields()
                    .forEachRemaining(each -> values.put(
                            each.getKey(),
                            each.getValue().isNull()
                                    ? Double.POSITIVE_INFINITY
                                    : each.getValue().asDouble()));
            Map<String, double[]> gradients = new LinkedHashMap<>();
            pair.path("grad_mean_logsd_of_q").fields().forEachRemaining(each -> {
                if (each.getValue().isArray()) {
                    gradients.put(each.getKey(), numbers(each.getValue()));
                }
            });
            pairs.add(new GoldenDivergences(
                    pair.get("diagonal").asBoolean(),
                    numbers(pair.get("q").get("mean")),
                    numbers(pair.get("q").get("cov")),
                    numbers(pair.get("pi").get("mean")),
                    numbers(pair.get("pi").get("cov")),
                    values,
                    gradients));
        }
        return pairs;
    }

    /** A number for q = N(0.3, 0.64) and prior N(−0.5, 1.69), by quadrature. */
    public static double erratum(String name) {
        return root("errata_checks_1d").get(name).asDouble();
    }

    /** KL(q ‖ prior). */
    public double kullbackLeibler() {
        return values.get("KL");
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** A part of the file. */
    public static JsonNode root(String part) {
        try (InputStream file = GoldenDivergences.class.getResourceAsStream("/golden/divergences.json")) {
            return new ObjectMapper().readTree(file).get(part);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
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
