package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of every command over every model that is written as a sentence: likelihoods as expressions, formulas of
 * several parameters, smooths. Each command acts, or is refused with a sentence.
 */
class SentencesCommandTest extends CommandLineContract {

    private static final Map<String, String> MODELS = Map.of(
            "expression",
            "data.label = y, model { density = \"gaussian_lpdf(y, mu, sigma)\", mean = \"mu\","
                    + " draw = \"mu + sigma * normal()\","
                    + " parameters { mu = \"~ x\", sigma { constraint = positive } } }",
            "formulas",
            "formula = \"y ~ x\", formulas { sigma = \"~ z\" }, model.family = gaussian,"
                    + " posterior.family = gaussian-full",
            "smooths",
            "formula = \"y ~ s(x, k = 6)\", model.family = gaussian");

    private static String row(int i, Random random) {
        double x = random.nextGaussian();
        double z = random.nextGaussian();
        double y = 1 + 2 * x + Math.sin(2 * x) + Math.exp(0.3 + 0.3 * z) * random.nextGaussian();
        return x + "," + z + "," + y + "," + i % 3;
    }

    private Path config(String kind) throws IOException {
        Random random = new Random(17);
        Path table =
                write("rows.csv", rows("x,z,y,site", 150, i -> row(i, random)).toArray(String[]::new));
        return write(
                kind + ".conf",
                "data { path = \"" + table + "\" }",
                MODELS.get(kind),
                "output.path = \"" + folder.resolve(kind) + "\"");
    }

    private CommandResult run(String command, String kind, Object... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command, config(kind).toString(), "--quiet"));
        if (command.equals("export")) {
            arguments.remove("--quiet");
        }
        for (Object argument : more) {
            arguments.add(argument.toString());
        }
        return credence(arguments.toArray(String[]::new));
    }

    /** Results of all commands over a model, by what was asked. */
    private Map<String, CommandResult> commands(String kind) throws IOException {
        Map<String, CommandResult> all = new LinkedHashMap<>();
        all.put("fit", run("fit", kind));
        all.put("score", run("score", kind, "--set", "score.output=" + folder.resolve("scored.parquet")));
        all.put("report", run("report", kind));
        all.put("effects", run("effects", kind, "--set", "effects.draws=200"));
        String fitted = folder.resolve(kind).toString();
        String other = folder.resolve("other").toString();
        CommandResult again = run("fit", kind, "--set", "output.path=" + other, "--set", "seed=2");
        assertEquals(0, again.status(), again.err());
        all.put("compare", credence("compare", fitted, other));
        for (String file : List.of("draws.parquet", "draws.csv", "scorer.json", "scorer.pmml")) {
            all.put(file, run("export", kind, folder.resolve(file)));
        }
        all.put(
                "calibrate",
                run("calibrate", kind, "--simulations", "20", "--set", "output.path=" + folder.resolve("ranks")));
        all.put(
                "day",
                run(
                        "fit",
                        kind,
                        "--set",
                        "prior.kind=posterior",
                        "--set",
                        "prior.path=" + fitted,
                        "--set",
                        "output.path=" + folder.resolve("today")));
        Object[] segments = {"--set", "data.by=[site]", "--set", "output.path=" + folder.resolve("segments")};
        all.put("segments", run("fit", kind, segments));
        if (all.get("segments").status() == 0) {
            all.put(
                    "score of segments",
                    run(
                            "score",
                            kind,
                            "--set",
                            "data.by=[site]",
                            "--set",
                            "output.path=" + folder.resolve("segments"),
                            "--set",
                            "score.output=" + folder.resolve("segments.parquet")));
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
            expression @ scorer.json = found model.density; scorer.pmml = found model.density; calibrate = follow model.density
            formulas @ scorer.json = found formulas; scorer.pmml = found formulas; calibrate = follow formulas
            smooths @ scorer.pmml = the format json has it; calibrate = smooths; day = ns(x, df = 5) instead of s(x); segments = ns(x, df = 5)
            """)
    void commands_actOrAreRefusedWithASentence(String kind, String refused) throws IOException {
        Map<String, String> refusals = new LinkedHashMap<>();
        for (String each : refused.split("; ")) {
            refusals.put(each.substring(0, each.indexOf(" = ")), each.substring(each.indexOf(" = ") + 3));
        }
        Map<String, CommandResult> found = commands(kind);
        assertTrue(found.keySet().containsAll(refusals.keySet()), found.keySet().toString());
        found.forEach((asked, result) -> {
            if (refusals.containsKey(asked)) {
                result.refuses(2, refusals.get(asked));
            } else {
                assertEquals(0, result.status(), asked + ": " + result.err());
            }
        });
        assertEquals(
                150,
                spark.read()
                        .parquet(folder.resolve("scored.parquet").toString())
                        .count());
        assertTrue(Files.readString(folder.resolve("draws.csv")).contains("lp__"));
        assertTrue(Files.readString(folder.resolve(kind + "/report.html")).contains("</html>"));
    }
}
