package io.credence.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.result.SavedPosterior;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Scorers of models that have more than one predictor, an offset, or levels without a formula. */
class ScorerTest {

    private static SavedPosterior saved(String model, String data, String config, List<String> names) {
        String numbers =
                names.stream().map(name -> "0.5").reduce((a, b) -> a + ", " + b).orElse("");
        String quoted = names.stream()
                .map(name -> "\"" + name + "\"")
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        StringBuilder covariance = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            covariance.append(i == 0 ? "[" : ", [");
            for (int j = 0; j < names.size(); j++) {
                covariance.append(j == 0 ? "" : ", ").append(i == j ? "0.25" : "0");
            }
            covariance.append(']');
        }
        return SavedPosterior.parse("""
                { "schema": "credence/posterior/1", "status": "converged", "reliable": true,
                  "model": {%s}, "data": {%s}, "config": {"data": {%s}},
                  "posterior": { "family": "gaussian-full", "names": [%s], "mean": [%s], "sd": [%s], "covariance": [%s] } }
                """.formatted(model, data, config, quoted, numbers, numbers, covariance));
    }

    private static JsonNode json(SavedPosterior saved) throws Exception {
        return new ObjectMapper().readTree(ScorerJson.text(saved));
    }

    private static Document pmml(SavedPosterior saved) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(ScorerPmml.text(saved).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void classes_haveAPredictorEachButTheFirst() throws Exception {
        SavedPosterior saved = saved(
                "\"family\": \"softmax\", \"link\": \"logit\", \"classes\": 3",
                "\"labels\": [\"<a>\", \"b\", \"c\"]",
                "\"label\": \"y & z\"",
                List.of("1:(Intercept)", "1:x", "2:(Intercept)", "2:x"));
        JsonNode root = json(saved);
        assertEquals("softmax", root.path("response").asText());
        assertEquals(2, root.path("predictors").size());
        assertEquals("2", root.at("/predictors/1/name").asText());
        assertEquals("2:x", root.at("/predictors/1/terms/1/name").asText());
        assertEquals("x", root.at("/predictors/1/terms/1/factors/0/column").asText());
        assertEquals(0, root.at("/predictors/1/terms/0/factors").size());
        NodeList tables = pmml(saved).getElementsByTagName("RegressionTable");
        assertEquals(3, tables.getLength());
        assertEquals("<a>", ((Element) tables.item(0)).getAttribute("targetCategory"));
        assertEquals("0.0", ((Element) tables.item(0)).getAttribute("intercept"));
        assertEquals("0.5", ((Element) tables.item(2)).getAttribute("intercept"));
    }

    @Test
    void offsetsAndLevels_areWritten() throws Exception {
        SavedPosterior saved = saved(
                "\"family\": \"poisson\", \"link\": \"log\"",
                "\"baselines\": {\"carrier\": \"AA\"}",
                "\"label\": \"count\", \"offset\": \"exposure\"",
                List.of("(Intercept)", "carrier=BB", "carrier=CC", "carrier"));
        JsonNode root = json(saved);
        assertEquals("exposure", root.path("offset").asText());
        JsonNode levels = root.at("/predictors/0/terms/1/factors/0/levels");
        assertEquals("{\"AA\":0.0,\"BB\":1.0,\"CC\":0.0}", levels.toString());
        assertEquals(
                "carrier", root.at("/predictors/0/terms/3/factors/0/column").asText());
        assertEquals(4, root.path("covariance").size());
        Document pmml = pmml(saved);
        Element offset = (Element) pmml.getElementsByTagName("NumericPredictor").item(0);
        assertEquals("exposure", offset.getAttribute("name"));
        assertEquals("1.0", offset.getAttribute("coefficient"));
        assertEquals(2, pmml.getElementsByTagName("CategoricalPredictor").getLength());
        Element model = (Element) pmml.getElementsByTagName("RegressionModel").item(0);
        assertEquals("exp", model.getAttribute("normalizationMethod"));
    }

    @Test
    void otherModels_areRefused() {
        SavedPosterior own = saved("\"class\": \"com.acme.Line\"", "", "", List.of("a"));
        SavedPosterior ordered = saved(
                "\"family\": \"ordinal\", \"link\": \"logit\", \"classes\": 3",
                "",
                "",
                List.of("x", "0|1", "log(1|2)"));
        for (SavedPosterior saved : List.of(own, ordered)) {
            String message = assertThrows(IllegalArgumentException.class, () -> ScorerJson.text(saved))
                    .getMessage();
            assertTrue(message.contains("required a model.family with one linear predictor"), message);
        }
    }
}
