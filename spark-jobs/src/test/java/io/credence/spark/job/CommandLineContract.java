package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.spark.TestSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests that run commands in one Spark session, and check their output and files. */
abstract class CommandLineContract {

    @TempDir
    Path folder;

    static final SparkSession spark = TestSession.spark();

    /** What a command printed, and its exit status. */
    record CommandResult(int status, String out, String err) {

        /** Demands a failure with that status, reported in one line that has all of {@code parts}. */
        void refuses(int expected, String... parts) {
            assertEquals(expected, status, err);
            assertEquals(1, err.lines().count(), err);
            assertTrue(err.startsWith("credence: "), err);
            assertFalse(err.contains("Exception:"), err);
            for (String part : parts) {
                assertTrue(err.contains(part), () -> "expected '" + part + "' in: " + err);
            }
        }

        void notes(String... parts) {
            assertEquals(0, status, err);
            for (String part : parts) {
                assertTrue(err.contains(part), () -> "expected '" + part + "' in: " + err);
            }
        }
    }

    static CommandResult credence(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Credence.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
        return new CommandResult(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    Path write(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    /** A configuration for those rows, of label y. */
    Path config(String family, Path rows) throws IOException {
        return write(
                "job.conf",
                "data { path = \"" + rows + "\", label = y }",
                "model.family = " + family,
                "output.path = \"" + output() + "\"");
    }

    Path output() {
        return folder.resolve("out/result");
    }

    /** Fits {@code rows}, CSV with a header, with overrides. */
    CommandResult fit(String family, List<String> rows, String... overrides) throws IOException {
        Path config = config(family, write("rows.csv", rows.toArray(String[]::new)));
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(override.startsWith("--") ? List.of(override) : List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    void nothingIsWritten() throws IOException {
        assertFalse(Files.exists(folder.resolve("out")), () -> "found " + files(folder.resolve("out")));
    }

    static List<String> files(Path below) {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> below.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            return List.of(unreadable.toString());
        }
    }

    JsonNode posterior() throws IOException {
        return new ObjectMapper().readTree(Files.readString(output().resolve("posterior.json")));
    }

    static List<String> rows(String header, int count, java.util.function.IntFunction<String> row) {
        List<String> rows = new ArrayList<>(List.of(header));
        for (int i = 0; i < count; i++) {
            rows.add(row.apply(i));
        }
        return rows;
    }
}
