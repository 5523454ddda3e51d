package io.credence.integration;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The finished jar in a process of its own, as users start it. */
final class Submission {

    static final Path ROOT =
            Path.of(System.getProperty("credence.root")).toAbsolutePath().normalize();
    static final Path JAR =
            Path.of(System.getProperty("credence.jar")).toAbsolutePath().normalize();
    static final Path SPARK_HOME =
            Path.of(System.getProperty("credence.sparkHome")).toAbsolutePath().normalize();
    private static final long MINUTES = 5;

    private Submission() {}

    /** How a process ended. */
    record Ended(int status, String out, String err) {}

    /** A process that runs. */
    record Running(Process process, Path out, Path err) {

        Ended await() throws IOException, InterruptedException {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("not finished after " + MINUTES + " minutes: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    static final Map<String, String> ENVIRONMENT =
            Map.of("SPARK_HOME", SPARK_HOME.toString(), "SPARK_SCALA_VERSION", "2.13", "SPARK_LOCAL_IP", "127.0.0.1");

    /** What spark-submit is given before the jar. */
    record Mode(String... options) {}

    /** Most of a short fit's time is compilation: the first compiler alone halves it. */
    static final String COMPILER = "-XX:TieredStopAtLevel=1";

    /** A program with Spark on its class path, whose name and arguments are to follow. */
    static List<String> java(String memory) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + ROOT.resolve("conf/jvm.args"),
                COMPILER,
                memory,
                "-Dlog4j2.configurationFile="
                        + ROOT.resolve("conf/log4j2.properties").toUri(),
                "-cp",
                SPARK_HOME.resolve("jars") + File.separator + "*"));
    }

    /** spark-submit of the jar with that master. */
    static Running submit(Path folder, String master, String... arguments) throws IOException {
        return submit(folder, master, new Mode(), arguments);
    }

    /** spark-submit of the jar with that master, and more that spark-submit is reported. */
    static Running submit(Path folder, String master, Mode mode, String... arguments) throws IOException {
        List<String> command = java("-Xmx1g");
        command.add("org.apache.spark.deploy.SparkSubmit");
        command.addAll(arguments(master, mode, arguments));
        return start(folder, command, ENVIRONMENT);
    }

    /** Those of spark-submit: its own, the jar, and the jar's. */
    static List<String> arguments(String master, Mode mode, String... ofTheJar) {
        List<String> all = new ArrayList<>(List.of(
                "--master",
                master,
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--conf",
                "spark.executor.defaultJavaOptions=" + COMPILER,
                "--class",
                "io.credence.spark.job.Credence"));
        all.addAll(List.of(mode.options()));
        all.add(JAR.toString());
        all.addAll(List.of(ofTheJar));
        return all;
    }

    static Running start(Path folder, List<String> command, Map<String, String> environment) throws IOException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SPARK_"));
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
