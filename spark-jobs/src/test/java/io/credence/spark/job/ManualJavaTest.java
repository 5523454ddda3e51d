package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.NetworkFit;
import io.credence.Rows;
import io.credence.spark.TestSession;
import io.credence.testkit.Manual;
import io.credence.testkit.Manual.Block;
import io.credence.testkit.Repository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the Java of the manual: every block compiles as a user would write it, and lines that are no class are run by night, with the
 * rows that their page speaks of. Whole classes are run by {@code YourOwnModelTest}, and by the lines beside them.
 */
class ManualJavaTest {

    /** Types of other libraries; those of Credence are found among its sources. */
    private static final Map<String, String> OTHER_TYPES = Map.of(
            "Dataset", "org.apache.spark.sql",
            "Row", "org.apache.spark.sql",
            "SparkSession", "org.apache.spark.sql",
            "VoidFunction2", "org.apache.spark.api.java.function",
            "ParamMap", "org.apache.spark.ml.param",
            "Path", "org.apache.hadoop.fs",
            "FileStatus", "org.apache.hadoop.fs");

    /** Declarations of what lines name and do not make. */
    private static final Map<String, String> VARIABLES = variables();

    private static final Pattern TYPE = Pattern.compile("\\b([A-Z]\\w+)\\b");
    private static final Pattern PUBLIC_CLASS = Pattern.compile("public class (\\w+)");
    private static final String STORE = "s3a://models/";

    /** Types of Credence with their packages, by their simple names. */
    private static final Map<String, String> OWN_TYPES = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeAll
    static void findOwnTypes() throws IOException {
        String main = "/src/main/java/";
        for (Path source : Repository.sources()) {
            String file = source.toString().replace('\\', '/');
            int begin = file.indexOf(main);
            String type = file.substring(begin + main.length(), file.length() - ".java".length())
                    .replace('/', '.');
            OWN_TYPES.putIfAbsent(type.substring(type.lastIndexOf('.') + 1), type);
        }
    }

