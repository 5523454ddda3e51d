package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import io.credence.integration.Submission.Running;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fits that are killed or interrupted, and other masters, have the numbers of one that ran whole in one process. */
class InterruptedFitIT {

    private static final int COLUMNS = 24;
    private static final int ROWS = 24_000;

    @TempDir
    static Path shared;

    private static Path rows;
    private static JsonNode expected;

    @TempDir
    Path folder;

    private Path config;

    @BeforeAll
    static void fitWhole() throws Exception {
        rows = shared.resolve("rows.csv");
        CountData.write(rows, ROWS, COLUMNS);
        Ended whole = submit(shared, counts(shared), "local[2]").await();
        assertEquals(0, whole.status(), whole.err());
        expected = Numbers.found(shared.resolve("result"));
    }

    @BeforeEach
    void write() throws IOException {
        config = counts(folder);
    }

    /** Counts of more than a block: Spark runs every pass. */
    private static Path counts(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("counts.conf"),
                "data { path = \"" + rows + "\", label = y, partitions = 4, key = id,"
                        + " derive { id = \"concat_ws('/', y, x0, x1)\" } }\n"
                        + "model.family = negative-binomial\n"
                        + "output { path = \"" + folder.resolve("result") + "\", overwrite = true }\n"
                        + "checkpoint.every = 1\n");
    }

    private static Running submit(Path folder, Path config, String master, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        return Submission.submit(folder, master, arguments.toArray(String[]::new));
    }

    private Running fit(String master, String... more) throws IOException {
        return submit(folder, config, master, more);
    }

    private Path output() {
        return folder.resolve("result");
    }

    private JsonNode numbers() throws IOException {
        return Numbers.found(output());
    }

    private Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    private String store() {
        return "checkpoint.path=" + checkpoints();
    }

    private void awaitCheckpoints(Running running, int number) throws InterruptedException {
        while (running.process().isAlive() && count(checkpoints()) < number) {
            Thread.sleep(1);
        }
    }

    @Test
    void killedFit_resumesToTheSameBits() throws Exception {
        Running running = fit("local[2]", "--set", store());
        awaitCheckpoints(running, 2);
        running.process().destroyForcibly().waitFor();
        assertEquals(137, running.process().exitValue(), "the fit was over before it could be killed");
        assertFalse(Files.exists(output().resolve("posterior.json")));

        resume();
    }

    @Test
    void fitOnACluster_hasTheSameBits() throws Exception {
        Ended cluster = fit("local-cluster[2,1,1024]").await();
        assertEquals(0, cluster.status(), cluster.err());
        assertEquals(expected, numbers());
        JsonNode worst = expected.at("/loo/surprising/0");
        assertTrue(worst.path("key").asText().startsWith(worst.path("label").asDouble() + "/"), worst.toString());
    }

    static Stream<Arguments> signals() {
        List<Arguments> all = List.of(Arguments.of("TERM", 143), Arguments.of("INT", 130));
        return Nightly.cases(all.subList(0, 1), all);
    }

    /** A fit that receives a signal leaves its last state as a checkpoint and as a result that is marked. */
    @ParameterizedTest
    @MethodSource("signals")
    void signalledFit_leavesItsLastState(String signal, int status) throws Exception {
        Running running = fit("local[2]", "--set", store());
        awaitCheckpoints(running, 1);
        assumeFalse(
                ignoresInterrupts(running.process()),
                "this build was started in the background, where SIGINT is ignored");
        long signalled = System.nanoTime();
        signal(running.process(), signal);
        Ended ended = running.await();
        assertTrue(System.nanoTime() - signalled < 25e9, "it took more than 25 seconds");
        assertEquals(status, ended.status(), ended.err());
        assertTrue(ended.err().contains("interrupted; the last good state was written"), ended.err());
        JsonNode left = Numbers.all(output());
        assertEquals("unconverged", left.path("status").asText());
        assertEquals("it was interrupted", left.at("/run/stopReason").asText());
        assertTrue(count(checkpoints()) > 0, "the last state is a checkpoint");
        if (Nightly.runs()) {
            resume();
        }
    }

    private void resume() throws Exception {
        Ended resumed = fit("local[2]", "--set", store(), "--resume").await();
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(expected, numbers());
        assertFalse(Files.exists(checkpoints()));
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
        Path state = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.exists(state)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(state)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.replaceFirst(".*\\s", ""), 16) & 2) != 0);
        }
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
