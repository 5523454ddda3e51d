package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** spark-submit of the finished jar to Spark's own cluster manager, the driver here or on a worker. */
@Tag("nightly")
class StandaloneIT {

    private static final String WAITS = "spark.standalone.submit.waitAppCompletion=true";

    @TempDir
    Path folder;

    private String[] fit(String output) throws Exception {
        Path config = Files.writeString(
                folder.resolve(output + ".conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y, partitions = 4 }\n"
                        + "model.family = negative-binomial\nkernel = java\n"
                        + "output.path = \"" + folder.resolve(output) + "\"\n");
        return new String[] {"fit", config.toString(), "--quiet"};
    }

    @Test
    void driverHereOrOnAWorker_findsTheBitsOfOneProcess() throws Exception {
        CountData.write(folder.resolve("rows.csv"), 8_000, 8);
        Ended local = Submission.submit(folder, "local[2]", fit("local")).await();
        assertEquals(0, local.status(), local.err());
        JsonNode expected = Numbers.found(folder.resolve("local"));
        try (Standalone cluster = Standalone.in(folder)) {
            Ended client =
                    Submission.submit(folder, cluster.master(), fit("client")).await();
            assertEquals(0, client.status(), client.err());
            assertEquals(expected, Numbers.found(folder.resolve("client")));

            Submission.Mode onAWorker = new Submission.Mode("--deploy-mode", "cluster", "--conf", WAITS);
            Ended worker = Submission.submit(folder, cluster.master(), onAWorker, fit("worker"))
                    .await();
            assertEquals(0, worker.status(), worker.err());
            assertEquals(expected, Numbers.found(folder.resolve("worker")));
        }
    }
}
