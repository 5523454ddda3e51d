package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shaded jar through spark-submit, in processes of its own. */
class CommandLineIT {

    /** R's glm for the same data: ORIGIN.md. */
    private static final double[] MAXIMUM_LIKELIHOOD = {
        1.42990, -1.37557, 0.02075, -0.10143, 0.16919, -0.14683, 0.05423, 0.01011, 0.12471
    };

    private static final Path ARCHIVE = Submission.SPARK_HOME.resolve("credence.jsa");
    private static final Path COMPLETE = Submission.SPARK_HOME.resolve("credence.jsa.complete");

    @TempDir
    Path folder;

    /** Keeping the classes of a first fit takes as long as three fits: every build but the nightly one goes without. */
    @BeforeAll
    static void keepNoClasses() throws IOException {
        if (!Nightly.runs() && !Files.exists(ARCHIVE)) {
            Files.writeString(COMPLETE, "");
        }
    }

    /** The first fit of a user keeps them. */
    @AfterAll
    static void leaveThatToTheUser() throws IOException {
        if (!Files.exists(ARCHIVE)) {
            Files.deleteIfExists(COMPLETE);
        }
    }

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
    @Tag("nightly")
    void exitStatus_isThatOfTheContract() throws Exception {
        Ended unconverged = labour("--set", "stop.maxIterations=2");
        assertEquals(5, unconverged.status(), unconverged.err());
    }

    @Test
    @Tag("nightly")
    void error_isOneLine() throws Exception {
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
                        Map.of("CREDENCE_JAVA_OPTS", Submission.COMPILER))
                .await();
        assertEquals(0, ended.status(), ended.err());
        // Waits of more than ten seconds are reported, each in a line that ends in seconds.
        assertEquals(
                "",
                ended.err()
                        .replaceAll("(?m)^(credence: building|credence: preparing|iteration).*\\R|^.*, \\d+ s\\R", ""));
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
    }

    @Test
    @Tag("nightly")
    void libraryThatDoesNotLoad_isRefusedWhereItIsRequired() throws Exception {
        assumeTrue(SPARK_IS_WHERE_THE_SCRIPT_LOOKS, "the script looks for the default Spark only");
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
                        Map.of(
                                "CREDENCE_JAVA_OPTS",
                                Submission.COMPILER + " -Dcredence.native.path=" + folder.resolve("no.so")))
                .await();
    }

    private static final boolean SPARK_IS_WHERE_THE_SCRIPT_LOOKS =
            Submission.SPARK_HOME.equals(Submission.ROOT.resolve("spark-jobs/target/spark"));

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
        Ended whole = Submission.submit(folder, "local[2]", "fit", config.toString(), "--quiet")
                .await();
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
}
