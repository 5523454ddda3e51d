package io.credence.integration;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import credence.ml.VariationalMixedModel;
import credence.ml.VariationalModel;
import io.credence.testkit.TestSeed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Settings that clusters have: fits, scores, exports and saved models are those of a plain session of two threads, to the last bit, since the
 * rows lie in the same partitions.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettingsIT {

    private static final String KRYO = "org.apache.spark.serializer.KryoSerializer";
    private static final String EXECUTORS = "local-cluster[2,1,1024]";
    private static final String BROADCAST_LIMIT = "spark.sql.autoBroadcastJoinThreshold";

    /** What Spark itself gives to Kryo and does not register: rows that are fetched by the partition, and schemas of Parquet. */
    private static final String CLASSES_OF_SPARK = String.join(
            ",",
            "[Lorg.apache.spark.util.io.ChunkedByteBuffer;",
            "org.apache.spark.sql.types.ArrayType",
            "org.apache.spark.sql.types.BooleanType$");

    /** Wide and deep enough that a covariance and the moments of levels are more than a mebibyte each. */
    private static final int COLUMNS = 540;

    private static final int LEVELS = 10_000;

    private static final List<String> FITS = List.of("exact", "frames", "mixed", "wide", "network");
    private static final List<String> SCORED = List.of("mixed", "groups");

    @TempDir
    static Path folder;

    private Found plain;

    /** Names of the settings and their values. */
    static Stream<Setting> settings() {
        return Stream.of(
                new Setting("Kryo", Map.of("spark.serializer", KRYO)),
                new Setting(
                        "Kryo, registration required",
                        Map.of(
                                "spark.serializer", KRYO,
                                "spark.kryo.registrationRequired", "true",
                                "spark.kryo.classesToRegister", CLASSES_OF_SPARK)),
                new Setting("Kryo, two executors", Map.of("spark.serializer", KRYO, "spark.master", EXECUTORS)),
                new Setting(
                        "Kryo, two executors, nothing broadcast",
                        Map.of("spark.serializer", KRYO, "spark.master", EXECUTORS, BROADCAST_LIMIT, "-1")),
                new Setting("small messages", Map.of("spark.rpc.message.maxSize", "1", "spark.master", EXECUTORS)),
                new Setting(
                        "speculation",
                        Map.of(
                                "spark.master", EXECUTORS,
                                "spark.speculation", "true",
                                "spark.speculation.interval", "5ms",
                                "spark.speculation.minTaskRuntime", "5ms",
                                "spark.speculation.multiplier", "1.1",
                                "spark.speculation.quantile", "0.25")),
                new Setting(
                        "dynamic allocation",
                        Map.of(
                                "spark.master", EXECUTORS,
                                "spark.dynamicAllocation.enabled", "true",
                                "spark.dynamicAllocation.shuffleTracking.enabled", "true",
                                "spark.dynamicAllocation.executorIdleTimeout", "1s",
                                "spark.dynamicAllocation.cachedExecutorIdleTimeout", "2s",
                                "spark.dynamicAllocation.minExecutors", "0")),
                new Setting(
                        "encrypted",
                        Map.of(
                                "spark.master", EXECUTORS,
                                "spark.authenticate", "true",
                                "spark.authenticate.secret", "between them",
                                "spark.network.crypto.enabled", "true",
                                "spark.io.encryption.enabled", "true")),
                new Setting("AQE off", Map.of("spark.sql.adaptive.enabled", "false")),
                new Setting("ANSI off", Map.of("spark.sql.ansi.enabled", "false")),
                new Setting("ANSI on", Map.of("spark.sql.ansi.enabled", "true")),
                new Setting("case-sensitive", Map.of("spark.sql.caseSensitive", "true")),
                new Setting("legacy times", Map.of("spark.sql.legacy.timeParserPolicy", "LEGACY")),
                new Setting("another time zone", Map.of("spark.sql.session.timeZone", "Asia/Kathmandu")),
                new Setting(
                        "off-heap memory",
                        Map.of("spark.memory.offHeap.enabled", "true", "spark.memory.offHeap.size", "256m")),
                new Setting("small results", Map.of("spark.driver.maxResultSize", "4m")),
                new Setting(
                        "little memory, Kryo",
                        Map.of(
                                "spark.serializer", KRYO,
                                "spark.rdd.compress", "true",
                                "spark.memory.storageFraction", "0",
                                "spark.memory.fraction", "0.01")),
                new Setting(
                        "other plans and files",
                        Map.of(
                                "spark.sql.codegen.wholeStage", "false",
                                "spark.sql.parquet.enableVectorizedReader", "false",
                                "spark.sql.parquet.compression.codec", "gzip",
                                "spark.sql.csv.parser.columnPruning.enabled", "false",
                                "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "2",
                                "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")));
    }

    private record Setting(String name, Map<String, String> values) {
        /** Whether rows are joined with their levels, which gives them another order. */
        private boolean joinsRows() {
            return values.containsKey(BROADCAST_LIMIT);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * What came out.
     *
     * @param fits what each fit found, in order
     * @param networks their numbers
     * @param tables lines of scored rows and of exported draws
     * @param predictions of a model before it was saved
     */
    private record Found(List<JsonNode> fits, byte[] networks, List<List<String>> tables, List<Row> predictions) {}

    @BeforeAll
    void prepare() throws Exception {
        CountData.write(folder.resolve("rows.csv"), 60_000, 8);
        CountData.write(folder.resolve("wide.csv"), 1_300, COLUMNS);
        writeVisits(folder.resolve("visits.csv"));
        String counts = "data { path = \"" + folder.resolve("rows.csv")
                + "\", label = y, partitions = 4 }\nmodel.family = poisson\n";
        String visits = "data { path = \"" + folder.resolve("visits.csv") + "\", partitions = 4 }\n"
                + "score.path = \"" + folder.resolve("visits.csv") + "\"\n"
                + "score { format = csv, overwrite = true }\nmodel.family = gaussian\n";
        String unchecked = "check.khat = false\n";
        write("exact", counts + unchecked);
        write("frames", counts + unchecked + "backend.kind = dataframe\nstop.maxIterations = 2\n");
        write("mixed", visits + "formula = \"Rating ~ x + kind + day + (x || User)\"\n");
        write(
                "wide",
                "data { path = \"" + folder.resolve("wide.csv")
                        + "\", label = y, partitions = 4 }\nmodel.family = gaussian\nstop.maxIterations = 1\n"
                        + unchecked);
        write("network", counts + "model.network { layers = [3], ensemble = 2 }\ntrain.epochs = 1\n");
        write("groups", visits + unchecked + "data { by = [kind], features = [x], label = Rating }\n");
        plain = found(Map.of());
    }

    /** Ratings by users whose numbers doubles do not hold, on days, of kinds that are sometimes missing. */
    private static void writeVisits(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(TestSeed.of("visits"));
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("Rating,x,kind,day,User\n");
            for (int i = 0; i < 2 * LEVELS; i++) {
                int user = i % LEVELS;
                double x = Math.rint(1000 * random.nextDouble(-1, 1)) / 1000;
                double rating = 0.5 * x + Math.sin(user) + random.nextDouble(-1, 1);
                String kind = i % 500 == 7 ? "NA" : "k" + random.nextInt(3);
                out.write(rating + "," + x + "," + kind + ",20" + (10 + i % 9) + "-0" + (1 + i % 7) + "-1" + i % 10
                        + "," + (9_007_199_254_740_993L + user) + "\n");
            }
        }
    }

    private static void write(String name, String keys) throws IOException {
        Files.writeString(
                folder.resolve(name + ".conf"),
                keys + "data.onMissing = skip\nscore.onMissing = flag\nkernel = java\nstop.acceptUnconverged = true\n"
                        + "output { path = \"" + folder.resolve("result-" + name) + "\", overwrite = true }\n"
                        + "score.output = \"" + folder.resolve("scored-" + name) + "\"\n");
    }

    private static Path config(String name) {
        return folder.resolve(name + ".conf");
    }

    private static Found found(Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of("spark.master", "local[2]"));
        all.putAll(settings);
        try (Cluster cluster = Cluster.of(all)) {
            List<JsonNode> fits = new ArrayList<>();
            for (String fit : FITS) {
                cluster.run("fit", config(fit));
                fits.add(Numbers.found(folder.resolve("result-" + fit)));
            }
            // What it finds is in the scores
            cluster.run("fit", config("groups"));
            List<List<String>> tables = new ArrayList<>();
            for (String fit : SCORED) {
                cluster.run("score", config(fit));
                tables.add(lines(folder.resolve("scored-" + fit)));
            }
            // Reads the table of covariances, and is one of as many columns
            Path draws = folder.resolve("draws.csv");
            cluster.run("export", config("wide"), draws.toString(), "--draws", "3");
            tables.add(lines(draws));
            byte[] networks = Files.readAllBytes(folder.resolve("result-network/networks.bin"));
            return new Found(fits, networks, tables, predictions(cluster));
        }
    }

    private static List<String> lines(Path table) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".csv") || path.equals(table))
                    .filter(Files::isRegularFile)
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        lines.sort(null);
        assertFalse(lines.isEmpty(), table::toString);
        return lines;
    }

    /** Those of a model in a notebook, which are its own once it is saved and loaded. */
    private static List<Row> predictions(Cluster cluster) throws IOException {
        Dataset<Row> rows = cluster.spark()
                .read()
                .schema("Rating DOUBLE, x DOUBLE, kind STRING, day DATE, User DECIMAL(20, 0)")
                .option("header", true)
                .csv(folder.resolve("visits.csv").toString())
                .where("User % 7 = 0");
        String path = folder.resolve("model").toString();
        VariationalModel model = new VariationalMixedModel()
                .setFormula("Rating ~ x + day + (1 | User)")
                .setFamily("gaussian")
                .fit(rows);
        model.write().overwrite().save(path);
        List<Row> before = model.transform(rows).collectAsList();
        assertFalse(before.isEmpty());
        assertEquals(before, VariationalModel.load(path).transform(rows).collectAsList());
        return before;
    }

    private static List<Row> sorted(List<Row> rows) {
        return rows.stream().sorted(Comparator.comparing(Row::toString)).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void settingsOfClusters_changeNoBit(Setting setting) throws Exception {
        Found found = found(setting.values());
        assertAll(
                () -> assertEquals(plain.fits(), found.fits()),
                () -> assertArrayEquals(plain.networks(), found.networks()),
                () -> assertEquals(plain.tables(), found.tables()),
                () -> assertEquals(
                        setting.joinsRows() ? sorted(plain.predictions()) : plain.predictions(),
                        setting.joinsRows() ? sorted(found.predictions()) : found.predictions()));
    }
}
