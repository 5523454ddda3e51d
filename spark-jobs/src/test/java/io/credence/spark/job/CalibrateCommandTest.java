package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrateCommandTest extends CommandLineContract {

    private static List<String> rows() {
        return rows(
                "a,b,y", 60, i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 4.0 + "," + (i * 7 % 10 > 4 ? 1 : 0));
    }

    private Path config() throws IOException {
        return config("bernoulli", write("rows.csv", rows().toArray(new String[0])));
    }

    @Test
    void exactFit_isCalibrated() throws IOException {
        Path results = folder.resolve("out");
        CommandResult result = credence(
                "calibrate", config().toString(), "--simulations", "60", "--set", "output.path=" + results, "--quiet");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("calibrated: the ranks are consistent"), result.out());
        assertTrue(result.out().contains("(Intercept)"), result.out());
        JsonNode written = new ObjectMapper().readTree(Files.readString(results.resolve("calibration.json")));
        assertTrue(written.path("calibrated").asBoolean());
        assertEquals(60, written.path("parameters").path(1).path("ranks").size());
    }

    @Test
    void whatCannotBeSimulated_isRefused() throws IOException {
        String config = config().toString();
        credence("calibrate", config, "--simulations", "5").refuses(2, "--simulations", "20");
        credence("calibrate", config, "--from", "nowhere").refuses(2, "--from", "prior or posterior");
        credence("calibrate", config, "--set", "prior.kind=laplace").refuses(2, "prior.kind", "normal");
    }
}
