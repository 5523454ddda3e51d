package io.credence.spark.job;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.DenseKernel;
import io.credence.model.Model;
import io.credence.report.FitText;
import io.credence.spark.FitReportData;
import io.credence.spark.PackedRows;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fit of a posterior of coefficients or of the parameters of a class.
 *
 * @param rowNotes notes on the rows beside those of an earlier fit
 */
record PosteriorRowsFit(
        FitConfig config,
        PackedRows rows,
        ExecutionBackend backend,
        PreparedFit prepared,
        String fingerprint,
        List<String> rowNotes)
        implements RowsFit {

    /**
     * Prepares the requested fit.
     *
     * @param userModel class of {@code model.class}; null for a likelihood
     * @param fingerprint digest of all rows that were learned from, including those of an earlier fit that is the prior
     */
    static PosteriorRowsFit of(
            FitConfig requested,
            @Nullable Model userModel,
            PackedRows rows,
            ExecutionBackend backend,
            DenseKernel kernel,
            String fingerprint,
            List<String> observed) {
        PreparedFit prepared = Inference.prepare(requested.inference(), userModel, rows, backend, kernel);
        FitReportData.requireContrasts(requested, prepared);
        return new PosteriorRowsFit(requested, rows, backend, prepared, fingerprint, observed);
    }

    @Override
    public Algorithm algorithm() {
        return prepared.algorithm();
    }

    @Override
    public FitOutput fitOutput(FitState state, boolean checked, FitReport.RunInfo run, List<String> notes) {
        FitReportData fit = reportData(state, checked);
        List<String> all = new ArrayList<>(rowNotes);
        all.addAll(notes);
        FitReport report = fit.report(run, all);
        return new FitOutput(
                report,
                trace -> ResultFiles.of(report, trace, fit.partitionFactors()),
                () -> FitText.consoleLines(report));
    }

    /** Data for the report of the fit in the given state, from which files are then made. */
    FitReportData reportData(FitState state, boolean checked) {
        FitResult result = algorithm().result(state);
        return new FitReportData(
                config, rows, prepared, checked ? prepared.checkedResult(result) : prepared.uncheckedResult(result));
    }
}
