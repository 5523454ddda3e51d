package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.Methods;
import io.credence.family.Posterior;
import io.credence.testkit.Nightly;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of fits by draws through the command line: the catalogue of methods, minibatches, interruption, and the
 * reported noise.
 */
class MethodsTest extends CommandLineContract {

    private static final List<String> NUMBERS = rows(
            "a,b,y", 60, i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 10.0 + "," + (i * 7 % 23 - i % 11) / 9.0);

    private static final List<String> CLASSES =
            rows("a,b,y", 60, i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 10.0 + "," + i * 7 % 2);

    /** Choices of objective, posterior and prior that are in no method, each with what the result calls the posterior. */
    private static final List<Arguments> CHOICES = List.of(
            Arguments.of(
                    "objective.kind=gvi objective.loss.kind=beta objective.divergence.kind=renyi", "gaussian-full"),
            Arguments.of("objective.kind=conditional-value-at-risk objective.level=0.5", "gaussian-full"),
            Arguments.of(
                    "posterior.family=student-t-diagonal minibatch.partitions=2 data.partitions=4",
                    "student-t-diagonal"),
            Arguments.of("prior.kind=laplace prior.nonCentred=true prior.groups=[2]", "gaussian-full"),
            Arguments.of(
                    "objective.kind=gvi objective.loss.kind=hinge posterior.family=gaussian-diagonal",
                    "gaussian-diagonal"),
            Arguments.of("objective.kind=gvi objective.divergence.kind=alpha prior.kind=laplace", "gaussian-full"),
            Arguments.of(
                    "objective.kind=weighted-mean-variance objective.loss.kind=power objective.loss.weight=0.5",
                    "gaussian-full"),
            Arguments.of("posterior.family=gaussian-low-rank posterior.rank=1", "gaussian-low-rank"),
            Arguments.of("posterior.family=student-t-full", "student-t-full"),
            Arguments.of("posterior.family=gaussian-mixture objective.kind=eubo", "gaussian-mixture"),
            Arguments.of("posterior.family=planar-flow posterior.layers=2", "planar-flow"),
            Arguments.of("prior.kind=horseshoe", "gaussian-full"),
            Arguments.of("prior.kind=student-t", "gaussian-full"));

    static Stream<String> methods() {
        return Nightly.cases(List.of("qbvi", "gvi"), Methods.names());
    }

    static Stream<Arguments> choices() {
        return Nightly.cases(CHOICES.subList(0, 2), CHOICES);
    }

    static Stream<String> interrupted() {
        return Nightly.cases(
                List.of("minibatch.partitions=auto"),
                List.of(
                        "method=qbvi",
                        "method=bbvi",
                        "minibatch.partitions=auto",
                        "method=eubo-vi",
                        "posterior.family=planar-flow"));
    }

    static Stream<String> correlated() {
        return Nightly.cases(
                List.of("gaussian-mixture"), List.of("student-t-full", "gaussian-low-rank", "gaussian-mixture"));
    }

    private CommandResult fit(List<String> rows, String family, List<String> first, String... more) throws IOException {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return fit(family, rows, all.toArray(String[]::new));
    }

