package io.credence.spark.job;

import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitStatus;
import io.credence.fit.Fitter;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.Likelihood;
import io.credence.loss.Likelihoods;
import io.credence.prior.GaussianPrior;
import io.credence.report.Coefficients;
import io.credence.report.ConsoleTable;
import io.credence.report.FitLog;
import io.credence.report.FitReport;
import io.credence.report.PosteriorJson;
import io.credence.report.TraceLine;
import io.credence.spark.ColumnScales;
import io.credence.spark.LabelRule;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TableReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The command {@code fit}: rows to blocks, blocks to posterior, posterior to files. */
final class FitJob {

    private final FitConfig config;
    private final Progress progress;
    private final PrintStream out;
    private final PrintStream err;
    private final long begin = System.nanoTime();

    FitJob(FitConfig config, Progress progress, PrintStream out, PrintStream err) {
        this.config = config;
        this.progress = progress;
        this.out = out;
        this.err = err;
    }

    int run(@Nullable String master, boolean resume) {
        Configuration hadoop = Sessions.hadoop();
        ResultFolder results = ResultFolder.open(config.output(), hadoop);
        Checkpoints checkpoints = Checkpoints.open(config, resume, hadoop);
        DenseKernel kernel = kernel();
        boolean foreign = Sessions.isForeign();
        progress.phase("starting Spark");
        SparkSession spark =
                Sessions.open(master, "credence fit " + config.data().path());
        try {
            return run(spark, results, checkpoints, kernel);
        } finally {
            if (!foreign) {
                spark.stop();
            }
        }
    }

    private DenseKernel kernel() {
        try {
            return Kernels.named(config.kernel());
        } catch (IllegalStateException absent) {
            throw new ConfigurationException(
                    "kernel = " + config.kernel() + " cannot be used: " + Failure.oneLine(absent), absent);
        }
    }

    private int run(SparkSession spark, ResultFolder results, Checkpoints checkpoints, DenseKernel kernel) {
        progress.phase("reading " + config.data().path());
        RowPacker packer = new RowPacker(LabelRule.of(config.model()), config.seed());
        try (PackedRows rows = packer.pack(new TableReader(spark).read(config.data()), config.data());
                ExecutionBackend backend = rows.toBackend(config.kernel())) {
            Likelihood likelihood = likelihood(rows);
            GaussianPrior prior = prior(rows, likelihood);
            Fitter fitter = new Fitter(problem(likelihood, rows.scales().toScaled(prior)), settings(), backend, kernel);
            CheckpointHeader header = new CheckpointHeader(
                    ConfigDigest.of(config), rows.fingerprint(), rows.summary().partitions(), kernel.name());
            SavedFit before = checkpoints.resumed(header);
            CheckpointListener listener = checkpoints.listener(header, before, begin);
            progress.phase("fitting " + rows.summary().rows() + " rows");
            FitState state = fitter.run(before == null ? fitter.init() : before.state(), List.of(listener, progress));
            FitResult result = fitter.result(state);
            FitReport report = report(likelihood, rows, prior, result, kernel, listener, spark);
            finish(report, listener, results, checkpoints, spark);
            return status(result.status());
        }
    }

    private Likelihood likelihood(PackedRows rows) {
        try {
            return Likelihoods.named(config.model().family(), config.model().degreesOfFreedom(), rows.classes());
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException("model.family cannot be used: " + Failure.oneLine(refused), refused);
        }
    }

    private GaussianPrior prior(PackedRows rows, Likelihood likelihood) {
        return GaussianPrior.of(
                rows.summary().columns() * likelihood.predictors(),
                config.prior().mean(),
                config.prior().sd());
    }

