package io.credence.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Real data that are not part of this repository. Tests that need them are skipped if they are absent. */
public final class SharedData {

    private SharedData() {}

    /** File of that name. If it is absent, the test ends as skipped. */
    public static Path file(String name) {
        String configured = System.getenv("CREDENCE_DATA");
        Path root =
                configured == null ? Repository.root().resolveSibling("shared").resolve("data") : Path.of(configured);
        Path file = root.resolve(name);
        Assumptions.assumeTrue(Files.exists(file), "needs " + name + " under CREDENCE_DATA or ../shared/data");
        return file;
    }
}
