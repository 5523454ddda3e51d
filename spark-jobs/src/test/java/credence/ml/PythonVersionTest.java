package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code credence.__version__}, installed and in the source tree. Its module imports nothing of PySpark. */
class PythonVersionTest {

    private static final Path MODULE =
            Path.of("src/main/python/credence/_version.py").toAbsolutePath();

    @TempDir
    Path folder;

    /** With that folder on the path of packages, in which pip would have installed the wheel. */
    private String version(Path module) throws IOException {
        String program = "import runpy; print(runpy.run_path('" + module + "')['__version__'])";
        ProcessBuilder builder =
                new ProcessBuilder("python3", "-B", "-S", "-c", program).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PYTHONPATH", folder.toString());
        Process process = Programs.startOrAbort(builder);
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void installedPackage_hasTheVersionOfItsWheel() throws IOException {
        Path info = Files.createDirectory(folder.resolve("credence-9.8.7.dist-info"));
        Files.writeString(info.resolve("METADATA"), "Metadata-Version: 2.4\nName: credence\nVersion: 9.8.7\n");
        assertEquals("9.8.7", version(MODULE));
    }

    @Test
    void sourceTree_hasTheVersionOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String parent = pom.substring(pom.indexOf("<parent>"), pom.indexOf("</parent>"));
        String expected =
                parent.replaceAll("(?s).*<version>(.*)</version>.*", "$1").replace("-SNAPSHOT", ".dev0");
        assertEquals(expected, version(MODULE));
    }

    @Test
    void copyWithoutEither_isUnknown() throws IOException {
        Path copy = Files.copy(
                MODULE,
                Files.createDirectories(folder.resolve("a/b/c/credence")).resolve("_version.py"));
        assertEquals("unknown", version(copy));
    }
}
