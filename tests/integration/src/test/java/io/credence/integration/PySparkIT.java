package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Manual;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wheel on PySpark as people install it, each release in a virtual environment of its own, classic and by Spark Connect. The
 * environments take a gigabyte and ten minutes.
 */
@Tag("nightly")
class PySparkIT {

    private static final Path SCRIPT = Submission.ROOT.resolve("tests/integration/src/test/python/end_to_end.py");
    private static final Path STAGES = Submission.ROOT.resolve("tests/integration/src/test/python/stages.py");
    private static final Path EXPRESSIONS = Submission.ROOT.resolve("tests/integration/src/test/python/expressions.py");
    private static final Path VIEWS = Submission.ROOT.resolve("tests/integration/src/test/python/views.py");
    private static final Path RELEASES = Submission.ROOT.resolve("tests/integration/src/test/python/releases.py");
    private static final Path EXPORTS = Submission.ROOT.resolve("tests/integration/src/test/python/exports.py");
    private static final Path MANUAL = Submission.ROOT.resolve("tests/integration/src/test/python/manual.py");
    private static final Path SHELL = Submission.ROOT.resolve("tests/integration/src/test/shell/end_to_end.scala");
    private static final Path NOTEBOOK = Submission.ROOT.resolve("conf/examples/notebook.py");
    private static final long MINUTES = 15;

    @TempDir
    Path folder;

    /** Those that the jar names. */
    static List<String> releases() throws IOException {
        try (JarFile jar = new JarFile(Submission.JAR.toFile())) {
            return List.of(jar.getManifest()
                    .getMainAttributes()
                    .getValue("Tested-Spark")
                    .split(" "));
        }
    }

