package io.credence.spark.job;

import io.credence.PreparedNetwork;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.network.train.TrainingProblem;
import io.credence.spark.PackedRows;
import io.credence.spark.row.DataException;
import io.credence.summary.FitReport;
import io.credence.summary.NetworkReport;
import java.util.List;

/**
 * Fit of an ensemble of networks or of a deep process. Its check takes no pass over the rows, since training held some
 * out.
 */
record NetworkRowsFit(FitConfig config, PackedRows rows, ExecutionBackend backend, PreparedNetwork<?> prepared)
        implements RowsFit {

    @Override
    public Algorithm algorithm() {
        return prepared.algorithm();
    }

    @Override
    public FitState initialState() {
        try {
            return prepared.algorithm().init();
        } catch (TrainingProblem.UnfitCellException unfit) {
            throw new DataException(
                    "a row cannot be learned from",
                    unfit.required(),
                    String.valueOf(unfit.value()),
                    prepared.names().get(unfit.column()),
                    unfit);
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException("the rows cannot be learned from: " + refused.getMessage(), refused);
        }
    }

    @Override
    public FitOutput fitOutput(FitState state, boolean checked, FitReport.RunInfo run, List<String> notes) {
        NetworkReport report = new NetworkReport(
                config,
                prepared.names(),
                prepared.algorithm().result(state),
                prepared.algorithm().trainedModel(state),
                rows.dataFacts(notes, config.kernel()),
                run);
        return new FitOutput(report, trace -> ResultFiles.of(report, trace));
    }
}
