package io.credence.spark.job;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Option that names the jars with classes of the user's. */
final class JarsOption {

    @Option(
            names = "--jars",
            split = ",",
            paramLabel = "JAR",
            description = "jars with the class of model.class, separated by commas")
    private List<String> paths = new ArrayList<>();

    /** Reads the jars; what is not there is refused. */
    Jars read() {
        return Jars.of(paths);
    }
}
