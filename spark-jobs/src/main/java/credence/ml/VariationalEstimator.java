package credence.ml;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.KeyDescription;
import io.credence.config.Parts;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitListener;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.result.TraceLine;
import io.credence.spark.FinishedFit;
import io.credence.spark.FitSteps;
import io.credence.spark.LabelRule;
import io.credence.spark.PackedRows;
import io.credence.spark.PosteriorScoring;
import io.credence.spark.RowPacker;
import io.credence.spark.Versions;
import io.credence.spark.job.EarlierResult;
import io.credence.spark.job.ResultFiles;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fits the posterior of a generalised linear model to the rows of a data frame. Every key of a fit's configuration is a Param
 * ({@code explainParams()} lists them) with the same default, so that this, {@code credence fit} and {@link Inference} are the same
 * fit, refused for the same reasons.
 *
 * <pre>{@code
 * VariationalModel model = new VariationalEstimator().setFamily("poisson").option("priorSd", 2.5).fit(rows);
 * }</pre>
 */
public class VariationalEstimator extends Estimator<VariationalModel> implements DefaultParamsWritable {

    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(VariationalEstimator.class);

    private final String uid;
    private final StageParams params;

    /** With the defaults; the family is to be set. */
    public VariationalEstimator() {
        this(Identifiable.randomUID("variational"));
    }

    /** With that unique name. */
    public VariationalEstimator(String uid) {
        this(uid, Map.of());
    }

    /** With defaults of its own. */
    VariationalEstimator(String uid, Map<String, Object> defaults) {
        this.uid = uid;
        this.params = StageParams.of(this, StageParam.ESTIMATOR);
        params.setDefaults(this, defaults);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        return params.all();
    }

    /**
     * With another value of a Param.
     *
     * @param name such as {@code priorSd}
     * @param value a number, a flag, a text, a collection of them, or a map by names
     * @throws IllegalArgumentException if there is no such Param, or it takes no such value
     */
    public VariationalEstimator option(String name, Object value) {
        set(getParam(name), StageParam.named(name).typed(value));
        return this;
    }

    /** With that column of feature vectors; {@code features} by default. */
    public VariationalEstimator setFeaturesCol(String column) {
        return option(StageParam.FEATURES_COL, column);
    }

    /** With columns of numbers or vectors as features, in place of one of vectors; {@code *} for all without another role. */
    public VariationalEstimator setFeatures(String... columns) {
        return option(StageParam.FEATURES, List.of(columns));
    }

    /** With response and terms in R's notation, in place of columns of features and label: {@code y ~ a * b + poly(x, 2)}. */
    public VariationalEstimator setFormula(String formula) {
        return option(StageParam.FORMULA, formula);
    }

    /** With that column to be explained; {@code label} by default. */
    public VariationalEstimator setLabelCol(String column) {
        return option("labelCol", column);
    }

    /** With that column of row weights. */
    public VariationalEstimator setWeightCol(String column) {
        return option("weightCol", column);
    }

    /** With that column added to the linear predictor. */
    public VariationalEstimator setOffsetCol(String column) {
        return option("offsetCol", column);
    }

    /** With that column by whose cells single rows are reported, such as those that are predicted worst. */
    public VariationalEstimator setKeyCol(String column) {
        return option("keyCol", column);
    }

    /** Of that family of responses. */
    public VariationalEstimator setFamily(String family) {
        return option("family", family);
    }

    /** With that kind of prior. */
    public VariationalEstimator setPrior(String kind) {
        return option("prior", kind);
    }

    /** With that family of posteriors. */
    public VariationalEstimator setPosterior(String family) {
        return option("posterior", family);
    }

    /** With that objective. */
    public VariationalEstimator setObjective(String kind) {
        return option("objective", kind);
    }

    /** By that published method. */
    public VariationalEstimator setMethod(String name) {
        return option("method", name);
    }

