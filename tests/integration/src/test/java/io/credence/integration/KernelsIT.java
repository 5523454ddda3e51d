package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.integration.Submission.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors of which one finds no library for the native kernel, which the driver has. */
@Tag("nightly")
class KernelsIT {

    private static final String LIBRARY = "native/linux-x86_64/libcredence_kernel.so";

    @TempDir
    Path folder;

    /** Spark numbers executors from 0 on; the library lies where the first one is reported to look, and nowhere else. */
    private String oneWithout() {
        return "-Dcredence.native.path=" + folder.resolve("of-{{EXECUTOR_ID}}.so");
    }

    @BeforeEach
    void library() throws IOException {
        try (URLClassLoader jar =
                        new URLClassLoader(new URL[] {Submission.JAR.toUri().toURL()}, null);
                InputStream library = jar.getResourceAsStream(LIBRARY)) {
            assumeTrue(library != null, "the jar was built without the native kernel");
            Files.copy(library, folder.resolve("of-0.so"));
        }
    }

    private Ended fit(String kernel, String executors) throws Exception {
        CountData.write(folder.resolve("rows.csv"), 24_000, 24);
        Path config = Files.writeString(
                folder.resolve("counts.conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y, partitions = 8 }\n"
                        + "model.family = poisson\nkernel = " + kernel + "\n"
                        + "output { path = \"" + folder.resolve("result") + "\", overwrite = true }\n");
        return Submission.submit(
                        folder,
                        "local-cluster[2,1,1024]",
                        new Submission.Mode(
                                "--conf",
                                "spark.executor.extraJavaOptions=" + executors,
                                "--conf",
                                "spark.scheduler.minRegisteredResourcesRatio=1",
                                "--conf",
                                "spark.scheduler.maxRegisteredResourcesWaitingTime=60s",
                                "--conf",
                                "spark.locality.wait=0"),
                        "fit",
                        config.toString(),
                        "--quiet")
                .await();
    }

    @Test
    void executorWithoutTheDriversKernel_isRefused() throws Exception {
        Ended refused = fit("auto", oneWithout());
        assertEquals(2, refused.status(), refused.err());
        assertTrue(refused.err().contains("the native kernel did not load"), refused.err());
        assertTrue(refused.err().contains("of-1.so is not a readable file"), refused.err());
    }

    @Test
    void mixedKernels_goOnAndAreReported() throws Exception {
        Ended mixed = fit("mixed", oneWithout());
        assertEquals(0, mixed.status(), mixed.err());
        JsonNode run = Numbers.all(folder.resolve("result")).path("run");
        assertEquals("native", run.path("kernel").asText());
        assertEquals("[\"java\",\"native\"]", run.path("executorKernels").toString());
        String log = Submission.text(folder.resolve("result").resolve("log.txt"));
        assertTrue(log.contains("executor kernel: java and native"), log);
    }
}
