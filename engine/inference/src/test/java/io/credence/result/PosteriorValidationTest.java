package io.credence.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A posterior that somebody or something changed is refused whole, with the place. */
class PosteriorValidationTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String WRITTEN = """
            { "schema": "credence/posterior/2", "status": "converged", "reliable": true, "check": "passed",
              "model": { "family": "gaussian", "link": "identity" },
              "data": { "path": "rows.csv", "rows": 9, "baselines": { "where": "north" }, "labels": [] },
              "posterior": {
                "family": "gaussian-full", "names": ["(Intercept)", "a", "b"],
                "mean": [1.0, 2.0, 3.0], "sd": [1.0, 2.0, 1.0], "momentsBy": "closed form",
                "covariance": [[1.0, 0.0, 0.5], [0.0, 4.0, 0.0], [0.5, 0.0, 1.0]],
                "parameters": {
                  "mean": [1.0, 2.0, 3.0],
                  "precision": [1.3333333333333333, 0.0, 0.25, -0.6666666666666666, 0.0, 1.3333333333333333] },
                "factors": [{ "name": "sigma2", "family": "inverse-gamma", "shape": 3.0, "scale": 2.0 }],
                "constrained": { "names": ["s"], "mean": [1.0], "sd": ["Infinity"], "q05": [0.0], "q50": [1.0], "q95": [9.0] } },
              "run": { "seed": 1 }, "config": { } }
            """;

    private static String changed(String text, String pointer, String value) throws JsonProcessingException {
        JsonNode root = MAPPER.readTree(text);
        JsonPointer at = JsonPointer.compile(pointer);
        JsonNode parent = root.at(at.head());
        String last = at.last().getMatchingProperty();
        if (parent instanceof ArrayNode array) {
            int index = at.last().getMatchingIndex();
            if (value.equals("-")) {
                array.remove(index);
            } else {
                array.set(index, MAPPER.readTree(value));
            }
        } else if (value.equals("-")) {
            ((ObjectNode) parent).remove(last);
        } else {
            ((ObjectNode) parent).set(last, MAPPER.readTree(value));
        }
        return root.toString();
    }

    private static String sealed() throws JsonProcessingException {
        ObjectNode root = (ObjectNode) MAPPER.readTree(WRITTEN);
        return root.put("digest", PosteriorDigest.of(root)).toString();
    }

    private static String refusal(String text) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> SavedPosterior.parse(text))
                .getMessage());
    }

    @Test
    void whatAFitWrites_isRead() throws JsonProcessingException {
        assertArrayEquals(new double[] {1, 2, 3}, SavedPosterior.parse(WRITTEN).mean());
        assertEquals(1, SavedPosterior.parse(sealed()).seed());
        String laidOut = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(MAPPER.readTree(sealed()));
        assertTrue(SavedPosterior.parse(laidOut.replace("1.0", "1.00").replace("2.0", "2"))
                .isReliable());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/schema                     | `\"other/1\"`            | required schema",
                "/status                     | `\"good\"`               | status is not known",
                "/status                     | -                        | status is missing",
                "/reliable                   | `\"yes\"`                | reliable has the wrong type",
                "/reliable                   | false                    | check is none that goes with reliable = false",
                "/check                      | `\"skipped\"`            | check is none that goes with reliable = true",
                "/check                      | 3                        | check has the wrong type",
                "/model                      | 3                        | model has the wrong type",
                "/model/family               | -                        | model.family is missing",
                "/model/degreesOfFreedom     | `\"4\"`                  | model.degreesOfFreedom has the wrong type",
                "/model/classes              | 2.5                      | model.classes has the wrong type",
                "/model/classes              | -2                       | model.classes is out of range",
                "/data                       | -                        | data is missing",
                "/data/baselines/where       | 7                        | data.baselines.where has the wrong type",
                "/data/labels                | `\"a\"`                  | data.labels has the wrong type",
                "/posterior                  | []                       | posterior has the wrong type",
                "/posterior/family           | 1                        | posterior.family has the wrong type",
                "/posterior/names            | []                       | posterior.names cannot be used",
                "/posterior/names/1          | `\"b\"`                  | posterior.names cannot be used",
                "/posterior/names/1          | null                     | posterior.names[1] is missing",
                "/posterior/names/1          | -                        | posterior.mean has the wrong length",
                "/posterior/mean             | -                        | posterior.mean is missing",
                "/posterior/mean/2           | -                        | required 3 entries, found 2",
                "/posterior/mean/2           | `\"NaN\"`                | posterior.mean[2] has the wrong type",
                "/posterior/mean/2           | `\"3.0\"`                | posterior.mean[2] has the wrong type",
                "/posterior/mean/2           | 1e999                    | posterior.mean[2] has the wrong type",
                "/posterior/mean/2           | 4.0                      | required 3.0, found 4.0",
                "/posterior/sd/0             | 0                        | posterior.sd[0] is out of range",
                "/posterior/sd/0             | -1.0                     | posterior.sd[0] is out of range",
                "/posterior/sd/0             | 1.5                      | posterior.covariance[0][0] is not the variance",
                "/posterior/sd/2             | -                        | posterior.sd has the wrong length",
                "/posterior/covariance       | `\"none\"`               | posterior.covariance has the wrong type",
                "/posterior/covariance/2     | -                        | posterior.covariance has the wrong length",
                "/posterior/covariance/2/0   | -                        | posterior.covariance[2] has the wrong length",
                "/posterior/covariance/2/0   | 0.25                     | posterior.covariance[2][0] cannot be",
                "/posterior/covariance/1     | [0.0, -4.0, 0.0]         | posterior.covariance[1][1] is not the variance",
                "/posterior/covariance       | [[1,2,0],[2,4,0],[0,0,1]] | not that of posterior.parameters",
                "/posterior/covariance       | [[1,1.9,-0.9],[1.9,4,1.9],[-0.9,1.9,1]] | a positive definite matrix",
                "/posterior/parameters       | -                        | posterior.parameters is missing",
                "/posterior/parameters/mean/2 | -                       | posterior.parameters cannot be used",
                "/posterior/parameters/precision/2 | -1                 | posterior.parameters cannot be used",
                "/posterior/parameters/precision/2 | `\"x\"`            | posterior.parameters cannot be used",
                "/posterior/parameters/precision/2 | 1.0                | posterior.sd[1] is not that",
                "/posterior/factors          | 5                        | posterior.factors has the wrong type",
                "/posterior/factors/0/family | `\"beta\"`               | posterior.factors[0].family is not known",
                "/posterior/factors/0/shape  | 0                        | posterior.factors[0].shape is out of range",
                "/posterior/factors/0/scale  | `\"2\"`                  | posterior.factors[0].scale has the wrong type",
                "/posterior/constrained/q50  | []                       | posterior.constrained.q50 has the wrong length",
                "/posterior/nonCentred       | {}                       | posterior.nonCentred.groupOf is missing",
                "/run/seed                   | 1.5                      | run.seed has the wrong type",
                "/config                     | []                       | config has the wrong type"
            })
    void aChange_isRefusedWithThePlace(String pointer, String value, String message) throws JsonProcessingException {
        String refusal = refusal(changed(WRITTEN, pointer, value));
        assertTrue(refusal.contains(message), () -> "expected '" + message + "' in: " + refusal);
        assertTrue(refusal.contains("required"), refusal);
    }

    /** What no rule can see, the digest does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/posterior/names       | `[\"(Intercept)\", \"b\", \"a\"]`",
                "/data/baselines/where  | `\"south\"`",
                "/posterior/factors/0/shape | 4.0",
                "/model/family          | `\"poisson\"`",
                "/posterior/mean/0      | 1.0000000000000002"
            })
    void aChangeThatCouldBe_isDetectedByTheDigest(String pointer, String value) throws JsonProcessingException {
        SavedPosterior.parse(changed(WRITTEN, pointer, value));
        assertTrue(refusal(changed(sealed(), pointer, value)).contains("changed after it was written"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{}", "`[1]`", "``", "{\"a\": 1, \"a\": 2}", "{} {}", "{\"mean\": NaN}"})
    void whatIsNoPosterior_isRefused(String text) {
        assertTrue(refusal(text).matches("(?s)the posterior (has another form|is not readable).*"), refusal(text));
    }
}
