package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class FitCommandTest extends CommandLineContract {

    private static final List<String> COUNTS =
            rows("a,b,y", 200, i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 100.0 + "," + (i * 7 % (2 + i % 4)));

    /** What two fits of the same must agree in. */
    private static JsonNode numbers(JsonNode posterior) {
        ObjectNode copy = posterior.deepCopy();
        ((ObjectNode) copy.path("run")).remove("seconds");
        // They report on the run too, such as on a checkpoint that was damaged
        ((ObjectNode) copy.path("verdict")).remove("notes");
        copy.remove("config");
        return copy;
    }

    @Test
    void posteriorJson_hasTheFormOfTheContract() throws IOException {
        CommandResult result = fit("gaussian", COUNTS);
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals("credence/posterior/2", root.path("schema").asText());
        assertEquals("converged", root.path("status").asText());
        assertTrue(root.path("reliable").asBoolean());
        assertEquals("passed", root.path("check").asText());
        assertTrue(result.out().contains("reliable: " + root.path("checkReason").asText()), result.out());
        assertEquals("identity", root.at("/model/link").asText());
        assertEquals(200, root.at("/data/rows").asInt());
        assertEquals(0, root.at("/data/skipped").asInt());
        assertTrue(root.at("/data/fingerprint").asText().startsWith("sha256:"));
        assertEquals("(Intercept)", root.at("/posterior/names/0").asText());
        assertEquals(3, root.at("/posterior/covariance").size());
        assertEquals(
                Math.pow(root.at("/posterior/sd/1").asDouble(), 2),
                root.at("/posterior/covariance/1/1").asDouble(),
                1e-15);
        assertEquals("sigma2", root.at("/posterior/factors/0/name").asText());
        assertEquals("inverse-gamma", root.at("/posterior/factors/0/family").asText());
        assertEquals(101, root.at("/posterior/factors/0/shape").asDouble(), 1e-9);
        assertTrue(root.at("/bounds/elbo/value").isNumber());
        assertTrue(root.at("/bounds/elbo/mcse").isMissingNode(), "not computed");
        assertEquals(200, root.at("/loo/rows").asInt());
        assertEquals(5, root.at("/loo/influential").size());
        List<String> rows = Files.readAllLines(output().resolve("pointwise.csv"));
        assertEquals(
                root.at("/loo/elpd").asDouble(),
                rows.stream()
                        .skip(1)
                        .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[3]))
                        .sum(),
                1e-9);
        assertTrue(List.of("4.1.0", "4.0.1")
                .contains(root.at("/run/versions/spark").asText()));
        assertEquals(1, root.at("/run/seed").asInt());
        assertEquals("gaussian", root.at("/config/model/family").asText());
        List<String> trace = Files.readAllLines(output().resolve("trace.jsonl"));
        assertEquals(root.at("/run/iterations").asInt(), trace.size());
        assertTrue(trace.get(0).contains("\"iteration\":1"), trace.get(0));
        String log = Files.readString(output().resolve("log.txt"));
        assertTrue(log.contains("estimator: exact") && log.contains("kernel:") && log.contains("reliable: true"), log);
    }

    @Test
    void contrasts_areReportedAndCheckedBeforeTheFit() throws IOException {
        CommandResult result = fit("poisson", COUNTS, "report.contrasts.\"b less a\"=\"b - a\"");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("combinations\n") && result.out().contains("b less a"), result.out());
        JsonNode root = posterior();
        double mean = root.at("/contrasts/mean/0").asDouble();
        assertEquals(
                root.at("/posterior/mean/2").asDouble()
                        - root.at("/posterior/mean/1").asDouble(),
                mean,
                0.1 * root.at("/contrasts/sd/0").asDouble());
        assertEquals(Math.exp(mean), root.at("/contrasts/ratio/0").asDouble(), 1e-12);
        fit("poisson", COUNTS, "report.contrasts.d=\"b - c\"", "output.overwrite=true")
                .refuses(2, "report.contrasts.d", "'b - c'", "found 'c'");
    }

    @Test
    void table_showsEachCoefficientAndFactor() throws IOException {
        String out =
                fit("gamma", rows("a,y", 50, i -> i % 7 + "," + (1 + i % 5))).out();
        for (String part :
                List.of("name", "5 %", "95 %", "(Intercept)", "dispersion", "ELBO", "converged", "results in")) {
            assertTrue(out.contains(part), () -> part + " in " + out);
        }
    }

    @Test
    void sameFitTwice_givesTheSameBits() throws IOException {
        assertEquals(0, fit("poisson", COUNTS).status());
        JsonNode first = numbers(posterior());
        assertEquals(0, fit("poisson", COUNTS, "output.overwrite=true").status());
        assertEquals(first, numbers(posterior()));
    }

    @Test
    void standardizedFit_givesThePosteriorOnTheOriginalScale() throws IOException {
        fit("poisson", COUNTS, "prior.mean=0.3", "stop.tolerance=1e-13");
        JsonNode plain = posterior();
        fit(
                "poisson",
                COUNTS,
                "prior.mean=0.3",
                "stop.tolerance=1e-13",
                "data.standardize=true",
                "output.overwrite=true");
        JsonNode scaled = posterior();
        assertEquals(
                plain.at("/bounds/elbo/value").asDouble(),
                scaled.at("/bounds/elbo/value").asDouble(),
                1e-9);
        for (int i = 0; i < 3; i++) {
            double sd = plain.at("/posterior/sd/" + i).asDouble();
            assertEquals(
                    plain.at("/posterior/mean/" + i).asDouble(),
                    scaled.at("/posterior/mean/" + i).asDouble(),
                    1e-5 * sd);
            for (int j = 0; j < 3; j++) {
                String cell = "/posterior/covariance/" + i + "/" + j;
                double size = sd * plain.at("/posterior/sd/" + j).asDouble();
                assertEquals(plain.at(cell).asDouble(), scaled.at(cell).asDouble(), 1e-5 * size);
            }
        }
    }

    @Test
    void diagonalFamily_hasNoCovariances() throws IOException {
        assertEquals(
                0, fit("poisson", COUNTS, "posterior.family=gaussian-diagonal").status());
        assertEquals("gaussian-diagonal", posterior().at("/posterior/family").asText());
        assertEquals(0, posterior().at("/posterior/covariance/1/0").asDouble());
    }

    @Test
    void softmax_namesCoefficientsByClass() throws IOException {
        assertEquals(
                0, fit("softmax", rows("a,y", 60, i -> i % 7 + "," + i % 3)).status());
        assertEquals(3, posterior().at("/model/classes").asInt());
        assertEquals("1:(Intercept)", posterior().at("/posterior/names/0").asText());
        assertEquals("2:a", posterior().at("/posterior/names/3").asText());
    }

    /** The status is that of a fit that converged; the result states that nobody knows how close it is. */
    @Test
    void fitThatIsNotChecked_isNeverReliable() throws IOException {
        CommandResult result = fit("poisson", COUNTS, "check.khat=false");
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals("converged", root.path("status").asText());
        assertFalse(root.path("reliable").asBoolean());
        assertEquals("skipped", root.path("check").asText());
        String reason = "check.khat = false; check.khat = true weighs the draws of the posterior";
        assertEquals(reason, root.path("checkReason").asText());
        assertTrue(result.out().contains("\nnot checked: " + reason + "\n"), result.out());
        assertFalse(result.out().contains("reliable"), result.out());
        String log = Files.readString(output().resolve("log.txt"));
        assertTrue(log.contains("reliable: false") && log.contains("not checked: " + reason), log);
    }

    @Test
    void spentBudget_endsWith5UnlessAccepted() throws IOException {
        CommandResult result = fit("poisson", COUNTS, "stop.maxIterations=2");
        assertEquals(5, result.status());
        assertTrue(result.err().contains("not converged"), result.err());
        assertEquals("unconverged", posterior().path("status").asText());
        assertFalse(posterior().path("reliable").asBoolean());
        assertEquals("failed", posterior().path("check").asText());
        assertEquals(
                0,
                fit("poisson", COUNTS, "stop.maxIterations=2", "stop.acceptUnconverged=true", "output.overwrite=true")
                        .status());
        assertEquals("unconverged", posterior().path("status").asText());
    }

    @Test
    void divergedFit_endsWith4AndWritesTheLastGoodState() throws IOException {
        List<String> huge = rows("a,y", 20, i -> i + "e200," + i);
        fit("gaussian", huge).refuses(2, "prior.sd = auto finds no scale for a column", "for a");
        CommandResult result = fit("gaussian", huge, "prior.sd=2.2360679775");
        assertEquals(4, result.status(), result.err());
        assertTrue(result.err().contains("diverged") && result.err().contains("last good state"), result.err());
        assertEquals("diverged", posterior().path("status").asText());
        assertFalse(posterior().path("reliable").asBoolean());
    }

    @Test
    void resumedFit_hasTheBitsOfTheUninterrupted() throws IOException {
        Path checkpoints = folder.resolve("checkpoints");
        String store = "checkpoint.path=" + checkpoints;
        assertEquals(0, fit("negative-binomial", COUNTS).status());
        JsonNode whole = numbers(posterior());
        int iterations = whole.at("/run/iterations").asInt();
        for (int stop = 1; stop < iterations; stop += Nightly.times(3, 1)) {
            int status = fit(
                            "negative-binomial",
                            COUNTS,
                            store,
                            "checkpoint.every=1",
                            "stop.maxIterations=" + (stop + 1),
                            "output.overwrite=true")
                    .status();
            if (status == 0) {
                break;
            }
            assertEquals(5, status);
            assertEquals(Math.min(3, stop), files(checkpoints).size(), () -> "kept: " + files(checkpoints));
            CommandResult resumed = fit("negative-binomial", COUNTS, store, "--resume", "output.overwrite=true");
            assertEquals(0, resumed.status(), resumed.err());
            assertEquals(whole, numbers(posterior()), "stopped after " + stop);
            assertEquals(
                    iterations,
                    Files.readAllLines(output().resolve("trace.jsonl")).size());
            assertFalse(Files.exists(checkpoints), "a finished fit removes its checkpoints");
        }
    }

    @Test
    void checkpointOfSomethingElse_isRefused() throws IOException {
        Path checkpoints = folder.resolve("checkpoints");
        String[] interrupted = {"checkpoint.path=" + checkpoints, "checkpoint.every=1", "stop.maxIterations=3"};
        assertEquals(5, fit("poisson", COUNTS, interrupted).status());
        String store = interrupted[0];
        fit("poisson", COUNTS, store, "output.overwrite=true").refuses(2, "interrupted", "required --resume");
        fit("poisson", COUNTS, store, "output.overwrite=true", "--resume", "prior.sd=1")
                .refuses(2, "--resume would change the configuration");
        fit("poisson", COUNTS.subList(0, 150), store, "output.overwrite=true", "--resume")
                .refuses(2, "--resume would change the data", "sha256:");
    }

    private Path interrupted(int iterations) throws IOException {
        Path checkpoints = folder.resolve("checkpoints");
        CommandResult result = fit(
                "negative-binomial",
                COUNTS,
                "checkpoint.path=" + checkpoints,
                "checkpoint.every=1",
                "stop.maxIterations=" + iterations,
                "output.overwrite=true");
        assertEquals(5, result.status(), result.err());
        return checkpoints;
    }

    private CommandResult resume(Path checkpoints) throws IOException {
        return fit("negative-binomial", COUNTS, "checkpoint.path=" + checkpoints, "--resume", "output.overwrite=true");
    }

    /** Cut off or with a bit turned over, the newest gives way to the one before, and no other number comes of it. */
    @Test
    void damagedCheckpoint_givesWayToTheOneBefore() throws IOException {
        assertEquals(0, fit("negative-binomial", COUNTS).status());
        JsonNode whole = numbers(posterior());
        for (boolean cut : new boolean[] {true, false}) {
            Path checkpoints = interrupted(5);
            List<String> names = files(checkpoints);
            Path newest = checkpoints.resolve(names.get(names.size() - 1));
            byte[] bytes = Files.readAllBytes(newest);
            bytes[bytes.length / 2] ^= 8;
            Files.write(newest, cut ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
            Files.write(checkpoints.resolve("ckpt-00000099.bin"), new byte[3]);
            CommandResult resumed = resume(checkpoints);
            resumed.notes(
                    "ckpt-00000099.bin is damaged",
                    newest.getFileName() + " is damaged; the fit went on from " + names.get(names.size() - 2));
            assertEquals(whole, numbers(posterior()));
            assertFalse(Files.exists(checkpoints));
        }
    }

    @Test
    void checkpointsThatAreAllDamaged_areReported() throws IOException {
        Path checkpoints = interrupted(4);
        for (String name : files(checkpoints)) {
            Files.write(checkpoints.resolve(name), new byte[20]);
        }
        resume(checkpoints).notes("is damaged; the fit began anew");
    }

    /** A checkpoint of another version, whole as it is, is not passed over in silence. */
    @Test
    void checkpointOfAnotherVersion_isRefused() throws IOException {
        Path checkpoints = interrupted(4);
        for (String name : files(checkpoints)) {
            byte[] bytes = Files.readAllBytes(checkpoints.resolve(name));
            ByteBuffer changed = ByteBuffer.wrap(bytes).putInt(4, 1);
            CRC32C crc = new CRC32C();
            crc.update(bytes, 0, bytes.length - 8);
            Files.write(
                    checkpoints.resolve(name),
                    changed.putLong(bytes.length - 8, crc.getValue()).array());
        }
        resume(checkpoints).refuses(2, "of another version of Credence", "required form 7, found 1");
    }

    @Test
    void resumeWithoutCheckpoint_beginsAnew() throws IOException {
        assertEquals(
                0,
                fit("poisson", COUNTS, "checkpoint.path=" + folder.resolve("none"), "--resume")
                        .status());
        assertFalse(Files.exists(folder.resolve("none")));
    }

    @Test
    void helpAndVersion_endWith0() {
        CommandResult help = credence("--help");
        assertEquals(0, help.status());
        assertTrue(help.out().contains("fit")
                && help.out().contains("score")
                && !help.out().contains("check"));
        assertTrue(credence("fit", "--help").out().contains("--resume"));
        assertEquals(
                credence("fit", "--help").out(),
                credence("fit", "any.conf", "--help").out());
        assertTrue(credence("--version").out().startsWith("credence "));
        assertTrue(credence("fit", "--version").out().startsWith("credence "));
    }

    @Test
    void helpOfAKey_statesWhatItMeans() {
        CommandResult kind = credence("fit", "--help", "prior.kind");
        assertEquals(0, kind.status(), kind.err());
        assertTrue(kind.out().startsWith("prior.kind = \"normal\""), kind.out());
        assertTrue(kind.out().contains("double exponential, the Bayesian lasso"), kind.out());
        assertTrue(kind.out().contains("nonCentred = false: fit standard normal numbers and log scales"), kind.out());
        assertTrue(credence("fit", "--help", "stop.mcse").out().contains("stop.mcse = 0.02"));
        assertTrue(credence("fit", "--help", "objective.divergence.kind").out().contains("alpha-beta-gamma"));
        assertTrue(credence("fit", "--help", "cgvb").out().contains("sets update.kind = \"cholesky\""));
        credence("fit", "--help", "prior.knd").refuses(2, "prior.knd", "the nearest known one is prior.kind");
    }
}
