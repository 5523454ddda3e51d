package io.credence.spark.job;

import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.network.train.NetworkBandit;
import io.credence.spark.FitStepCounter;
import io.credence.spark.Versions;
import io.credence.spark.job.checkpoint.CheckpointHeader;
import io.credence.spark.job.checkpoint.CheckpointListener;
import io.credence.spark.job.checkpoint.CheckpointedFit;
import io.credence.spark.job.checkpoint.Checkpoints;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.read.Table;
import io.credence.spark.read.TableReader;
import io.credence.summary.FitReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Job of the command {@code fit}: packs the rows, fits the posterior, and writes the files of the result. */
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
        boolean bySegment = !config.data().roles().segmentColumns().isEmpty();
        SegmentsJob.refuseResume(bySegment && resume);
        NetworkBandit.Rounds rounds = BanditJob.roundsOf(config);
        if (rounds != null) {
            return new BanditJob(config, rounds, progress, out, err).run(master, resume, jars);
        }
        Configuration hadoop = Sessions.hadoop();
        Model userModel = UserModelFactory.of(config);
        ResultFolder results = resume
                ? ResultFolder.openToResume(config.output(), hadoop)
                : ResultFolder.open(config.output(), hadoop);
        Checkpoints checkpoints = Checkpoints.open(config, resume, hadoop);
        DenseKernel kernel = kernel();
        try (LateSession session =
                LateSession.of(master, config, "credence fit " + config.data().path())) {
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            jars.addTo(spark);
            if (bySegment) {
                return new SegmentsJob(config, progress, out, err).run(spark, results, begin);
            }
            return run(spark, userModel, results, checkpoints, kernel);
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
        progress.beginPhase("reading " + config.data().path());
        Supplier<Table> table = () -> new TableReader(spark).read(config.data());
        return RowsFit.withPackedRows(
                config, userModel, table, spark, kernel, fit -> run(fit, spark, results, checkpoints, kernel));
    }

    private int run(
            RowsFit fit, SparkSession spark, ResultFolder results, Checkpoints checkpoints, DenseKernel kernel) {
        CheckpointHeader header = new CheckpointHeader(
                ConfigDigest.of(config),
                fit.fingerprint(),
                fit.backend().summary().partitionCount(),
                kernel.name());
        CheckpointedFit before = checkpoints.fitToResume(header);
        CheckpointListener listener = checkpoints.listener(header, before, begin);
        progress.beginPhase("fitting " + fit.rows().rowsRead() + " rows");
        BiFunction<FitState, Boolean, FitOutput> ended = (state, checked) -> fit.fitOutput(
                state,
                checked,
                new FitReport.RunInfo(
                        listener.seconds(), kernel.name(), fit.backend().kernels(), Versions.of(spark)),
                notes(checkpoints, listener));
        Runnable leave = () -> writeInterrupted(listener, state -> ended.apply(state, false), results, spark);
        try (ShutdownHook interruption = ShutdownHook.register(leave)) {
            FitState first = before == null ? fit.initialState() : before.state();
            FitState end = fit.algorithm().run(first, List.of(listener, progress, FitStepCounter.OF_PROCESS));
            progress.beginPhase("checking the fit");
            FitOutput done = ended.apply(end, true);
            if (!interruption.mayWrite()) {
                throw new IllegalStateException("interrupted");
            }
            writeResult(done, listener, results, checkpoints, spark);
            return exitStatus(end.status());
        }
    }

    private static List<String> notes(Checkpoints checkpoints, CheckpointListener listener) {
        List<String> notes = new ArrayList<>(checkpoints.notes());
        String problem = listener.lastFailure();
        if (problem != null) {
            notes.add(problem);
        }
        return notes;
    }

    /** Writes the last state when the process is told to end, as a checkpoint and as a result marked as unconverged. */
    private void writeInterrupted(
            CheckpointListener listener,
            Function<FitState, FitOutput> ended,
            ResultFolder results,
            SparkSession spark) {
        progress.finish();
        FitState state = listener.lastState();
        if (state == null) {
            err.println("credence: interrupted before the first step; nothing was written");
            return;
        }
        String checkpoint = listener.saveLast() ? ", fit --resume goes on from the checkpoint" : "";
        try {
            results.write(ended.apply(state.interrupted()).files(listener.trace()), spark);
            err.println("credence: interrupted; the last good state was written to " + results.displayPath()
                    + ", marked as unconverged" + checkpoint);
        } catch (RuntimeException unwritten) {
            err.println("credence: interrupted: " + Failure.of(unwritten).message() + checkpoint);
        }
    }

    private void writeResult(
            FitOutput ended,
            CheckpointListener listener,
            ResultFolder results,
            Checkpoints checkpoints,
            SparkSession spark) {
        progress.finish();
        ended.consoleLines().forEach(out::println);
        ended.report().warnings().forEach(warning -> err.println("note: " + warning));
        progress.beginPhase("writing " + results.displayPath());
        results.write(ended.files(listener.trace()), spark);
        progress.finish();
        out.println("results in " + results.displayPath());
        if (ended.report().result().isConverged()) {
            checkpoints.clear();
        }
    }

    private int exitStatus(FitStatus status) {
        return switch (status) {
            case CONVERGED -> ExitStatus.SUCCESS;
            case DIVERGED -> ExitStatus.DIVERGED;
            case BUDGET, RUNNING -> config.stop().acceptUnconverged() ? ExitStatus.SUCCESS : ExitStatus.UNCONVERGED;
        };
    }
}
