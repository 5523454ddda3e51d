package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.Comparison;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeftOutRow;
import io.credence.result.PointwiseTable;
import io.credence.spark.job.output.Failure;
import java.util.List;
import java.util.Locale;

/**
 * Comparison of two fits of the same rows by leave-one-out prediction, with the standard error of the paired
 * difference.
 *
 * @param a first fit
 * @param b second fit
 * @param compared comparison of their rows
 */
record PredictionComparison(LeftOutFit a, LeftOutFit b, Comparison compared) implements FitComparison {

    /**
     * Fit with its leave-one-out measures.
     *
     * @param leaveOneOut measures in all
     * @param rows measures row by row
     */
    record LeftOutFit(ComparedFit fit, LeaveOneOut leaveOneOut, List<LeftOutRow> rows) {

        static LeftOutFit of(ComparedFit fit) {
            try {
                fit.posterior().missingFiles().requireWritten(ResultFolder.POINTWISE);
                String table = fit.pointwise();
                if (table == null) {
                    throw new ConfigurationException(
                            "there is nothing to compare: required a fit of up to 100,000 rows with check.loo = true,"
                                    + " found no " + ResultFolder.POINTWISE + " (" + fit.name() + ")");
                }
                return new LeftOutFit(
                        fit,
                        fit.posterior()
                                .leaveOneOut()
                                .orElseThrow(() ->
                                        new IllegalArgumentException("the posterior has no leave-one-out results")),
                        PointwiseTable.parse(table));
            } catch (IllegalArgumentException unreadable) {
                throw new ConfigurationException(
                        "the fit cannot be read: " + Failure.oneLine(unreadable) + " (" + fit.name() + ")", unreadable);
            }
        }

        private String line(String letter, Estimate elpd) {
            return String.format(
                    Locale.ROOT,
                    "%s: elpd %.1f ± %.1f, p %.1f, %s%s",
                    letter,
                    elpd.value(),
                    elpd.error(),
                    leaveOneOut.effectiveParameters().value(),
                    fit.name(),
                    fit.note());
        }
    }

    static PredictionComparison of(ComparedFit first, ComparedFit second) {
        LeftOutFit a = LeftOutFit.of(first);
        LeftOutFit b = LeftOutFit.of(second);
        try {
            double threshold =
                    Math.min(a.leaveOneOut().threshold(), b.leaveOneOut().threshold());
            return new PredictionComparison(a, b, Comparison.of(a.rows(), b.rows(), threshold));
        } catch (IllegalArgumentException unlike) {
            throw new ConfigurationException(
                    Failure.oneLine(unlike)
                            + "; fits of one table in its own order, with data.partitions = auto, have theirs"
                            + " alike (" + first.name() + ", " + second.name() + ")",
                    unlike);
        }
    }

    @Override
    public String measure() {
        return "elpd";
    }

    @Override
    public Estimate first() {
        return compared.first();
    }

    @Override
    public Estimate second() {
        return compared.second();
    }

    @Override
    public Estimate difference() {
        return compared.elpdDifference();
    }

    @Override
    public String verdict() {
        String better = difference().value() > 0 ? "A" : "B";
        if (compared.isErrorUnreliable()) {
            return "they predict alike";
        }
        return Math.abs(difference().value()) > 2 * difference().error()
                ? better + " predicts better"
                : better + " may predict better, within two standard errors";
    }

    @Override
    public List<String> lines() {
        return List.of(
                a.line("A", first()),
                b.line("B", second()),
                String.format(
                        Locale.ROOT,
                        "elpd of A less that of B: %.1f ± %.1f over %d rows; %s",
                        difference().value(),
                        difference().error(),
                        compared.rows(),
                        verdict()));
    }

    @Override
    public List<String> notes() {
        return compared.doubtfulRowCount() == 0
                ? List.of()
                : List.of("k-hat of " + compared.doubtfulRowCount()
                        + " rows is above its threshold; what they add to the difference cannot be trusted");
    }
}
