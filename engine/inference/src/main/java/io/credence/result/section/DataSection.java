package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.summary.FitReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the rows of a fit.
 *
 * @param path location of the rows; empty for a data frame
 * @param rows number of rows used; null, as what follows, in files that do not state it
 * @param skipped number of rows left out
 * @param fingerprint digest of the rows' content
 * @param partitions number of partitions
 * @param columns columns and levels without a coefficient, and the formula
 */
public record DataSection(
        @Nullable String path,
        @Nullable Long rows,
        @Nullable Long skipped,
        @Nullable String fingerprint,
        @Nullable Integer partitions,
        @JsonUnwrapped ColumnsSection columns) {

    /**
     * Columns and levels that have no coefficient, and the formula.
     *
     * @param baselines reference level of each categorical column, which has no indicator
     * @param aliased names of columns that were not fitted, since they are linear combinations of others
     * @param labels words for the classes of the label, in order; empty where labels are numbers
     * @param formula formula, with what it found in the rows; null where there was none
     */
    public record ColumnsSection(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> baselines,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> aliased,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> labels,
            @Nullable FormulaSection formula) {}

    static DataSection of(String path, FitReport.DataFacts facts) {
        FitReport.ColumnFacts columns = facts.columns();
        return new DataSection(
                path,
                facts.rows(),
                facts.skipped(),
                facts.fingerprint(),
                facts.partitions(),
                new ColumnsSection(
                        columns.referenceLevels(),
                        columns.aliased(),
                        facts.classes().names(),
                        columns.design() == null ? null : FormulaSection.of(columns.design())));
    }

    /** Text of the formula; empty where there was none. */
    public String formulaText() {
        return columns.formula() == null ? "" : columns.formula().text();
    }
}
