package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Manual;
import io.credence.testkit.Manual.Block;
import io.credence.testkit.Programs;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the commands of the manual: each names a command and options that there are, and is run by night with the files that its page
 * speaks of. What a page shows after commands, they print. Pages of analyses besides have generators and Python over what commands
 * wrote, without packages.
 */
class ManualCommandsTest extends CommandLineContract {

    private static final Path ROOT = Repository.root();
    private static final Path PAGES = ROOT.resolve("engine/docs/analyses");
    private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d,]*(\\.\\d+)?(e-?\\d+)?");

    private static final Pattern SHELL_WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");

    /** A key of a path and its value, or a path alone. */
    private static final Pattern PATH =
            Pattern.compile("((?:[\\w.]+\\.(?:path|output)=)?)(\\w[\\w./-]*)(?<!=posterior|=partitioned)");

    /** Programs of lines that could not be run. */
    private final List<String> absent = new ArrayList<>();

    /** Words a reader reads in a minute, and minutes that a page may take. */
    private static final int WORDS = 10 * 200;

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(PAGES)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Pages with commands. */
    static List<String> pagesWithCommands() throws IOException {
        return Manual.blocksIn("sh").stream()
                .filter(Block::isRun)
                .map(Block::page)
                .distinct()
                .toList();
    }

    private static String name(Path page) {
        return ROOT.relativize(page).toString();
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
        for (Block program : Manual.blocksIn("python", name(page))) {
            assertEquals("", python(program.text()));
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
        Process process = Programs.startOrAbort(new ProcessBuilder("python3", "-c", program)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.onExit().join().exitValue(), program);
        return printed;
    }

    /** A block of commands, or of Python over what they wrote, is followed by what they print; "…" stands for the rest of a line, or for lines. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commands_printTheFiguresOfThePage(String page) throws IOException {
        prepare(page);
        String printed = "";
        for (Block block : Manual.blocks(page)) {
            switch (block.language()) {
                case "" -> assertPrinted(block, printed);
                case "sh" -> printed = block.isRun() ? run(block) : "";
                case "py" -> printed = python(located(block.text()));
                case "hocon", "text" -> {}
                default -> printed = "";
            }
        }
        if (!absent.isEmpty()) {
            Assumptions.abort("not on the path, so that their lines were not run: " + absent);
        }
    }

    /** Files that a page speaks of. */
    private void prepare(String page) throws IOException {
        switch (page.replaceFirst(".*/", "")) {
            case "start-command-line.md" -> firstLines("conf/data/labour.csv", "new.csv");
            case "mixed-models.md" -> firstLines("conf/data/sleepstudy.csv", "new.csv");
            case "networks.md" -> {
                firstLines("conf/data/labour.csv", "new.csv");
                write("network.conf", first(page, "hocon"));
            }
            case "cluster-settings.md" -> runLine("credence fit conf/labour.conf --set output.path=target/fit");
            case "your-own-model.md" -> {
                Files.createDirectories(folder.resolve("com/acme"));
                write("com/acme/Weibull.java", first(page, "java"));
                write("lifetimes.csv", "age,time", "0.5,1.2", "0.1,0.7", "1.5,2.9", "0.9,1.4", "1.1,2.2", "0.3,0.8");
                write(
                        "lifetimes.conf",
                        "data { path = \"" + folder.resolve("lifetimes.csv") + "\", label = time }",
                        first(page, "hocon"),
                        "stop.acceptUnconverged = true",
                        "output.path = \"" + folder.resolve("lifetimes") + "\"");
            }
            case "streaming.md" -> days();
            default -> {}
        }
    }

    /** Rows of three days, and a configuration for days that follow one another. */
    private void days() throws IOException {
        Files.createDirectories(folder.resolve("rows"));
        for (int day = 1; day <= 2; day++) {
            int first = 40 * day;
            write(
                    "rows/2026-03-0" + day + ".csv",
                    rows("a,y", 40, i -> (first + i) * 7 % 11 / 4.0 + "," + (first + i) * 5 % 3 % 2)
                            .toArray(String[]::new));
        }
        String model = "data.label = y\nmodel.family = bernoulli\nprior.sd = 2";
        write("model.conf", model);
        write("days.conf", model);
        runLine("credence fit days.conf --set data.path=rows/2026-03-01.csv --set output.path=fits/2026-03-01"
                + " --set estimator.kind=partitioned --set sites.name=2026-03-01");
    }

    private void firstLines(String data, String file) throws IOException {
        try (Stream<String> lines = Files.lines(ROOT.resolve(data))) {
            write(file, lines.limit(20).toArray(String[]::new));
        }
    }

    private static String first(String page, String language) throws IOException {
        return Manual.blocksIn(language, page).get(0).text();
    }

    private static List<String> lines(Block block) {
        return block.text()
                .replaceAll("\\\\\n\\s*", "")
                .lines()
                .map(line -> line.replaceFirst("\\s+#.*$", "").strip())
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    /** Words of a line as a shell divides it, as far as the manual needs it. */
    private static List<String> shellWords(String line) {
        return SHELL_WORD
                .matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toList();
    }

    @Test
    void everyCommand_isOneThatThereIs() throws IOException {
        int count = 0;
        for (Block block : Manual.blocksIn("sh")) {
            for (String line : lines(block)) {
                List<String> words = shellWords(line);
                if (words.get(0).endsWith("credence")) {
                    List<String> asked = new ArrayList<>(words.subList(1, words.size()));
                    asked.add("--help");
                    CommandResult help = credence(asked.toArray(String[]::new));
                    assertEquals(0, help.status(), () -> block + ": " + line + "\n" + help.err());
                    count++;
                }
            }
        }
        assertTrue(count > 20, "commands of the manual: " + count);
    }

    /** Runs commands with the repository's data and outputs in the folder of the test, and returns what they printed. */
    private String run(Block block) throws IOException {
        String printed = "";
        for (String line : lines(block)) {
            printed += runLine(line);
        }
        return printed;
    }

    private String runLine(String line) throws IOException {
        List<String> words = new ArrayList<>(shellWords(line));
        if (!words.remove(0).endsWith("credence")) {
            return shell(line);
        }
        for (int k = 1; k < words.size(); k++) {
            String word = words.get(k);
            if (word.endsWith(".conf")) {
                Path file = Files.exists(folder.resolve(word)) ? folder.resolve(word) : ROOT.resolve(word);
                words.set(
                        k,
                        write(file.getFileName() + ".located", located(Files.readString(file)))
                                .toString());
            } else if (!word.startsWith("-")) {
                words.set(k, locatedWord(word));
            }
        }
        if (!words.get(0).equals("compare")) { // it shows no progress
            words.add("--quiet");
        }
        CommandResult result = credence(words.toArray(String[]::new));
        assertEquals(0, result.status(), line + "\n" + result.err());
        return result.out() + result.err();
    }

    /** A path, or a key whose value is one, below the root where it is there, else below the folder of the test. */
    private String locatedWord(String word) {
        Matcher path = PATH.matcher(word);
        if (!path.matches()) {
            return word;
        }
        Path inside = ROOT.resolve(path.group(2));
        boolean given = path.group(2).startsWith("conf/") && Files.exists(inside);
        return path.group(1) + (given ? inside : folder.resolve(path.group(2)));
    }

    /** Runs a line of another program, if it is on the path. */
    private String shell(String line) throws IOException {
        String program = shellWords(line).get(0);
        String jar = "spark-jobs/target/credence-spark-jobs.jar";
        String placed = located(line.replace(jar, System.getProperty("java.class.path")));
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(
                        "bash", "-c", "command -v " + program + " >/dev/null || exit 127\n" + placed)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        int status = process.onExit().join().exitValue();
        String text = Files.readString(printed);
        if (status == 127) {
            absent.add(program);
            return "";
        }
        assertEquals(0, status, line + "\n" + text);
        return text;
    }

    private String located(String text) {
        return text.replaceAll("(?<![\\w/])(conf|spark-jobs)/", ROOT + "/$1/")
                .replaceAll("(?<![\\w/])target/", folder + "/target/");
    }

    private void assertPrinted(Block shown, String printed) {
        if (printed.isEmpty()) {
            return;
        }
        List<String> lines = printed.lines().map(String::strip).toList();
        for (String line : located(shown.text()).lines().map(String::strip).toList()) {
            String start = line.replaceFirst("…$", "").strip();
            assertTrue(
                    start.isEmpty() || lines.stream().anyMatch(found -> isAlike(start, found, line.endsWith("…"))),
                    () -> shown + ", not printed: " + line + "\nprinted:\n" + printed);
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
