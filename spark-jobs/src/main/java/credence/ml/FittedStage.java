package credence.ml;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.DataSource;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Backend;
import io.credence.predict.PredictiveModel;
import io.credence.result.SavedPosterior;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.job.ResultFiles;
import io.credence.spark.job.SegmentOutcomes;
import io.credence.spark.job.UserModelFactory;
import io.credence.spark.read.Table;
import io.credence.spark.score.PosteriorScoring;
import io.credence.spark.score.PredictionColumns;
import io.credence.spark.score.ScoringTable;
import io.credence.spark.score.SegmentScoring;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Model that a {@link FittingStage} fitted. {@code transform} appends predictions to each row: the expected response
 * with its posterior standard deviation and interval, the standard deviation and interval of a new response, and the
 * probabilities of classes. A saved model is a folder that {@code credence score} reads too.
 *
 * @param <M> class of the model
 */
public abstract class FittedStage<M extends FittedStage<M>> extends Model<M> implements MLWritable {

    private static final long serialVersionUID = 1;

    private final String uid;
    private final StageParams params;
    private final @Nullable ResultFiles files;
    private transient @Nullable SavedPosterior saved;

    /**
     * Creates a model with a unique name, Params, and the files of its fit. The files are null before anything was
     * fitted.
     */
    FittedStage(String uid, StageParamNames list, @Nullable ResultFiles files) {
        this.uid = uid;
        this.files = files;
        this.params = StageParams.of(this, list);
        params.setDefaults(this, Map.of());
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
     * @param name name of the Param, such as {@code level}
     * @throws IllegalArgumentException if there is no such Param, or it takes no such value
     */
    @SuppressWarnings("unchecked")
    public M option(String name, Object value) {
        params.set(this, name, value);
        return (M) this;
    }

    /** Files of the fit. */
    ResultFiles files() {
        if (files == null) {
            throw new IllegalStateException("nothing was fitted: required a model that fit or load returned");
        }
        return files;
    }

    SavedPosterior savedPosterior() {
        SavedPosterior read = saved;
        if (read == null) {
            read = SavedPosterior.parseAny(files().posteriorJson());
            saved = read;
        }
        return read;
    }

    /** Names of the coefficients, or of the columns of networks, the intercept first. */
    public List<String> names() {
        return savedPosterior().names();
    }

    /**
     * Status of the fit: converged, unconverged or diverged. Where each segment has a fit, it is that of all fits
     * together.
     */
    public String status() {
        return readResult(SavedPosterior::status, segments -> segments.outcome().status());
    }

    /** Reads a text of the written result: of the one fit, or of the fits of all segments together. */
    private String readResult(Function<SavedPosterior, String> ofOne, Function<SegmentsFile, String> ofSegments) {
        return files().segmentOutcomes() == null
                ? ofOne.apply(savedPosterior())
                : ofSegments.apply(SegmentsFile.parse(files().posteriorJson()));
    }

    /** Whether the fit converged, is finite, was checked and passed. */
    public boolean isReliable() {
        return savedPosterior().isReliable();
    }

    /**
     * Throws an exception unless the fit may be relied on, so that a job ends there.
     *
     * @param names names of coefficients that have to be reliable; none for all
     * @throws IllegalArgumentException if there is no coefficient of such a name
     * @throws IllegalStateException if they may not be relied on, with the reason
     */
    public void requireReliable(String... names) {
        List<String> unknown = Arrays.stream(names)
                .filter(name -> !savedPosterior().names().contains(name))
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("names of coefficients: required some of "
                    + savedPosterior().names() + ", found " + unknown);
        }
        savedPosterior().reliability().require(List.of(names));
    }

    /** Outcome of the check of the fit: passed, failed or skipped. */
    public String check() {
        return savedPosterior().reliability().status().resultName();
    }

    /** Reason for the outcome of the check. For a skipped check it also states what to do about it. */
    public String checkReason() {
        return savedPosterior().reliability().reason();
    }

    /** Content of {@code posterior.json}: all numbers of the fit. */
    public String posterior() {
        return files().posteriorJson();
    }

    /** Content of {@code log.txt}: what was decided automatically and why, and what a user should know. */
    public String decisions() {
        return files().log();
    }

    /** Report of the fit on one page of HTML that needs no network and no script, for {@code displayHTML}. */
    public String report() {
        return files().page();
    }

    /** Writes the report to a path of any Hadoop file system, replacing an existing file. */
    public void report(String path) {
        files().writePage(path, SparkSession.active());
    }

    /** Posterior probability of the intervals. */
    double intervalLevel() {
        return ((Number) getOrDefault(getParam(StageParamNames.LEVEL))).doubleValue();
    }

