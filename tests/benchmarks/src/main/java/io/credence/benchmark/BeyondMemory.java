package io.credence.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * Whole {@code credence fit} commands that keep no rows, on Parquet files of 20 floats and a logistic label, each in a JVM with a heap of two
 * gigabytes. Arguments: a folder for the rows, and numbers of rows. Rows that lie there already are not made again. From the root of the
 * repository.
 */
public final class BeyondMemory {

    private static final int COLUMNS = 20;
    /** 100 MB, of which Spark makes one partition. */
    private static final long ROWS_OF_FILE = 1_250_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private BeyondMemory() {}

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        long[] sizes =
                Arrays.stream(arguments).skip(1).mapToLong(Long::parseLong).toArray();
        for (long rows : sizes) {
            write(folder, rows);
        }
        MarkdownTable.open(
                "Fits that keep no rows, " + COLUMNS + " floats and a label, a heap of 2 GB, "
                        + Runtime.getRuntime().availableProcessors() + " cores",
                "Passes are the jobs that read all rows: to pack, to fit, to weigh the posterior. Rows per second and pass are those that"
                        + " tasks read between the start of the first job and the end of the last; of CPU, by the processor time of the"
                        + " tasks, which a shared machine leaves alone.",
                List.of(
                        "rows",
                        "status",
                        "whole command, s",
                        "in jobs, s",
                        "passes",
                        "of these to fit",
                        "10⁶ rows per second and pass",
                        "per second of CPU",
                        "peak resident, MB"));
        for (long rows : sizes) {
            fit(folder, rows);
        }
    }

    private static Path file(Path folder, long rows) {
        return folder.resolve("rows-" + rows + ".parquet");
    }

    private static void write(Path folder, long rows) throws IOException {
        if (Files.exists(file(folder, rows).resolve("_SUCCESS"))) {
            return;
        }
        String eta = IntStream.range(0, COLUMNS)
                .mapToObj(j -> (j % 2 == 0 ? 0.4 : -0.3) + " * x" + j)
                .collect(Collectors.joining(" + "));
        String[] cells = Stream.concat(
                        IntStream.range(0, COLUMNS).mapToObj(j -> "float(sqrt(12) * (rand(" + j + ") - 0.5)) as x" + j),
                        Stream.of("rand(" + COLUMNS + ") as u"))
                .toArray(String[]::new);
        String[] kept = Stream.concat(
                        Stream.of("int(u * (1 + exp(-(" + eta + "))) < 1) as label"),
                        IntStream.range(0, COLUMNS).mapToObj(j -> "x" + j))
                .toArray(String[]::new);
        try (SparkSession spark = SparkSession.builder()
                .master("local[*]")
                .appName("beyond memory")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            int files = (int) Math.max(2, rows / ROWS_OF_FILE);
            spark.range(0, rows, 1, files)
                    .selectExpr(cells)
                    .selectExpr(kept)
                    .write()
                    .parquet(file(folder, rows).toString());
        }
    }

    private static void fit(Path folder, long rows) throws IOException, InterruptedException {
        Path result = folder.resolve("result-" + rows);
        Path events = Files.createDirectories(folder.resolve("events-" + rows));
        Path config = Files.write(
                folder.resolve("fit-" + rows + ".conf"),
                List.of(
                        "data { path = \"" + file(folder, rows) + "\", label = label }",
                        "model.family = bernoulli",
                        "backend.persist = none",
                        "output { path = \"" + result + "\", overwrite = true }"));
        ProcessBuilder builder = new ProcessBuilder("spark-jobs/bin/credence", "fit", config.toString(), "--quiet")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment()
                .put(
                        "CREDENCE_JAVA_OPTS",
                        "-Xmx2g -Dspark.eventLog.enabled=true -Dspark.eventLog.compress=false"
                                + " -Dspark.eventLog.rolling.enabled=false -Dspark.eventLog.dir=" + events.toUri());
        long begin = System.nanoTime();
        Process process = builder.start();
        long resident = 0;
        while (process.isAlive()) {
            resident = Math.max(resident, resident(process.pid()));
            Thread.sleep(100);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (process.exitValue() != 0) {
            throw new IllegalStateException("the fit of " + rows + " rows ended with status " + process.exitValue());
        }
        JsonNode found = JSON.readTree(result.resolve("posterior.json").toFile());
        Jobs jobs = Jobs.of(events, rows);
        MarkdownTable.line(List.of(
                String.valueOf(rows),
                found.path("status").asText(),
                MarkdownTable.number(seconds, 1),
                MarkdownTable.number(jobs.seconds(), 1),
                String.valueOf(jobs.passes()),
                MarkdownTable.number(found.at("/run/passes").asDouble(), 1),
                MarkdownTable.number(jobs.read() / jobs.seconds() / 1e6, 2),
                MarkdownTable.number(jobs.read() / jobs.cpu() / 1e6, 2),
                String.valueOf(resident >> 10)));
    }

    /** Peak resident memory of a process so far, in kB; 0 where it has ended. */
    private static long resident(long process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(process), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | java.io.UncheckedIOException ended) {
            return 0;
        }
    }

    /**
     * What Spark's log of events reports of a fit.
     *
     * @param seconds from the start of the first job to the end of the last
     * @param cpu seconds of processor time of all tasks
     * @param read rows that all tasks read
     * @param passes how often that is all rows
     */
    private record Jobs(double seconds, double cpu, long read, long passes) {

        static Jobs of(Path folder, long rows) throws IOException {
            List<Path> logs;
            try (Stream<Path> files = Files.list(folder)) {
                logs = new ArrayList<>(files.toList());
            }
            logs.sort(java.util.Comparator.comparing(log -> log.toFile().lastModified()));
            long first = Long.MAX_VALUE;
            long last = 0;
            long cpu = 0;
            long read = 0;
            try (BufferedReader lines = Files.newBufferedReader(logs.get(logs.size() - 1))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    JsonNode event = JSON.readTree(line);
                    first = Math.min(
                            first,
                            event.path("Event").asText().equals("SparkListenerJobStart")
                                    ? event.path("Submission Time").asLong()
                                    : Long.MAX_VALUE);
                    last = Math.max(
                            last,
                            event.path("Event").asText().equals("SparkListenerJobEnd")
                                    ? event.path("Completion Time").asLong()
                                    : 0);
                    cpu += event.at("/Task Metrics/Executor CPU Time").asLong();
                    read += event.at("/Task Metrics/Input Metrics/Records Read").asLong();
                }
            }
            return new Jobs((last - first) / 1e3, cpu / 1e9, read, Math.round((double) read / rows));
        }
    }
}
