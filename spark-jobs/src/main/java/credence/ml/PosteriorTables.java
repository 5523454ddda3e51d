package credence.ml;

import io.credence.diagnostic.Reliability;
import io.credence.effect.LevelDraws;
import io.credence.report.PosteriorSummary;
import io.credence.result.MixedFeatures;
import io.credence.spark.DrawsTable;
import io.credence.spark.SmoothTable;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.job.UserModelFactory;
import io.credence.spark.score.LevelDrawsTable;
import io.credence.spark.score.LevelRanksTable;
import io.credence.summary.Coefficients;
import io.credence.summary.LevelEffects;
import io.credence.summary.SummaryDraws;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SizeEstimator;
import org.jspecify.annotations.Nullable;

/** Tables of a posterior as data frames, which clients of Spark Connect can read too. */
final class PosteriorTables {

    private PosteriorTables() {}

    /** Table of a posterior of coefficients that a value of the Param {@code output} names. */
    static Dataset<Row> outputTable(String name, VariationalModel model, int count, SparkSession spark) {
        return switch (name) {
            case "summary" -> summary(model, spark);
            case "contrast" -> contrast(model, spark);
            case "covariance" -> covariance(model, spark);
            case "randomEffects" -> model.files().effects().effects(spark);
            case "effectRanks" ->
                LevelRanksTable.of(model.files().effects(), spark, Integer.MAX_VALUE, count, model.seed())
                        .toDataFrame(spark);
            case "smooths" -> SmoothTable.of(model.savedPosterior().smooths()).toDataFrame(spark);
            case "draws" -> draws(model, count, spark);
            case "levelDraws" -> levelDraws(model, count, spark);
            case "pictures" -> pictures(model, spark);
            case "relativities" -> ModelEffects.relativities(model, spark);
            default -> fitTable(name, model, spark);
        };
    }

    /** Table of any fitted model by its name: the page of its report, or the JSON and log of its fit. */
    static Dataset<Row> fitTable(String name, FittedStage<?> model, SparkSession spark) {
        return name.equals("report") ? report(model, spark) : posterior(model, spark);
    }

    static Dataset<Row> summary(VariationalModel model, SparkSession spark) {
        return summary(
                model.posteriorSummary().summaryRows(model.intervalLevel()),
                model.savedPosterior().reliability(),
                spark);
    }

    private static Dataset<Row> contrast(VariationalModel model, SparkSession spark) {
        Param<?> text = model.getParam(StageParamNames.OUTPUT_CONTRAST);
        if (!model.isSet(text)) {
            throw new IllegalArgumentException("output = contrast cannot be used: required outputContrast, found none");
        }
        return summary(List.of(model.contrast(String.valueOf(model.getOrDefault(text)))), null, spark);
    }

    /**
     * Table of posterior summaries, one row for each coefficient, dispersion or contrast.
     *
     * @param found reliability of the numbers, for a column of that name; null for no such column
     */
    private static Dataset<Row> summary(List<SummaryRow> rows, @Nullable Reliability found, SparkSession spark) {
        boolean corrected = rows.stream().anyMatch(row -> row.corrected() != null);
        StructType schema = new StructType().add("name", DataTypes.StringType);
        for (String column : List.of("mean", "sd", "lower", "upper", "positive")) {
            schema = schema.add(column, DataTypes.DoubleType);
        }
        for (String column : corrected ? List.of("Mean", "Sd", "Lower", "Upper", "Positive") : List.<String>of()) {
            schema = schema.add("corrected" + column, DataTypes.DoubleType);
        }
        schema = found == null ? schema : schema.add("reliable", DataTypes.BooleanType);
        List<Row> cells = rows.stream()
                .map(row -> RowFactory.create(Stream.of(
                                Stream.of(row.name()),
                                summaryRowCells(row),
                                corrected ? summaryRowCells(row.corrected()) : Stream.of(),
                                found == null ? Stream.of() : Stream.of(found.holds(row.name())))
                        .flatMap(Function.identity())
                        .toArray()))
                .toList();
        return DriverTable.of(schema, cells).toDataFrame(spark);
    }

    private static Stream<Object> summaryRowCells(@Nullable SummaryRow row) {
        return row == null
                ? Stream.of(new Object[5])
                : Stream.of(row.mean(), row.sd(), row.lower(), row.upper(), row.positiveProbability());
    }

    private static Dataset<Row> covariance(VariationalModel model, SparkSession spark) {
        Coefficients coefficients = model.posteriorSummary().coefficients();
        StructType schema = new StructType().add("name", DataTypes.StringType);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < coefficients.dimension(); i++) {
            Object[] cells = new Object[coefficients.dimension() + 1];
            cells[0] = coefficients.names().get(i);
            for (int j = 0; j < coefficients.dimension(); j++) {
                cells[j + 1] = coefficients.covariance(i, j);
            }
            rows.add(RowFactory.create(cells));
            schema = schema.add(coefficients.names().get(i), DataTypes.DoubleType);
        }
        return DriverTable.of(schema, rows).toDataFrame(spark);
    }

    static Dataset<Row> draws(VariationalModel model, int count, SparkSession spark) {
        SummaryDraws draws = new PosteriorSummary(
                        model.savedPosterior(),
                        model::table,
                        null,
                        UserModelFactory.fittedModelOrNull(model.fittedConfig(), model.savedPosterior()))
                .summaryDraws();
        return DrawsTable.of(draws.names(), draws.sample(count, model.seed())).toDataFrame(spark);
    }

    /** Table of draws of the effects of levels: factor, level, term, and the draws, which belong to those of {@link #draws}. */
    private static Dataset<Row> levelDraws(VariationalModel model, int count, SparkSession spark) {
        List<LevelEffects> effects = model.files().effects().collect(spark);
        return LevelDrawsTable.of(
                        effects,
                        LevelDraws.of(
                                MixedFeatures.levelEffects(model.savedPosterior(), effects),
                                model.posteriorSummary().draws(count, model.seed()),
                                model.savedPosterior().mean(),
                                model.posteriorSummary().coefficients().covariance(),
                                model.seed()),
                        count)
                .toDataFrame(spark);
    }

    /** Table of one row: the page of the report. */
    private static Dataset<Row> report(FittedStage<?> model, SparkSession spark) {
        StructType schema = new StructType().add("report", DataTypes.StringType);
        return DriverTable.of(schema, List.of(RowFactory.create(model.report())))
                .toDataFrame(spark);
    }

    /** Table of the report's pictures as HTML, a row for each thing that is shown. */
    private static Dataset<Row> pictures(VariationalModel model, SparkSession spark) {
        StructType schema =
                new StructType().add("picture", DataTypes.StringType).add("html", DataTypes.StringType);
        List<Row> rows = new ArrayList<>();
        model.files().pictures().forEach((name, html) -> rows.add(RowFactory.create(name, html)));
        return DriverTable.of(schema, rows).toDataFrame(spark);
    }

    /** Table of one row: the JSON of the posterior, the log, and the size of the model in memory, bytes. */
    private static Dataset<Row> posterior(FittedStage<?> model, SparkSession spark) {
        StructType schema = new StructType()
                .add("posterior", DataTypes.StringType)
                .add("log", DataTypes.StringType)
                .add("bytes", DataTypes.LongType);
        Row row = RowFactory.create(model.posterior(), model.decisions(), SizeEstimator.estimate(model.files()));
        return DriverTable.of(schema, List.of(row)).toDataFrame(spark);
    }
}
