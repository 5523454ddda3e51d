package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of averages over rows by the command line. */
class EffectsCommandTest extends CommandLineContract {

    /** Under an identity link a column's effect is its coefficient, whatever the rows. */
    @Test
    void comparisons_areCoefficientsUnderAnIdentityLink() throws IOException {
        assertEquals(
                0,
                fit("gaussian", rows("a,b,y", 60, i -> i % 7 + "," + (i % 3) + "," + (2 * (i % 7) + 0.1 * (i % 5))))
                        .status());
        CommandResult result = again("effects.draws=4000");
        assertEquals(0, result.status(), result.err());
        String[] cells = effects().get(1).split(",");
        assertEquals("comparisons,a,+1", String.join(",", List.of(cells).subList(0, 3)));
        double mean = posterior().at("/posterior/mean/1").asDouble();
        double sd = posterior().at("/posterior/sd/1").asDouble();
        assertEquals(mean, Double.parseDouble(cells[4]), 0.1 * sd);
        assertEquals(sd, Double.parseDouble(cells[5]), 0.1 * sd);
        assertTrue(result.out().contains("a +1"), result.out());
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("<section id=\"effects\">") && page.contains("a +1"), "the report has them");

        String key = "effects.requests.x";
        again(key + "={kind=slope}").refuses(2, key, "slopes", "slope");
        again(key + "=5").refuses(2, key, "section");
        again(key + "={kind=predictions,by=[c]}").refuses(2, "no column c");
    }

    /** Estimates with their standard errors, in groups: of a new one the expected effect is the common one. */
    @Test
    void mixedModelOfKnownDeviations_isAveraged() throws IOException {
        List<String> lines = new ArrayList<>(List.of("effect,se,trial"));
        for (int i = 0; i < 40; i++) {
            lines.add((0.03 + 0.02 * Math.sin(i)) + "," + (0.005 + 0.001 * (i % 4)) + ",t" + i % 20);
        }
        Path rows = write("trials.csv", lines.toArray(String[]::new));
        Path config = write(
                "job.conf",
                "data { path = \"" + rows + "\", sd = se }",
                "formula = \"effect ~ 1 + (1 | trial)\"",
                "model.family = gaussian",
                "output.path = \"" + output() + "\"",
                "effects { draws = 4000, requests { all { kind = predictions }, each { kind = predictions, by = [trial] } } }");
        CommandResult fitted = credence("fit", config.toString(), "--quiet");
        assertEquals(0, fitted.status(), fitted.err());
        assertFalse((fitted.out() + fitted.err()).contains("of no consequence"), "no noise is 1");
        CommandResult result = credence("effects", config.toString(), "--quiet");
        assertEquals(0, result.status(), result.err());
        assertEquals(22, effects().size());
        double mean = posterior().at("/posterior/mean/0").asDouble();
        double sd = posterior().at("/posterior/sd/0").asDouble();
        assertEquals(mean, Double.parseDouble(effects().get(1).split(",")[5]), sd);

        Path fresh = write("new.csv", "trial", "t99");
        CommandResult other = credence(
                "effects",
                config.toString(),
                "--quiet",
                "--set",
                "effects.path=" + fresh,
                "--set",
                "score.allowNewLevels=true");
        assertEquals(0, other.status(), other.err());
        String[] cells = effects().get(1).split(",");
        assertEquals(mean, Double.parseDouble(cells[6]), 0.5 * sd);
        assertTrue(Double.parseDouble(cells[7]) > 2 * sd, "the spread of levels is in it");
        String prior = "1 row, 100 % prior (no rows of trial t99)";
        assertEquals(prior, (cells[4] + "," + cells[5]).replace("\"", ""));
        assertTrue(other.out().contains("averaged over " + prior), other.out());
        assertEquals(0, credence("report", config.toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("each, trial&#x3D;t99: averaged over " + prior + "."), page);
    }

    private CommandResult again(String override) {
        return credence("effects", folder.resolve("job.conf").toString(), "--quiet", "--set", override);
    }

    private List<String> effects() throws IOException {
        return Files.readAllLines(output().resolve("effects.csv"));
    }
}
