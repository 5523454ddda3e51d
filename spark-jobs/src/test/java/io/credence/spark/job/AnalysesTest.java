package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every page of engine/docs/analyses: its commands are run, and print the figures that the page shows. */
class AnalysesTest extends CommandLineContract {

    private static final Path ROOT = Repository.root();
    private static final Path PAGES = ROOT.resolve("engine/docs/analyses");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d,]*(\\.\\d+)?(e-?\\d+)?");

    /** Words a reader reads in a minute, and minutes that a page may take. */
    private static final int WORDS = 10 * 200;

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(PAGES)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<MatchResult> fences(Path page, String language) throws IOException {
        return FENCE.matcher(Files.readString(page))
                .results()
                .filter(fence -> fence.group(1).equals(language))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void page_isShort_andItsConfigurationsAreThere(Path page) throws IOException {
        String text = Files.readString(page);
        assertTrue(text.split("\\s+").length <= WORDS, "words");
        List<String> files = Pattern.compile("conf/[\\w./-]+\\.conf")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
        assertFalse(files.isEmpty(), "no configuration");
        for (String file : files) {
            assertTrue(Files.exists(ROOT.resolve(file)), file);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void printedGenerator_makesTheDataOfTheRepository(Path page) throws IOException {
        for (MatchResult program : fences(page, "python")) {
            assertEquals("", python(program.group(2)));
            List<String> made = files(folder);
            assertFalse(made.isEmpty(), "the generator wrote nothing");
            for (String file : made) {
                assertEquals(
                        Files.readString(ROOT.resolve("conf/data").resolve(file)),
                        Files.readString(folder.resolve(file)),
                        file);
            }
        }
    }

    private String python(String program) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder("python3", "-c", program)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException none) {
            return Assumptions.abort("no python3 on the path");
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.onExit().join().exitValue(), program);
        return printed;
    }

    /** A block of commands, or of Python over what they wrote, is followed by what the last of them prints; "…" stands for the rest of a line, or for lines. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("pages")
    void commands_printTheFiguresOfThePage(Path page) throws IOException {
        List<MatchResult> all = FENCE.matcher(Files.readString(page)).results().toList();
        String printed = "";
        for (int i = 0; i < all.size(); i++) {
            String language = all.get(i).group(1);
            String text = all.get(i).group(2);
            if (language.isEmpty() && i > 0) {
                assertPrinted(text, printed);
            } else if (language.equals("sh")) {
                printed = run(text);
            } else if (language.equals("py")) {
                printed = python(located(text));
            }
        }
    }

    /** Runs commands with the repository's data and outputs in the folder of the test. */
    private String run(String block) throws IOException {
        String printed = "";
        for (String line : block.replaceAll("\\\\\\n\\s*", "").lines().toList()) {
            List<String> words = new ArrayList<>(Arrays.asList(located(line).split("\\s+")));
            assertTrue(words.remove(0).endsWith("/credence"), line);
            String file = words.get(1);
            words.set(
                    1,
                    write("job.conf", located(Files.readString(Path.of(file)))).toString());
            words.add("--quiet");
            CommandResult result = credence(words.toArray(String[]::new));
            assertEquals(0, result.status(), line + "\n" + result.err());
            printed = result.out() + result.err();
        }
        return printed;
    }

    private String located(String text) {
        return text.replaceAll("(?<![\\w/])(conf|spark-jobs)/", ROOT + "/$1/")
                .replaceAll("(?<![\\w/])target/", folder + "/target/");
    }

    private static void assertPrinted(String expected, String printed) {
        List<String> lines = printed.lines().map(String::strip).toList();
        for (String line : expected.lines().map(String::strip).toList()) {
            String start = line.replaceFirst("…$", "").strip();
            assertTrue(
                    start.isEmpty() || lines.stream().anyMatch(found -> isAlike(start, found, line.endsWith("…"))),
                    () -> "not printed: " + line + "\nprinted:\n" + printed);
        }
    }

    /** Whether words are the same, and numbers to two units of their last digit. */
    private static boolean isAlike(String expected, String found, boolean start) {
        List<String> one = words(expected);
        List<String> two = words(found);
        if (start ? two.size() < one.size() : two.size() != one.size()) {
            return false;
        }
        for (int k = 0; k < one.size(); k++) {
            if (!one.get(k).equals(two.get(k)) && !isNear(one.get(k), two.get(k))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.split("[\\s\\[\\];:,]+"));
    }

    private static boolean isNear(String one, String two) {
        if (!NUMBER.matcher(one).matches() || !NUMBER.matcher(two).matches()) {
            return false;
        }
        int point = one.indexOf('.');
        double unit = point < 0
                ? 1
                : Math.pow(10, point + 1 - one.replaceFirst("e.*", "").length());
        String power = one.contains("e") ? one.substring(one.indexOf('e')) : "e0";
        return Math.abs(Double.parseDouble(one) - Double.parseDouble(two))
                <= 2.01 * unit * Double.parseDouble("1" + power);
    }

    @Test
    void figures_areComparedToTheirLastDigit() {
        assertTrue(isAlike("b1 0.123 sd 4", "b1 0.1248 sd 4", false));
        assertFalse(isAlike("b1 0.123", "b1 0.126", false));
        assertFalse(isAlike("b1 0.123", "b2 0.123", false));
        assertTrue(isAlike("ELBO -2.5 nats", "ELBO -2.5 nats, converged", true));
        assertTrue(isAlike("x -6.1e-05", "x -6.2e-05", false));
    }
}