    /** Oldest and newest, both ways. */
    static List<Arguments> pairs() throws IOException {
        List<String> all = releases();
        String oldest = all.get(0);
        String newest = all.get(all.size() - 1);
        return List.of(Arguments.of(oldest, newest), Arguments.of(newest, oldest));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void script_runsFromLoadToArviz(String version) throws IOException, InterruptedException {
        assertEndsBothWays(version, SCRIPT.toString(), folder.toString());
    }

    @ParameterizedTest
    @MethodSource("releases")
    void stages_bearWhatNotebooksDo(String version) throws IOException, InterruptedException {
        assertEndsBothWays(version, STAGES.toString(), folder.toString());
    }

    @ParameterizedTest
    @MethodSource("releases")
    void likelihoods_areExpressions(String version) throws IOException, InterruptedException {
        assertEndsBothWays(version, EXPRESSIONS.toString(), folder.toString());
    }

    @Test
    void views_showFitsInNotebooks() throws IOException, InterruptedException {
        String newest = releases().get(releases().size() - 1);
        install(VirtualEnvironment.pyspark(newest), "matplotlib");
        assertEndsBothWays(newest, VIEWS.toString(), folder.toString());
    }

    /** Runs a script in a classic session, and once more with the address of a Connect server as its last argument. */
    private void assertEndsBothWays(String version, String... script) throws IOException, InterruptedException {
        Path python = environment(version);
        assertEnds(version + " classic", run(python, "classic.txt", script));
        int port = freePort();
        Process server = server(python, port);
        try {
            awaitPort(server, port);
            List<String> remote = new ArrayList<>(List.of(script));
            remote.add("sc://127.0.0.1:" + port);
            assertEnds(version + " by Connect", run(python, "connect.txt", remote.toArray(String[]::new)));
        } finally {
            server.destroy();
            server.waitFor(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void savedModel_loadsInTheOtherRelease(String from, String to) throws IOException, InterruptedException {
        Path printed = run(environment(from), "save.txt", RELEASES.toString(), "save", folder.toString());
        assertTrue(Files.readString(printed).contains("save on Spark " + from));
        printed = run(environment(to), "load.txt", RELEASES.toString(), "load", folder.toString());
        assertTrue(Files.readString(printed).contains("load on Spark " + to));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void linesOfTheReadme_runAsTheyStand(String version) throws IOException, InterruptedException {
        install(environment(version), "matplotlib");
        assertEndsBothWays(version, MANUAL.toString(), blocks(List.of("README.md")), folder.toString());
    }

    /** Python of analyses is run beside their commands, without PySpark. */
    @Test
    void linesOfTheManual_runAsTheyStand() throws IOException, InterruptedException {
        Path python = environment(releases().get(0));
        install(python, "matplotlib");
        List<String> pages = Manual.pages().stream()
                .filter(page -> !page.contains("/analyses/"))
                .toList();
        Path printed = run(python, "manual.txt", MANUAL.toString(), blocks(pages), folder.toString());
        assertTrue(Files.readString(printed).contains("blocks of the manual on Spark"), () -> read("manual.txt"));
    }

    /** Folder of the Python blocks of pages. */
    private String blocks(List<String> pages) throws IOException {
        Path blocks = Files.createDirectories(folder.resolve("blocks"));
        Manual.writePython(blocks, pages);
        return blocks.toString();
    }

    @Test
    void exports_areReadByTheirClients() throws IOException, InterruptedException {
        Path python = environment(releases().get(0));
        install(python, "cmdstanpy", "pypmml");
        String output = "output.path=" + folder;
        assertEquals(
                0, job("fit", "conf/labour.conf", "--quiet", "--set", output).status());
        for (String file : List.of("draws.parquet", "draws.csv", "scorer.json", "scorer.pmml")) {
            Submission.Ended ended =
                    job("export", "conf/labour.conf", folder.resolve(file).toString(), "--set", output);
            assertEquals(0, ended.status(), ended.err());
        }
        Path printed = run(python, "exports.txt", EXPORTS.toString(), folder.toString(), "conf/data/labour.csv");
        assertTrue(Files.readString(printed).contains("exports read by ArviZ"), () -> read("exports.txt"));
    }

    private Submission.Ended job(String... arguments) throws IOException, InterruptedException {
        return Submission.submit(folder, "local[2]", arguments).await();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void notebook_runsTopToBottom(String version) throws IOException, InterruptedException {
        Path printed = run(environment(version), "notebook.txt", NOTEBOOK.toString());
        String text = Files.readString(printed);
        assertTrue(text.contains("converged and reliable"), text);
        assertTrue(text.contains("saved to and loaded from " + folder), text);
        assertTrue(text.contains("metrics.bound.elbo"), text);
    }

    /** Lines of a script, and before it those of the manual. */
    @ParameterizedTest
    @MethodSource("releases")
    void shell_runsFromRowsToAModel(String version) throws IOException, InterruptedException {
        Path shell = environment(version).resolveSibling("spark-shell");
        List<String> options = List.of("--master", "local[2]", "--conf", "spark.ui.enabled=false");
        List<String> command = new ArrayList<>(List.of(shell.toString(), "--jars", Submission.JAR.toString()));
        command.addAll(options);
        Path lines = Files.writeString(folder.resolve("lines.scala"), linesOfTheManual() + Files.readString(SHELL));
        Path printed = folder.resolve("shell.txt");
        await(builder(shell, command, "shell.txt").redirectInput(lines.toFile()).start(), "shell.txt");
        String text = Files.readString(printed);
        assertTrue(text.contains("lines of the manual in the shell"), text);
        assertTrue(text.contains("end to end in the shell of Spark " + version), text);
    }

    /** Scala of the manual, over a table of the columns that it names. */
    private String linesOfTheManual() throws IOException {
        String flights = folder.resolve("flights.parquet").toString();
        StringBuilder lines =
                new StringBuilder("spark.range(0, 240, 1, 2).selectExpr(\"cast(id % 17 as double) / 8 as age\","
                        + " \"cast(id % 23 as double) / 11 - 1 as visibility\", \"cast((id * 7) % 4 = 0 as double) as late\")"
                        + ".write.parquet(\"" + flights + "\")\n");
        for (Manual.Block block : Manual.blocksIn("scala")) {
            lines.append(block.text().replace("flights.parquet", flights));
        }
        return lines + "if (draws.size == 1000 && sd > 0) println(\"lines of the manual in the shell\")\n";
    }

    private void assertEnds(String how, Path printed) throws IOException {
        String text = Files.readString(printed);
        assertTrue(text.contains("on Spark " + how), () -> text);
    }

    /** Python of an environment with that PySpark and the wheel. */
    private Path environment(String version) throws IOException, InterruptedException {
        Path python = VirtualEnvironment.pyspark(version);
        try (Stream<Path> wheels = Files.list(Submission.JAR.resolveSibling("python"))) {
            Path wheel = wheels.filter(file -> file.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow();
            install(python, "--force-reinstall", "--no-deps", wheel.toString());
        }
        return python;
    }

    private void install(Path python, String... what) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-m", "pip", "install", "--quiet"));
        arguments.addAll(List.of(what));
        run(python, "pip.txt", arguments.toArray(String[]::new));
    }

    private Path run(Path python, String file, String... arguments) throws IOException, InterruptedException {
        await(start(python, file, arguments), file);
        return folder.resolve(file);
    }

    private Process start(Path program, String file, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return builder(program, command, file).start();
    }

    private ProcessBuilder builder(Path program, List<String> command, String file) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Submission.ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(file).toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("SPARK_HOME");
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PYSPARK_PYTHON", program.resolveSibling("python").toString());
        environment.put("SPARK_LOCAL_IP", "127.0.0.1");
        environment.put("CREDENCE_NOTEBOOK_FOLDER", folder.toString());
        environment.put("CREDENCE_SHELL_FOLDER", folder.toString());
        environment.put("MLFLOW_TRACKING_URI", folder.resolve("runs").toUri().toString());
        environment.put("MLFLOW_ALLOW_FILE_STORE", "true");
        return builder;
    }

    private void await(Process process, String file) throws IOException, InterruptedException {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException(
                    "not finished after " + MINUTES + " minutes: " + Files.readString(folder.resolve(file)));
        }
        assertEquals(0, process.exitValue(), () -> read(file));
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException unreadable) {
            return String.valueOf(unreadable.getMessage());
        }
    }

    private Process server(Path python, int port) throws IOException {
        return start(
                python.resolveSibling("spark-submit"),
                "server.txt",
                "--master",
                "local[2]",
                "--jars",
                Submission.JAR.toString(),
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.sql.shuffle.partitions=2",
                "--conf",
                "spark.connect.grpc.binding.address=127.0.0.1",
                "--conf",
                "spark.connect.grpc.binding.port=" + port,
                "--class",
                "org.apache.spark.sql.connect.service.SparkConnectServer",
                "spark-internal");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort(Process server, int port) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (server.isAlive() && System.nanoTime() < end) {
            try (Socket ready = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertTrue(ready.isConnected());
                return;
            } catch (IOException notYet) {
                Thread.sleep(500);
            }
        }
        throw new IllegalStateException("the Connect server did not start: " + read("server.txt"));
    }
}
