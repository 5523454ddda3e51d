package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.integration.Submission.Ended;
import io.credence.integration.Submission.Mode;
import io.credence.integration.Submission.Running;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * spark-submit with configuration, data, checkpoints and output on {@code s3a:}, against a local server. Hadoop's client of S3
 * takes half a gigabyte and the server an environment of Python.
 */
@Tag("nightly")
class S3aIT {

    /** What {@code --packages org.apache.hadoop:hadoop-aws} brings; the profile nightly puts it on the class path. */
    private static final String CLIENT = Arrays.stream(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> Path.of(jar)
                    .getFileName()
                    .toString()
                    .matches("(hadoop-aws|bundle|wildfly-openssl|analyticsaccelerator-s3)-.*\\.jar"))
            .collect(Collectors.joining(","));

    @TempDir
    Path folder;

    @Test
    void fitOnS3a_findsTheBitsOfOneOnADisk_killedAndResumedToo() throws Exception {
        CountData.write(folder.resolve("rows.csv"), 60_000, 8);
        Ended local = Submission.submit(
                        folder, "local[2]", fit(config(folder.toString()).toString()))
                .await();
        assertEquals(0, local.status(), local.err());
        JsonNode expected = Numbers.found(folder.resolve("result"));
        try (S3Server server = S3Server.in(folder)) {
            server.put("rows.csv", folder.resolve("rows.csv"));
            server.put("fit.conf", config(server.bucket()));
            String[] fit = fit(server.bucket() + "/fit.conf");
            Running running = Submission.submit(folder, "local[2]", mode(server), fit);
            while (running.process().isAlive() && !server.list("checkpoints/").contains("ckpt-")) {
                Thread.sleep(1);
            }
            int status = running.process().destroyForcibly().waitFor();
            assertEquals(137, status, () -> "not killed in time: " + running.err());
            assertTrue(server.list("checkpoints/").contains("ckpt-"));
            assertFalse(server.list("result/").contains("posterior.json"));

            Ended resumed = Submission.submit(
                            folder, "local[2]", mode(server), fit(server.bucket() + "/fit.conf", "--resume"))
                    .await();
            assertEquals(0, resumed.status(), resumed.err());
            assertEquals(expected, found(server));
            assertFalse(server.list("checkpoints/").contains("ckpt-"));
            assertFalse(server.list("result/").contains(".credence-"));

            Ended whole =
                    Submission.submit(folder, "local[2]", mode(server), fit).await();
            assertEquals(0, whole.status(), whole.err());
            assertEquals(expected, found(server));
        }
    }

    private static JsonNode found(S3Server server) throws Exception {
        return Numbers.found(new ObjectMapper().readTree(server.get("result/posterior.json")));
    }

    private Path config(String where) throws Exception {
        return Files.writeString(
                folder.resolve("fit.conf"),
                "data { path = \"" + where + "/rows.csv\", label = y, partitions = 4 }\n"
                        + "model.family = negative-binomial\nkernel = java\n"
                        + "output { path = \"" + where + "/result\", overwrite = true }\n"
                        + "checkpoint { path = \"" + where + "/checkpoints\", every = 1 }\n");
    }

    private static String[] fit(String config, String... more) {
        List<String> arguments = new ArrayList<>(List.of("fit", config, "--quiet"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static Mode mode(S3Server server) {
        return new Mode(
                "--jars",
                CLIENT,
                "--conf",
                "spark.hadoop.fs.s3a.endpoint=" + server.endpoint(),
                "--conf",
                "spark.hadoop.fs.s3a.endpoint.region=us-east-1",
                "--conf",
                "spark.hadoop.fs.s3a.path.style.access=true",
                "--conf",
                "spark.hadoop.fs.s3a.access.key=nobody",
                "--conf",
                "spark.hadoop.fs.s3a.secret.key=nothing");
    }
}
