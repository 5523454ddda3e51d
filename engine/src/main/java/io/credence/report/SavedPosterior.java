package io.credence.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.family.BlockGaussian;
import io.credence.family.DiagonalGaussian;
import io.credence.family.Families;
import io.credence.family.FamilyParameters;
import io.credence.family.FullGaussian;
import io.credence.family.Moments;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.family.WrittenPosteriors;
import io.credence.formula.Design;
import io.credence.prior.NonCentredMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A {@code posterior.json} that was read back. */
public final class SavedPosterior {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> GAUSSIANS = List.of(FullGaussian.NAME, BlockGaussian.NAME, DiagonalGaussian.NAME);

    /** The form before, of which every posterior is a Gaussian of the moments it has. */
    private static final String FIRST = "credence/posterior/1";

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
            if (!schema.equals(PosteriorJson.SCHEMA) && !schema.equals(FIRST)) {
                throw new IllegalArgumentException("the posterior has another form: required schema "
                        + PosteriorJson.SCHEMA + " or " + FIRST + ", found " + schema);
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

    /** Number of classes, where labels are classes; else 0. */
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

    /** Words for the classes of the label, in order; empty where labels are numbers. */
    public List<String> labels() {
        return texts(root.path("data").path("labels"));
    }

    /** What a formula made of the columns; null where they were features as they are. */
    public @Nullable Design design() {
        JsonNode formula = root.path("data").path("formula");
        return formula.isMissingNode() ? null : WrittenDesign.read(formula);
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

    /** How moments were found; in closed form where the file does not say. */
    public Moments momentsBy() {
        String text = root.path("posterior").path("momentsBy").asText("");
        return text.equals(Moments.DRAWS.text()) ? Moments.DRAWS : Moments.CLOSED_FORM;
    }

    private FamilyParameters parameters() {
        Map<String, Object> tree =
                MAPPER.convertValue(root.path("posterior").path("parameters"), new TypeReference<>() {});
        return FamilyParameters.of(tree == null ? Map.of() : tree);
    }

    /** Whether the moments are all there is: a Gaussian in its usual form, or a file of the first schema. */
    private boolean isOfMoments() {
        return root.path("schema").asText().equals(FIRST) || map().isEmpty() && GAUSSIANS.contains(posteriorFamily());
    }

    /**
     * The posterior itself: to the same bits as that which was saved, or, of a Gaussian whose covariance is a table, to
     * rounding.
     *
     * @param table reads the covariance that does not stand in the file
     */
    public Posterior posterior(Supplier<double[]> table) {
        FamilyParameters own = parameters();
        boolean whole = !GAUSSIANS.contains(posteriorFamily()) || own.has("precision");
        return whole && !root.path("schema").asText().equals(FIRST)
                ? Families.rebuilt(posteriorFamily(), own)
                : WrittenPosteriors.gaussian(posteriorFamily(), mean(), variances(table), own);
    }

    private double[] variances(Supplier<double[]> table) {
        double[] sd = sd();
        return posteriorFamily().equals(DiagonalGaussian.NAME)
                ? Arrays.stream(sd).map(each -> each * each).toArray()
                : covariance().orElseGet(table);
    }

    /** From the parameters of a non-centred prior to the coefficients; empty where they are the same. */
    Optional<NonCentredMap> map() {
        JsonNode node = root.path("posterior").path("nonCentred");
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        int[] groups = Arrays.stream(numbers(node.path("groupOf")))
                .mapToInt(g -> (int) g)
                .toArray();
        return Optional.of(new NonCentredMap(
                groups,
                node.path("groups").asInt(),
                node.path("mean").asDouble(),
                node.path("scale").asDouble(),
                node.path("global").asBoolean()));
    }

    /** Whether the posterior is of the parameters of a non-centred prior. */
    public boolean isNonCentred() {
        return map().isPresent();
    }

    /**
     * The posterior of {@link #names()} as a mixture of normals.
     *
     * @param table reads the covariance that does not stand in the file
     * @param seed of the draws, where it is one of draws
     */
    public NormalMixture normals(Supplier<double[]> table, long seed) {
        if (isOfMoments()) {
            return NormalMixture.of(mean(), variances(table));
        }
        Posterior q = posterior(table);
        return map().map(map -> NormalMixture.ofDraws(q, map::centred, seed))
                .orElseGet(() -> NormalMixture.of(q, seed));
    }

    /** Parameters on their own scale; null where none is transformed. */
    @Nullable
    Constrained constrained() {
        JsonNode node = root.path("posterior").path("constrained");
        if (node.isMissingNode()) {
            return null;
        }
        List<String> names = names();
        return new Constrained(
                hasJointDispersion() ? names.subList(names.size() - 1, names.size()) : List.of(),
                texts(node.path("names")),
                numbers(node.path("mean")),
                numbers(node.path("sd")),
                numbers(node.path("q05")),
                numbers(node.path("q50")),
                numbers(node.path("q95")));
    }

    /** Name of the dispersion that is a factor beside the coefficients; null where there is none. */
    @Nullable
    String dispersionName() {
        return root.path("posterior").path("factors").path(0).path("name").textValue();
    }

    /** Seed of the fit. */
    public long seed() {
        return root.path("run").path("seed").asLong(1);
    }

    /** The configuration of the fit with every default, as JSON. */
    public String config() {
        return root.path("config").toString();
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
