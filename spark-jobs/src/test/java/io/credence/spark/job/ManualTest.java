package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.testkit.Manual;
import io.credence.testkit.Manual.Block;
import io.credence.testkit.Programs;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every block of code of the manual is run by some test, or says why not, and what can be known of it without running it.
 * Who runs what: commands and Python over their files {@code ManualCommandsTest}, other Python and Scala {@code PySparkIT}, Java
 * {@code ManualJavaTest}, configurations this test.
 */
class ManualTest {

    /**
     * Languages with a test that runs them. No language is what commands before it print, where these are run by the tests; {@code text}
     * is what others print.
     */
    private static final Set<String> RUN = Set.of("sh", "py", "python", "scala", "java", "hocon", "json");

    /** What begins a line of code, and no line that a program prints. */
    private static final Pattern CODE = Pattern.compile(
            "(?m)^(spark-jobs/bin/credence |credence (fit|score|report|effects|compare|export) |pip |mvn |import |(data|model|output|prior) *[{=])");

    /** Pages that stay in the repository, for whoever changes the code: reasons and design. They are named in the site's own hooks. */
    private static final List<String> BESIDE = List.of("decisions/", "design");

    private static final Path PYTHON = Repository.file("tests/integration/src/test/python/manual.py");

    /** Models that between them take every label that a configuration of the manual has. */
    private static final List<String> MODELS = List.of(
            "model.family=gaussian",
            "model.family=bernoulli",
            "model.family=poisson",
            "model.family=weibull",
            "model.class=io.credence.example.Garch");

    /** Keys of models whose rows have no label. */
    private static final List<String> WITHOUT_LABEL = List.of("model.network.autoencoder", "bandit.rewards");

    @Test
    void everyBlock_isRunOrSaysWhyNot() throws IOException {
        Set<String> reasons = new TreeSet<>();
        for (Block block : Manual.blocks()) {
            if (block.language().isEmpty() || block.language().equals("text")) {
                assertFalse(CODE.matcher(block.text()).find(), block + " is code without the name of its language");
            } else {
                assertTrue(RUN.contains(block.language()), () -> "no test runs " + block);
            }
            if (!block.isRun()) {
                assertTrue(
                        Manual.REASONS.contains(block.reason()), () -> block + ": no known reason: " + block.reason());
                reasons.add(block.reason());
            }
        }
        assertEquals(new TreeSet<>(Manual.REASONS), reasons, "reasons that blocks give");
    }

    /** With what a fragment leaves out: a label, and a model that takes it. */
    @Test
    void everyConfiguration_isReadWithoutANote() throws IOException {
        List<Executable> all = new ArrayList<>();
        for (Block block : Manual.blocksIn("hocon")) {
            all.add(() -> assertEquals("", fault(block), block.toString()));
        }
        assertTrue(all.size() > 15, "configurations: " + all.size());
        assertAll(all);
    }

    /** Why no model reads a configuration without a note; empty if one does. */
    private static String fault(Block block) {
        Config given = ConfigFactory.parseString(block.text());
        List<String> added = new ArrayList<>();
        add(added, given, "data.path", "rows.csv");
        add(added, given, "output.path", "target/fit");
        if (!given.hasPath("formula") && WITHOUT_LABEL.stream().noneMatch(given::hasPath)) {
            add(added, given, "data.label", "y");
        }
        boolean modelled =
                given.hasPath("model.family") || given.hasPath("model.class") || given.hasPath("model.density");
        String fault = "";
        for (String model : modelled ? List.of("") : MODELS) {
            List<String> overrides = new ArrayList<>(added);
            if (!model.isEmpty()) {
                overrides.add(model);
            }
            try {
                List<String> notes =
                        ConfigReader.read(block.page(), block.text(), overrides).notes();
                if (notes.isEmpty()) {
                    return "";
                }
                fault += notes + "\n";
            } catch (ConfigurationException refused) {
                fault += refused.getMessage() + "\n";
            }
        }
        return fault;
    }

    private static void add(List<String> added, Config given, String key, String value) {
        if (!given.hasPath(key)) {
            added.add(key + "=" + value);
        }
    }

    @Test
    void everyJson_isRead() throws IOException {
        for (Block block : Manual.blocksIn("json")) {
            assertTrue(new ObjectMapper().readTree(block.text()).isObject(), block.toString());
        }
    }

    /** All pages but those of {@link #BESIDE}; what the site lists is there. */
    @Test
    void everyPageOfTheManual_isListedOnTheSite() throws IOException {
        Path docs = Repository.file("engine/docs");
        Set<String> pages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(docs)) {
            files.map(file -> docs.relativize(file).toString().replace('\\', '/'))
                    .filter(page -> page.endsWith(".md") && BESIDE.stream().noneMatch(page::startsWith))
                    .forEach(page -> pages.add("engine/docs/" + page));
        }
        pages.add("README.md");
        List<String> listed = Manual.pages();
        assertEquals(pages, new TreeSet<>(listed));
        assertEquals(pages.size(), listed.size(), "pages that are listed twice: " + listed);
    }

    /** Pages of analyses have Python of their own, which runs beside their commands. */
    @Test
    void everyPageOfPython_hasItsRows() throws IOException {
        String script = Files.readString(PYTHON);
        for (String page : pythonPages()) {
            assertTrue(
                    script.contains("\n    \"" + page.replaceFirst(".*/", "") + "\": "),
                    () -> page + " is not known to " + PYTHON.getFileName());
        }
    }

    private static List<String> pythonPages() throws IOException {
        return Manual.blocksIn("python").stream()
                .map(Block::page)
                .filter(page -> !page.contains("/analyses/"))
                .distinct()
                .toList();
    }

    /** Arguments, functions and methods, by the sources of the package. */
    @Test
    void pythonOfTheManual_usesNamesThatThereAre(@TempDir Path folder) throws IOException, InterruptedException {
        Manual.writePython(folder, pythonPages());
        Process process = Programs.startOrAbort(
                new ProcessBuilder("python3", "src/test/python/names.py", "src/main/python/credence", folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("printed.txt").toFile()));
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("printed.txt")));
    }
}
