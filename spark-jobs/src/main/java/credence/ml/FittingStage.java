package credence.ml;

import io.credence.Inference;
import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.KeyDescription;
import io.credence.config.Parts;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.result.TraceLine;
import io.credence.spark.FitStepCounter;
import io.credence.spark.Versions;
import io.credence.spark.job.FitOutput;
import io.credence.spark.job.ResultFiles;
import io.credence.spark.job.RowsFit;
import io.credence.spark.job.SegmentOutcomes;
import io.credence.spark.job.UserModelFactory;
import io.credence.spark.read.Table;
import io.credence.spark.score.PredictionColumns;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stage that fits a posterior to the rows of a data frame. Every key of the configuration that acts on its model is a
 * Param ({@code explainParams()} lists them) with the same default, so that this, {@code credence fit} and {@link
 * Inference} are the same fit, refused for the same reasons.
 *
 * @param <S> class of the stage, which setters return
 * @param <M> model that it fits
 */
public abstract class FittingStage<S extends FittingStage<S, M>, M extends FittedStage<M>> extends Estimator<M>
        implements DefaultParamsWritable {

    private static final long serialVersionUID = 1;

    private final String uid;
    private final StageParams params;

    /** Creates a stage with a unique name, Params, and defaults of its own. */
    FittingStage(String uid, StageParamNames list, Map<String, Object> defaults) {
        this.uid = uid;
        this.params = StageParams.of(this, list);
        params.setDefaults(this, defaults);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        return params.params();
    }

    /**
     * Sets a Param.
     *
     * @param name name of the Param, such as {@code seed}
     * @param value a number, a flag, a text, a collection of them, or a map by names
     * @throws IllegalArgumentException if there is no such Param, or it takes no such value
     */
    @SuppressWarnings("unchecked")
    public S option(String name, Object value) {
        params.set(this, name, value);
        return (S) this;
    }

    /** Sets the column of feature vectors; {@code features} by default. */
    public S setFeaturesCol(String column) {
        return option(StageParamNames.FEATURES_COL, column);
    }

    /**
     * Sets columns of numbers or vectors as features, instead of one of vectors; {@code *} for all without another
     * role.
     */
    public S setFeatures(String... columns) {
        return option(StageParamNames.FEATURES, List.of(columns));
    }

    /**
     * Sets response and terms in R's notation, instead of columns of features and label: {@code y ~ a * b + poly(x,
     * 2)}.
     */
    public S setFormula(String formula) {
        return option(StageParamNames.FORMULA, formula);
    }

    /** Sets the column to be explained; {@code label} by default. */
    public S setLabelCol(String column) {
        return option("labelCol", column);
    }

    /** Sets the column of row weights. */
    public S setWeightCol(String column) {
        return option("weightCol", column);
    }

    /** Sets the column of keys that identify single rows in reports, such as the rows that are predicted worst. */
    public S setKeyCol(String column) {
        return option("keyCol", column);
    }

    /** Sets the family of responses. */
    public S setFamily(String family) {
        return option("family", family);
    }

    /** Sets the seed of everything random. */
    public S setSeed(long seed) {
        return option("seed", seed);
    }

    /**
     * Converts the Params to a configuration. Params that nobody set are left out, so that a published method can
     * supply their values.
     */
    private FitConfig config() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("data.path", "the data frame");
        keys.put("output.path", "the model");
        boolean byFormula = isSet(getParam(StageParamNames.FORMULA));
        boolean byExpression = hasParam("modelDensity")
                && isSet(getParam("modelDensity"))
                && !isSet(getParam(StageParamNames.FEATURES_COL));
        if (!byFormula && !byExpression) {
            keys.put("data.features", List.of(String.valueOf(getOrDefault(getParam(StageParamNames.FEATURES_COL)))));
        }
        for (Param<?> param : params.params()) {
            StageParam described = params.paramDescription(param.name());
            KeyDescription key = described.key();
            if (key != null && isDefined(param)) {
                Object value = described.toConfigValue(getOrDefault(param));
                boolean replaced = byFormula && key.key().equals("data.label");
                if (isSet(param) || !replaced && !value.equals(key.defaultValue())) {
                    keys.put(key.key(), parseValue(described, value));
                }
            }
        }
        keys.putAll(configSections());
        return ConfigReader.read(keys, Parts.STANDARD);
    }

    /** Sections of the configuration that a single Param holds each, by name of the section. */
    Map<String, Object> configSections() {
        return Map.of();
    }

    /** Parses text as a configuration would: as a number, a list, a word. */
    private static @Nullable Object parseValue(StageParam param, Object value) {
        return value instanceof String text && !param.isText() ? KeyDescription.parseValue(text) : value;
    }

    /**
     * Requires a configuration of the kind of model that the class is named after.
     *
     * @throws ConfigurationException if only another stage fits it
     */
    void requireSupported(FitConfig config) {}

    /** Creates the exception for a configuration of another kind of model than the class is named after. */
    ConfigurationException unsupportedException(String what, String required, String found) {
        return new ConfigurationException(
                what + " cannot be used with " + getClass().getSimpleName() + ": required " + required
                        + ", or VariationalEstimator, which fits any, found " + found);
    }

    /** Creates the fitted model from the files of its fit. */
    abstract M model(ResultFiles files);

    @Override
    public M fit(Dataset<?> dataset) {
        long begin = System.nanoTime();
        FittedStage.requireNotStreaming(dataset);
        FitConfig config = config();
        requireSupported(config);
        if (!config.data().roles().segmentColumns().isEmpty()) {
            return fitSegments(Table.of(dataset.toDF()), config, begin);
        }
        SparkSession spark = dataset.sparkSession();
        DenseKernel kernel = Kernels.named(config.kernel());
        return RowsFit.withPackedRows(
                config, UserModelFactory.of(config), () -> Table.of(dataset.toDF()), spark, kernel, fit -> {
                    List<TraceLine> trace = new ArrayList<>();
                    FitListener tracing =
                            FitListener.ofSteps(step -> trace.add(new TraceLine(step, secondsSince(begin))));
                    FitState end = fit.algorithm().run(fit.initialState(), List.of(tracing, FitStepCounter.OF_PROCESS));
                    FitReport.RunInfo run = new FitReport.RunInfo(
                            secondsSince(begin), kernel.name(), fit.backend().kernels(), Versions.of(spark));
                    FitOutput ended = fit.fitOutput(end, true, run, List.of());
                    Logger log = LoggerFactory.getLogger(getClass());
                    if (!ended.report().reliability().isReliable()) {
                        log.warn("{}: {}", uid, ended.report().reliability().text());
                    }
                    ended.report().warnings().forEach(warning -> log.warn("{}: {}", uid, warning));
                    return copyValues(
                            model(ended.files(trace).withPersistedEffects(spark))
                                    .setParent(this),
                            ParamMap.empty());
                });
    }

    /** Fits each segment by itself. */
    private M fitSegments(Table rows, FitConfig config, long begin) {
        SegmentOutcomes.Outcome ended =
                SegmentOutcomes.of(rows, config).withPersistedFits().computeOutcome(config, begin);
        Logger log = LoggerFactory.getLogger(getClass());
        log.info("{}: {}", uid, ended.counts().text());
        ended.notes().forEach(note -> log.warn("{}: {}", uid, note));
        return copyValues(model(ended.files()).setParent(this), ParamMap.empty());
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) * 1e-9;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        FitConfig config = config();
        StagePredictions columns = StagePredictions.of(this, config.data());
        boolean words = Arrays.stream(schema.fields())
                .anyMatch(field ->
                        field.name().equals(config.data().roles().label()) && field.dataType() == DataTypes.StringType);
        Model userModel = UserModelFactory.of(config);
        PredictionColumns predicted = userModel == null
                ? PredictionColumns.of(config.model().likelihood(2), words)
                : PredictionColumns.of(userModel, words);
        return columns.appendTo(schema, predicted.outputColumns(columns::columnName));
    }

    @Override
    @SuppressWarnings("unchecked")
    public S copy(ParamMap extra) {
        return (S) defaultCopy(extra);
    }
}
