package io.credence.spark.job;

import io.credence.PreparedFit;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.spark.FitReportData;
import io.credence.spark.PackedRows;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.List;

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
     * Creates the fit after a check of the contrasts that its report shows.
     *
     * @param fingerprint digest of all rows that were learned from, including those of an earlier fit that is the prior
     */
    static PosteriorRowsFit of(
            FitConfig requested,
            PackedRows rows,
            ExecutionBackend backend,
            PreparedFit prepared,
            String fingerprint,
            List<String> observed) {
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
        return new FitOutput(report, trace -> ResultFiles.of(report, trace, fit.partitionFactors(), fit.levelTable()));
    }

    /** Data for the report of the fit in the given state, from which files are then made. */
    FitReportData reportData(FitState state, boolean checked) {
        FitResult result = algorithm().result(state);
        return new FitReportData(
                config, rows, prepared, checked ? prepared.checkedResult(result) : prepared.uncheckedResult(result));
    }
}