    private FitProblem problem(Likelihood likelihood, GaussianPrior prior) {
        boolean estimated = likelihood.dispersionName() != null
                && config.model().dispersion().isEmpty();
        return estimated
                ? FitProblem.withEstimatedScale(
                        likelihood,
                        prior,
                        new ScaleFactor.InverseGamma(
                                config.dispersionPrior().shape(),
                                config.dispersionPrior().scale()))
                : FitProblem.withKnownScale(
                        likelihood,
                        prior,
                        likelihood.dispersionName() == null
                                ? 1
                                : config.model().dispersion().orElse(1));
    }

    private FitSettings settings() {
        return new FitSettings(
                config.posterior(), config.stop().maxIterations(), config.stop().tolerance(), config.seed());
    }

    private FitReport report(
            Likelihood likelihood,
            PackedRows rows,
            GaussianPrior prior,
            FitResult result,
            DenseKernel kernel,
            CheckpointListener listener,
            SparkSession spark) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("credence", Credence.Version.credence());
        versions.put("spark", spark.version());
        versions.put("java", Runtime.version().toString());
        List<String> notes = new ArrayList<>(rows.notes());
        String problem = listener.problem();
        if (problem != null) {
            notes.add(problem);
        }
        return new FitReport(
                config,
                likelihood,
                new FitReport.Data(
                        rows.summary().rows(),
                        rows.skipped(),
                        rows.fingerprint(),
                        rows.summary().partitions(),
                        rows.classes(),
                        rows.baselines(),
                        notes),
                coefficients(result.coefficients(), rows.coefficientNames(), rows.scales(), prior),
                result,
                new FitReport.Run(listener.seconds(), kernel.name(), versions));
    }

    /** Undoes the scaling of columns: exact, for a Gaussian. */
    static Coefficients coefficients(
            GaussianPosterior fitted, List<String> names, ColumnScales scales, GaussianPrior prior) {
        double[] sd = scales.toOriginal(fitted.sd());
        double[] covariance = sd.clone();
        if (fitted instanceof FullGaussian full) {
            covariance = scales.covarianceToOriginal(full.covariance(), full.dimension());
        } else {
            for (int j = 0; j < sd.length; j++) {
                covariance[j] *= sd[j];
            }
        }
        return new Coefficients(fitted.family(), names, scales.toOriginal(fitted.mean()), sd, covariance, prior);
    }

    private void finish(
            FitReport report,
            CheckpointListener listener,
            ResultFolder results,
            Checkpoints checkpoints,
            SparkSession spark) {
        progress.done();
        print(report, results);
        Coefficients coefficients = report.coefficients();
        boolean table = coefficients.dimension() > PosteriorJson.INLINE_DIMENSION;
        String trace = listener.trace().stream().map(TraceLine::json).collect(Collectors.joining("\n", "", "\n"));
        results.write(
                PosteriorJson.of(report),
                Map.of(ResultFolder.TRACE, trace, ResultFolder.LOG, FitLog.of(report)),
                table ? path -> CovarianceTable.write(spark, coefficients, path) : null);
        out.println("results in " + results.shown());
        if (report.result().isConverged()) {
            checkpoints.clear();
        }
    }

    private void print(FitReport report, ResultFolder results) {
        out.print(ConsoleTable.of(report));
        Double elbo = report.result().elbo();
        out.printf(
                Locale.ROOT,
                "%s%s: %s; %d rows, %.1f passes, %.1f s%n",
                elbo == null ? "" : String.format(Locale.ROOT, "ELBO %.4f nats, ", elbo),
                report.status(),
                report.result().stopReason(),
                report.data().rows(),
                report.result().passes(),
                report.run().seconds());
        report.warnings().forEach(warning -> err.println("note: " + warning));
    }

    private int status(FitStatus status) {
        return switch (status) {
            case CONVERGED -> ExitStatus.SUCCESS;
            case DIVERGED -> ExitStatus.DIVERGED;
            case BUDGET, RUNNING -> config.stop().acceptUnconverged() ? ExitStatus.SUCCESS : ExitStatus.UNCONVERGED;
        };
    }
}
