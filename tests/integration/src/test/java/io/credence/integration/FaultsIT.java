package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Cluster.Place;
import io.credence.integration.Submission.Running;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.JobException;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What befalls clusters, at random moments of an exact and of a stochastic fit: every fit ends with the bits of one that nothing
 * befell. {@code -Dcredence.faults=20} strikes 20 times each, and the table is left in {@code target/faults.md}.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {

    private static final int MOMENTS = Integer.getInteger("credence.faults", 1);
    private static final int OUTPUT_REFUSED = 2;

    private final SplittableRandom random = new SplittableRandom(TestSeed.of("moments"));
    private final Map<String, JsonNode> undisturbed = new HashMap<>();
    private final Map<String, Integer> tasks = new HashMap<>();
    private final List<String> table =
            new ArrayList<>(List.of("| fault | fit | survived | tried |", "| --- | --- | --- | --- |"));

    @TempDir
    static Path folder;

    private @Nullable Cluster current;
    private @Nullable Place position;

    @BeforeAll
    void writeRows() throws IOException {
        StruckFits.writeRows(folder);
    }

    /** With a fit of that name that nothing befalls, once. */
    private Cluster open(Place wanted, String fit) throws IOException, InterruptedException {
        Cluster opened = current;
        if (opened == null || position != wanted) {
            close();
            tasks.clear();
            opened = Cluster.of(wanted, folder);
            current = opened;
            position = wanted;
        }
        if (!tasks.containsKey(fit)) {
            int before = opened.started();
            opened.fit(config(fit, folder.toString()));
            tasks.put(fit, opened.started() - before);
            JsonNode found = found(fit);
            assertEquals(undisturbed.getOrDefault(fit, found), found);
            undisturbed.put(fit, found);
        }
        return opened;
    }

    @AfterAll
    void close() {
        if (current != null) {
            current.close();
        }
    }

    private Path output(String fit) {
        return folder.resolve("result-" + fit);
    }

    private Path checkpoints(String fit) {
        return folder.resolve("checkpoints-" + fit);
    }

    private JsonNode found(String fit) throws IOException {
        return Numbers.found(output(fit));
    }

    private Path config(String fit, String where) throws IOException {
        return StruckFits.config(folder, fit, where);
    }

    /** A task of the whole command, reading and writing included: fits of few passes have as many moments as others. */
    private int moment(String fit) {
        return 1 + random.nextInt(tasks.get(fit));
    }

    /** An iteration of the fit after which two more checkpoints are due, or the first. */
    private int iteration(String fit) {
        int iterations = undisturbed.get(fit).at("/run/iterations").asInt();
        return random.nextInt(1, Math.max(2, iterations - 4));
    }

    private void record(String fault, String fit, int survived) throws IOException {
        table.add("| " + fault + " | " + fit + " | " + survived + " | " + MOMENTS + " |");
        Files.write(Path.of("target", "faults.md"), table);
        assertEquals(MOMENTS, survived, fault + ", " + fit + " fit");
    }

    private int survived(String fit) throws IOException {
        return undisturbed.get(fit).equals(found(fit)) ? 1 : 0;
    }

    private boolean isNoted(String fit, String words) throws IOException {
        return Numbers.all(output(fit)).at("/verdict/notes").toString().contains(words);
    }

    /** Of tasks that run twice at once the first to end counts; each fit whose executor was held has such. */
    @ParameterizedTest
    @CsvSource({
        "PROCESSES, executor killed, exact", "PROCESSES, executor killed, stochastic",
        "PROCESSES, executor killed, crossed", "PROCESSES, executor killed, crossed labels",
        "PROCESSES, task killed twice, exact", "PROCESSES, task killed twice, stochastic",
        "PROCESSES, cached blocks dropped, exact", "PROCESSES, cached blocks dropped, stochastic",
        "HOSTS, 'tasks copied, an executor held', exact", "HOSTS, 'tasks copied, an executor held', stochastic",
        "HOSTS, executor killed, crossed", "HOSTS, executor killed, crossed labels"
    })
    void strikesOnTheCluster_changeNoBit(Place where, String fault, String fit) throws Exception {
        Cluster cluster = open(where, fit);
        int survived = 0;
        for (int m = 0; m < MOMENTS; m++) {
            Files.delete(output(fit).resolve("posterior.json"));
            int before = cluster.copies();
            SplittableRandom own = random.split();
            Thread strike = cluster.strikeAt(moment(fit), () -> cluster.strike(fault, own));
            cluster.fit(config(fit, folder.toString()));
            strike.join();
            boolean struck = !fault.contains("copied") || cluster.copies() > before;
            survived += struck ? survived(fit) : 0;
        }
        record(fault, fit, survived);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exact", "stochastic"})
    void nameNodeThatStartsAnew_changesNoBit(String fit) throws Exception {
        Cluster cluster = open(Place.PROCESSES, fit);
        int survived = 0;
        try (Hdfs hdfs = Hdfs.with(folder.resolve("rows.csv"))) {
            for (int m = 0; m < MOMENTS; m++) {
                Thread restart = cluster.strikeAt(moment(fit), hdfs::restart);
                cluster.fit(config(fit, hdfs.folder()));
                restart.join();
                survived += undisturbed.get(fit).equals(hdfs.found("result-" + fit)) ? 1 : 0;
            }
        }
        record("NameNode started anew", fit, survived);
    }

    /** A process dies, and another goes on from what it left; so it does where the newest of that is damaged. */
    @ParameterizedTest
    @ValueSource(strings = {"exact", "stochastic", "crossed", "crossed labels"})
    void killedDrivers_areResumedToTheSameBits(String fit) throws Exception {
        Cluster cluster = open(Place.THREADS, fit);
        Map<String, Integer> survived = new HashMap<>();
        for (int m = 0; m < MOMENTS; m++) {
            Map<String, byte[]> left = leftByAKilledDriver(fit);
            for (String fault : List.of("", "cut", "bit turned")) {
                Files.delete(output(fit).resolve("posterior.json"));
                Files.createDirectories(checkpoints(fit));
                for (Map.Entry<String, byte[]> file : left.entrySet()) {
                    Files.write(checkpoints(fit).resolve(file.getKey()), file.getValue());
                }
                if (!fault.isEmpty()) {
                    Checkpoints.damage(checkpoints(fit), fault, random);
                }
                cluster.fit(config(fit, folder.toString()), "--resume");
                boolean reported = isNoted(fit, "is damaged") != fault.isEmpty();
                survived.merge(fault, reported ? survived(fit) : 0, Integer::sum);
            }
        }
        assertAll(
                () -> record("driver killed -9, resumed", fit, survived.get("")),
                () -> record("… and its newest checkpoint cut", fit, survived.get("cut")),
                () -> record("… and a bit of it turned", fit, survived.get("bit turned")));
    }

    /** The files in the folder of checkpoints; a driver that is done before it is killed is not counted. */
    private Map<String, byte[]> leftByAKilledDriver(String fit) throws IOException, InterruptedException {
        while (true) {
            Running running = Submission.submit(
                    folder, "local[2]", "fit", config(fit, folder.toString()).toString(), "--quiet");
            boolean began = Checkpoints.await(checkpoints(fit), iteration(fit), running.process()::isAlive);
            Thread.sleep(random.nextInt(20));
            int status = running.process().destroyForcibly().waitFor();
            if (status != 0) {
                assertEquals(137, status, () -> running + " ended by itself; it had begun: " + began);
                Map<String, byte[]> left = new HashMap<>();
                try (Stream<Path> files = Files.list(checkpoints(fit))) {
                    for (Path file : files.toList()) {
                        left.put(file.getFileName().toString(), Files.readAllBytes(file));
                        Files.delete(file);
                    }
                }
                return left;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exact", "stochastic"})
    void fullDiskOfCheckpoints_isReportedAndChangesNoBit(String fit) throws Exception {
        int survived = 0;
        try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"))) {
            Cluster cluster = open(Place.THREADS, fit);
            Path path = disk.folder().resolve("checkpoints");
            for (int m = 0; m < MOMENTS; m++) {
                Files.delete(output(fit).resolve("posterior.json"));
                AtomicBoolean running = new AtomicBoolean(true);
                Thread strike = fillAfter(disk, path, iteration(fit), running);
                cluster.fit(config(fit, folder.toString()), "--set", "checkpoint.path=" + path);
                running.set(false);
                strike.join();
                survived += isNoted(fit, "could not be written") ? survived(fit) : 0;
                disk.clear();
            }
        }
        record("disk of checkpoints full", fit, survived);
    }

    private Thread fillAfter(SmallDisk disk, Path checkpoints, int iteration, AtomicBoolean running) {
        Thread thread = new Thread(() -> {
            try {
                if (Checkpoints.await(checkpoints, iteration, running::get)) {
                    disk.fill(0);
                }
            } catch (IOException full) {
                // As it should be
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    /** There is room for a part of the result: the disk is full at any of its files. What is left is the posterior that names what is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"exact", "stochastic"})
    void fullDiskOfResults_isReportedAndHoldsWhatWasFoundOrNothing(String fit) throws Exception {
        int survived = 0;
        int most = bytes(output(fit));
        try (SmallDisk disk = SmallDisk.at(folder.resolve("disk"))) {
            Cluster cluster = open(Place.THREADS, fit);
            Path config = config(fit, folder.toString());
            for (int m = 0; m < MOMENTS; m++) {
                disk.fill(random.nextInt(4096, most));
                JobException refused = assertThrows(
                        JobException.class,
                        () -> cluster.fit(
                                config,
                                "--set",
                                "output.path=" + disk.folder().resolve("result"),
                                "--set",
                                "checkpoint.path=null"));
                survived += refused.status() == OUTPUT_REFUSED && isWholeOrGone(disk) ? 1 : 0;
                disk.clear();
            }
        }
        record("disk of results full: status 2, what was found or nothing left", fit, survived);
    }

    private static boolean isWholeOrGone(SmallDisk disk) throws IOException {
        Path posterior = disk.folder().resolve("result").resolve("posterior.json");
        return Files.exists(posterior)
                ? !SavedPosterior.parse(Files.readString(posterior))
                        .missingFiles()
                        .isNone()
                : disk.left().isEmpty();
    }

    private static int bytes(Path output) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return Math.min((int) bytes, SmallDisk.BYTES / 2);
    }
}
