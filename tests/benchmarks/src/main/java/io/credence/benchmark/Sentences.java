package io.credence.benchmark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import credence.ml.LikelihoodExpression;
import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Fits of models that are written as sentences, each beside the fit that it extends, in turns on one cached frame: a
 * formula for the standard deviation beside the mean alone, a likelihood as an expression beside a class and the
 * family, smooths beside the same columns without. Arguments: rows, repeats, kernel, then some of {@code formulas},
 * {@code expression} and {@code smooths:FAMILY:COUNT:FOLDER}, which are three of a poisson by default. Into a folder,
 * where one is given, go the rows as numbers of eight bytes, column by column, the lowest byte first
 * ({@code rows.bin}), and the curves ({@code curves.csv}).
 */
public final class Sentences {

    private static final String NOISE = "sqrt(12) * (rand(77) - 0.5)";

    private Sentences() {}

    /** Prints a table for each comparison. */
    public static void main(String[] arguments) throws IOException {
        int rows = Integer.parseInt(arguments[0]);
        int repeats = Integer.parseInt(arguments[1]);
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("sentences")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            for (String asked : List.of(arguments).subList(3, arguments.length)) {
                String[] parts = asked.split(":", -1);
                String family = parts.length > 1 ? parts[1] : "poisson";
                int count = parts.length > 2 ? Integer.parseInt(parts[2]) : 3;
                Comparison comparison = switch (parts[0]) {
                    case "formulas" -> formulas();
                    case "expression" -> expression();
                    case "smooths" -> smooths(family, count);
                    default ->
                        throw new IllegalArgumentException("required formulas, expression or smooths, found " + asked);
                };
                comparison.run(spark, asked, rows, repeats, arguments[2], parts.length > 3 ? parts[3] : null);
            }
        }
    }

    /**
     * Fits of one frame, the first of which is the one that others extend.
     *
     * @param columns number of columns x1, x2, …, normal
     * @param response expression of the response y
     */
    private record Comparison(int columns, String response, List<Entry> entries) {

        private void run(
                SparkSession spark, String asked, int rows, int repeats, String kernel, @Nullable String folder)
                throws IOException {
            List<String> made = new ArrayList<>();
            made.add("id");
            for (int j = 1; j <= columns; j++) {
                made.add("randn(" + j + ") as x" + j);
            }
            for (int j = 1; j <= 3; j++) {
                made.add("rand(" + (1000 + j) + ") as u" + j);
            }
            Dataset<Row> frame = spark.range(0, rows, 1, 8)
                    .selectExpr(made.toArray(String[]::new))
                    .selectExpr("*", response + " as y")
                    .drop("id")
                    .cache();
            frame.count();
            List<Entrant<VariationalModel>> entrants = entries.stream()
                    .map(entry -> new Entrant<>(
                            entry.name(),
                            repeats,
                            () -> entry.estimator()
                                    .copy(ParamMap.empty())
                                    .option("kernel", kernel)
                                    .fit(frame)))
                    .toList();
            for (int repeat = 0; repeat < repeats; repeat++) {
                for (Entrant<VariationalModel> entrant : entrants) {
                    entrant.run(repeat);
                }
            }
            MarkdownTable.open(
                    asked + ", " + rows + " rows, kernel " + kernel,
                    "Seconds of fit() on a cached frame, with packing and check, in turns after one fit each.",
                    List.of("fit", "median, s", "÷ first", "passes", "ms a pass", "status", "all"));
            for (int e = 0; e < entries.size(); e++) {
                line(entries.get(e).name(), entrants.get(e), entrants.get(0));
            }
            if (folder != null) {
                writeColumns(frame, Path.of(folder, "rows.bin"));
                writeCurves(entrants.get(entrants.size() - 1).last(), Path.of(folder, "curves.csv"));
            }
            frame.unpersist(true);
        }
    }

    /** Fit by its name in the table. */
    private record Entry(String name, VariationalEstimator estimator) {}

    private static void line(String name, Entrant<VariationalModel> entrant, Entrant<VariationalModel> first) {
        JsonNode posterior = posterior(entrant.last());
        double passes = posterior.at("/run/passes").asDouble();
        MarkdownTable.line(List.of(
                name,
                MarkdownTable.number(entrant.median(), 2),
                MarkdownTable.number(entrant.median() / first.median(), 2),
                MarkdownTable.number(passes, 1),
                MarkdownTable.number(1000 * posterior.at("/run/seconds").asDouble() / passes, 1),
                posterior.path("status").asText() + (posterior.path("reliable").asBoolean() ? "" : ", not reliable"),
                entrant.all()));
    }

    private static void writeColumns(Dataset<Row> frame, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (String column : frame.columns()) {
                List<Double> cells = frame.select(column).as(Encoders.DOUBLE()).collectAsList();
                ByteBuffer bytes =
                        ByteBuffer.allocate(Double.BYTES * cells.size()).order(ByteOrder.LITTLE_ENDIAN);
                cells.forEach(bytes::putDouble);
                out.write(bytes.array());
            }
        }
    }

    /** Writes term, effective degrees of freedom, x, estimate, lower and upper of each point of the curves. */
    private static void writeCurves(VariationalModel model, Path file) throws IOException {
        StringBuilder text = new StringBuilder("term,edf,x,estimate,lower,upper\n");
        for (JsonNode smooth : posterior(model).path("smooths")) {
            String term = smooth.path("name").asText();
            for (Row point :
                    model.smooths().filter(new Column("term").equalTo(term)).collectAsList()) {
                text.append(String.join(
                                ",",
                                term,
                                smooth.path("effectiveDegrees").asText(),
                                Double.toString(point.getDouble(1)),
                                Double.toString(point.getDouble(2)),
                                Double.toString(point.getDouble(3)),
                                Double.toString(point.getDouble(4))))
                        .append('\n');
            }
        }
        Files.writeString(file, text);
    }

    private static JsonNode posterior(VariationalModel model) {
        try {
            return new ObjectMapper().readTree(model.posterior());
        } catch (JsonProcessingException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    private static String columns(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(j -> "x" + j).collect(Collectors.joining(" + "));
    }

    /** Predictor of {@code count} columns whose variance does not depend on their number. */
    private static String predictor(int count) {
        return "(" + columns(count) + ") / " + Math.sqrt(count);
    }

    private static Comparison formulas() {
        VariationalEstimator mean =
                new VariationalEstimator().setFamily("gaussian").setFormula("y ~ " + columns(30));
        return new Comparison(
                30,
                predictor(30) + " + exp(0.3 * " + predictor(10) + ") * " + NOISE,
                List.of(
                        new Entry("mean alone, 30 columns", mean),
                        new Entry(
                                "mean of 30 columns, sigma of 10",
                                new VariationalEstimator()
                                        .setFamily("gaussian")
                                        .setFormula("y ~ " + columns(30))
                                        .setFormulas(Map.of("sigma", "~ " + columns(10))))));
    }

    private static Comparison expression() {
        String terms = columns(50);
        return new Comparison(
                50,
                "cast(rand(78) < 1 / (1 + exp(-" + predictor(50) + ")) as double)",
                List.of(
                        new Entry(
                                "family bernoulli",
                                new VariationalEstimator()
                                        .setFamily("bernoulli")
                                        .setFormula("y ~ " + terms)),
                        new Entry(
                                "class",
                                new VariationalEstimator()
                                        .option("modelClass", LogisticFormula.class.getName())
                                        .setFormula("y ~ " + terms)),
                        new Entry(
                                "expression",
                                new VariationalEstimator()
                                        .setLikelihood(LikelihoodExpression.of(
                                                "-log1p(exp((1 - 2 * y) * mu))", Map.of("mu", "~ " + terms)))
                                        .setLabelCol("y"))));
    }

    private static Comparison smooths(String family, int count) {
        String rate = "exp(1 + 0.3 * " + predictor(20) + " + 0.5 * sin(6 * u1) + 0.5 * cos(9 * u2) + u3 * u3)";
        String gamma = rate + " * (-ln(1 - rand(79)) - ln(1 - rand(80)) - ln(1 - rand(81)) - ln(1 - rand(82))) / 4";
        String counts = "cast(floor(" + gamma + " + rand(83)) as double)";
        String terms = "y ~ " + columns(20);
        List<String> curves = List.of(" + s(u1, k = 20)", " + s(u2, k = 20)", " + s(u3, k = 20)");
        List<String> lines = List.of(" + u1", " + u2", " + u3");
        return new Comparison(
                20,
                family.equals("gamma") ? gamma : counts,
                List.of(
                        new Entry(
                                "without smooths",
                                new VariationalEstimator()
                                        .setFamily(family)
                                        .setFormula(terms + String.join("", lines.subList(0, count)))),
                        new Entry(
                                "with smooths",
                                new VariationalEstimator()
                                        .setFamily(family)
                                        .setFormula(terms + String.join("", curves.subList(0, count))))));
    }
}
