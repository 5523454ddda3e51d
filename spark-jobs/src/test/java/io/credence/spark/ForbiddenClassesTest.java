package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.backend.FrameBlocks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that only a few classes name in their byte code what Spark Connect and Databricks in standard access mode
 * refuse. Packing, fitting, scoring, saving and loading over data frames do without these classes.
 */
class ForbiddenClassesTest {

    /** Names in a class file's pool of constants, types of methods that are called included. */
    private static final List<String> FORBIDDEN = List.of(
            "org/apache/spark/SparkContext",
            "org/apache/spark/rdd/",
            "org/apache/spark/api/java/Java",
            "org/apache/spark/broadcast/",
            "org/apache/spark/util/Accumulator");

    /** Jobs over RDDs, with the counts that they can keep, jars that the command line sends, and calls of classic Python that stop. */
    private static final TreeSet<String> ALLOWED = new TreeSet<>(List.of(
            "ContextJobNames", "Jars", "RddExecution", "RddPartitions", "ScoringTally", "SlicedRows", "StoppableCall"));

    /** What puts content of the driver into tasks, whose size Spark limits. */
    private static final List<String> LOCAL = List.of("createDataFrame", "createDataset", "parallelize", "makeRDD");

    private static boolean namesOneOf(List<String> names, Path file) {
        try {
            String pool = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return names.stream().anyMatch(pool::contains);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    @Test
    void workOverDataFrames_namesNothingThatIsRefused() throws Exception {
        assertEquals(ALLOWED, naming(FORBIDDEN));
    }

    @Test
    void contentOfTheDriver_goesToTasksInOneWay() throws Exception {
        assertEquals(new TreeSet<>(List.of("DriverTable")), naming(LOCAL));
    }

    private static TreeSet<String> naming(List<String> names) throws Exception {
        Path classes = Paths.get(FrameBlocks.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> all =
                    files.filter(file -> file.toString().endsWith(".class")).toList();
            assertTrue(all.size() > 50, () -> all.size() + " classes in " + classes);
            TreeSet<String> found = new TreeSet<>();
            all.stream()
                    .filter(file -> namesOneOf(names, file))
                    .forEach(file -> found.add(file.getFileName().toString().replaceAll("(\\$.*)?\\.class$", "")));
            return found;
        }
    }
}
