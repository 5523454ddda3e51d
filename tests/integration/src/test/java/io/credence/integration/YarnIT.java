package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import io.credence.integration.Submission.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * spark-submit of the finished jar to YARN, the driver here or in a container; what is killed goes on to the same bits. Spark's client
 * of YARN is that of PySpark, an environment of a gigabyte.
 */
@Tag("nightly")
class YarnIT {

    @TempDir
    static Path shared;

    private static JsonNode expected;
    private static Yarn yarn;

    @TempDir
    Path folder;

    private Path config;

    @BeforeAll
    static void fitWhole() throws Exception {
        CountData.write(shared.resolve("rows.csv"), 60_000, 8);
        Ended local = Submission.submit(
                        shared, "local[2]", "fit", config(shared).toString(), "--quiet")
                .await();
        assertEquals(0, local.status(), local.err());
        expected = Numbers.found(shared.resolve("result"));
        yarn = Yarn.in(
                shared,
                VirtualEnvironment.sparkHome(expected.at("/run/versions/spark").asText()));
    }

    @AfterAll
    static void stop() throws IOException {
        if (yarn != null) {
            yarn.close();
        }
    }

    @BeforeEach
    void write() throws IOException {
        config = config(folder);
    }

    private static Path config(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("fit.conf"),
                "data { path = \"" + shared.resolve("rows.csv") + "\", label = y, partitions = 4 }\n"
                        + "model.family = negative-binomial\nkernel = java\n"
                        + "output.path = \"" + folder.resolve("result") + "\"\n"
                        + "checkpoint { path = \"" + folder.resolve("checkpoints") + "\", every = 1 }\n");
    }

    private Running fit(String deployMode, int attempts, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        return yarn.submit(deployMode, attempts, arguments.toArray(String[]::new));
    }

    private JsonNode found() throws IOException {
        return Numbers.found(folder.resolve("result"));
    }

    private void awaitCheckpoint(Running running) throws InterruptedException, IOException {
        assertTrue(
                Checkpoints.await(folder.resolve("checkpoints"), 2, running.process()::isAlive),
                Files.readString(running.err()));
    }

    private void assertUnfinished() {
        assertFalse(Files.exists(folder.resolve("result/posterior.json")), "the fit was over before it was killed");
        assertFalse(Checkpoints.of(folder.resolve("checkpoints")).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "cluster"})
    void driverHereOrInAContainer_findsTheBitsOfOneProcess(String deployMode) throws Exception {
        Ended ended = fit(deployMode, 1).await();
        assertEquals(0, ended.status(), ended.err());
        assertEquals(expected, found());
        assertEquals(FinalApplicationStatus.SUCCEEDED, yarn.last().getFinalApplicationStatus());
    }

    @Test
    void killedDriver_isResumedToTheSameBits() throws Exception {
        Running running = fit("client", 1);
        awaitCheckpoint(running);
        assertEquals(137, running.process().destroyForcibly().waitFor());
        assertUnfinished();
        Ended resumed = fit("client", 1, "--resume").await();
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(expected, found());
    }

    @Test
    void killedApplication_isResumedToTheSameBits() throws Exception {
        Running running = fit("cluster", 1);
        awaitCheckpoint(running);
        yarn.killLast();
        Ended killed = running.await();
        assertNotEquals(0, killed.status(), killed.err());
        assertEquals(FinalApplicationStatus.KILLED, yarn.last().getFinalApplicationStatus());
        Ended resumed = fit("cluster", 1, "--resume").await();
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(expected, found());
    }

    /** With {@code --resume} from the first time on, YARN's own next attempt goes on from what the first one left. */
    @Test
    void killedContainer_isResumedByTheNextAttempt() throws Exception {
        Running running = fit("cluster", 2, "--resume");
        awaitCheckpoint(running);
        Yarn.masters().forEach(ProcessHandle::destroyForcibly);
        assertUnfinished();
        Ended ended = running.await();
        assertEquals(0, ended.status(), ended.err());
        assertEquals(2, yarn.attempts());
        assertEquals(expected, found());
    }

    /** In a container a status other than 0 fails the application; of a driver here YARN learns nothing but that it left. */
    @ParameterizedTest
    @CsvSource({"client, 5, SUCCEEDED", "cluster, 1, FAILED"})
    void budgetThatIsSpent_isReported(String deployMode, int status, FinalApplicationStatus application)
            throws Exception {
        Ended ended = fit(deployMode, 1, "--set", "stop.maxIterations=2").await();
        assertEquals(status, ended.status(), ended.err());
        assertEquals("unconverged", found().path("status").asText());
        assertEquals(application, yarn.last().getFinalApplicationStatus());
    }
}
