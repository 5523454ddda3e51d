package io.credence.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Whole commands on rows of very many levels, each in a process of its own on one Parquet file: seconds of {@code fit}, those of them
 * after the last step, seconds of {@code score}, and the largest heap after a collection of garbage. Arguments: ROWSxLEVELSxEFFECTS,
 * family (bernoulli or poisson), heap such as 3g, and a folder to keep the file in.
 */
public final class LevelCommands {

    private static final long MINUTES = 120;
    private static final Pattern COLLECTED = Pattern.compile("->(\\d+)M\\(");
    private static final Pattern SECONDS = Pattern.compile("\"seconds\"\\s*:\\s*([0-9.eE+-]+)");

    private LevelCommands() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String[] size = arguments[0].split("x", -1);
        String family = arguments[1];
        Path folder = Path.of(arguments[3]);
        Path rows = folder.resolve(arguments[0] + "-" + family + ".parquet");
        int effects = Integer.parseInt(size[2]);
        if (!Files.exists(rows)) {
            write(rows, Long.parseLong(size[0]), Long.parseLong(size[1]), effects, family);
        }
        String terms = IntStream.range(1, effects).mapToObj(j -> "x" + j).collect(Collectors.joining(" + "));
        String varying = effects == 1 ? "(1 | g)" : "(1 + " + terms + " || g)";
        Path fit = folder.resolve("fit");
        List<String> settings = List.of(
                "data.path=" + rows,
                "formula=y ~ " + (effects == 1 ? "" : terms + " + ") + varying,
                "model.family=" + family,
                "output.path=" + fit,
                "output.overwrite=true",
                "score.path=" + rows,
                "score.output=" + folder.resolve("scored"),
                "score.overwrite=true");
        Path config = Files.writeString(folder.resolve("job.conf"), "");
        MarkdownTable.open(
                "Commands on rows of many levels, " + arguments[0] + ", " + family + ", local[2], heap of "
                        + arguments[2],
                "From the start of the JVM to its end.",
                List.of("command", "status", "seconds", "after the last step", "heap after a collection, MB"));
        for (String command : List.of("fit", "score")) {
            Path log = folder.resolve(command + ".gc");
            long begin = System.nanoTime();
            int status = run(command, config, settings, arguments[2], log);
            double seconds = (System.nanoTime() - begin) * 1e-9;
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %d | %.1f | %s | %d |%n",
                    command,
                    status,
                    seconds,
                    command.equals("fit") && status == 0
                            ? String.format(Locale.ROOT, "%.1f", seconds - last(fit.resolve("trace.jsonl"), SECONDS))
                            : "",
                    (long) largest(log));
        }
    }

    private static int run(String command, Path config, List<String> settings, String heap, Path log)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-Xmx" + heap, "-Xlog:gc:file=" + log));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("--add") || each.startsWith("-XX"))
                .forEach(words::add);
        words.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "io.credence.spark.job.Credence",
                command,
                config.toString(),
                "--master",
                "local[2]",
                "--quiet"));
        settings.forEach(each -> words.addAll(List.of("--set", each)));
        if (command.equals("score")) {
            words.remove("--quiet");
        }
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.resolveSibling(command + ".txt").toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }

    private static double last(Path file, Pattern number) throws IOException {
        Matcher found = number.matcher(Files.readString(file));
        double last = Double.NaN;
        while (found.find()) {
            last = Double.parseDouble(found.group(1));
        }
        return last;
    }

    private static double largest(Path file) throws IOException {
        Matcher found = COLLECTED.matcher(Files.readString(file));
        double largest = 0;
        while (found.find()) {
            largest = Math.max(largest, Double.parseDouble(found.group(1)));
        }
        return largest;
    }

    private static void write(Path path, long rows, long levels, int effects, String family) throws IOException {
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            Dataset<Row> made = spark.range(0, rows, 1, 8)
                    .withColumn("g", functions.expr("id % " + levels))
                    .withColumn("p", functions.expr("-0.5 + " + effect("g", 0)));
            for (int j = 1; j < effects; j++) {
                made = made.withColumn("x" + j, functions.randn(j))
                        .withColumn("p", functions.expr("p + x" + j + " * (0.1 + 0.3 * " + effect("g", j) + ")"));
            }
            String label = family.equals("poisson")
                    ? "cast(floor(-ln(1 - rand(99)) * exp(p) + 0.5) as double)"
                    : "cast(rand(99) < 1 / (1 + exp(-p)) as double)";
            made.withColumn("y", functions.expr(label)).drop("id", "p").write().parquet(path.toString());
        }
    }

    /** Normal effect of a level, by Box and Muller from two uniform numbers that are its hashes. */
    private static String effect(String level, int number) {
        return "(sqrt(-2 * ln(%s)) * cos(2 * pi() * %s))"
                .formatted(uniform(level, 2 * number), uniform(level, 2 * number + 1));
    }

    private static String uniform(String level, int number) {
        return "((pmod(hash(" + level + ", " + number + "), 100003) + 0.5) / 100003.0)";
    }
}
