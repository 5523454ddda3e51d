package io.credence.spark.job;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.result.ResultJson;
import io.credence.spark.FitStepCounter;
import io.credence.spark.PackedRows;
import io.credence.spark.SegmentFitting;
import io.credence.spark.job.output.Failure;
import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.SegmentCounts;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Fits of segments in a task, each as the fit of its rows alone would be. A segment whose fit fails becomes a row with
 * the reason.
 */
final class SegmentFits implements SegmentFitting {

    private static final long serialVersionUID = 1;

    /** Schema of one number of a posterior, such as a coefficient: its name and summary. */
    static final StructType NUMBER = new StructType()
            .add("name", DataTypes.StringType)
            .add("mean", DataTypes.DoubleType)
            .add("sd", DataTypes.DoubleType)
            .add("lower", DataTypes.DoubleType)
            .add("upper", DataTypes.DoubleType);

    /**
     * Schema of a segment's fit: its status and counts, its numbers, its {@code posterior.json}, and the covariance
     * that does not stand in there.
     */
    static final StructType SCHEMA = new StructType()
            .add("status", DataTypes.StringType)
            .add("reliable", DataTypes.BooleanType)
            .add("khat", DataTypes.DoubleType)
            .add("rows", DataTypes.LongType)
            .add("reason", DataTypes.StringType)
            .add("seed", DataTypes.LongType)
            .add("numbers", DataTypes.createArrayType(NUMBER))
            .add("posterior", DataTypes.StringType)
            .add("covariance", DataTypes.createArrayType(DataTypes.DoubleType));

    private final String requested;
    private final Map<String, String> versions;
    private transient @Nullable FitConfig config;

    /**
     * Creates fits by a configuration.
     *
     * @param versions versions of the software that runs, by name
     */
    SegmentFits(FitConfig config, Map<String, String> versions) {
        this.requested = config.resolved().json();
        this.versions = versions;
    }

    @Override
    public FitConfig config() {
        FitConfig read = config;
        if (read == null) {
            read = ConfigReader.read("the configuration of the segments", requested, List.of());
            config = read;
        }
        return read;
    }

    @Override
    public Object[] fit(long seed, Supplier<PackedRows> rows) {
        long begin = System.nanoTime();
        FitConfig own = config().forSegment(seed);
        try (PackedRows packed = rows.get();
                ExecutionBackend backend = packed.toInProcessBackend(own.kernel())) {
            DenseKernel kernel = Kernels.named(own.kernel());
            PreparedFit prepared = Inference.prepare(own.inference(), null, packed, backend, kernel);
            PosteriorRowsFit fit = PosteriorRowsFit.of(own, packed, backend, prepared, packed.fingerprint(), List.of());
            FitState end = fit.algorithm().run(fit.initialState(), List.of(FitStepCounter.OF_PROCESS));
            double seconds = (System.nanoTime() - begin) * 1e-9;
            FitReport report = fit.reportData(end, true)
                    .report(new FitReport.RunInfo(seconds, kernel.name(), backend.kernels(), versions), List.of());
            return fitCells(report, seed);
        } catch (RuntimeException failed) {
            if (TaskContext.get().isInterrupted()) {
                throw failed;
            }
            return cellsWithoutPosterior(
                    SegmentCounts.FAILED, null, Failure.of(failed).message(), seed);
        }
    }

    private static Object[] fitCells(FitReport report, long seed) {
        if (report.result().status() == FitStatus.DIVERGED) {
            return cellsWithoutPosterior(
                    report.status(), report.data().rows(), String.join("; ", report.advice()), seed);
        }
        Reliability reliability = report.reliability();
        ImportanceCheck check = report.findings().importanceCheck();
        double khat = check == null ? Double.NaN : check.tail().tailIndex();
        boolean table = report.coefficients().dimension() > Coefficients.INLINE_DIMENSION;
        return new Object[] {
            report.status(),
            reliability.isReliable(),
            Double.isFinite(khat) ? khat : null,
            report.data().rows(),
            reliability.isReliable() ? null : reliability.reason(),
            seed,
            Stream.concat(report.findings().summary().stream(), report.contrasts().stream())
                    .map(SegmentFits::summaryCells)
                    .toArray(Row[]::new),
            ResultJson.text(report),
            table ? report.coefficients().covariance() : null
        };
    }

    private static Row summaryCells(SummaryRow row) {
        return RowFactory.create(row.name(), row.mean(), row.sd(), row.lower(), row.upper());
    }

    private static Object[] cellsWithoutPosterior(String status, @Nullable Long rows, String reason, long seed) {
        return new Object[] {status, false, null, rows, reason, seed, null, null, null};
    }
}
