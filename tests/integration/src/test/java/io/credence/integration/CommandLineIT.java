package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import io.credence.integration.Submission.Running;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The shaded jar through spark-submit, in processes of its own. */
class CommandLineIT {

    /** R's glm for the same data: ORIGIN.md. */
    private static final double[] MAXIMUM_LIKELIHOOD = {
        1.42990, -1.37557, 0.02075, -0.10143, 0.16919, -0.14683, 0.05423, 0.01011, 0.12471
    };

    private static final int COLUMNS = 30;
    private static final int ROWS = 60_000;

    @TempDir
    Path folder;

    private Path output() {
        return folder.resolve("result");
    }

    private Ended labour(String... more) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("fit", "conf/labour.conf", "--quiet", "--set", "output.path=" + output()));
        arguments.addAll(List.of(more));
        return Submission.submit(folder, "local[2]", arguments.toArray(String[]::new))
                .await();
    }

    private JsonNode posterior() throws IOException {
        return Numbers.all(output());
    }

    private JsonNode numbers() throws IOException {
        return Numbers.found(output());
    }

    @Test
    void labour_isFittedNearMaximumLikelihood() throws Exception {
        Ended ended = labour();
        assertEquals(0, ended.status(), ended.err());
        assertTrue(ended.out().contains("experience"), ended.out());
        JsonNode posterior = posterior();
        assertTrue(posterior.path("reliable").asBoolean());
        for (int j = 0; j < MAXIMUM_LIKELIHOOD.length; j++) {
            double shift = posterior.at("/posterior/mean/" + j).asDouble() - MAXIMUM_LIKELIHOOD[j];
            assertEquals(0, shift / posterior.at("/posterior/sd/" + j).asDouble(), 0.3, "coefficient " + j);
        }
        assertTrue(Submission.text(output().resolve("log.txt")).contains("kernel: "));
    }

    @Test
    void exitStatus_isThatOfTheContract() throws Exception {
        Ended unconverged = labour("--set", "stop.maxIterations=2");
        assertEquals(5, unconverged.status(), unconverged.err());
        Ended refused = labour("--set", "output.overwrite=false");
        assertEquals(2, refused.status());
        assertEquals(1, refused.err().lines().count(), refused.err());
        Ended data = labour("--set", "data.label=lfq");
        assertEquals(3, data.status());
        assertTrue(data.err().startsWith("credence: ") && data.err().contains("lfp"), data.err());
        assertEquals(1, data.err().lines().count(), data.err());
    }

    @Test
    void script_fitsFromAnyDirectory() throws Exception {
        assumeTrue(SPARK_IS_WHERE_THE_SCRIPT_LOOKS, "the script looks for the default Spark only");
        Ended ended = Submission.start(
                        folder,
                        List.of(
                                "bash",
                                "-c",
                                "cd \"$1\" && exec \"$0/spark-jobs/bin/credence\" fit \"$0/conf/labour.conf\""
                                        + " --set data.path=\"$0/conf/data/labour.csv\" --set output.path=result",
                                Submission.ROOT.toString(),
                                folder.toString()),
                        Map.of())
                .await();
        assertEquals(0, ended.status(), ended.err());
        assertEquals("", ended.err().replaceAll("(?m)^(credence: building|credence: preparing|iteration).*\\R", ""));
        assertTrue(posterior().path("reliable").asBoolean());
    }

    @Test
    void libraryThatDoesNotLoad_isOneLineAfterTheTable() throws Exception {
        assumeTrue(SPARK_IS_WHERE_THE_SCRIPT_LOOKS, "the script looks for the default Spark only");
        Ended ended = withoutLibrary("kernel=auto");
        assertEquals(0, ended.status(), ended.err());
        assertEquals(
                1,
                ended.err().lines().filter(line -> !line.contains("preparing")).count(),
                ended.err());
        assertTrue(ended.err().contains("note: the Java kernel was used: "), ended.err());
        Ended refused = withoutLibrary("kernel=native");
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("credence: kernel = native cannot be used: "), refused.err());
        assertTrue(refused.err().contains("no.so is not a readable file"), refused.err());
    }

    private Ended withoutLibrary(String kernel) throws Exception {
        return Submission.start(
                        folder,
                        List.of(
                                Submission.ROOT
                                        .resolve("spark-jobs/bin/credence")
                                        .toString(),
                                "fit",
                                "conf/labour.conf",
                                "--quiet",
                                "--set",
                                kernel,
                                "--set",
                                "output.path=" + output()),
                        Map.of("CREDENCE_JAVA_OPTS", "-Dcredence.native.path=" + folder.resolve("no.so")))
                .await();
    }

    private static final boolean SPARK_IS_WHERE_THE_SCRIPT_LOOKS =
            Submission.SPARK_HOME.equals(Submission.ROOT.resolve("spark-jobs/target/spark"));

    /** Counts in four partitions, of several blocks: Spark runs every pass. */
    private Path counts() throws IOException {
        CountData.write(folder.resolve("rows.csv"), ROWS, COLUMNS);
        return Files.writeString(
                folder.resolve("counts.conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y, partitions = 4, key = id,"
                        + " derive { id = \"concat_ws('/', y, x0, x1)\" } }\n"
                        + "model.family = negative-binomial\nkernel = java\n"
                        + "output { path = \"" + output() + "\", overwrite = true }\n"
                        + "checkpoint.every = 1\n");
    }

    private Running fit(Path config, String master, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        return Submission.submit(folder, master, arguments.toArray(String[]::new));
    }

    @Test
    void killedFit_resumesToTheSameBitsOnAnyMaster() throws Exception {
        Path config = counts();
        Ended whole = fit(config, "local[2]").await();
        assertEquals(0, whole.status(), whole.err());
        JsonNode expected = numbers();

        Path checkpoints = folder.resolve("checkpoints");
        String store = "checkpoint.path=" + checkpoints;
        Files.delete(output().resolve("posterior.json"));
        Running running = fit(config, "local[2]", "--set", store);
        while (running.process().isAlive() && count(checkpoints) < 2) {
            Thread.sleep(1);
        }
        running.process().destroyForcibly().waitFor();
        assertEquals(137, running.process().exitValue(), "the fit was over before it could be killed");
        assertFalse(Files.exists(output().resolve("posterior.json")));

        Ended refused = fit(config, "local[2]", "--set", store).await();
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("--resume"), refused.err());

        Ended resumed = fit(config, "local[2]", "--set", store, "--resume").await();
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(expected, numbers());
        assertFalse(Files.exists(checkpoints));

        Ended cluster = fit(config, "local-cluster[2,1,1024]").await();
        assertEquals(0, cluster.status(), cluster.err());
        assertEquals(expected, numbers());
        JsonNode worst = expected.at("/loo/surprising/0");
        assertTrue(worst.path("key").asText().startsWith(worst.path("label").asDouble() + "/"), worst.toString());
    }

    static Stream<Arguments> signals() {
        List<Arguments> all = List.of(Arguments.of("TERM", 143), Arguments.of("INT", 130));
        return Nightly.cases(all.subList(0, 1), all);
    }

    /** Told to end, a fit leaves its last state as a checkpoint and as a result that is marked, and goes on from there. */
    @ParameterizedTest
    @MethodSource("signals")
    void fitThatIsToldToEnd_leavesItsLastState(String signal, int status) throws Exception {
        Path config = counts();
        assertEquals(0, fit(config, "local[2]").await().status());
        JsonNode expected = numbers();
        Files.delete(output().resolve("posterior.json"));

        String store = "checkpoint.path=" + folder.resolve("checkpoints");
        Running running = fit(config, "local[2]", "--set", store, "--set", "output.overwrite=true");
        while (running.process().isAlive() && count(folder.resolve("checkpoints")) < 1) {
            Thread.sleep(1);
        }
        assumeFalse(
                ignoresInterrupts(running.process()),
                "this build was started in the background, where SIGINT is ignored");
        long told = System.nanoTime();
        signal(running.process(), signal);
        Ended ended = running.await();
        assertTrue(System.nanoTime() - told < 25e9, "it took more than 25 seconds");
        assertEquals(status, ended.status(), ended.err());
        assertTrue(ended.err().contains("interrupted; the last good state was written"), ended.err());
        JsonNode left = posterior();
        assertEquals("unconverged", left.path("status").asText());
        assertEquals("it was interrupted", left.at("/run/stopReason").asText());

        Ended resumed = fit(config, "local[2]", "--set", store, "--resume").await();
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(expected, numbers());
    }

    private static void signal(Process process, String signal) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor());
    }

    /** Whether a process was started with SIGINT ignored, as shells start what runs in the background; the JVM heeds that. */
    private static boolean ignoresInterrupts(Process process) throws IOException {
        Path told = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.exists(told)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(told)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.replaceFirst(".*\\s", ""), 16) & 2) != 0);
        }
    }

    /** 64 partitions of 200 columns: 160 kB of sums each, 10 MB together. */
    @Test
    @Tag("nightly")
    void sumsLargerThanSparkTakesHomeAtOnce_comeInSeveralJobs() throws Exception {
        CountData.write(folder.resolve("rows.csv"), 4000, 200);
        Path config = Files.writeString(
                folder.resolve("wide.conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y, partitions = 64 }\n"
                        + "model.family = poisson\nkernel = java\nstop.maxIterations = 3\ncheck { khat = false, loo = false }\n"
                        + "output { path = \"" + output() + "\", overwrite = true }\n");
        Ended whole = fit(config, "local[2]").await();
        assertEquals(5, whole.status(), whole.err());
        JsonNode expected = numbers();
        Ended small = Submission.submit(
                        folder,
                        "local[2]",
                        new Submission.Mode("--conf", "spark.driver.maxResultSize=4m"),
                        "fit",
                        config.toString(),
                        "--quiet")
                .await();
        assertEquals(5, small.status(), small.err());
        assertEquals(expected, numbers());
    }

    private static long count(Path checkpoints) {
        if (!Files.exists(checkpoints)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(checkpoints)) {
            return files.filter(file -> file.getFileName().toString().startsWith("ckpt-"))
                    .count();
        } catch (IOException vanished) {
            return 0;
        }
    }
}
