package io.credence.fit.exact;

import io.credence.data.DataSummary;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NestedRowSamples;
import io.credence.pass.ExpectationPass.RowSample;

/**
 * Plan of the search for the mode: the sample of the rows on which it begins, or all rows.
 *
 * @param sample rows of the first stage; all rows where the data are small
 * @param rows number of rows in all
 * @param weight weight of all rows
 * @param dimension number of coefficients
 */
record SubsamplePlan(RowSample sample, long rows, double weight, int dimension) {
    // A Hessian from n rows errs by about sqrt(d/n) in each direction, the factor by which each of the following passes
    // shrinks the error. Forty rows per coefficient, within 2 to 12.5 % of all, balance the costs of both. Sparse rows
    // are left out: a sample misses their rare columns, and their curvature is cheap.

    /**
     * Smallest sample, as a share of the rows. The error of its Hessian is what each pass over all rows leaves of the
     * gain.
     */
    private static final double LEAST_SHARE = 0.02;
    /** Work of one pass with curvature, rows × d², above which a start on a sample pays. */
    private static final double HEAVY_WORK = 2e8;
    /** Relative change of a curvature from the mode to the mean of the bound, per unit variance of its predictor. */
    private static final double CURVATURE_CHANGE = 0.05;

    static SubsamplePlan of(DataSummary data, FitSettings settings, int dimension) {
        double work = (double) data.rows() * dimension * dimension;
        double fraction = Math.max(
                LEAST_SHARE,
                Math.min(NestedRowSamples.largeShare(), NestedRowSamples.firstLevelRows(dimension) / data.rows()));
        boolean sampled = settings.structure().isFull()
                && !data.sparse()
                && work > HEAVY_WORK
                && fraction * data.rows() >= 5.0 * dimension;
        return new SubsamplePlan(
                sampled ? new RowSample(fraction, settings.seed()) : RowSample.ALL,
                data.rows(),
                data.weight(),
                dimension);
    }

    boolean isSampled() {
        return !sample.isAll();
    }

    /** Share of the rows that the given phase reads: factor from nats over all rows to nats over those. */
    double fraction(Phase phase) {
        return phase == Phase.SAMPLE ? sample.fraction() : 1;
    }

    /**
     * Factor by which the precision found on the sample is multiplied. Its inverse is too wide by 1/(1 − d/n) on
     * average, and its curvature was taken at the sample's own mode, where the fit is closer than that of all rows.
     *
     * @param sampled sum of the rows' curvatures at the sample's mode, scaled to all rows
     * @param all sum of the curvatures of all rows near their mode
     */
    double precisionCorrection(double sampled, double all) {
        if (!isSampled()) {
            return 1;
        }
        double correction = all / sampled / (1 - dimension / (sample.fraction() * rows));
        return correction > 0.1 && correction < 10 ? correction : 1;
    }

    /**
     * Whether the mode is too far from the mean of the bound for its curvature to be used there. Variances v of the
     * linear predictors move these and so their curvatures by some hundredths of v, and d such errors cost ¼ d (0.05
     * v)² nats.
     *
     * @param rowCurvature sum of the rows' curvatures, about d/v
     * @param limit gain that may be left, nats
     */
    boolean isModeTooFar(double rowCurvature, double limit) {
        double change = CURVATURE_CHANGE * dimension / rowCurvature;
        return isSampled() && 0.25 * dimension * change * change > 0.5 * limit;
    }

    String decision() {
        return isSampled()
                ? String.format(
                        java.util.Locale.ROOT,
                        "start: Newton steps to the mode on a sample of %.1f %% of %d rows, then quasi-Newton on all",
                        100 * sample.fraction(),
                        rows)
                : "start: Newton steps to the mode on all " + rows + " rows";
    }
}
