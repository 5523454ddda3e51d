package io.credence.summary;

import io.credence.family.MixturePosterior;
import io.credence.formula.Smooth;
import io.credence.kind.CurvePlot;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Vectors;
import io.credence.mixed.result.MixedPosterior.SmoothPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a smooth function.
 *
 * @param name name of the smooth, such as {@code s(x)}
 * @param sd standard deviations of its penalised coefficients: one, or three of a surface
 * @param effectiveDegrees effective degrees of freedom, its straight part included
 * @param columns number of its columns, the largest number of degrees of freedom
 * @param curve values over the range of the rows
 */
public record SmoothSummary(String name, List<SummaryRow> sd, double effectiveDegrees, int columns, Curve curve) {

    /** Share of a smooth's columns in its degrees of freedom from which more columns may be needed. */
    private static final double NEARLY_ALL = 0.9;

    /** Places where a surface is cut, as shares of the range of its second number. */
    private static final double[] CUTS = {0.1, 0.5, 0.9};

    /** Number of points of a curve. */
    private static final int POINTS = 101;

    /** Number of points of a surface along each number. */
    private static final int GRID = 21;

    /**
     * Values of a smooth on the scale of the linear predictor, less their mean over the rows. A surface has them at a
     * grid, whose second number varies fastest.
     *
     * @param numbers texts of the numbers that it is a function of
     * @param x values of the first number
     * @param z values of the second number; null where there is one
     * @param estimate posterior means
     * @param lower 5 % quantiles
     * @param upper 95 % quantiles
     */
    public record Curve(
            List<String> numbers,
            double[] x,
            double @Nullable [] z,
            double[] estimate,
            double[] lower,
            double[] upper) {

        public Curve {
            boolean sameLengths = (z == null || z.length == x.length)
                    && estimate.length == x.length
                    && lower.length == x.length
                    && upper.length == x.length;
            if (!sameLengths) {
                throw new IllegalArgumentException("a curve must have as many values as points: required " + x.length
                        + ", found " + estimate.length + ", " + lower.length + " and " + upper.length);
            }
        }

        private boolean isFinite() {
            return Double.isFinite(
                    DoubleStream.of(lower).sum() + DoubleStream.of(upper).sum());
        }

        /** Picture of the values at every {@code stride}-th point from the given one. */
        private CurvePlot plot(String title, int first, int stride) {
            int[] points =
                    IntStream.iterate(first, i -> i < x.length, i -> i + stride).toArray();
            return new CurvePlot(
                    title, numbers.get(0), at(points, x), at(points, estimate), at(points, lower), at(points, upper));
        }

        private static double[] at(int[] points, double[] numbers) {
            return Arrays.stream(points).mapToDouble(i -> numbers[i]).toArray();
        }
    }

    /** Summary of a smooth by the posteriors of its standard deviations and of the coefficients of all columns. */
    static SmoothSummary of(Smooth smooth, List<SmoothPosterior> parts, MixturePosterior coefficients) {
        List<SummaryRow> sds = new ArrayList<>();
        double degrees = smooth.freeColumnCount();
        int columns = smooth.freeColumnCount();
        for (int k = 0; k < parts.size(); k++) {
            sds.add(MixedSummary.summaryRow(parts.get(k).sd()));
            degrees += parts.get(k).effectiveDegrees();
            columns += smooth.penalisedColumns().get(k).columns().length;
        }
        return new SmoothSummary(smooth.name(), sds, degrees, columns, curve(smooth, coefficients));
    }

    private static Curve curve(Smooth smooth, MixturePosterior coefficients) {
        List<double[]> ranges = smooth.functions().ranges();
        double[] mean = coefficients.mean();
        double[] covariance = coefficients.covariance();
        int points = ranges.size() == 1 ? POINTS : GRID * GRID;
        int each = ranges.size() == 1 ? 1 : GRID;
        double[] x = new double[points];
        double[] z = new double[points];
        double[] estimate = new double[points];
        double[] lower = new double[points];
        double[] upper = new double[points];
        for (int i = 0; i < points; i++) {
            x[i] = between(ranges.get(0), i / each, points / each);
            z[i] = ranges.size() == 1 ? 0 : between(ranges.get(1), i % each, each);
            double[] row = smooth.rowAt(mean.length, x[i], z[i]);
            double variance = 0;
            for (int j = 0; j < row.length; j++) {
                if (row[j] != 0) {
                    estimate[i] += row[j] * mean[j];
                    variance += row[j] * Vectors.dot(covariance, j * row.length, row, 0, row.length);
                }
            }
            double half = NormalTail.QUANTILE_95 * Math.sqrt(variance);
            lower[i] = estimate[i] - half;
            upper[i] = estimate[i] + half;
        }
        return new Curve(smooth.numbers(), x, ranges.size() == 1 ? null : z, estimate, lower, upper);
    }

    private static double between(double[] range, int index, int count) {
        return range[0] + (range[1] - range[0]) * index / (count - 1);
    }

    /** Whether nearly all columns are used, so that a function with more of them may bend more. */
    boolean isNearlyUnpenalised() {
        return effectiveDegrees > NEARLY_ALL * columns;
    }

    /** Pictures of the function. A surface is drawn at three values of its second number. */
    List<CurvePlot> curvePlots() {
        if (!curve.isFinite()) {
            return List.of();
        }
        String title = String.format(Locale.ROOT, "%s, %.1f of %d degrees of freedom", name, effectiveDegrees, columns);
        double[] z = curve.z();
        if (z == null) {
            return List.of(curve.plot(title, 0, 1));
        }
        double[] values = Arrays.stream(z).distinct().toArray();
        List<CurvePlot> plots = new ArrayList<>();
        for (double cut : CUTS) {
            int at = (int) Math.round(cut * (values.length - 1));
            String where =
                    String.format(Locale.ROOT, ", at %s = %.4g", curve.numbers().get(1), values[at]);
            plots.add(curve.plot(title + where, at, values.length));
        }
        return plots;
    }
}
