package credence.ml;

import breeze.linalg.DenseMatrix;
import breeze.linalg.DenseVector;
import breeze.stats.distributions.MultivariateGaussian;
import breeze.stats.distributions.RandBasis;
import io.credence.ModelKind.SavedFit;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.ResultFiles;
import io.credence.spark.job.SegmentOutcomes;
import io.credence.spark.job.UserModelFactory;
import io.credence.spark.score.LevelTable;
import io.credence.spark.score.PosteriorScoring;
import io.credence.spark.score.ScoringTable;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryRow;
import org.apache.spark.ml.linalg.Matrices;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Model with a fitted posterior of coefficients. */
public class VariationalModel extends FittedStage<VariationalModel> {

    private static final long serialVersionUID = 1;

    private transient @Nullable PosteriorSummary summary;
    private transient @Nullable LevelTable levels;

    /** Creates an unfitted model, which Spark requires to load stages. */
    public VariationalModel() {
        this(Identifiable.randomUID("variationalModel"));
    }

    /** Creates an unfitted model with a unique name. */
    public VariationalModel(String uid) {
        this(uid, null);
    }

    VariationalModel(String uid, @Nullable ResultFiles files) {
        super(uid, StageParamNames.MODEL, files);
    }

    /** Returns a count if the Param of that name allows it; otherwise throws an exception. */
    private static int requireCount(String name, int count) {
        StageParamNames.MODEL.param(name).require((long) count);
        return count;
    }

    double[] table() {
        return files().storedCovariance();
    }

    PosteriorSummary posteriorSummary() {
        PosteriorSummary read = summary;
        if (read == null) {
            read = new PosteriorSummary(savedPosterior(), this::table);
            summary = read;
        }
        return read;
    }

    /** Posterior means of the coefficients, in the order of {@link #names}. */
    public Vector mean() {
        return Vectors.dense(posteriorSummary().coefficients().mean());
    }

    /** Posterior standard deviations of the coefficients, in the order of {@link #names}. */
    public Vector sd() {
        return Vectors.dense(posteriorSummary().coefficients().sd());
    }

