package io.credence.benchmark;

import credence.ml.VariationalLogisticRegression;
import credence.ml.VariationalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.feature.FeatureHasher;
import org.apache.spark.ml.feature.OneHotEncoder;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Many columns of zeros and ones: text hashed by Spark, or the levels of one factor. Fit, scores and a saved model beside
 * MLlib's point estimate of the same penalty on the same cached frame. Arguments: shapes such as {@code 4000x100000}, or
 * {@code 20000x2000levels}; a family of Gaussians may follow as {@code :gaussian-full}.
 */
public final class WideColumns {

    private static final int WORDS = 10;

    private WideColumns() {}

    /** Prints one line for each shape. */
    public static void main(String[] arguments) throws IOException {
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("wide columns")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            MarkdownTable.open(
                    "Logistic regression with many sparse columns, local[2]",
                    "Seconds, each of one run after one on a smaller frame; a normal prior of standard deviation 1, for MLlib the same"
                            + " penalty.",
                    List.of(
                            "rows",
                            "columns",
                            "family",
                            "fit with checks, s",
                            "fit alone, s",
                            "MLlib, s",
                            "score, s",
                            "save, s",
                            "status",
                            "reliability"));
            row(spark, new Shape(2000, 500, true, "gaussian-diagonal"), false);
            for (String argument : arguments) {
                row(spark, Shape.of(argument), true);
            }
        }
    }

    /** What is fitted. */
    private record Shape(int rows, int columns, boolean hashed, String family) {

        static Shape of(String text) {
            String[] parts = text.split(":", -1);
            String[] numbers = parts[0].split("x", -1);
            return new Shape(
                    Integer.parseInt(numbers[0]),
                    Integer.parseInt(numbers[1].replace("levels", "")),
                    !numbers[1].endsWith("levels"),
                    parts.length > 1 ? parts[1] : "gaussian-diagonal");
        }

        Dataset<Row> frame(SparkSession spark) {
            Dataset<Row> ids = spark.range(0, rows, 1, 4)
                    .selectExpr(
                            "id", "pmod(hash(id, 7), 1000) / 1000d < 1 / (1 + exp(-pmod(hash(id, 11), 7) + 3)) as y");
            if (!hashed) {
                Dataset<Row> levels = ids.selectExpr(
                        "cast(y as double) as label", "concat('l', pmod(hash(id, 3), " + columns + ")) as level");
                Dataset<Row> indexed = new StringIndexer()
                        .setInputCol("level")
                        .setOutputCol("index")
                        .fit(levels)
                        .transform(levels);
                return new OneHotEncoder()
                        .setInputCol("index")
                        .setOutputCol("features")
                        .fit(indexed)
                        .transform(indexed)
                        .select("label", "features");
            }
            String[] words = IntStream.range(0, WORDS).mapToObj(j -> "w" + j).toArray(String[]::new);
            String[] cells = new String[WORDS + 1];
            cells[WORDS] = "cast(y as double) as label";
            for (int j = 0; j < WORDS; j++) {
                cells[j] =
                        "concat('v', pmod(hash(id, 11), 7), pmod(hash(id, 100 + " + j + "), " + columns + ")) as w" + j;
            }
            return new FeatureHasher()
                    .setInputCols(words)
                    .setOutputCol("features")
                    .setNumFeatures(columns)
                    .transform(ids.selectExpr(cells))
                    .select("label", "features");
        }
    }

    private static void row(SparkSession spark, Shape shape, boolean isPrinted) throws IOException {
        Dataset<Row> frame = shape.frame(spark).persist(StorageLevel.MEMORY_ONLY());
        frame.count();
        Path folder = Files.createTempDirectory("wide");
        long start = System.nanoTime();
        VariationalModel model = estimator(shape).fit(frame);
        double checked = Ours.seconds(start);
        start = System.nanoTime();
        ((VariationalLogisticRegression)
                        estimator(shape).option("checkKhat", false).option("checkLoo", "false"))
                .fit(frame);
        double alone = Ours.seconds(start);
        start = System.nanoTime();
        new LogisticRegression()
                .setRegParam(1.0 / shape.rows())
                .setStandardization(false)
                .fit(frame);
        double points = Ours.seconds(start);
        start = System.nanoTime();
        model.transform(frame).write().format("noop").mode("overwrite").save();
        double scored = Ours.seconds(start);
        start = System.nanoTime();
        model.write().overwrite().save(folder.resolve("model").toString());
        double saved = Ours.seconds(start);
        frame.unpersist(true);
        if (isPrinted) {
            MarkdownTable.line(List.of(
                    Integer.toString(shape.rows()),
                    shape.columns() + (shape.hashed() ? " hashed" : " levels"),
                    shape.family(),
                    MarkdownTable.number(checked, 1),
                    MarkdownTable.number(alone, 1),
                    MarkdownTable.number(points, 1),
                    MarkdownTable.number(scored, 1),
                    MarkdownTable.number(saved, 1),
                    model.status(),
                    model.check()));
        }
    }

    private static VariationalLogisticRegression estimator(Shape shape) {
        return (VariationalLogisticRegression) new VariationalLogisticRegression()
                .setLabelCol("label")
                .setFeaturesCol("features")
                .option("posterior", shape.family())
                .option("priorSd", 1);
    }
}
