package io.credence.spark.job;

import io.credence.NetworkFit;
import io.credence.PreparedNetwork;
import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.report.NetworkText;
import io.credence.spark.FitSteps;
import io.credence.spark.LabelRule;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TableReader;
import io.credence.spark.Versions;
import io.credence.summary.FitReport;
import io.credence.summary.NetworkReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/** The command {@code fit} of networks: rows to blocks, blocks to an ensemble, that to files. */
final class NetworkJob {

    private final FitConfig config;
    private final Progress progress;
    private final PrintStream out;
    private final PrintStream err;
    private final long begin = System.nanoTime();

    NetworkJob(FitConfig config, Progress progress, PrintStream out, PrintStream err) {
        this.config = config;
        this.progress = progress;
        this.out = out;
        this.err = err;
    }

    /** How the fit ended. */
    FitState run(SparkSession spark, ResultFolder results, Checkpoints checkpoints, DenseKernel kernel) {
        progress.phase("reading " + config.data().path());
        RowPacker packer = new RowPacker(LabelRule.of(config.model()), config.seed(), config.backend());
        try (PackedRows rows = packer.pack(new TableReader(spark).read(config.data()), config.data());
                ExecutionBackend backend = rows.toFewest(config.kernel())) {
            PreparedNetwork prepared = PreparedNetwork.of(config.inference(), rows, backend);
            CheckpointHeader header = new CheckpointHeader(
                    ConfigDigest.of(config),
                    rows.fingerprint(),
                    backend.summary().partitions(),
                    kernel.name());
            SavedFit before = checkpoints.resumed(header);
            CheckpointListener listener = checkpoints.listener(header, before, begin);
            progress.phase("training on " + rows.rowsRead() + " rows");
            Function<FitState, NetworkReport> report = state -> report(
                    prepared.finished(state, List.of()),
                    rows,
                    new FitReport.Run(listener.seconds(), kernel.name(), backend.kernels(), Versions.of(spark)),
                    notes(checkpoints, listener));
            try (Interruption interruption = Interruption.prepare(() -> leave(listener, report, results, spark))) {
                FitState first = before == null ? begun(prepared) : before.state();
                FitState end = prepared.algorithm().run(first, List.of(listener, progress, FitSteps.OF_PROCESS));
                if (!interruption.mayWrite()) {
                    throw new IllegalStateException("interrupted");
                }
                finish(report.apply(end), listener, results, spark);
                if (prepared.algorithm().result(end).isConverged()) {
                    checkpoints.clear();
                }
                return end;
            }
        }
    }

    private static FitState begun(PreparedNetwork prepared) {
        try {
            return prepared.algorithm().init();
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException("the rows cannot be learned from: " + refused.getMessage(), refused);
        }
    }

    private static List<String> notes(Checkpoints checkpoints, CheckpointListener listener) {
        List<String> notes = new ArrayList<>(checkpoints.notes());
        String problem = listener.problem();
        if (problem != null) {
            notes.add(problem);
        }
        return notes;
    }

    private NetworkReport report(NetworkFit fit, PackedRows rows, FitReport.Run run, List<String> notes) {
        List<String> all = new ArrayList<>(rows.notes());
        all.addAll(notes);
        String slower = Kernels.absence(config.kernel());
        if (slower != null) {
            all.add(slower);
        }
        FitReport.Data data = new FitReport.Data(
                rows.rowsRead(),
                rows.skipped(),
                rows.fingerprint(),
                rows.summary().partitions(),
                rows.classes(),
                rows.baselines(),
                rows.design(),
                rows.classNames(),
                all);
        return new NetworkReport(config, fit.names(), fit.result(), fit.ensemble(), data, run);
    }

    private void finish(NetworkReport report, CheckpointListener listener, ResultFolder results, SparkSession spark) {
        progress.done();
        NetworkText.console(report).forEach(out::println);
        report.notes().forEach(note -> err.println("note: " + note));
        results.write(ResultFiles.of(report, listener.trace()), spark);
        out.println("results in " + results.shown());
    }

    /** The process is reported to end: the last epoch is written, as a checkpoint and as a result that is marked. */
    private void leave(
            CheckpointListener listener,
            Function<FitState, NetworkReport> report,
            ResultFolder results,
            SparkSession spark) {
        progress.done();
        FitState state = listener.last();
        if (state == null) {
            err.println("credence: interrupted before the first epoch; nothing was written");
            return;
        }
        String checkpoint = listener.saveLast() ? ", fit --resume goes on from the checkpoint" : "";
        try {
            results.write(ResultFiles.of(report.apply(state.interrupted()), listener.trace()), spark);
            err.println("credence: interrupted; the last good epoch was written to " + results.shown()
                    + ", marked as unconverged" + checkpoint);
        } catch (RuntimeException unwritten) {
            err.println("credence: interrupted; no result was written: "
                    + Failure.of(unwritten).line() + checkpoint);
        }
    }
}
