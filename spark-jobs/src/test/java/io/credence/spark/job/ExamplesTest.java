package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.ConfigReader;
import io.credence.config.Methods;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every configuration of conf/examples. Each build reads it, and fits it in this process if it requires no more
 * of the data than a label among numbers. The nightly build runs it by the command line, as its comment states. Few
 * rows and few steps serve.
 */
class ExamplesTest extends CommandLineContract {

    private static final Path ROOT = Repository.root();
    private static final int ROWS = 80;

    /** The commands in the comment, each as far as its first line. */
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^# +spark-jobs/bin/credence (\\w+) conf/examples/(\\S+)");

    /** What an example that is fitted in this process may set of the data, and which sections have no part in a fit. */
    private static final Set<String> PLAIN = Set.of("data.path", "data.label", "data.partitions");

    private static final List<String> OUTSIDE = List.of("data.", "output.", "checkpoint.");

    private static final Map<String, Object> FEW_STEPS =
            Map.of("stop.maxIterations", 3, "stop.acceptUnconverged", true);

    /** Training on a few of an example's rows need not settle. */
    private static final String UNSETTLED = "stop.acceptUnconverged=true";

    static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("conf/examples"))) {
            return files.filter(file -> file.toString().endsWith(".conf"))
                    .sorted()
                    .toList();
        }
    }

    static List<Path> plain() throws IOException {
        return all().stream()
                .filter(file -> keys(file).stream().noneMatch(key -> key.startsWith("data.") && !PLAIN.contains(key)))
                .filter(file -> read(file).hasPath("method"))
                .toList();
    }

    private static Config read(Path file) {
        return ConfigFactory.parseFile(file.toFile());
    }

    private static List<String> keys(Path file) {
        return read(file).entrySet().stream().map(Map.Entry::getKey).toList();
    }

    private static List<String> firstLines(Path example) throws IOException {
        Path rows = ROOT.resolve(read(example).getString("data.path"));
        if (Files.isDirectory(rows)) {
            try (Stream<Path> days = Files.list(rows)) {
                rows = days.sorted().findFirst().orElseThrow();
            }
        }
        try (Stream<String> lines = Files.lines(rows)) {
            return lines.limit(1 + ROWS).toList();
        }
    }

    @Test
    void everyMethod_hasAnExample() throws IOException {
        Set<String> shown = all().stream()
                .map(ExamplesTest::read)
                .filter(config -> config.hasPath("method"))
                .map(config -> config.getString("method"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(Methods.names()), shown);
    }

    @ParameterizedTest
    @MethodSource("all")
    void example_isReadAndNamesItself(Path file) throws IOException {
        String text = Files.readString(file);
        assertEquals(
                List.of(), ConfigReader.read(file.toString(), text, List.of()).notes());
        Matcher command = COMMAND.matcher(text);
        assertTrue(command.find(), "no command in its comment");
        assertEquals(file.getFileName().toString(), command.group(2), "the command is of another file");
    }

    @ParameterizedTest
    @MethodSource("plain")
    void method_fitsInThisProcess(Path file) throws IOException {
        Config config = read(file);
        Inference inference = Inference.of(config.getString("model.family"));
        for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
            if (OUTSIDE.stream().noneMatch(entry.getKey()::startsWith)) {
                inference = inference.with(entry.getKey(), entry.getValue().unwrapped());
            }
        }
        for (Map.Entry<String, Object> key : FEW_STEPS.entrySet()) {
            inference = inference.with(key.getKey(), key.getValue());
        }
        Fit fit = inference.fit(rows(file, config.getString("data.label")));
        assertTrue(Arrays.stream(fit.posterior().sd()).allMatch(sd -> sd > 0 && sd < Double.POSITIVE_INFINITY));
    }

    private static Rows rows(Path file, String label) throws IOException {
        List<String> lines = firstLines(file);
        List<String> names = List.of(lines.get(0).split(","));
        int response = names.indexOf(label);
        double[][] cells = lines.stream()
                .skip(1)
                .map(line -> Arrays.stream(line.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        double[][] features = Arrays.stream(cells)
                .map(row -> IntStream.range(0, row.length)
                        .filter(j -> j != response)
                        .mapToDouble(j -> row[j])
                        .toArray())
                .toArray(double[][]::new);
        double[] labels = Arrays.stream(cells).mapToDouble(row -> row[response]).toArray();
        List<String> columns =
                names.stream().filter(name -> !name.equals(label)).toList();
        return Rows.of(columns, features, labels);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("all")
    void example_runsAsItsCommentDoes(Path file) throws IOException {
        Path rows = write("rows.csv", firstLines(file).toArray(String[]::new));
        List<String> commands = COMMAND.matcher(Files.readString(file))
                .results()
                .map(command -> command.group(1))
                .distinct()
                .toList();
        for (String command : commands) {
            List<String> arguments = new ArrayList<>(List.of(command, file.toString(), "--quiet"));
            List<String> keys = new ArrayList<>(List.of("data.path=" + rows, "output.path=" + output()));
            if (command.equals("fit") && read(file).hasPath("model.network")) {
                keys.add(UNSETTLED);
            } else if (command.equals("fit")) {
                FEW_STEPS.forEach((key, value) -> keys.add(key + "=" + value));
            }
            if (read(file).hasPath("effects.path")) {
                keys.add("effects.path=" + ROOT.resolve(read(file).getString("effects.path")));
            }
            keys.forEach(key -> arguments.addAll(List.of("--set", key)));
            CommandResult result = credence(arguments.toArray(String[]::new));
            assertEquals(0, result.status(), result.err());
        }
    }
}
