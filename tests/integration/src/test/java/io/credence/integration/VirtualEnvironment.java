package io.credence.integration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A virtual environment of Python with packages from its registry, made once and used again by later runs. */
final class VirtualEnvironment {

    private VirtualEnvironment() {}

    /** Its interpreter. */
    static Path python(String name, String... packages) throws IOException, InterruptedException {
        Path home = Submission.ROOT.resolve("tests/integration/target").resolve(name);
        Path python = home.resolve("bin/python");
        Path complete = home.resolve("complete");
        if (!Files.exists(complete)) {
            run("python3", "-m", "venv", home.toString());
            List<String> install = new ArrayList<>(List.of(python.toString(), "-m", "pip", "install", "--quiet"));
            install.addAll(List.of(packages));
            run(install.toArray(String[]::new));
            Files.writeString(complete, String.join(" ", packages));
        }
        return python;
    }

    /** That of PySpark as people install it, with what notebooks use beside it. */
    static Path pyspark(String version) throws IOException, InterruptedException {
        return python(
                "pyspark-" + version,
                "pyspark[connect,ml]==" + version,
                "setuptools",
                "arviz<1",
                "mlflow",
                "pyarrow",
                "pandas");
    }

    /** The Spark home that PySpark brings, YARN's client included. */
    static Path sparkHome(String version) throws IOException, InterruptedException {
        return Path.of(run(pyspark(version).toString(), "-c", "import pyspark; print(pyspark.__path__[0])")
                .strip());
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + printed);
        }
        return printed;
    }
}
