package io.credence.benchmark;

import static org.apache.spark.ml.functions.vector_to_array;

import io.credence.result.SavedPosterior;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Whole commands in processes of their own on one Parquet file of logistic rows: the exact fit, fits of the same model by draws,
 * {@code score}, and Spark's copy of the file. Arguments: ROWSxCOLUMNS, repeats, and a folder to keep the file in, if it is to be
 * kept. From the root of the repository.
 */
public final class WholeCommands {

    private static final String PROGRAM = "spark-jobs/bin/credence";
    private static final String FAMILY = "model.family=bernoulli";
    private static final double CORRELATION = 0.7;
    private static final long MINUTES = 20;

    private WholeCommands() {}

    /** Prints both tables; with {@code copy FROM TO} it is the copy. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("copy")) {
            try (SparkSession spark = session()) {
                spark.read()
                        .parquet(arguments[1])
                        .write()
                        .mode(SaveMode.Overwrite)
                        .parquet(arguments[2]);
            }
            return;
        }
        Path folder = arguments.length > 2 ? Path.of(arguments[2]) : Files.createTempDirectory("whole-commands");
        Path rows = folder.resolve("rows.parquet");
        if (!Files.exists(rows)) {
            String[] size = arguments[0].split("x", -1);
            write(rows, Integer.parseInt(size[0]), Integer.parseInt(size[1]));
        }
        int repeats = Integer.parseInt(arguments[1]);
        fits(arguments[0], folder, rows, repeats);
        scoring(arguments[0], folder, rows, repeats);
    }

    private static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .appName("whole commands")
                .config("spark.ui.enabled", "false")
                .getOrCreate();
    }

    private static void write(Path path, int rows, int columns) throws IOException {
        try (SparkSession spark = session()) {
            Dataset<Row> made =
                    LabelledFrame.dense(spark, rows, columns, CORRELATION).rows();
            List<Column> cells = new ArrayList<>(List.of(functions.col("label")));
            for (int j = 0; j < columns; j++) {
                cells.add(vector_to_array(functions.col("features"), "float64")
                        .getItem(j)
                        .as("x" + (j + 1)));
            }
            made.select(cells.toArray(new Column[0])).write().parquet(path.toString());
        }
    }

    private static void fits(String size, Path folder, Path rows, int repeats) throws IOException {
        String jar = jar(folder).toString();
        List<Entrant<SavedPosterior>> entrants = List.of(
                fit("exact", folder, rows, repeats, "--set", FAMILY),
                fit(
                        "a user's predictor model",
                        folder,
                        rows,
                        repeats,
                        "--set",
                        "model.class=" + LogisticFormula.class.getName(),
                        "--jars",
                        jar),
                fit(
                        "reparameterised, curvature",
                        folder,
                        rows,
                        repeats,
                        "--set",
                        FAMILY,
                        "--set",
                        "estimator.kind=curvature"),
                fit("`qbvi`", folder, rows, repeats, "--set", FAMILY, "--set", "method=qbvi"),
                fit("`advi-fullrank`", folder, rows, repeats, "--set", FAMILY, "--set", "method=advi-fullrank"));
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (Entrant<?> entrant : entrants) {
                entrant.run(repeat);
            }
        }
        MarkdownTable.open(
                "Whole commands, " + size + " rows of Parquet, local[2]",
                "From the start of the JVM to its end. Errors are against the exact fit, in its standard deviations and in their logs.",
                List.of("fit", "median s", "÷ exact", "all", "status", "largest error, sd", "of log sd"));
        SavedPosterior exact = entrants.get(0).last();
        for (Entrant<SavedPosterior> entrant : entrants) {
            SavedPosterior own = entrant.last();
            System.out.println(entrant.row(entrants.get(0)) + " " + own.status() + " | "
                    + MarkdownTable.number(meanError(own, exact), 4) + " | "
                    + MarkdownTable.number(sdError(own, exact), 4) + " |");
        }
    }

    private static double meanError(SavedPosterior own, SavedPosterior exact) {
        double largest = 0;
        for (int j = 0; j < exact.sd().length; j++) {
            largest = Math.max(largest, Math.abs(own.mean()[j] - exact.mean()[j]) / exact.sd()[j]);
        }
        return largest;
    }

    private static double sdError(SavedPosterior own, SavedPosterior exact) {
        double largest = 0;
        for (int j = 0; j < exact.sd().length; j++) {
            largest = Math.max(largest, Math.abs(Math.log(own.sd()[j] / exact.sd()[j])));
        }
        return largest;
    }

    private static void scoring(String size, Path folder, Path rows, int repeats) {
        List<String> copy = copyCommand(rows, folder.resolve("copy"));
        List<String> score = command("score", rows, folder.resolve("exact"));
        score.addAll(List.of(
                "--set", FAMILY, "--set", "score.path=" + rows, "--set", "score.output=" + folder.resolve("scored")));
        List<Entrant<Integer>> entrants = List.of(
                new Entrant<>("Spark's copy of the file", repeats, () -> run(copy)),
                new Entrant<>("`score`", repeats, () -> run(score)));
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (Entrant<?> entrant : entrants) {
                entrant.run(repeat);
            }
        }
        MarkdownTable.open(
                "Scoring " + size + " rows of Parquet, local[2]",
                "From the start of the JVM to its end.",
                List.of("command", "median s", "÷ copy", "all"));
        entrants.forEach(entrant -> System.out.println(entrant.row(entrants.get(0))));
    }

    private static Entrant<SavedPosterior> fit(String name, Path folder, Path rows, int repeats, String... more) {
        Path output = folder.resolve(name.replaceAll("[^a-z-]", ""));
        List<String> command = command("fit", rows, output);
        command.addAll(List.of(more));
        return new Entrant<>(name, repeats, () -> {
            run(command);
            return posterior(output);
        });
    }

    private static SavedPosterior posterior(Path output) {
        try {
            return SavedPosterior.parse(Files.readString(output.resolve("posterior.json")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> command(String verb, Path rows, Path output) {
        return new ArrayList<>(
                List.of(PROGRAM, verb, configuration(rows, output).toString(), "--quiet"));
    }

    private static Path configuration(Path rows, Path output) {
        try {
            return Files.write(
                    output.resolveSibling(output.getFileName() + ".conf"),
                    List.of(
                            "data { path = \"" + rows + "\", label = label }",
                            "prior.sd = " + Math.sqrt(5),
                            "output { path = \"" + output + "\", overwrite = true }",
                            "score.overwrite = true"));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static List<String> copyCommand(Path from, Path to) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@conf/jvm.args",
                "-Dlog4j2.configurationFile=conf/log4j2.properties",
                "-cp",
                System.getProperty("java.class.path"),
                WholeCommands.class.getName(),
                "copy",
                from.toString(),
                to.toString()));
    }

    private static int run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException("failed: " + command);
            }
            return process.exitValue();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** The user's class in a jar. */
    private static Path jar(Path folder) throws IOException {
        Path jar = folder.resolve("model.jar");
        String name = LogisticFormula.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                var bytes = Objects.requireNonNull(
                        LogisticFormula.class.getClassLoader().getResourceAsStream(name))) {
            out.putNextEntry(new JarEntry(name));
            bytes.transferTo(out);
        }
        return jar;
    }
}
