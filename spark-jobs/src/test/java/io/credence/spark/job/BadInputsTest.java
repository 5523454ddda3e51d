package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the bad inputs in the table {@code bad-inputs.txt}, each with its status and message. One line is reported,
 * nothing is written.
 */
class BadInputsTest extends CommandLineContract {

    private static final String HEADER = "a,b,y";

    /**
     * A line of the table.
     *
     * @param line its number
     */
    record Case(int line, int status, String family, String settings, String rows, String message) {

        static Case of(int line, String text) {
            List<String> cells =
                    Arrays.stream(text.split("\\|", 5)).map(String::strip).toList();
            return new Case(
                    line, Integer.parseInt(cells.get(0)), cells.get(1), cells.get(2), cells.get(3), cells.get(4));
        }

        String content() {
            String text = rows.translateEscapes();
            StringBuilder good = new StringBuilder();
            IntStream.range(0, 20).forEach(i -> good.append("%d,%d,%d\n".formatted(i % 7, i % 5, i * 7 % 3 % 2)));
            return switch (rows.isEmpty() ? ' ' : rows.charAt(0)) {
                case '+' -> HEADER + "\n" + good + text.substring(1) + "\n";
                case '^' -> text.substring(1) + "\n" + good;
                case '!' -> text.substring(1);
                default -> HEADER + "\n" + good;
            };
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream table = Objects.requireNonNull(BadInputsTest.class.getResourceAsStream("bad-inputs.txt"))) {
            List<String> lines = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return IntStream.range(0, lines.size())
                    .filter(i -> !lines.get(i).isBlank() && !lines.get(i).startsWith("#"))
                    .mapToObj(i -> Case.of(i + 1, lines.get(i)));
        }
    }

    private String here(String text) {
        return text.replace("{folder}", folder.toString());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void badInput_isReportedInALine(Case bad) throws IOException {
        Path rows = Files.write(folder.resolve("rows.csv"), bad.content().getBytes(StandardCharsets.ISO_8859_1));
        List<String> arguments =
                new ArrayList<>(List.of("fit", config(bad.family(), rows).toString(), "--quiet"));
        Arrays.stream(bad.settings().split(";;"))
                .filter(setting -> !setting.isEmpty())
                .map(this::here)
                .forEach(setting ->
                        arguments.addAll(setting.startsWith("--") ? List.of(setting) : List.of("--set", setting)));
        CommandResult result = credence(arguments.toArray(String[]::new));
        result.refuses(bad.status(), here(bad.message()));
        assertFalse(result.err().contains("secret"), result.err());
        assertTrue(
                result.err().matches("(?s).*(required|unknown key|cannot be resolved|out of range).*"), result.err());
        nothingIsWritten();
    }
}