    private static Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("x", "double[][] x = {{0.5, 1.2}, {-1.0, 0.3}, {2.1, -0.7}, {0.1, 0.4}, {-0.3, -1.5}, {1.4, 0.9}}");
        all.put("y", "double[] y = {1, 0, 1, 0, 0, 1}");
        all.put("x2", "double[][] x2 = {{0.4, 1.1}, {-1.2, 0.2}, {2.0, 0.7}}");
        all.put("y2", "double[] y2 = {0, 0, 1}");
        all.put("features", "double[][] features = features()");
        all.put("labels", "double[] labels = labels(features)");
        all.put("rows", "io.credence.Rows rows = io.credence.Rows.of(x, y)");
        all.put("network", "io.credence.NetworkFit network");
        all.put("columns", "int columns = 2");
        all.put("arms", "int arms = 3");
        all.put("context", "double[] context = {0.3, -1.2}");
        all.put("reward", "double reward = 1");
        all.put("images", "double[][] images = images()");
        all.put("image", "double[] image = images[0]");
        all.put("tests", "double[][] tests = Arrays.copyOf(images, 3)");
        all.put("spark", "org.apache.spark.sql.SparkSession spark");
        all.put("stream", "org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> stream");
        return all;
    }

    /** A prior of a user: the normal one by another name. */
    private static final String OWN_PRIOR = """
            static class MyPrior implements io.credence.prior.PriorPart {
                private static final io.credence.prior.PriorPart NORMAL = io.credence.prior.CoefficientPriors.ALL.named("normal");
                @Override public String name() { return "my-prior"; }
                @Override public String description() { return "mine"; }
                @Override public boolean isNormal() { return true; }
                @Override public List<io.credence.part.Option> options() { return NORMAL.options(); }
                @Override public io.credence.prior.CoefficientPrior prior(
                        io.credence.part.OptionValues values, int coefficients, List<Integer> plain) {
                    return NORMAL.prior(values, coefficients, plain);
                }
            }
            """;

    /** Lines that declarations call. */
    private static final String METHODS = """
            static double[][] features() {
                double[][] rows = new double[60][];
                for (int i = 0; i < rows.length; i++) {
                    rows[i] = new double[] {i % 11 / 5.0 - 1, i % 7 / 3.0 - 1};
                }
                return rows;
            }
            static double[] labels(double[][] rows) {
                return Arrays.stream(rows).mapToDouble(row -> Math.sin(row[0]) + row[1]).toArray();
            }
            static double[][] images() {
                double[][] rows = new double[20][16];
                for (int i = 0; i < rows.length; i++) {
                    for (int j = 0; j < 16; j++) {
                        rows[i][j] = (i + j) % 3 == 0 ? 1 : 0;
                    }
                }
                return rows;
            }
            """;

    static List<String> pages() throws IOException {
        return Manual.blocksIn("java").stream().map(Block::page).distinct().toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyBlock_compiles(String page) throws IOException {
        compile(page);
    }

    /** Compiles all blocks of a page, and returns how many methods the class {@code Lines} has: one for each block that is no class. */
    private int compile(String page) throws IOException {
        List<Path> sources = new ArrayList<>();
        StringBuilder types = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        StringBuilder all = new StringBuilder();
        int count = 0;
        for (Block block : Manual.blocksIn("java", page)) {
            String text = block.text();
            if (text.startsWith("package ")) {
                MatchResult name =
                        PUBLIC_CLASS.matcher(text).results().findFirst().orElseThrow();
                sources.add(Files.writeString(folder.resolve(name.group(1) + ".java"), text));
                continue;
            }
            all.append(text);
            if (text.startsWith("record ")) {
                types.append("static ").append(text);
            } else {
                methods.append("public static void lines" + count++ + "() throws Exception {\n")
                        .append(text.replace(STORE, folder + "/")
                                .replace("\"people.parquet\"", "\"" + folder + "/people.parquet\""))
                        .append("}\n");
            }
        }
        if (count > 0) {
            sources.add(Files.writeString(
                    folder.resolve("Lines.java"),
                    imports(all.toString()) + "public class Lines {\n" + fields(all.toString()) + METHODS + types
                            + methods + "}\n"));
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
        sources.forEach(source -> arguments.add(source.toString()));
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is required");
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = compiler.run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, status, () -> page + ":\n" + messages.toString(StandardCharsets.UTF_8));
        return count;
    }

    private static String imports(String text) {
        StringBuilder imports = new StringBuilder("import java.io.*;\nimport java.util.*;\n");
        TreeSet<String> named = new TreeSet<>();
        TYPE.matcher(text).results().forEach(type -> named.add(type.group(1)));
        for (String name : named) {
            if (OTHER_TYPES.containsKey(name)) {
                imports.append("import " + OTHER_TYPES.get(name) + "." + name + ";\n");
            } else if (OWN_TYPES.containsKey(name)) {
                imports.append("import " + OWN_TYPES.get(name) + ";\n");
            }
        }
        return imports.toString();
    }

    /** Declarations of what lines name, and of what these declarations name. */
    private static String fields(String text) {
        StringBuilder fields = new StringBuilder();
        StringBuilder known = new StringBuilder(text);
        for (String name : List.of("labels", "image", "tests", "rows")) {
            if (names(text, name)) {
                known.append(VARIABLES.get(name));
            }
        }
        VARIABLES.forEach((name, declaration) -> {
            if (names(known.toString(), name)) {
                fields.append("public static " + declaration + ";\n");
            }
        });
        if (names(text, "MyPrior")) {
            fields.append(OWN_PRIOR);
        }
        return fields.toString();
    }

    private static boolean names(String text, String name) {
        return Pattern.compile("\\b" + name + "\\b").matcher(text).find();
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("pages")
    void lines_run(String page) throws Exception {
        int count = compile(page);
        URL[] compiled = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(compiled, getClass().getClassLoader())) {
            for (int k = 0; k < count; k++) {
                Class<?> lines = loader.loadClass("Lines");
                prepare(lines);
                Method run = lines.getMethod("lines" + k);
                try {
                    run.invoke(null);
                } catch (InvocationTargetException failed) {
                    throw new AssertionError(page + ", lines " + k, failed.getCause());
                }
            }
        }
        for (StreamingQuery query : TestSession.spark().streams().active()) {
            query.processAllAvailable();
            query.stop();
            assertTrue(Files.exists(folder.resolve("clicks/batch=0/posterior.json")), "a posterior of the first batch");
        }
    }

    private void prepare(Class<?> lines) throws Exception {
        SparkSession spark = TestSession.spark();
        for (Field field : lines.getFields()) {
            switch (field.getName()) {
                case "spark" -> {
                    Path people = folder.resolve("people.parquet");
                    spark.range(0, 90, 1, 1)
                            .selectExpr(
                                    "cast(id * 7 % 4 = 0 as double) as label",
                                    "cast(id % 17 as double) / 8 as age", "cast(id % 23 as double) / 11 - 1 as income")
                            .write()
                            .mode("overwrite")
                            .parquet(people.toString());
                    field.set(null, spark);
                }
                case "stream" -> {
                    Path arrived = folder.resolve("arrived");
                    spark.range(0, 90, 1, 1)
                            .selectExpr(
                                    "cast(id * 7 % 4 as double) as clicks",
                                    "cast(id % 17 as double) / 8 as age", "if(id % 3 = 0, 'a', 'b') as site")
                            .write()
                            .mode("overwrite")
                            .parquet(arrived.toString());
                    Dataset<Row> stream = spark.readStream()
                            .schema("clicks double, age double, site string")
                            .parquet(arrived.toString());
                    field.set(null, stream);
                }
                case "network" -> field.set(null, trained(lines));
                default -> {}
            }
        }
    }

    private static NetworkFit trained(Class<?> lines) throws ReflectiveOperationException {
        double[][] features =
                (double[][]) Objects.requireNonNull(lines.getField("features").get(null));
        double[] labels = Arrays.stream(features).mapToDouble(row -> row[0]).toArray();
        return Inference.of("gaussian")
                .network(5)
                .with("stop.acceptUnconverged", true)
                .fit(Rows.of(features, labels));
    }

    /** What the generated class calls is what a user would. */
    @Test
    void types_areFoundAmongTheSources() {
        assertTrue(imports("Fit fit = null; Row row;")
                .contains("import " + Fit.class.getName() + ";\nimport org.apache.spark.sql.Row;"));
    }
}
