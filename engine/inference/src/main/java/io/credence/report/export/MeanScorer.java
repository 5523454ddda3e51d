package io.credence.report.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.formula.ColumnFactor;
import io.credence.formula.Design;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Likelihood;
import io.credence.result.SavedPosterior;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scorer of rows by the posterior's means. Linear predictors are sums of products of columns, followed by the inverse
 * link. The means' uncertainty is left out, so that predictions agree with those of {@code score} only as far as the
 * response is linear in the coefficients.
 *
 * @param family name of the likelihood
 * @param response inverse link, from the predictors to the response
 * @param predictors linear predictors; for softmax, of all classes but the first, whose predictor is 0
 * @param offset column that is added to each predictor; empty where there is none
 * @param label column of the response; empty where it is not available
 * @param classes names of the classes of the label; empty where they are numbers
 */
record MeanScorer(
        String family,
        InverseLink response,
        List<Predictor> predictors,
        String offset,
        String label,
        List<String> classes) {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String INTERCEPT = "(Intercept)";

    /**
     * Linear predictor as a sum of terms.
     *
     * @param name name of the class; empty where there is one predictor
     */
    public record Predictor(String name, List<ScorerTerm> terms) {}

    /**
     * Term of a predictor: a coefficient times the product of its factors. The product of no factors is 1.
     *
     * @param name name of the coefficient
     */
    public record ScorerTerm(String name, double coefficient, List<ColumnFactor> factors) {}

    /**
     * Creates the scorer of a posterior.
     *
     * @throws IllegalArgumentException if its response is not a function of one linear predictor or of one per class,
     *     or a column is computed by a function
     */
    public static MeanScorer of(SavedPosterior saved) {
        if (saved.model().className().isPresent()) {
            throw refusal("model.class = " + saved.model().className().get());
        }
        if (saved.model().expression().isPresent()) {
            throw refusal("model.density");
        }
        if (saved.model().formulas().isPresent()) {
            throw refusal("formulas");
        }
        Likelihood likelihood = saved.model().likelihood();
        InverseLink response = likelihood.inverseLink();
        if (response == null) {
            throw refusal("model.family = " + saved.model().family());
        }
        JsonNode data = config(saved).path("data");
        List<String> names = saved.names();
        int count = names.size() - (saved.model().hasJointDispersion() ? 1 : 0);
        int columns = count / likelihood.predictorCount();
        List<String> prefixes = likelihood.predictorCount() > 1 ? likelihood.predictorNames() : List.of("");
        List<String> own = names.subList(0, columns).stream()
                .map(name -> prefixes.get(0).isEmpty()
                        ? name
                        : name.substring(prefixes.get(0).length() + 1))
                .toList();
        List<List<ColumnFactor>> factors = columnFactors(saved, own);
        double[] mean = saved.mean();
        List<Predictor> predictors = new ArrayList<>();
        for (int k = 0; k < prefixes.size(); k++) {
            List<ScorerTerm> terms = new ArrayList<>();
            for (int j = 0; j < columns; j++) {
                terms.add(new ScorerTerm(names.get(k * columns + j), mean[k * columns + j], factors.get(j)));
            }
            predictors.add(new Predictor(prefixes.get(k), terms));
        }
        return new MeanScorer(
                saved.model().family(),
                response,
                predictors,
                data.path("offset").asText("").replaceFirst("^null$", ""),
                data.path("label").asText("").replaceFirst("^null$", ""),
                saved.classNames());
    }

    private static IllegalArgumentException refusal(String found) {
        return new IllegalArgumentException(
                "the posterior cannot be written as a scorer: required a model.family with one"
                        + " linear predictor, or softmax, found " + found);
    }

    private static JsonNode config(SavedPosterior saved) {
        try {
            return MAPPER.readTree(saved.config().isEmpty() ? "{}" : saved.config());
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("the configuration was read as JSON before", impossible);
        }
    }

    private static List<List<ColumnFactor>> columnFactors(SavedPosterior saved, List<String> names) {
        Design design = saved.fittedColumns().design();
        if (design != null) {
            return design.columnFactors();
        }
        Map<String, Map<String, Double>> levels =
                levelValues(saved.fittedColumns().referenceLevels(), names);
        return names.stream().map(name -> factorsOfFeature(name, levels)).toList();
    }

    /**
     * Indicator values of the levels of each categorical column, all 0, for models without a formula. A term sets the
     * value of its level to 1.
     */
    private static Map<String, Map<String, Double>> levelValues(Map<String, String> baselines, List<String> names) {
        Map<String, Map<String, Double>> levels = new LinkedHashMap<>();
        baselines.forEach((column, baseline) -> {
            Map<String, Double> values = new LinkedHashMap<>(Map.of(baseline, 0.0));
            names.stream()
                    .filter(name -> name.startsWith(column + "="))
                    .forEach(name -> values.put(name.substring(column.length() + 1), 0.0));
            levels.put(column, values);
        });
        return levels;
    }

    private static List<ColumnFactor> factorsOfFeature(String name, Map<String, Map<String, Double>> levels) {
        if (name.equals(INTERCEPT)) {
            return List.of();
        }
        for (Map.Entry<String, Map<String, Double>> column : levels.entrySet()) {
            if (name.startsWith(column.getKey() + "=")) {
                Map<String, Double> values = new LinkedHashMap<>(column.getValue());
                values.put(name.substring(column.getKey().length() + 1), 1.0);
                return List.of(new ColumnFactor.LevelValues(column.getKey(), values));
            }
        }
        return List.of(new ColumnFactor.Identity(name));
    }
}