    /** What two fits of the same must agree in. */
    private JsonNode numbers() throws IOException {
        ObjectNode copy = posterior().deepCopy();
        ((ObjectNode) copy.path("run")).remove("seconds");
        // They report on the run too, such as where it went on from
        ((ObjectNode) copy.path("verdict")).remove("notes");
        copy.remove("config");
        return copy;
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyMethod_fitsAPosterior(String method) throws IOException {
        CommandResult result = fit(
                "gaussian",
                NUMBERS,
                "method=" + method,
                "estimator.draws=20",
                "stop.maxIterations=25",
                "stop.acceptUnconverged=true");
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals(method, root.at("/config/method").asText());
        WrittenMoments.read(output().resolve("posterior.json")).assertThoseOfThePosterior();
        boolean factor = List.of("qbvi-inverse-gamma", "gvi").contains(method);
        assertEquals(factor ? 3 : 4, root.at("/posterior/names").size(), "the log dispersion is one more");
        assertEquals(
                factor ? "inverse-gamma" : "",
                root.at("/posterior/factors/0/family").asText());
        assertEquals(factor ? "" : "joint", root.at("/model/dispersionFactor").asText());
        assertEquals(
                factor ? "" : "sigma2",
                root.at("/posterior/constrained/names/0").asText());
        assertTrue(result.out().contains("sigma2"), result.out());
        assertTrue(Files.readString(output().resolve("log.txt")).contains("method: " + method));
        credence("score", folder.resolve("job.conf").toString(), "--quiet").notes();
    }

    /** The same rows and keys without the command line give the covariance that it writes. */
    @ParameterizedTest
    @MethodSource("correlated")
    void writtenCovariance_isThatOfTheFitInJava(String family) throws IOException {
        List<String> keys = List.of(
                "posterior.family=" + family,
                "estimator.draws=20",
                "stop.maxIterations=25",
                "stop.acceptUnconverged=true");
        assertEquals(0, fit(CLASSES, "bernoulli", keys).status());
        double[][] features = new double[60][];
        double[] labels = new double[60];
        for (int i = 0; i < labels.length; i++) {
            String[] cells = CLASSES.get(i + 1).split(",");
            features[i] = new double[] {Double.parseDouble(cells[0]), Double.parseDouble(cells[1])};
            labels[i] = Double.parseDouble(cells[2]);
        }
        Posterior q = Inference.of("bernoulli")
                .posterior(family)
                .with("estimator.draws", 20)
                .with("stop.maxIterations", 25)
                .fit(Rows.of(List.of("a", "b"), features, labels))
                .posterior();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                // The order of the rows differs, and with it the rounding of their sums.
                assertEquals(
                        q.covariance()[3 * i + j],
                        posterior().at("/posterior/covariance/" + i + "/" + j).asDouble(),
                        1e-8 * q.sd()[i] * q.sd()[j]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("choices")
    void everyChoice_fitsAPosteriorOfTheCoefficients(String choices, String family) throws IOException {
        List<String> keys = new ArrayList<>(List.of(choices.split(" ")));
        keys.addAll(List.of("estimator.draws=20", "stop.maxIterations=25", "stop.acceptUnconverged=true"));
        CommandResult result = fit(CLASSES, "bernoulli", keys);
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals(family, root.at("/posterior/family").asText());
        assertEquals(
                "[\"(Intercept)\",\"a\",\"b\"]", root.at("/posterior/names").toString());
        WrittenMoments written = WrittenMoments.read(output().resolve("posterior.json"));
        written.assertThoseOfThePosterior();
        written.assertCorrelated(!family.endsWith("-diagonal"));
        boolean weighed = root.at("/diagnostics/khatThreshold").asDouble() > 0;
        boolean skipped = !weighed && root.path("status").asText().equals("converged");
        assertEquals(skipped, result.out().contains("not checked: "), result.out());
        assertEquals(
                skipped,
                root.path("check").asText().equals("skipped"),
                root.path("checkReason").asText());
        String log = Files.readString(output().resolve("log.txt"));
        for (String choice : keys) {
            assertTrue(!choice.startsWith("prior.kind=") || log.contains("prior: " + choice.substring(11)), log);
        }
    }

    @Test
    void upperAndLowerBounds_encloseTheEvidence() throws IOException {
        List<String> classes = rows("a,y", 80, i -> (i % 11 - 5) / 4.0 + "," + i % 2);
        CommandResult result = fit(classes, "bernoulli", List.of("method=eubo-vi"));
        assertEquals(0, result.status(), result.err());
        JsonNode bounds = posterior().at("/bounds");
        double slack = 4 * bounds.at("/logEvidence/mcse").asDouble();
        double evidence = bounds.at("/logEvidence/value").asDouble();
        assertTrue(bounds.at("/elbo/value").asDouble() <= evidence + slack, bounds::toPrettyString);
        assertTrue(bounds.at("/eubo/value").asDouble() >= evidence - slack, bounds::toPrettyString);
        assertTrue(
                bounds.at("/cubo2/infinite").asBoolean() && !bounds.at("/cubo2").has("value"), bounds::toPrettyString);
        JsonNode diagnostics = posterior().at("/diagnostics");
        boolean light = isLight(diagnostics) && isLight(diagnostics.at("/averagedWeights"))
                || diagnostics.at("/weightSpread").asDouble() <= 0.2;
        assertEquals(light, posterior().at("/reliable").asBoolean(), diagnostics::toPrettyString);
        assertEquals(light, !result.err().contains("k-hat"), result.err());
    }

    private static boolean isLight(JsonNode tail) {
        return tail.at("/khat").asDouble() <= tail.at("/khatThreshold").asDouble();
    }

    @Test
    void lossWithoutALikelihood_isNotScored() throws IOException {
        List<String> keys = List.of("objective.kind=gvi", "objective.loss.kind=huber");
        assertEquals(0, fit(NUMBERS, "gaussian", keys).status());
        assertEquals("huber", posterior().at("/model/loss").asText());
        assertFalse(posterior().at("/bounds").has("elbo"), "no likelihood, no evidence to bound");
        credence("score", folder.resolve("job.conf").toString(), "--quiet").refuses(2, "huber", "no likelihood");
    }

    @Test
    void qbviOnRealData_agreesWithTheExactFit() throws IOException {
        Path rows = Repository.file("conf/data/labour.csv");
        String[] keys = {"fit", config("bernoulli", rows).toString(), "--quiet", "--set", "data.label=lfp"};
        List<String> exact = new ArrayList<>(List.of(keys));
        List<String> drawn = new ArrayList<>(exact);
        assertEquals(0, credence(exact.toArray(String[]::new)).status());
        JsonNode expected = posterior();
        drawn.addAll(List.of("--set", "method=qbvi", "--set", "output.overwrite=true"));
        CommandResult result = credence(drawn.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        JsonNode found = posterior();
        assertEquals(expected.at("/posterior/names"), found.at("/posterior/names"));
        for (int j = 0; j < expected.at("/posterior/sd").size(); j++) {
            double sd = expected.at("/posterior/sd/" + j).asDouble();
            assertEquals(
                    expected.at("/posterior/mean/" + j).asDouble(),
                    found.at("/posterior/mean/" + j).asDouble(),
                    0.05 * sd);
            assertEquals(1, found.at("/posterior/sd/" + j).asDouble() / sd, 0.05);
        }
        assertEquals(
                expected.at("/bounds/elbo/value").asDouble(),
                found.at("/bounds/elbo/value").asDouble(),
                0.1);
        assertTrue(found.at("/diagnostics/mcse").asDouble() <= 0.02, found::toPrettyString);
        assertTrue(found.at("/diagnostics/rhat").asDouble() <= 1.1, found::toPrettyString);
        assertTrue(found.at("/diagnostics/draws").asInt() >= 100);
        List<String> trace = Files.readAllLines(output().resolve("trace.jsonl"));
        assertTrue(trace.get(0).contains("\"phase\":\"mode\""), trace.get(0));
        assertTrue(trace.get(trace.size() - 1).contains("\"draws\":100"), trace.get(trace.size() - 1));
    }

    @ParameterizedTest
    @MethodSource("interrupted")
    void resumedFit_hasTheBitsOfTheUninterrupted(String choice) throws IOException {
        List<String> keys = List.of(choice, "estimator.draws=20", "output.overwrite=true", "data.partitions=4");
        Path checkpoints = folder.resolve("checkpoints");
        List<String> counts = rows("a,y", 60, i -> (i % 11 - 5) / 4.0 + "," + i * 7 % 5);
        fit(counts, "poisson", keys, "stop.maxIterations=54");
        JsonNode whole = numbers();
        int steps = Files.readAllLines(output().resolve("trace.jsonl")).size();
        String store = "checkpoint.path=" + checkpoints;
        assertEquals(
                5,
                fit(counts, "poisson", keys, store, "checkpoint.every=5", "stop.maxIterations=43")
                        .status());
        assertFalse(files(checkpoints).isEmpty());
        fit(counts, "poisson", keys, store, "stop.maxIterations=54", "--resume");
        assertEquals(whole, numbers());
        assertEquals(steps, Files.readAllLines(output().resolve("trace.jsonl")).size());
    }

    @Test
    void standardizedFit_isUndoneForTheLogDispersionToo() throws IOException {
        List<String> keys = List.of(
                "estimator.kind=score",
                "stop.maxIterations=200",
                "stop.acceptUnconverged=true",
                "output.overwrite=true");
        List<String> wide = rows("a,y", 60, i -> 100 * (i % 11 - 5) + "," + (i * 7 % 23 - i % 11) / 9.0);
        assertEquals(0, fit(wide, "gaussian", keys, "estimator.kind=auto").status());
        JsonNode exact = posterior();
        assertEquals(0, fit(wide, "gaussian", keys, "data.standardize=true").status());
        JsonNode root = posterior();
        double sd = exact.at("/posterior/sd/1").asDouble();
        assertEquals(
                exact.at("/posterior/mean/1").asDouble(),
                root.at("/posterior/mean/1").asDouble(),
                0.3 * sd);
        double sigma2 = exact.at("/posterior/factors/0/scale").asDouble()
                / exact.at("/posterior/factors/0/shape").asDouble();
        assertEquals(sigma2, root.at("/posterior/constrained/q50/0").asDouble(), 0.1 * sigma2);
    }

    @Test
    void blocksThatDoNotAddUp_areRefusedOnceTheDataAreKnown() throws IOException {
        fit("gaussian", NUMBERS, "posterior.family=gaussian-block", "posterior.blocks=[2, 2]")
                .refuses(2, "posterior.blocks", "add up to 3", "add up to 4");
        assertEquals(
                0,
                fit("gaussian", NUMBERS, "posterior.family=gaussian-block", "posterior.blocks=[1, 2]")
                        .status());
        assertEquals(0, posterior().at("/posterior/covariance/0/1").asDouble());
        assertTrue(posterior().at("/posterior/covariance/1/2").asDouble() != 0);
    }
}
