package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeaveOneOut.Precision;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.LeftOutSummary;
import io.credence.diagnostic.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leave-one-out predictive accuracy.
 *
 * @param estimates expected log predictive density and effective number of parameters
 * @param extent precision of the estimates, with the draws and rows behind them
 * @param tails rows whose predictive density is hardest to estimate, or lowest
 * @param waic the same estimates by WAIC
 */
public record LeaveOneOutSection(
        @JsonUnwrapped EstimatesSection estimates,
        @JsonUnwrapped ExtentSection extent,
        @JsonUnwrapped TailsSection tails,
        EstimatesSection waic) {

    /**
     * Expected log predictive density and effective number of parameters.
     *
     * @param elpd expected log predictive density, nats
     * @param se its standard error
     * @param p effective number of parameters
     * @param pSe its standard error
     */
    public record EstimatesSection(double elpd, double se, double p, double pSe) {

        private static EstimatesSection of(Estimate elpd, Estimate parameters) {
            return new EstimatesSection(elpd.value(), elpd.error(), parameters.value(), parameters.error());
        }

        private Estimate density() {
            return new Estimate(elpd, se);
        }

        private Estimate parameters() {
            return new Estimate(p, pSe);
        }
    }

    /**
     * Precision of the estimates.
     *
     * @param looic the density times −2
     * @param mcse Monte Carlo error of the density
     * @param draws number of draws
     * @param rows number of rows
     * @param rowShare share of the rows that were left out, where it is below 1
     * @param samplingError error by the rows that were not left out
     */
    public record ExtentSection(
            double looic, double mcse, int draws, long rows, double rowShare, double samplingError) {

        private static ExtentSection of(LeaveOneOut found) {
            boolean part = found.rows().rowShare() < 1;
            return new ExtentSection(
                    found.looic(),
                    found.precision().monteCarloError(),
                    found.precision().draws(),
                    found.rows().rowCount(),
                    part ? found.rows().rowShare() : Double.NaN,
                    part ? found.samplingError() : Double.NaN);
        }
    }

    /**
     * Rows with the largest tail index, and rows that are predicted worst.
     *
     * @param khatThreshold largest k̂ at which a row's density can be trusted
     * @param doubtful number of rows whose density cannot be trusted
     * @param khatMax largest k̂
     * @param influential rows with the largest k̂
     * @param surprising rows that are predicted worst
     */
    public record TailsSection(
            double khatThreshold,
            long doubtful,
            double khatMax,
            List<RowSection> influential,
            List<RowSection> surprising) {

        private static TailsSection of(LeaveOneOut found) {
            LeftOutSummary rows = found.rows();
            return new TailsSection(
                    found.threshold(),
                    rows.doubtfulRowCount(),
                    rows.largestTailIndex(),
                    rows.influentialRows().stream().map(RowSection::of).toList(),
                    rows.surprisingRows().stream().map(RowSection::of).toList());
        }
    }

    /**
     * Row that was left out.
     *
     * @param row number of the row
     * @param key key of the row in its table; null where it has none
     * @param alike number of other rows with the same content; null for none
     * @param label its label
     * @param weight its weight, where it is not 1
     * @param elpd its log predictive density, nats
     * @param khat its tail index
     */
    public record RowSection(
            long row,
            @Nullable String key,
            @Nullable Long alike,
            double label,
            double weight,
            double elpd,
            double khat) {

        private static RowSection of(LeftOutRow row) {
            RowKey key = row.key();
            return new RowSection(
                    row.row(),
                    key == null ? null : key.text(),
                    key == null || key.identicalRows() == 0 ? null : Long.valueOf(key.identicalRows()),
                    row.label(),
                    row.weight() == 1 ? Double.NaN : row.weight(),
                    row.elpd(),
                    row.tailIndex());
        }

        private LeftOutRow leftOutRow() {
            return new LeftOutRow(
                    row,
                    label,
                    Double.isNaN(weight) ? 1 : weight,
                    elpd,
                    khat,
                    key == null ? null : new RowKey(key, alike == null ? 0 : alike));
        }
    }

    static LeaveOneOutSection of(LeaveOneOut found) {
        return new LeaveOneOutSection(
                EstimatesSection.of(found.elpd(), found.effectiveParameters()),
                ExtentSection.of(found),
                TailsSection.of(found),
                EstimatesSection.of(found.waic(), found.waicEffectiveParameters()));
    }

    /** Predictive accuracy, without the table of all rows. */
    public LeaveOneOut leaveOneOut() {
        boolean whole = Double.isNaN(extent.rowShare());
        return new LeaveOneOut(
                estimates.density(),
                estimates.parameters(),
                waic.density(),
                waic.parameters(),
                new Precision(extent.mcse(), whole ? 0 : extent.samplingError(), extent.draws()),
                tails.khatThreshold(),
                new LeftOutSummary(
                        extent.rows(),
                        whole ? 1 : extent.rowShare(),
                        tails.doubtful(),
                        tails.khatMax(),
                        tails.influential().stream().map(RowSection::leftOutRow).toList(),
                        tails.surprising().stream().map(RowSection::leftOutRow).toList(),
                        List.of()));
    }
}
