package io.credence.diagnostic;

import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for columns whose rows set no limit to a coefficient: indicators, and others of two values, where all rows of
 * one value are of one class, or are counts of zero (Albert and Anderson 1984). The prior alone bounds such a
 * coefficient, whose posterior has a long tail on one side. One pass over the rows.
 *
 * @param ofZeros whether labels are counts, of which zeros alone set no limit, rather than classes
 * @param classes names of the classes; empty where labels are numbers
 */
public record SeparationSearch(ExecutionBackend backend, boolean ofZeros, List<String> classes) {

    /**
     * Column whose rows set no limit to its coefficient.
     *
     * @param column index of the column among the features
     * @param value value of the column in the rows of a single label
     * @param rows number of these rows
     * @param label label of these rows
     */
    public record SeparatingColumn(int column, double value, long rows, double label) {}

    /** Creates the search for a loss of classes or counts; null for others. */
    public static @Nullable SeparationSearch of(DrawLoss loss, ExecutionBackend backend, List<String> classes) {
        PredictorLoss linear = loss.asPredictorLoss();
        Likelihood likelihood = linear == null ? null : linear.likelihood();
        if (likelihood == null || (likelihood.outcomeCount() == 0 && !likelihood.isMeanExponential())) {
            return null;
        }
        return new SeparationSearch(backend, likelihood.outcomeCount() == 0, classes);
    }

    /** Finds all such columns, in their order. */
    public List<SeparatingColumn> columns() {
        ColumnLabels found = backend.run(new ColumnLabelsPass(backend.summary().columns()));
        List<SeparatingColumn> separated = new ArrayList<>();
        for (int j = 0; j < backend.summary().columns(); j++) {
            for (ColumnLabels.ValueLabels each : found.of(j)) {
                if (!each.isMixed() && (!ofZeros || each.label() == 0)) {
                    separated.add(new SeparatingColumn(j, each.value(), each.rows(), each.label()));
                }
            }
        }
        return List.copyOf(separated);
    }
}
