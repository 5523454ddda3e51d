package io.credence.spark.job;

import io.credence.PreparedFit;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.report.FitText;
import io.credence.spark.FinishedFit;
import io.credence.spark.PackedRows;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.List;

/**
 * A posterior of coefficients or of the parameters of a class.
 *
 * @param observed what a user should know of the rows beside those of an earlier fit
 */
record PosteriorRowsFit(
        FitConfig config,
        PackedRows rows,
        ExecutionBackend backend,
        PreparedFit prepared,
        String fingerprint,
        List<String> observed)
        implements RowsFit {

    @Override
    public Algorithm algorithm() {
        return prepared.algorithm();
    }

    @Override
    public EndedFit ended(FitState state, boolean checked, FitReport.Run run, List<String> notes) {
        FitResult result = algorithm().result(state);
        FinishedFit fit = new FinishedFit(
                config, rows, prepared, checked ? prepared.checked(result) : prepared.unchecked(result));
        List<String> all = new ArrayList<>(observed);
        all.addAll(notes);
        FitReport report = fit.report(run, all);
        return new EndedFit(report, trace -> ResultFiles.of(report, trace, fit.sites()), () -> FitText.console(report));
    }
}
