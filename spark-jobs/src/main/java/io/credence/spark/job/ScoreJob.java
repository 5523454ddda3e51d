package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Score;
import io.credence.family.NormalMixture;
import io.credence.family.StudentFull;
import io.credence.loss.GeneralisedLosses;
import io.credence.loss.Likelihood;
import io.credence.loss.Likelihoods;
import io.credence.loss.LossPart;
import io.credence.part.Catalogue;
import io.credence.predict.ScoringModel;
import io.credence.report.SavedPosterior;
import io.credence.spark.DataException;
import io.credence.spark.ScoringTable;
import io.credence.spark.TableReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** The command {@code score}: a saved posterior and new rows to predictions. */
final class ScoreJob {

    private final FitConfig config;
    private final Progress progress;
    private final PrintStream out;
    private final PrintStream err;

    ScoreJob(FitConfig config, Progress progress, PrintStream out, PrintStream err) {
        this.config = config;
        this.progress = progress;
        this.out = out;
        this.err = err;
    }

    int run(@Nullable String master) {
        Configuration hadoop = Sessions.hadoop();
        SavedPosterior posterior = posterior(hadoop);
        requireFamily(posterior);
        TableTarget target = TableTarget.open(config.score(), hadoop);
        boolean foreign = Sessions.isForeign();
        progress.phase("starting Spark");
        SparkSession spark =
                Sessions.open(master, "credence score " + config.score().path());
        try {
            return run(spark, posterior, target);
        } finally {
            if (!foreign) {
                spark.stop();
            }
        }
    }

    private SavedPosterior posterior(Configuration hadoop) {
        String path = config.output().path();
        try {
            Folder folder = Folder.of(path, hadoop);
            if (!folder.exists(ResultFolder.POSTERIOR)) {
                throw new ConfigurationException(
                        "output.path holds no posterior: required a fit before score, found no "
                                + folder.file(ResultFolder.POSTERIOR));
            }
            return SavedPosterior.parse(new String(folder.read(ResultFolder.POSTERIOR), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "output.path cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private void requireFamily(SavedPosterior posterior) {
        posterior.className().ifPresent(name -> {
            throw new ConfigurationException("the posterior is of a class, which has no predictive distribution here:"
                    + " required one of a model.family, found model.class = " + name + " ("
                    + config.output().path() + ")");
        });
        Catalogue<LossPart> losses = GeneralisedLosses.ALL;
        if (losses.has(posterior.loss()) && !losses.named(posterior.loss()).isPredictive()) {
            throw new ConfigurationException("the posterior is of the loss " + posterior.loss() + ", which is no"
                    + " likelihood and predicts no new response: required objective.loss.kind = log-likelihood, power,"
                    + " beta or gamma (" + config.output().path() + ")");
        }
    }

    private int run(SparkSession spark, SavedPosterior posterior, TableTarget target) {
        if (!posterior.isReliable()) {
            err.println("note: the posterior is marked as not reliable: its fit " + posterior.status());
        }
        progress.phase("reading " + config.score().path());
        ScoringModel model = model(spark, posterior);
        List<String> names = ScoringTable.featureNames(coefficientNames(posterior));
        DataConfig data = data();
        ScoringTable rows = new TableReader(spark).readForScoring(data, names, posterior.baselines());
        int classes = likelihood(posterior).outcomes();
        int probabilities = config.score().format().equals("csv") ? classes : 0;
        List<StructField> outputs = Scorer.outputs(classes > 0, probabilities);
        requireFreeNames(rows, outputs);
        ScoringTable.Counts counts = rows.check();
        progress.phase("scoring " + counts.rows() + " rows");
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Broadcast<ScoringModel> shared = context.broadcast(model);
        Dataset<Row> scored = rows.score(new Scorer(shared, probabilities), outputs);
        target.write(scored);
        shared.destroy();
        progress.done();
        if (counts.skipped() > 0) {
            err.println("note: " + counts.skipped() + " rows with missing or unusable cells were left out");
        }
        if (counts.unseen() > 0) {
            err.println("note: " + counts.unseen()
                    + " cells have a level that the fit had not met; they count as the first level");
        }
        out.println("scored " + counts.rows() + " rows; predictions in "
                + config.score().output());
        return ExitStatus.SUCCESS;
    }

    private ScoringModel model(SparkSession spark, SavedPosterior posterior) {
        int d = posterior.names().size();
        NormalMixture normals = posterior.normals(
                () -> CovarianceTable.read(spark, config.output().path() + "/" + ResultFolder.COVARIANCE, d),
                config.seed());
        if (normals.byDraws()) {
            err.println("note: a posterior of the family " + posterior.posteriorFamily()
                    + (posterior.isNonCentred() ? " under a non-centred prior" : "") + " is represented by "
                    + normals.components().size() + " of its draws");
        }
        if (posterior.posteriorFamily().equals(StudentFull.NAME)
                && likelihood(posterior).link().equals("log")) {
            err.println("note: the mean of a response of family " + posterior.family() + " does not exist under a"
                    + " Student's t of its logarithm and is infinite; intervals exist");
        }
        int classes = likelihood(posterior).outcomes();
        double level = config.score().level();
        double nu = posterior.degreesOfFreedom();
        return posterior.hasJointDispersion()
                ? ScoringModel.withLogDispersion(posterior.family(), nu, classes, normals, level)
                : ScoringModel.of(posterior.family(), nu, classes, normals, posterior.scale(), level);
    }

    /** Names without that of a dispersion, whose correlation with the coefficients is left out within each normal. */
    private static List<String> coefficientNames(SavedPosterior posterior) {
        List<String> names = posterior.names();
        return posterior.hasJointDispersion() ? names.subList(0, names.size() - 1) : names;
    }

    private static Likelihood likelihood(SavedPosterior posterior) {
        return Likelihoods.named(posterior.family(), posterior.degreesOfFreedom(), posterior.classes());
    }

    /** The data section for new rows, which need not have what the label is derived from. */
    private DataConfig data() {
        DataConfig d = config.data();
        Score score = config.score();
        Map<String, String> derive = new LinkedHashMap<>(d.derive());
        derive.remove(d.label());
        return new DataConfig(
                score.path(),
                score.rowFormat(),
                d.label(),
                d.features(),
                d.categorical(),
                derive,
                d.weight(),
                d.offset(),
                null,
                null,
                false,
                d.intercept(),
                OptionalInt.empty(),
                d.onMissing(),
                d.precision());
    }

    private void requireFreeNames(ScoringTable rows, List<StructField> outputs) {
        List<String> taken = Arrays.asList(rows.rows().columns());
        for (StructField output : outputs) {
            if (taken.contains(output.name())) {
                throw new DataException(
                        "the rows already have a column named " + output.name(),
                        "names other than those of the predictions",
                        String.join(", ", taken),
                        config.score().path());
            }
        }
    }
}
