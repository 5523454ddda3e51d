package io.credence.schedule;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Sequence of iterates with the diagnostics of their stationarity and of the error of their average (Dhaka et al.
 * 2020). For each coordinate these are the split-R̂ and the Monte-Carlo standard error of the mean, from the effective
 * number of iterates by Geyer's initial monotone sequence (Vehtari et al. 2021, without rank normalisation).
 *
 * @param values one vector per iteration, in order; not to be changed
 */
public record Iterates(List<double[]> values) implements Serializable {

    /** No iterates. */
    public static final Iterates NONE = new Iterates(List.of());

    /** A copy with one more iterate. */
    public Iterates with(double[] more) {
        List<double[]> all = new ArrayList<>(values.size() + 1);
        all.addAll(values);
        all.add(more);
        return new Iterates(java.util.Collections.unmodifiableList(all));
    }

    /** The last {@code count} iterates. */
    public Iterates last(int count) {
        return new Iterates(List.copyOf(values.subList(values.size() - count, values.size())));
    }

    /** The iterates of one coordinate. */
    public Iterates ofCoordinate(int j) {
        return new Iterates(
                values.stream().map(numbers -> new double[] {numbers[j]}).toList());
    }

    /** Number of iterates. */
    public int size() {
        return values.size();
    }

    private double[] coordinate(int j) {
        double[] series = new double[values.size()];
        for (int t = 0; t < series.length; t++) {
            series[t] = values.get(t)[j];
        }
        return series;
    }

    /**
     * Split-R̂ of the first coordinates, each computed with added noise. A coordinate that moves by much less than the
     * noise counts as stationary. With zeros it is the usual R̂.
     *
     * @param noise standard deviations of the added noise, one per requested coordinate
     */
    public double[] rhats(double[] noise) {
        double[] rhats = new double[noise.length];
        for (int j = 0; j < rhats.length; j++) {
            rhats[j] = rhat(coordinate(j), noise[j]);
        }
        return rhats;
    }

    /** Mean of the second half less that of the first, of each coordinate. */
    public double[] drifts() {
        int half = values.size() / 2;
        double[] drifts = new double[values.get(0).length];
        for (int j = 0; j < drifts.length; j++) {
            double[] series = coordinate(j);
            drifts[j] = mean(series, series.length - half, series.length) - mean(series, 0, half);
        }
        return drifts;
    }

    /** Monte-Carlo standard error of each coordinate's mean. */
    public double[] standardErrors() {
        double[] errors = new double[values.get(0).length];
        for (int j = 0; j < errors.length; j++) {
            double[] series = coordinate(j);
            errors[j] = Math.sqrt(variance(series, 0, series.length) / effectiveSampleSize(series));
        }
        return errors;
    }

    /** Standard deviation of each coordinate. */
    public double[] spreads() {
        double[] spreads = new double[values.get(0).length];
        for (int j = 0; j < spreads.length; j++) {
            spreads[j] = Math.sqrt(variance(coordinate(j), 0, values.size()));
        }
        return spreads;
    }

    static double rhat(double[] series, double noise) {
        int half = series.length / 2;
        double first = mean(series, 0, half);
        double second = mean(series, series.length - half, series.length);
        double within = noise * noise
                + 0.5 * (variance(series, 0, half) + variance(series, series.length - half, series.length));
        double between = 0.5 * (first - second) * (first - second);
        if (!(within > 0)) {
            return between > 0 ? Double.POSITIVE_INFINITY : 1;
        }
        return Math.sqrt((half - 1.0) / half + between / within);
    }

    /** Effective number of iterates, at most their number. */
    static double effectiveSampleSize(double[] series) {
        int n = series.length;
        double mean = mean(series, 0, n);
        double variance = autocovariance(series, mean, 0);
        if (!(variance > 0)) {
            return n;
        }
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int lag = 0; lag + 1 < n; lag += 2) {
            double pair = autocovariance(series, mean, lag) + autocovariance(series, mean, lag + 1);
            if (pair <= 0) {
                break;
            }
            least = Math.min(least, pair / variance);
            sum += least;
        }
        return Math.min(n, n / Math.max(2 * sum - 1, 1.0 / n));
    }

    private static double autocovariance(double[] series, double mean, int lag) {
        double sum = 0;
        for (int t = 0; t + lag < series.length; t++) {
            sum += (series[t] - mean) * (series[t + lag] - mean);
        }
        return sum / series.length;
    }

    private static double mean(double[] series, int from, int to) {
        double sum = 0;
        for (int t = from; t < to; t++) {
            sum += series[t];
        }
        return sum / (to - from);
    }

    private static double variance(double[] series, int from, int to) {
        double mean = mean(series, from, to);
        double squares = 0;
        for (int t = from; t < to; t++) {
            squares += (series[t] - mean) * (series[t] - mean);
        }
        return squares / (to - from - 1);
    }
}
