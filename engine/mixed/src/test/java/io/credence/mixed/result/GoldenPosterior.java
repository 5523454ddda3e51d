package io.credence.mixed.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.testkit.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A posterior of a mixed model that is known to be right, by quadrature or very many draws. */
public record GoldenPosterior(JsonNode root) {

    /** One of this repository, or of the real data beside it. */
    private static Path file(String name) {
        URL own = GoldenPosterior.class.getResource(name);
        try {
            return own == null ? SharedData.file("golden/mixed/" + name) : Path.of(own.toURI());
        } catch (URISyntaxException unusable) {
            throw new IllegalStateException(unusable);
        }
    }

    public static GoldenPosterior named(String name) {
        try {
            return new GoldenPosterior(
                    new ObjectMapper().readTree(file(name + ".json").toFile()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The moments of the draws that serve as reference for one of posteriordb's posteriors. */
    public static GoldenPosterior ofPosteriordb(String name) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode of = json.readTree(SharedData.file("posteriordb/" + name + ".reference.json")
                        .toFile())
                .path("constrained");
        ObjectNode root = json.createObjectNode();
        ObjectNode posterior = root.putObject("posterior");
        for (int j = 0; j < of.path("names").size(); j++) {
            posterior
                    .putObject(of.path("names").get(j).asText())
                    .put("mean", of.path("mean").get(j).asDouble())
                    .put("sd", of.path("sd").get(j).asDouble());
        }
        return new GoldenPosterior(root);
    }

    /** Its rows: cells by column, in order. */
    public static List<Map<String, String>> rows(String name) {
        return rows(file(name + ".csv"));
    }

    public static List<Map<String, String>> rows(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            String[] header = lines.get(0).split(",");
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",");
                Map<String, String> row = new java.util.HashMap<>();
                for (int j = 0; j < header.length; j++) {
                    row.put(header[j], cells[j]);
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static double[] numbers(List<Map<String, String>> rows, String column) {
        return rows.stream()
                .mapToDouble(row -> Double.parseDouble(row.get(column)))
                .toArray();
    }

    public static String[] words(List<Map<String, String>> rows, String column) {
        return rows.stream().map(row -> row.get(column)).toArray(String[]::new);
    }

    private JsonNode of(String name) {
        JsonNode found = root.path("posterior").path(name);
        assertTrue(found.has("mean"), () -> "no " + name);
        return found;
    }

    public double logMarginalLikelihood() {
        return root.path("log_marginal_likelihood").asDouble();
    }

    /** Means within a tenth of a posterior standard deviation, standard deviations within a share. */
    public void check(String name, double mean, double sd, double share) {
        double trueSd = of(name).path("sd").asDouble();
        assertEquals(of(name).path("mean").asDouble(), mean, 0.1 * trueSd, () -> "mean of " + name);
        assertEquals(trueSd, sd, share * trueSd, () -> "sd of " + name);
    }

    public void check(String name, ComponentSummary found) {
        check(name, found.mean(), found.sd(), 0.1);
    }

    /** All levels of the golden file, named as {@code u[factor=level.term]}. */
    public void checkLevels(List<String> levels, EffectsPosterior effects, boolean numbered) {
        int checked = 0;
        for (int level = 0; level < levels.size(); level++) {
            for (int j = 0; j < effects.effects().size(); j++) {
                String name =
                        "u[" + effects.effects().factor() + "=" + levels.get(level) + (numbered ? "." + j : "") + "]";
                if (root.path("posterior").has(name)) {
                    check(name, effects.mean(level, j), effects.sd(level, j), 0.1);
                    checked++;
                }
            }
        }
        assertTrue(checked > 3, "levels checked: " + checked);
    }
}