    /** With that seed of everything random. */
    public VariationalEstimator setSeed(long seed) {
        return option("seed", seed);
    }

    /** The choices as a configuration; Params that nobody set are not in it, so that a method may lie under it. */
    private FitConfig config() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("data.path", "the data frame");
        keys.put("output.path", "the model");
        boolean byFormula = isSet(getParam(StageParam.FORMULA));
        if (!byFormula) {
            keys.put("data.features", List.of(String.valueOf(getOrDefault(getParam(StageParam.FEATURES_COL)))));
        }
        for (Param<?> param : params.all()) {
            StageParam described = StageParam.named(param.name());
            KeyDescription key = described.key();
            if (key != null && isDefined(param)) {
                Object value = described.plain(getOrDefault(param));
                boolean replaced = byFormula && key.key().equals("data.label");
                if (isSet(param) || !replaced && !value.equals(key.initial())) {
                    keys.put(key.key(), read(described, value));
                }
            }
        }
        if (isSet(getParam(StageParam.GROUP_PRIORS))) {
            keys.put(
                    "prior.groups",
                    KeyDescription.parsed(String.valueOf(getOrDefault(getParam(StageParam.GROUP_PRIORS)))));
        }
        return ConfigReader.read(keys, Parts.STANDARD);
    }

    /** Text stands for what a configuration would read there: a number, a list, a word. */
    private static @Nullable Object read(StageParam param, Object value) {
        return value instanceof String text && !param.isColumn() ? KeyDescription.parsed(text) : value;
    }

    @Override
    public VariationalModel fit(Dataset<?> dataset) {
        long begin = System.nanoTime();
        EarlierResult earlier = EarlierResult.of(config(), dataset.sparkSession());
        FitConfig config = earlier.requested();
        DenseKernel kernel = Kernels.named(config.kernel());
        RowPacker packer = new RowPacker(LabelRule.of(config.model()), config.seed(), config.backend());
        try (PackedRows rows = packer.pack(dataset.toDF(), config.data());
                ExecutionBackend backend = rows.toBackend(config.kernel())) {
            List<String> observed = earlier.against(rows);
            PreparedFit prepared = Inference.prepare(config.inference(), null, rows, backend, kernel);
            FinishedFit.requireContrasts(config, prepared);
            List<TraceLine> trace = new ArrayList<>();
            FitListener tracing = FitListener.ofSteps(step -> trace.add(new TraceLine(step, seconds(begin))));
            FitResult result = prepared.fit(null, List.of(tracing, FitSteps.OF_PROCESS));
            FinishedFit fit = new FinishedFit(config, rows, prepared, prepared.checked(result));
            FitReport report = fit.report(
                    new FitReport.Run(
                            seconds(begin), kernel.name(), backend.kernels(), Versions.of(dataset.sparkSession())),
                    observed);
            if (!report.reliability().isReliable()) {
                LOG.warn("{}: {}", uid, report.reliability().text());
            }
            report.warnings().forEach(warning -> LOG.warn("{}: {}", uid, warning));
            VariationalModel model = new VariationalModel(uid, ResultFiles.of(report, trace, fit.sites()));
            return copyValues(model.setParent(this), ParamMap.empty());
        }
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) * 1e-9;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        FitConfig config = config();
        Predictions columns = Predictions.of(this, config.data().onMissing());
        boolean words = Arrays.stream(schema.fields())
                .anyMatch(field ->
                        field.name().equals(config.data().label()) && field.dataType() == DataTypes.StringType);
        return columns.appendTo(schema, PosteriorScoring.columns(config.model().likelihood(2), words, columns::named));
    }

    @Override
    public VariationalEstimator copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /** Reads what {@code write()} wrote. */
    public static MLReader<VariationalEstimator> read() {
        return new DefaultParamsReader<>();
    }

    /** Reads what {@code write()} wrote to that path. */
    public static VariationalEstimator load(String path) {
        return read().load(path);
    }
}