    /** Posterior covariance of the coefficients, in the order of {@link #names}. */
    public Matrix covariance() {
        Coefficients coefficients = posteriorSummary().coefficients();
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
     * Posterior of the coefficients, in the order of {@link #names}, as Breeze has it: in Scala its {@code mean} is a
     * {@code DenseVector[Double]}, its {@code covariance} a {@code DenseMatrix[Double]}, and {@code draw()} and
     * {@code sample(n)} draw from it, by the seed of the fit.
     *
     * @throws ConfigurationException if the posterior is not normal
     */
    public MultivariateGaussian gaussian() {
        Coefficients coefficients = posteriorSummary().coefficients();
        if (!coefficients.isNormal()) {
            throw new ConfigurationException("the posterior is no Gaussian: required a Gaussian posterior, found "
                    + savedPosterior().posteriorFamily() + "; draws(n) draws from any");
        }
        Matrix covariance = covariance();
        return new MultivariateGaussian(
                new DenseVector<>(mean().toArray()),
                new DenseMatrix<>(covariance.numRows(), covariance.numCols(), covariance.toArray()),
                RandBasis.withSeed(Long.hashCode(seed())));
    }

    /**
     * Table of the coefficients and dispersions: mean, standard deviation, central interval and probability of being
     * above 0 of each. The interval has the probability of the Param {@code level}, 0.9 by default. Where the check
     * recommends corrected numbers instead, these stand beside them: {@code correctedMean}, {@code correctedSd},
     * {@code correctedLower}, {@code correctedUpper}, {@code correctedPositive}; their interval is saved at 0.9 alone
     * and NaN at other levels. The last column, {@code reliable}, is whether the number may be relied on.
     */
    public Dataset<Row> summary() {
        return PosteriorTables.summary(this, SparkSession.active());
    }

    /** Summary as of {@link #summary()} with intervals of another probability. */
    public Dataset<Row> summary(double level) {
        return copy(ParamMap.empty()).option(StageParamNames.LEVEL, level).summary();
    }

    /**
     * Summarises a linear combination of coefficients under the fitted posterior: its mean, standard deviation, central
     * interval and probability of being above 0. The interval is as of {@link #summary()}. Like {@link #summary()} and
     * {@link #draws}, the summary is not corrected by importance weights, since these belong to draws that a fit does
     * not keep. Combinations requested of the fit in {@code contrasts} are corrected; they stand in {@link #posterior}.
     *
     * @param text combination such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return posteriorSummary().coefficients().contrast(text, intervalLevel(), seed());
    }

    /**
     * Table of independent draws, one row each, one column for each number of {@link #summary()} on the same scale, and
     * for each variance component of a mixed model: {@code sd[factor:term]}, {@code cor[factor:a,b]}, {@code sigma}.
     */
    public Dataset<Row> draws(int count) {
        return PosteriorTables.draws(this, requireCount(StageParamNames.OUTPUT_DRAWS, count), SparkSession.active());
    }

    /**
     * Table of draws of the effects of levels, which belong to those of {@link #draws}: factor, level, term, and the
     * array {@code draws}. It is empty where the model has no grouping factors.
     */
    public Dataset<Row> levelDraws(int count) {
        return PosteriorTables.outputTable(
                "levelDraws", this, requireCount(StageParamNames.OUTPUT_DRAWS, count), SparkSession.active());
    }

    /**
     * Log likelihoods of the rows of the fit at the draws of {@link #draws}, one row each in the order of the fit. The
     * columns are {@code label}, of classes the number, and {@code logLikelihood}, with one number for each draw, in
     * nats.
     *
     * @param rows rows that were fitted
     */
    public Dataset<Row> logLikelihood(Dataset<?> rows, int count) {
        return FittedRows.logLikelihood(
                fittedConfig(),
                savedPosterior(),
                posteriorSummary().draws(requireCount(StageParamNames.OUTPUT_DRAWS, count), seed()),
                rows.toDF());
    }

    /**
     * Table of the posteriors of segments, where each has a fit: a row for each number of each segment. Its columns are
     * those that name the segment, name, mean, sd, lower, upper, status, reliable, khat, rows, reason and seed. A
     * segment without a posterior has one row with the reason.
     *
     * @throws IllegalArgumentException if all rows are of one fit
     */
    public Dataset<Row> posteriors() {
        SegmentOutcomes segments = files().segmentOutcomes();
        if (segments == null) {
            throw new IllegalArgumentException(
                    "the model has one posterior: required one fit per segment, found no by");
        }
        return segments.posteriors();
    }

    /**
     * Table of the effects of levels of grouping factors: factor, level, term, mean and sd. It is empty where the model
     * has no such factors.
     */
    public Dataset<Row> randomEffects() {
        return PosteriorTables.outputTable("randomEffects", this, 0, SparkSession.active());
    }

    /**
     * Table of the ranks of levels by each of their effects, the largest first. Its columns are factor, level, term,
     * rank, lower, upper and top, the probability of being among the {@code first} largest.
     * Of a factor of more than 20,000 levels it has those with the largest means, four times {@code first} and at most 20,000.
     */
    public Dataset<Row> effectRanks(int first) {
        return PosteriorTables.outputTable(
                "effectRanks", this, requireCount(StageParamNames.OUTPUT_TOP, first), SparkSession.active());
    }

    /**
     * Table of the curves of smooths such as {@code s(x)}, on the scale of the linear predictor: term, x, estimate, lower
     * and upper, the ends of a band of 90 %. It is empty where the formula has none.
     */
    public Dataset<Row> smooths() {
        return PosteriorTables.outputTable("smooths", this, 0, SparkSession.active());
    }

    /**
     * Expected responses averaged over rows, separately for each combination of cells in the columns {@code by}. The
     * table has term, contrast, the columns {@code by}, mean, sd, the central interval of the Param {@code level}, and
     * the probability of being above 0.
     */
    public Dataset<Row> predictions(Dataset<?> rows, String... by) {
        return effects(rows, EffectRequest.of(Kind.PREDICTIONS).by(by));
    }

    /**
     * Average changes of the expected response with each column. Numbers increase by 1; factors change from their
     * reference level to each other level.
     */
    public Dataset<Row> comparisons(Dataset<?> rows, String... by) {
        return effects(rows, EffectRequest.of(Kind.COMPARISONS).by(by));
    }

    /** Average derivatives of the expected response with respect to each numeric column. */
    public Dataset<Row> slopes(Dataset<?> rows, String... by) {
        return effects(rows, EffectRequest.of(Kind.SLOPES).by(by));
    }

    /**
     * Requested effects, averaged over rows in one pass, at {@code outputDraws} draws of the posterior.
     *
     * @throws ConfigurationException if the request does not fit the model or the rows
     */
    public Dataset<Row> effects(Dataset<?> rows, EffectRequest request) {
        return ModelEffects.averageEffectsTable(this, rows.toDF(), request);
    }

    /**
     * Relativities of a model with a log link: factors by which each level, or a unit of a number, multiplies the
     * expected response. Levels are relative to their reference level, which is listed with 1.
     */
    public Dataset<Row> relativities() {
        return PosteriorTables.outputTable("relativities", this, 0, SparkSession.active());
    }

    /**
     * Rows with a new column {@code draws}, an array of expected responses at {@code count} draws of the posterior. All
     * rows have the same draws. Where labels are classes, {@code draws_0}, {@code draws_1} and so on have the
     * probability of each class.
     */
    public Dataset<Row> predictionDraws(Dataset<?> rows, int count) {
        return ModelEffects.draws(this, rows.toDF(), requireCount(StageParamNames.OUTPUT_DRAWS, count));
    }

    /**
     * Leave-one-out measure of how well each row is predicted from the others; null where the fit did not compute it.
     */
    public @Nullable LeaveOneOut leaveOneOut() {
        return savedPosterior().leaveOneOut().orElse(null);
    }

    /**
     * Comparison with another model of the same rows: mixed models by their log marginal likelihoods, others by the
     * expected log predictive densities of rows left out (PSIS-LOO), which a fit of up to 100,000 rows has. The table
     * has a row for this model, A, one for the other, B, and one for the difference, with its standard error and what it
     * says: fit, measure, value, error and note, in nats.
     *
     * @throws ConfigurationException if the models are not of the same rows, or have no such numbers
     */
    public Dataset<Row> compare(VariationalModel other) {
        SparkSession spark = SparkSession.active();
        return ModelComparison.comparison(this, ModelComparison.comparable(other, spark), spark);
    }

    @Override
    Dataset<Row> outputTable(String output, Dataset<?> rows) {
        String counted = output.equals("effectRanks") ? StageParamNames.OUTPUT_TOP : StageParamNames.OUTPUT_DRAWS;
        int count = ((Number) getOrDefault(getParam(counted))).intValue();
        return switch (output) {
            case "logLikelihood" -> logLikelihood(rows, count);
            case "predictionDraws" -> predictionDraws(rows, count);
            case "effects" -> effects(rows, ModelEffects.requestedEffects(this));
            case "posteriors" -> posteriors();
            case "comparison" -> ModelComparison.comparison(this, rows, rows.sparkSession());
            case "comparable" -> ModelComparison.comparable(this, rows.sparkSession());
            default -> PosteriorTables.outputTable(output, this, count, rows.sparkSession());
        };
    }

    @Override
    ScoringTable withFactorLevels(ScoringTable rows, DataConfig data) {
        return levelTable().isEmpty()
                ? rows
                : rows.withFactorLevels(
                        data, levelTable(), (Boolean) getOrDefault(getParam(StageParamNames.ALLOW_NEW_LEVELS)));
    }

    /** Effects of levels, as scoring needs them. */
    LevelTable levelTable() {
        LevelTable read = levels;
        if (read == null) {
            read = files().effects().withSmallFactors(SparkSession.active());
            levels = read;
        }
        return read;
    }

    @Override
    PosteriorScoring scoring() {
        SavedPosterior saved = savedPosterior();
        return new PosteriorScoring(new SavedFit(
                saved,
                UserModelFactory.fittedModelOrNull(fittedConfig(), saved),
                this::table,
                levelTable().effects(),
                files()::binary,
                intervalLevel(),
                saved.seed(),
                uid()));
    }

    @Override
    VariationalModel withFiles(@Nullable ResultFiles files) {
        return new VariationalModel(uid(), files);
    }

    @Override
    String sizeDescription() {
        return files().dimension() + " coefficients";
    }

    /** Creates a reader of models that {@code write()} wrote. */
    public static MLReader<VariationalModel> read() {
        return new ModelReader<>(VariationalModel.class, VariationalModel::new);
    }

    /** Loads the model that {@code write()} wrote to a path. */
    public static VariationalModel load(String path) {
        return read().load(path);
    }
}
