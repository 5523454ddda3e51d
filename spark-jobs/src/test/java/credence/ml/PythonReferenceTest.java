package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Programs;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the reference of the Python package lists every public name, with its docstring. */
class PythonReferenceTest {

    private static final Path PACKAGE = Path.of("src/main/python/credence");
    private static final Path DOCS = Repository.file("engine/docs");
    private static final List<String> PAGES = List.of("python.md", "python-models.md", "python-params.md");

    @Test
    void pages_areWhatTheirProgramWrites(@TempDir Path folder) throws IOException, InterruptedException {
        Process process = Programs.startOrAbort(new ProcessBuilder(
                        "python3", DOCS.resolve(".site/python_api.py").toString(), folder.toString())
                .inheritIO());
        assertEquals(0, process.waitFor());
        for (String page : PAGES) {
            assertEquals(
                    Files.readString(folder.resolve(page)),
                    Files.readString(DOCS.resolve(page)),
                    "write it again by: python3 engine/docs/.site/python_api.py engine/docs");
        }
    }

    /** Without Python, by the text of the modules: what {@code __all__} lists, and public methods. */
    @Test
    void everyPublicName_isListed() throws IOException {
        String page = text();
        for (String module :
                List.of("ml.py", "likelihood.py", "mlflow.py", "_session.py", "_progress.py", "_errors.py")) {
            String text = Files.readString(PACKAGE.resolve(module));
            List<String> listed = found("__all__ = \\[([^\\]]*)\\]", text);
            assertEquals(1, listed.size(), module);
            for (String name : found("\"(\\w+)\"", listed.get(0))) {
                assertTrue(
                        Pattern.compile("## `credence\\.(mlflow\\.)?" + name + "\\b")
                                .matcher(page)
                                .find(),
                        name);
            }
        }
        for (String method : found("(?m)^    def ([a-z]\\w*)\\(", Files.readString(PACKAGE.resolve("ml.py")))) {
            assertTrue(page.contains("### `" + method + "("), method);
        }
    }

    /** By the table that checks them at the call; Params of {@code setParams} and further options check themselves. */
    @Test
    void everyArgument_isInTheTable() throws IOException {
        String table = Files.readString(PACKAGE.resolve("_arguments.py"));
        List<String> known = found("(?m)^    \"(\\w+)\": ", table);
        assertTrue(known.containsAll(List.of("level", "n", "newdata")), known.toString());
        for (String arguments : found("(?m)^##+ `[\\w.]+\\((.+)\\)`$", text())) {
            for (String argument : found("(?:^|, )([*\\w]+)", arguments)) {
                assertTrue(
                        known.contains(argument) || argument.startsWith("**"),
                        () -> argument + " of (" + arguments + ") is not in the table of _arguments.py");
            }
        }
    }

    /** Text of all pages. */
    private static String text() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String page : PAGES) {
            all.append(Files.readString(DOCS.resolve(page)));
        }
        return all.toString();
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
    }
}
