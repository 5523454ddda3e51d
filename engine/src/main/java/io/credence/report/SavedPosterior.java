package io.credence.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.family.ScaleFactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A {@code posterior.json} that was read back. */
public final class SavedPosterior {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonNode root;

    private SavedPosterior(JsonNode root) {
        this.root = root;
    }

    /**
     * Reads the file's text.
     *
     * @throws IllegalArgumentException if it is not of the schema, saying what it is
     */
    public static SavedPosterior parse(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            String schema = root.path("schema").asText("none");
            if (!schema.equals(PosteriorJson.SCHEMA)) {
                throw new IllegalArgumentException("the posterior has another form: required schema "
                        + PosteriorJson.SCHEMA + ", found " + schema);
            }
            return new SavedPosterior(root);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the posterior is not readable as JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    /** converged, unconverged or diverged. */
    public String status() {
        return root.path("status").asText();
    }

    /** Whether it may be used. */
    public boolean isReliable() {
        return root.path("reliable").asBoolean();
    }

    /** Name of the user's class that was fitted; empty for a family. */
    public Optional<String> className() {
        return Optional.ofNullable(root.path("model").path("class").textValue());
    }

    /** Whether the logarithm of the dispersion is the last of {@link #names()}. */
    public boolean hasJointDispersion() {
        return root.path("model").path("dispersionFactor").asText("").equals("joint");
    }

    /** Name of the likelihood. */
    public String family() {
        return root.path("model").path("family").asText();
    }

    /** Name of the loss of a row; log-likelihood for the family's own. */
    public String loss() {
        return root.path("model").path("loss").asText("log-likelihood");
    }

    /** Name of the posterior family. */
    public String posteriorFamily() {
        return root.path("posterior").path("family").asText();
    }

    /** ν of student-t; 4 for other families, which do not use it. */
    public double degreesOfFreedom() {
        return root.path("model").path("degreesOfFreedom").asDouble(4);
    }

    /** Number of classes of softmax; 0 for other families. */
    public int classes() {
        return root.path("model").path("classes").asInt(0);
    }

    /** Names of the coefficients. */
    public List<String> names() {
        return texts(root.path("posterior").path("names"));
    }

    /** Level of each categorical column that has no coefficient. */
    public Map<String, String> baselines() {
        Map<String, String> baselines = new LinkedHashMap<>();
        root.path("data")
                .path("baselines")
                .fields()
                .forEachRemaining(
                        entry -> baselines.put(entry.getKey(), entry.getValue().asText()));
        return baselines;
    }

    /** μ. */
    public double[] mean() {
        return numbers(root.path("posterior").path("mean"));
    }

    /** Standard deviations. */
    public double[] sd() {
        return numbers(root.path("posterior").path("sd"));
    }

    /** S row-major, where it stands in the file. */
    public Optional<double[]> covariance() {
        JsonNode rows = root.path("posterior").path("covariance");
        if (!rows.isArray()) {
            return Optional.empty();
        }
        double[] matrix = new double[rows.size() * rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(numbers(rows.get(i)), 0, matrix, i * rows.size(), rows.size());
        }
        return Optional.of(matrix);
    }

    /** What is believed of the dispersion; 1 where there is none. */
    public ScaleFactor scale() {
        JsonNode factor = root.path("posterior").path("factors").path(0);
        return switch (factor.path("family").asText("")) {
            case "inverse-gamma" ->
                new ScaleFactor.InverseGamma(
                        factor.path("shape").asDouble(), factor.path("scale").asDouble());
            case "log-normal" ->
                new ScaleFactor.LogNormal(
                        factor.path("logMean").asDouble(), factor.path("logSd").asDouble());
            default ->
                new ScaleFactor.Known(root.path("model").path("dispersion").asDouble(1));
        };
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    private static double[] numbers(JsonNode array) {
        double[] numbers = new double[array.size()];
        for (int j = 0; j < numbers.length; j++) {
            numbers[j] = array.get(j).asDouble();
        }
        return numbers;
    }
}
