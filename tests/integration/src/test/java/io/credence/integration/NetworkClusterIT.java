package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.integration.Submission.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Networks that travel between two executors have the bits of those that one process trained, rows held out and training anew included. */
@Tag("nightly")
class NetworkClusterIT {

    @TempDir
    Path folder;

    private byte[] fitted(String master, String family, String network) throws Exception {
        Path output = folder.resolve(master.contains("cluster") ? "cluster" : "threads");
        Path config = Files.writeString(
                folder.resolve("network.conf"),
                "data { path = \"" + folder.resolve("rows.csv") + "\", label = y }\n"
                        + "model { family = " + family + ", network { " + network + " } }\n"
                        + "train.epochs = 2\n"
                        + "stop.acceptUnconverged = true\n"
                        + "output { path = \"" + output + "\" }\n");
        Ended ended = Submission.submit(folder, master, "fit", config.toString(), "--quiet")
                .await();
        assertEquals(0, ended.status(), ended.err());
        return Files.readAllBytes(output.resolve("networks.bin"));
    }

    /** Rows of more than a block, so that Spark runs every epoch. */
    @ParameterizedTest
    @CsvSource({
        "poisson, 'layers = [5], ensemble = 2'",
        "gaussian, 'layers = [4, 3], ensemble = 2'",
        "gaussian, 'processes = 2, inducing = 6'"
    })
    void twoExecutors_haveTheBitsOfOneProcess(String family, String network) throws Exception {
        CountData.write(folder.resolve("rows.csv"), 24_000, 24);
        assertArrayEquals(fitted("local[2]", family, network), fitted("local-cluster[2,1,1024]", family, network));
    }
}
