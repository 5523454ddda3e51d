package credence.ml;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.log;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import io.credence.config.ConfigReader;
import io.credence.config.DataConfig;
import io.credence.config.DataConfig.OnMissing;
import io.credence.spark.row.SqlText;
import io.credence.spark.score.ScoringTable;
import io.credence.spark.score.SegmentScoring;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Columns that a stage adds to rows.
 *
 * @param columnNames names of the new columns, by what they are called in a scored file
 * @param predictsClass whether the prediction is a class
 * @param unseenColumn name of the column that states which level a row without predictions has; null where such rows are
 *     refused
 * @param missingColumn name of the column that states which cell a row without predictions lacks; null where there are no
 *     such rows
 */
record StagePredictions(
        Map<String, String> columnNames,
        boolean predictsClass,
        @Nullable String unseenColumn,
        @Nullable String missingColumn) {

    private static final Metadata CLASS =
            new MetadataBuilder().putString("comment", "most probable class").build();

    /**
     * Reads the columns off the Params of a stage. Where each segment has a fit, rows without predictions are flagged,
     * such as those of a segment without a posterior.
     *
     * @param fit configuration by which rows are read in the fit
     */
    static StagePredictions of(Params stage, DataConfig fit) {
        boolean flags = paramText(stage, StageParamNames.ON_UNSEEN).equals("flag")
                || !fit.roles().segmentColumns().isEmpty();
        return new StagePredictions(
                StageParamNames.predictionColumns().keySet().stream()
                        .collect(Collectors.toMap(name -> name, name -> paramText(stage, name + "Col"))),
                paramText(stage, StageParamNames.PREDICT).equals("class"),
                flags ? paramText(stage, "unseenCol") : null,
                onMissing(stage, fit.onMissing()) == OnMissing.FLAG ? paramText(stage, "missingCol") : null);
    }

    /** Rule for missing cells in rows to be scored, chosen by the Params of a stage and the rule of the fit. */
    static OnMissing onMissing(Params stage, OnMissing fitted) {
        return ConfigReader.newRowsTreatment(paramText(stage, StageParamNames.ON_MISSING), fitted);
    }

    private static String paramText(Params stage, String name) {
        return String.valueOf(stage.getOrDefault(stage.getParam(name)));
    }

    /** Name of the new column that a scored file calls {@code output}. */
    String columnName(String output) {
        return Objects.requireNonNull(columnNames.get(output), output);
    }

    /** Adds the columns that state why there are no predictions. */
    ScoringTable withReasonColumns(ScoringTable rows) {
        ScoringTable all = missingColumn == null ? rows : rows.withMissingKept(missingColumn);
        return unseenColumn == null ? all : all.withUnseenFlagged(unseenColumn);
    }

    /** Scores rows by the posteriors of their segments. */
    Dataset<Row> score(SegmentScoring scoring) {
        return scoring.score(
                0,
                this::columnName,
                Objects.requireNonNull(unseenColumn, "scoring by segment flags rows"),
                missingColumn);
    }

    /**
     * Adds the new columns to a schema.
     *
     * @param columns columns of scoring, under their names here
     */
    StructType appendTo(StructType schema, List<StructField> columns) {
        requireClasses(columns.stream().anyMatch(column -> column.name().equals(columnName("probability"))));
        StructType all = schema;
        for (StructField column : columns) {
            boolean vector = column.name().equals(columnName("probability"));
            all = all.add(
                    requireFreeName(schema, column.name()),
                    vector ? SQLDataTypes.VectorType() : column.dataType(),
                    true,
                    predictsClass && column.name().equals(columnName("prediction")) ? CLASS : column.metadata());
        }
        all = unseenColumn == null ? all : all.add(requireFreeName(schema, unseenColumn), DataTypes.StringType);
        all = missingColumn == null ? all : all.add(requireFreeName(schema, missingColumn), DataTypes.StringType);
        return all.getFieldIndex(columnName("probability")).isEmpty()
                ? all
                : all.add(requireFreeName(schema, columnName(StageParamNames.RAW)), SQLDataTypes.VectorType());
    }

    private static String requireFreeName(StructType schema, String name) {
        if (Arrays.asList(schema.fieldNames()).contains(name)) {
            throw new IllegalArgumentException("the rows already have a column named " + name
                    + ": required another one, or another name of the new column, such as predictionCol, found "
                    + String.join(", ", schema.fieldNames()));
        }
        return name;
    }

    /**
     * Converts scored rows to what spark.ml requires: probabilities as a vector, and the class where it was requested.
     *
     * @param classes number by which each class is predicted
     */
    Dataset<Row> toMlPredictions(Dataset<Row> scored, List<Double> classes) {
        requireClasses(!classes.isEmpty());
        if (classes.isEmpty()) {
            return scored;
        }
        String probability = columnName("probability");
        Column probabilities = SqlText.column(probability);
        StructType schema = scored.schema();
        Dataset<Row> rows = scored;
        if (predictsClass && classes.size() == 2) {
            Column one = probabilities.getItem(1).geq(0.5);
            Column number = when(one, classes.get(1)).when(not(one), classes.get(0));
            rows = rows.withColumn(columnName("prediction"), number.as(columnName("prediction"), CLASS));
        }
        return rows.withColumn(
                        columnName(StageParamNames.RAW),
                        vector(rawPrediction(probabilities, classes.size()), probabilities))
                .withColumn(
                        probability,
                        vector(probabilities, probabilities)
                                .as(probability, schema.apply(probability).metadata()));
    }

    /**
     * Logarithms of the probabilities, for the column of raw predictions that spark.ml requires. They rank as the
     * probabilities do, and a softmax gives the probabilities back.
     */
    private static Column rawPrediction(Column probabilities, int classes) {
        Column logs = transform(probabilities, p -> when(p.gt(0), log(p)).otherwise(lit(Double.NEGATIVE_INFINITY)));
        Column odds = logs.getItem(1).minus(logs.getItem(0));
        return classes == 2 ? array(negate(odds), odds) : logs;
    }

    /** Converts an array of numbers to a vector; null in rows without probabilities. */
    private Column vector(Column numbers, Column probabilities) {
        Column vector = functions.array_to_vector(numbers);
        return unseenColumn == null && missingColumn == null ? vector : when(probabilities.isNotNull(), vector);
    }

    private void requireClasses(boolean classes) {
        if (predictsClass && !classes) {
            throw new IllegalArgumentException(
                    "predict = class is for families of classes: required predict = response, found class");
        }
    }
}
