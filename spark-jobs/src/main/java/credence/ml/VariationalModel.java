package credence.ml;

import io.credence.config.ConfigReader;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Backend;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.spark.PosteriorScoring;
import io.credence.spark.ScoringTable;
import io.credence.spark.Table;
import io.credence.spark.job.ResultFiles;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Matrices;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A fitted posterior. {@code transform} puts beside each row what the posterior expects of its response: the expected response with its
 * posterior standard deviation and interval, those of a new response, and the probabilities of classes. A saved model is a folder that {@code credence score} reads too.
 */
public class VariationalModel extends Model<VariationalModel> implements MLWritable {

    private static final long serialVersionUID = 1;

    private final String uid;
    private final StageParams params;
    private final @Nullable ResultFiles files;
    private transient @Nullable SavedPosterior saved;
    private transient @Nullable PosteriorSummary summary;

    /** A model that nothing was fitted to; for Spark, which looks for stages so. */
    public VariationalModel() {
        this(Identifiable.randomUID("variationalModel"));
    }

    /** The same with a unique name. */
    public VariationalModel(String uid) {
        this(uid, null);
    }

    VariationalModel(String uid, @Nullable ResultFiles files) {
        this.uid = uid;
        this.files = files;
        this.params = StageParams.of(this, StageParam.MODEL);
        params.setDefaults(this, Map.of());
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
     * @param name such as {@code level}
     * @throws IllegalArgumentException if there is no such Param, or it takes no such value
     */
    public VariationalModel option(String name, Object value) {
        set(getParam(name), StageParam.named(name).typed(value));
        return this;
    }

    /** What the fit left behind. */
    ResultFiles files() {
        if (files == null) {
            throw new IllegalStateException("nothing was fitted: required a model that fit or load returned");
        }
        return files;
    }

    private SavedPosterior saved() {
        SavedPosterior read = saved;
        if (read == null) {
            read = SavedPosterior.parse(files().posterior());
            saved = read;
        }
        return read;
    }

    private double[] table() {
        return Objects.requireNonNull(files().covariance(), "the covariance stands in posterior.json");
    }

    PosteriorSummary numbers() {
        PosteriorSummary read = summary;
        if (read == null) {
            read = new PosteriorSummary(saved(), this::table);
            summary = read;
        }
        return read;
    }

    /** Names of the coefficients, the intercept first. */
    public List<String> names() {
        return saved().names();
    }

    /** Posterior means, in the order of names. */
    public Vector mean() {
        return Vectors.dense(numbers().coefficients().mean());
    }

    /** Posterior standard deviations. */
    public Vector sd() {
        return Vectors.dense(numbers().coefficients().sd());
    }

    /** Posterior covariance. */
    public Matrix covariance() {
        Coefficients coefficients = numbers().coefficients();
        int d = coefficients.dimension();
        double[] values = new double[Math.multiplyExact(d, d)];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                values[j * d + i] = coefficients.covariance(i, j);
            }
        }
        return Matrices.dense(d, d, values);
    }

    /**
     * Mean, standard deviation, central interval and probability of being above 0 of each coefficient and dispersion. The interval has
     * the probability of the Param {@code level}, 0.9 by default. Where the check says to trust corrected numbers instead, these stand
     * beside them: {@code correctedMean}, {@code correctedSd}, {@code correctedLower}, {@code correctedUpper},
     * {@code correctedPositive}; their interval is saved at 0.9 alone and NaN at other levels.
     */
    public Dataset<Row> summary() {
        return PosteriorTables.summary(this, SparkSession.active());
    }

    /** The same with intervals of that probability. */
    public Dataset<Row> summary(double level) {
        return copy(ParamMap.empty()).option(StageParam.LEVEL, level).summary();
    }

    /**
     * What q itself says of a linear combination of coefficients: mean, standard deviation, central interval as of {@link #summary()},
     * and the probability that it is above 0. Like {@link #summary()} and {@link #draws}, and unlike the combinations that the fit was requested
     * in {@code contrasts}, which stand in {@link #posterior}, it is not corrected by importance weights: these are of draws that a
     * fit does not leave behind.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return numbers().coefficients().contrast(text, level(), seed());
    }

    /** That many independent draws, one row each, one column per coefficient. */
    public Dataset<Row> draws(int count) {
        return PosteriorTables.draws(this, count, SparkSession.active());
    }

    /**
     * How likely the rows of the fit are at the draws of {@link #draws}: a row each, in the order of the fit, with {@code label}, of
     * classes their numbers, and {@code logLikelihood}, one number for each draw, nats.
     *
     * @param rows those that were fitted
     */
    public Dataset<Row> logLikelihood(Dataset<?> rows, int count) {
        return FittedRows.logLikelihood(
                fitted(), saved().fingerprint(), numbers().draws(count, seed()), rows.toDF());
    }

    /** converged, unconverged or diverged. */
    public String status() {
        return saved().status();
    }

    /** Whether it converged, is finite, was checked and is close enough to the exact posterior. */
    public boolean isReliable() {
        return saved().isReliable();
    }

    /** How that was checked: passed, failed or skipped. */
    public String check() {
        return saved().reliability().status().word();
    }

    /** Why the check ended so; of a skipped one, also what to do about it. */
    public String checkReason() {
        return saved().reliability().reason();
    }

    /** Effects of the levels of groups: factor, level, term, mean and sd; no row where rows are in no groups. */
    public Dataset<Row> randomEffects() {
        return PosteriorTables.named("randomEffects", this, 0, SparkSession.active());
    }

    /** How well the rows are predicted from each other; null where the fit did not look. */
    public @Nullable LeaveOneOut leaveOneOut() {
        return saved().leaveOneOut().orElse(null);
    }

    /** {@code posterior.json}: all numbers of the fit. */
    public String posterior() {
        return files().posterior();
    }

    /** {@code log.txt}: what was decided automatically and why, and what a user should know. */
    public String decisions() {
        return files().log();
    }

    /** The fit on one page of HTML that needs no network and no script, for {@code displayHTML}. */
    public String report() {
        return files().page();
    }

    /** Writes that page to a path of any Hadoop file system, in place of what was there. */
    public void report(String path) {
        files().writePage(path, SparkSession.active());
    }

    /** Probability of intervals. */
    double level() {
        return ((Number) getOrDefault(getParam(StageParam.LEVEL))).doubleValue();
    }

    /** Seed of the fit. */
    long seed() {
        return saved().seed();
    }

    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        String output = String.valueOf(getOrDefault(getParam(StageParam.OUTPUT)));
        int count = ((Number) getOrDefault(getParam(StageParam.OUTPUT_DRAWS))).intValue();
        return switch (output) {
            case "predictions" -> predict(dataset.toDF());
            case "logLikelihood" -> logLikelihood(dataset, count);
            default -> PosteriorTables.named(output, this, count, dataset.sparkSession());
        };
    }

    private FitConfig fitted() {
        return ConfigReader.read("the fit of the model", saved().config(), List.of());
    }

    /** By the columns that the fit read; one that already has the name of a new one is refused. */
    private Dataset<Row> predict(Dataset<Row> dataset) {
        transformSchema(dataset.schema());
        FitConfig fit = fitted();
        DataConfig data = fit.data()
                .ofNewRows(
                        "the data frame",
                        "memory",
                        Predictions.onMissing(this, fit.data().onMissing()));
        PosteriorScoring scoring = scoring();
        Backend requested = fit.backend().kind() == Backend.Kind.RDD ? Backend.AUTO : fit.backend();
        ScoringTable plain = ScoringTable.of(
                Table.of(dataset).on(requested), data, scoring.featureNames(), saved().baselines(), saved().design());
        ScoringTable read = files().effects().isEmpty()
                ? plain
                : plain.inGroups(
                        data, files().effects(), (Boolean) getOrDefault(getParam(StageParam.ALLOW_NEW_LEVELS)));
        Predictions columns = Predictions.of(this, fit.data().onMissing());
        ScoringTable rows = columns.flagging(read);
        Dataset<Row> scored = scoring.score(rows, scoring.share(rows), 0, columns::named);
        return columns.finish(scored, scoring.outcomes());
    }

    private PosteriorScoring scoring() {
        return files().effects().isEmpty()
                ? new PosteriorScoring(saved(), null, this::table, level(), saved().seed(), uid)
                : new PosteriorScoring(saved(), this::table, files().effects(), level(), uid);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        if (files == null) {
            return schema;
        }
        Predictions columns = Predictions.of(this, fitted().data().onMissing());
        return columns.appendTo(
                schema,
                PosteriorScoring.columns(saved().likelihood(), !saved().labels().isEmpty(), columns::named));
    }

    @Override
    public VariationalModel copy(ParamMap extra) {
        return copyValues(new VariationalModel(uid, files), extra).setParent(parent());
    }

    @Override
    public MLWriter write() {
        return new ModelWriter(this);
    }

    /** Reads what {@code write()} wrote. */
    public static MLReader<VariationalModel> read() {
        return new ModelReader();
    }

    /** Reads what {@code write()} wrote to that path. */
    public static VariationalModel load(String path) {
        return read().load(path);
    }

    @Override
    public String toString() {
        return files == null
                ? uid
                : "VariationalModel " + uid + ": " + saved().family() + ", " + files.dimension() + " coefficients, "
                        + status() + ", " + saved().reliability().label();
    }
}