    /** Seed of the fit. */
    long seed() {
        return savedPosterior().seed();
    }

    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        requireNotStreaming(dataset);
        String output = String.valueOf(getOrDefault(getParam(StageParamNames.OUTPUT)));
        return output.equals("predictions") ? predict(dataset.toDF()) : outputTable(output, dataset);
    }

    /** Refuses a streaming data frame, whose rows have not arrived yet. */
    static void requireNotStreaming(Dataset<?> rows) {
        if (rows.isStreaming()) {
            throw new ConfigurationException(
                    "the rows cannot be used: required a data frame that is at hand, such as each that"
                            + " writeStream.foreachBatch gives, found a stream");
        }
    }

    /** Table of the posterior that a value of the Param {@code output} names. */
    Dataset<Row> outputTable(String output, Dataset<?> rows) {
        return PosteriorTables.fitTable(output, this, rows.sparkSession());
    }

    FitConfig fittedConfig() {
        String config = readResult(
                SavedPosterior::config, segments -> segments.settings().configText());
        return ConfigReader.read("the fit of the model", config, List.of());
    }

    /** Appends predictions to rows. A column with the name of a new one is refused. */
    private Dataset<Row> predict(Dataset<Row> dataset) {
        transformSchema(dataset.schema());
        FitConfig fit = fittedConfig();
        DataConfig data = newRowsConfig(fit);
        StagePredictions columns = StagePredictions.of(this, fit.data());
        SegmentOutcomes segments = files().segmentOutcomes();
        if (segments != null) {
            SegmentScoring each = segments.scoring(newRowsTable(dataset, fit), data, intervalLevel());
            if (isKept(dataset)) {
                each.announceEstimate(0);
            }
            return columns.toMlPredictions(columns.score(each), each.classNumbers());
        }
        PosteriorScoring scoring = scoring();
        ScoringTable plain = ScoringTable.of(
                newRowsTable(dataset, fit),
                data,
                scoring.featureNames(),
                savedPosterior().fittedColumns());
        ScoringTable rows = columns.withReasonColumns(withFactorLevels(plain, data));
        SharedValue<PredictiveModel> shared = scoring.share(rows);
        if (rows.hasFactorLevels() && isKept(dataset)) {
            scoring.announceEstimate(rows, shared, 0, null);
        }
        Dataset<Row> scored = scoring.score(rows, shared, 0, columns::columnName);
        return columns.toMlPredictions(scored, scoring.classNumbers());
    }

    /**
     * Whether rows are kept in memory, so that the first of them may be scored for an estimate of the time. Other rows are not read
     * before predictions are requested.
     */
    static boolean isKept(Dataset<Row> dataset) {
        return dataset.storageLevel().useMemory();
    }

    /** Configuration for reading the columns of new rows. */
    DataConfig newRowsConfig(FitConfig fit) {
        return fit.data()
                .forNewRows(
                        DataSource.IN_MEMORY,
                        StagePredictions.onMissing(this, fit.data().onMissing()));
    }

    /** Table of new rows. A platform without RDDs reads it too, even if RDDs were requested for the fit. */
    static Table newRowsTable(Dataset<Row> dataset, FitConfig fit) {
        Backend requested = fit.backend().kind() == Backend.Kind.RDD ? Backend.AUTO : fit.backend();
        return Table.of(dataset).withBackend(requested);
    }

    /** Adds the levels of grouping factors to rows, where the model has such factors. */
    ScoringTable withFactorLevels(ScoringTable rows, DataConfig data) {
        return rows;
    }

    /** Scoring of rows by the posterior. */
    abstract PosteriorScoring scoring();

    @Override
    public StructType transformSchema(StructType schema) {
        if (files == null) {
            return schema;
        }
        FitConfig fit = fittedConfig();
        StagePredictions columns = StagePredictions.of(this, fit.data());
        SegmentOutcomes segments = files.segmentOutcomes();
        SavedPosterior one = segments == null ? savedPosterior() : segments.anyPosterior();
        return columns.appendTo(
                schema,
                PredictionColumns.of(one, UserModelFactory.fittedModelOrNull(fit, one))
                        .outputColumns(columns::columnName));
    }

    /** Copy of the model with the files of another fit. */
    abstract M withFiles(@Nullable ResultFiles files);

    @Override
    public M copy(ParamMap extra) {
        return copyValues(withFiles(files), extra).setParent(parent());
    }

    @Override
    public MLWriter write() {
        return new ModelWriter(this);
    }

    @Override
    public String toString() {
        if (files != null && files.segmentOutcomes() != null) {
            return getClass().getSimpleName() + " " + uid + ": a posterior for each segment by "
                    + String.join(", ", files.segmentOutcomes().segmentColumns());
        }
        return files == null
                ? uid
                : getClass().getSimpleName() + " " + uid + ": "
                        + savedPosterior().model().name() + ", " + sizeDescription() + ", " + status() + ", "
                        + savedPosterior().reliability().label();
    }

    /** Description of the posterior's size, in a few words. */
    abstract String sizeDescription();
}
