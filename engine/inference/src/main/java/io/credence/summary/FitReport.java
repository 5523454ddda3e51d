package io.credence.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.config.FitConfig;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.formula.Design;
import io.credence.kind.Section;
import io.credence.part.Names;
import io.credence.prior.EarlierFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Report on a finished fit of linear predictors or a user's class: posterior summaries, data, run and outcome.
 *
 * @param config configuration of the fit
 * @param model description of the model
 * @param data facts about the rows
 * @param findings posterior summaries and checks
 * @param contrasts summaries of the linear combinations of coefficients that were requested
 * @param result outcome of the fit
 * @param run environment and duration of the run
 */
public record FitReport(
        FitConfig config,
        FittedModel model,
        DataFacts data,
        Findings findings,
        List<SummaryRow> contrasts,
        FitResult result,
        RunInfo run)
        implements FinishedReport {

    /**
     * Facts about the rows that were used.
     *
     * @param rows rows used
     * @param skipped rows left out
     * @param fingerprint digest of the rows' content
     * @param partitions number of partitions
     * @param classes classes of the label
     * @param columns columns and levels that have no coefficient, and the design
     * @param notes notes made while the rows were read
     */
    public record DataFacts(
            long rows,
            long skipped,
            String fingerprint,
            int partitions,
            ClassFacts classes,
            ColumnFacts columns,
            List<String> notes) {}

    /**
     * Classes of a label.
     *
     * @param count number of classes; 0 where labels are numbers
     * @param names words for the classes, in order; empty where labels are numbers
     */
    public record ClassFacts(int count, List<String> names) {}

    /**
     * Columns and levels that have no coefficient, and the design of the others.
     *
     * @param referenceLevels reference level of each categorical column, which has no indicator
     * @param aliased names of columns that were not fitted, since they are linear combinations of others
     * @param design design that a formula makes of the columns; null where there was no formula
     */
    public record ColumnFacts(
            Map<String, String> referenceLevels,
            List<String> aliased,
            @Nullable Design design) {}

    /**
     * Environment and duration of a run.
     *
     * @param seconds wall time of the job up to the result
     * @param kernel name of the driver's kernel; null in files that do not state it
     * @param executorKernels names of the kernels with which passes over the rows were made, in alphabetical order
     * @param versions version of each component, by name
     */
    public record RunInfo(
            double seconds,
            @Nullable String kernel,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> executorKernels,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> versions) {}

    public static String statusName(FitStatus status) {
        return switch (status) {
            case CONVERGED -> "converged";
            case DIVERGED -> "diverged";
            case BUDGET, RUNNING -> "unconverged";
        };
    }

    /** Posterior of the coefficients. */
    public Coefficients coefficients() {
        return findings.coefficients();
    }

    @Override
    public Reliability reliability() {
        return findings.reliability();
    }

    @Override
    public List<Section> sections() {
        return FitSections.of(this);
    }

    @Override
    public String evidenceText() {
        return EvidenceText.of(this);
    }

    @Override
    public List<String> verdictLines() {
        return Verdict.lines(this);
    }

    @Override
    public List<String> modelLines() {
        return ModelText.lines(this);
    }

    @Override
    public List<String> checkLines() {
        return Verdict.checkLines(this);
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(notes());
        warnings.addAll(advice());
        return warnings;
    }

    /** Notes to the reader of the result, one sentence each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(config.notes());
        notes.addAll(data.notes());
        notes.addAll(findings.notes());
        LeaveOneOut leaveOneOut = findings.leaveOneOut();
        if (leaveOneOut != null
                && config.data().roles().keyColumn() != null
                && leaveOneOut.rows().hasRowWithoutKey()) {
            notes.add("rows were searched for in the data by their content, to be identified by "
                    + config.data().roles().keyColumn()
                    + ", and not all were found: they changed since they were read, or could not be read again");
        }
        notes.addAll(PriorConflictNotes.notes(coefficients(), config.prior()));
        EarlierFit earlier = config.prior().earlierFit();
        List<String> little = Names.without(
                coefficients().uninformed(),
                earlier == null ? List.of() : earlier.coefficients().names());
        if (!little.isEmpty()) {
            notes.add("the data are uninformative about " + Sentences.listed(little)
                    + " (posterior sd above half the prior's): constant, collinear or separating columns,"
                    + " or few rows; there the prior decides");
        }
        return notes;
    }

    /** Problems of the result, each with advice; empty where there are none. */
    public List<String> advice() {
        List<String> next = new ArrayList<>();
        ImportanceCheck importance = findings.importanceCheck();
        if (importance != null && !importance.reliability().isReliable()) {
            next.add(Verdict.doubtText(importance) + "; "
                    + Verdict.advice(
                            coefficients().posterior(),
                            !result.candidates().isEmpty(),
                            !importance.missedModes().isEmpty()));
        }
        if (result.status() == FitStatus.BUDGET) {
            next.add("not converged: " + result.stopReason()
                    + "; where that is a limit of the section stop, a larger one gives it longer;"
                    + " stop.acceptUnconverged = true accepts the answer");
        }
        if (result.status() == FitStatus.RUNNING) {
            next.add("not converged: " + result.stopReason() + "; what is written is the last good state");
        }
        if (result.status() == FitStatus.DIVERGED) {
            String where =
                    result.end().failure() == null ? "" : " (" + result.end().failure() + ")";
            next.add("diverged: " + result.stopReason() + where + "; what is written is the last good state");
        }
        return next;
    }
}
