package io.credence.benchmark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.OneHotEncoder;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Three million flights with hundreds of sparse indicator columns, as MLlib's own feature pipeline makes them. */
final class Flights {

    private static final String PATH = "conf/data/flights-3m.parquet";

    private Flights() {}

    static LabelledFrame problem(SparkSession spark) {
        Dataset<Row> rows = spark.read()
                .parquet(PATH)
                .na()
                .drop()
                .selectExpr(
                        "cast(delay > 15 as double) as label",
                        "distance / 1000.0 as miles",
                        "cast(hour(date) as string) as hour",
                        "cast(weekday(date) as string) as weekday",
                        "origin",
                        "destination");
        List<PipelineStage> stages = new ArrayList<>();
        List<String> inputs = new ArrayList<>(List.of("miles"));
        for (String column : List.of("hour", "weekday", "origin", "destination")) {
            stages.add(new StringIndexer().setInputCol(column).setOutputCol(column + "Index"));
            stages.add(new OneHotEncoder().setInputCol(column + "Index").setOutputCol(column + "Levels"));
            inputs.add(column + "Levels");
        }
        stages.add(new VectorAssembler()
                .setInputCols(inputs.toArray(String[]::new))
                .setOutputCol("features"));
        Dataset<Row> assembled = new Pipeline()
                .setStages(stages.toArray(PipelineStage[]::new))
                .fit(rows)
                .transform(rows)
                .select("label", "features");
        return LabelledFrame.of("flights", assembled.repartition(4));
    }
}
