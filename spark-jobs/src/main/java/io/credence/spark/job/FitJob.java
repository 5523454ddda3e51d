package io.credence.spark.job;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.report.ConsoleTable;
import io.credence.spark.FinishedFit;
import io.credence.spark.FitSteps;
import io.credence.spark.LabelRule;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TableReader;
import io.credence.spark.Versions;
import io.credence.summary.FitReport;
import io.credence.summary.Verdict;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
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

    int run(@Nullable String master, boolean resume, Jars jars) {
        Configuration hadoop = Sessions.hadoop();
        Model userModel = UserModel.of(config);
        ResultFolder results =
                resume ? ResultFolder.openToGoOn(config.output(), hadoop) : ResultFolder.open(config.output(), hadoop);
        Checkpoints checkpoints = Checkpoints.open(config, resume, hadoop);
        DenseKernel kernel = kernel();
        boolean foreign = Sessions.isForeign();
        progress.phase("starting Spark");
        SparkSession spark = Sessions.open(
                master,
                config.shown().redaction().of("credence fit " + config.data().path()));
        try {
            jars.addTo(spark);
            return run(spark, userModel, results, checkpoints, kernel);
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

    private int run(
            SparkSession spark,
            @Nullable Model userModel,
            ResultFolder results,
            Checkpoints checkpoints,
            DenseKernel kernel) {
        if (config.model().network() != null) {
            NetworkJob networks = new NetworkJob(config, progress, out, err);
            return status(networks.run(spark, results, checkpoints, kernel).status());
        }
        EarlierResult earlier = EarlierResult.of(config, spark);
        progress.phase("reading " + config.data().path());
        RowPacker packer = new RowPacker(LabelRule.of(config.model()), config.seed(), config.backend());
        try (PackedRows rows = packer.pack(new TableReader(spark).read(config.data()), config.data());
                ExecutionBackend backend = rows.toBackend(config.kernel())) {
            List<String> observed = earlier.against(rows);
            FitConfig requested = earlier.requested();
            PreparedFit inference = Inference.prepare(requested.inference(), userModel, rows, backend, kernel);
            FinishedFit.requireContrasts(requested, inference);
            CheckpointHeader header = new CheckpointHeader(
                    ConfigDigest.of(config),
                    earlier.fingerprint(rows),
                    rows.summary().partitions(),
                    kernel.name());
            SavedFit before = checkpoints.resumed(header);
            CheckpointListener listener = checkpoints.listener(header, before, begin);
            progress.phase("fitting " + rows.rowsRead() + " rows");
            Algorithm algorithm = inference.algorithm();
            List<String> notes = Stream.concat(observed.stream(), checkpoints.notes().stream())
                    .toList();
            Function<PreparedFit.Checked, FitReport> report = checked -> report(
                    new FinishedFit(requested, rows, inference, checked), kernel, backend, listener, notes, spark);
            Function<FitReport, ResultFiles> files =
                    found -> ResultFiles.of(found, listener.trace(), inference.sites(found.result()));
            Runnable leave = () -> leave(
                    listener,
                    state -> report.apply(inference.unchecked(algorithm.result(state))),
                    files,
                    results,
                    spark);
            try (Interruption interruption = Interruption.prepare(leave)) {
                FitResult result = inference.fit(
                        before == null ? null : before.state(), List.of(listener, progress, FitSteps.OF_PROCESS));
                PreparedFit.Checked checked = inference.checked(result);
                if (!interruption.mayWrite()) {
                    throw new IllegalStateException("interrupted");
                }
                finish(report.apply(checked), files, results, checkpoints, spark);
                return status(result.status());
            }
        }
    }

    /** The process is reported to end: the last state is written, as a checkpoint and as a result that is marked. */
    private void leave(
            CheckpointListener listener,
            Function<FitState, FitReport> report,
            Function<FitReport, ResultFiles> files,
            ResultFolder results,
            SparkSession spark) {
        progress.done();
        FitState state = listener.last();
        if (state == null) {
            err.println("credence: interrupted before the first step; nothing was written");
            return;
        }
        String checkpoint = listener.saveLast() ? ", fit --resume goes on from the checkpoint" : "";
        try {
            FitReport last = report.apply(state.interrupted());
            results.write(files.apply(last), spark);
            err.println("credence: interrupted; the last good state was written to " + results.shown()
                    + ", marked as unconverged" + checkpoint);
        } catch (RuntimeException unwritten) {
            err.println("credence: interrupted; no result was written: "
                    + Failure.of(unwritten).line() + checkpoint);
        }
    }

    private FitReport report(
            FinishedFit fit,
            DenseKernel kernel,
            ExecutionBackend backend,
            CheckpointListener listener,
            List<String> before,
            SparkSession spark) {
        List<String> notes = new ArrayList<>(before);
        String problem = listener.problem();
        if (problem != null) {
            notes.add(problem);
        }
        return fit.report(
                new FitReport.Run(listener.seconds(), kernel.name(), backend.kernels(), Versions.of(spark)), notes);
    }

    private void finish(
            FitReport report,
            Function<FitReport, ResultFiles> files,
            ResultFolder results,
            Checkpoints checkpoints,
            SparkSession spark) {
        progress.done();
        print(report, results);
        results.write(files.apply(report), spark);
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
                elbo == null || !config.objective().isLikelihood()
                        ? ""
                        : report.findings().mixed() != null
                                ? String.format(Locale.ROOT, "log marginal likelihood %.4f nats, ", elbo)
                                : bound(elbo, report.result().noise()),
                report.status(),
                report.result().stopReason(),
                report.data().rows(),
                report.result().passes(),
                report.run().seconds());
        Verdict.lines(report).forEach(out::println);
        report.warnings().forEach(warning -> err.println("note: " + warning));
    }

    private static String bound(double elbo, FitResult.@Nullable DrawNoise noise) {
        return noise == null || !(noise.elboError() > 0)
                ? String.format(Locale.ROOT, "ELBO %.4f nats, ", elbo)
                : String.format(Locale.ROOT, "ELBO %.4f ± %.4f nats, ", elbo, noise.elboError());
    }

    private int status(FitStatus status) {
        return switch (status) {
            case CONVERGED -> ExitStatus.SUCCESS;
            case DIVERGED -> ExitStatus.DIVERGED;
            case BUDGET, RUNNING -> config.stop().acceptUnconverged() ? ExitStatus.SUCCESS : ExitStatus.UNCONVERGED;
        };
    }
}
