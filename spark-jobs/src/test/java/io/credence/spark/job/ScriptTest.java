package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of what {@code bin/credence} starts. In place of Java and Maven it finds scripts that record their arguments.
 */
@DisabledOnOs(OS.WINDOWS)
class ScriptTest {

    private static final String MARKS =
            "for a in \"$@\"; do case $a in -Dcredence.fitted=*) touch \"${a#*=}\" ;; esac; done\n";

    private static final String PREPARING =
            "credence: preparing a faster start, once for each build: this fit ends some seconds after its table\n";

    @TempDir
    Path root;

    private record Ended(int status, String err) {}

    @BeforeEach
    void layOut() throws IOException {
        executable("spark-jobs/bin/credence", Files.readString(Path.of("bin/credence")));
        write("conf/jvm.args", "");
        write("spark-jobs/target/spark/jars/spark-core_2.13.jar", "");
        java(MARKS);
        maven("touch spark-jobs/target/credence-spark-jobs.jar\n");
        Files.setLastModifiedTime(
                write("spark-jobs/target/credence-spark-jobs.jar", ""), FileTime.fromMillis(1_000_000_000_000L));
    }

    private Path write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private void executable(String file, String text) throws IOException {
        Files.setPosixFilePermissions(write(file, text), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void java(String body) throws IOException {
        executable("tools/bin/java", "#!/bin/bash\necho \"$*\" >> \"" + root.resolve("started") + "\"\n" + body);
    }

    private void maven(String body) throws IOException {
        executable("tools/bin/mvn", "#!/bin/bash\n" + body);
    }

    private Ended credence(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("spark-jobs/bin/credence"), Stream.of(arguments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
        builder.environment().keySet().removeAll(List.of("SPARK_HOME", "CREDENCE_JAVA_OPTS"));
        builder.environment().put("JAVA_HOME", root.resolve("tools").toString());
        builder.environment().merge("PATH", root.resolve("tools/bin").toString(), (path, tools) -> tools + ":" + path);
        Process process =
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), err);
    }

    private List<String> started() throws IOException {
        return Files.readAllLines(root.resolve("started"));
    }

    private boolean keepsClasses(int start) throws IOException {
        return started().get(start).contains("-XX:ArchiveClassesAtExit=");
    }

    @Test
    void commandThatDoesNotFit_startsNothingElse() throws Exception {
        for (String[] command : List.of(
                new String[] {"--help"},
                new String[] {"score", "a.conf"},
                new String[] {"fit", "--help"},
                new String[] {"fit", "--help", "prior"})) {
            assertEquals(new Ended(0, ""), credence(command));
        }
        assertEquals(4, started().size());
        assertTrue(started().stream().noneMatch(start -> start.contains("Archive")), String.join("\n", started()));
    }

    @Test
    void firstFit_keepsItsClassesForLaterCommands() throws Exception {
        assertEquals(new Ended(0, PREPARING), credence("fit", "a.conf"));
        write("spark-jobs/target/spark/credence.jsa", "classes");
        assertEquals(new Ended(0, ""), credence("fit", "b.conf"));
        credence("report", "b.conf");
        assertEquals(3, started().size());
        assertTrue(keepsClasses(0));
        assertTrue(
                started().get(1).contains("-XX:SharedArchiveFile="), started().get(1));
        assertTrue(
                started().get(2).contains("-XX:SharedArchiveFile="), started().get(2));
    }

    @Test
    void interruptedFit_leavesTheClassesToTheNext() throws Exception {
        java("exit 130\n");
        assertEquals(new Ended(130, PREPARING), credence("fit", "a.conf"));
        write("spark-jobs/target/spark/credence.jsa", "some classes");
        credence("fit", "a.conf");
        assertEquals(2, started().size());
        assertTrue(keepsClasses(0) && keepsClasses(1));
    }

    @Test
    void newBuild_keepsClassesAnew() throws Exception {
        credence("fit", "a.conf");
        Files.delete(root.resolve("spark-jobs/target/credence-spark-jobs.jar"));
        Ended ended = credence("fit", "a.conf");
        assertTrue(ended.err().startsWith("credence: building") && ended.err().endsWith(PREPARING), ended.err());
        assertTrue(keepsClasses(1));
    }

    @Test
    void buildThatSucceeds_printsNothing() throws Exception {
        Files.delete(root.resolve("spark-jobs/target/credence-spark-jobs.jar"));
        maven(
                "echo 'native kernel not built: no BLAS'; printf '\\033[0m\\033[0m'; touch spark-jobs/target/credence-spark-jobs.jar\n");
        Ended ended = credence("--version");
        assertEquals(0, ended.status());
        assertEquals("credence: building the jar, with mvn package; the first time takes a few minutes\n", ended.err());
    }

    @Test
    void buildThatFails_printsWhy() throws Exception {
        Files.delete(root.resolve("spark-jobs/target/credence-spark-jobs.jar"));
        maven("echo 'cannot find symbol'; case \"$*\" in *-Dstyle.color=never*) exit 1 ;; esac\n");
        Ended ended = credence("--version");
        assertEquals(2, ended.status());
        assertTrue(ended.err().contains("cannot find symbol\ncredence: the build failed"), ended.err());
    }

    private boolean compilesQuickly(String... arguments) throws Exception {
        Files.deleteIfExists(root.resolve("started"));
        assertEquals(0, credence(arguments).status());
        return started().get(0).contains("-XX:TieredStopAtLevel=1");
    }

    @Test
    void fitOfSmallFile_compilesQuickly() throws Exception {
        write("small.csv", "y,x\n1,2\n");
        write("folder/part.csv", "y,x\n1,2\n");
        write("large.csv", "y,x\n" + "1,2\n".repeat(300_000));
        write(
                "small.conf",
                "# data { path = large.csv }\ndata {\n  format = csv\n  path = \"small.csv\" # large.csv\n}\n");
        write("large.conf", "data.path = large.csv\nscore.path = small.csv\noutput { path = small.csv }\n");
        assertTrue(compilesQuickly("fit", "small.conf"));
        assertTrue(compilesQuickly("fit", "--quiet", "large.conf", "--set", "data.path=small.csv"));
        assertTrue(compilesQuickly("fit", "large.conf", "--set=data.path = \"file:folder\"", "--set", "seed=2"));
        assertFalse(compilesQuickly("fit", "large.conf"));
        assertFalse(compilesQuickly("fit", "small.conf", "--set", "data.path=large.csv"));
    }

    @Test
    void whatMayBeLarge_isCompiledWell() throws Exception {
        write("small.csv", "y,x\n1,2\n");
        write("small.conf", "data.path = small.csv");
        write("elsewhere.conf", "data { path = \"hdfs://small.csv\" }");
        write("glob.conf", "data { path = \"*.csv\" }");
        write("silent.conf", "model.family = bernoulli");
        for (String conf : List.of("elsewhere.conf", "glob.conf", "silent.conf", "absent.conf")) {
            assertFalse(compilesQuickly("fit", conf), conf);
        }
        assertFalse(compilesQuickly("fit", "small.conf", "--set", "data.path=s3a://bucket/rows.csv"));
        assertFalse(compilesQuickly("score", "small.conf"));
    }
}
