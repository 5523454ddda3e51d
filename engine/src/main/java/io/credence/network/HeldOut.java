package io.credence.network;

import io.credence.Calibration;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.LogSums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How well members that were trained on the other rows predict those that were held out, and what the members weigh by that.
 *
 * @param rows how many were held out
 * @param weights of the members
 * @param logScore mean log density of a row under the mixture, nats, in the units of the labels as given
 * @param logScoreError its standard error over the rows
 * @param constantScore the same without features: under a normal, or the shares or the mean, of the other rows held out
 * @param calibration numbers that are known where the mixture is right
 */
public record HeldOut(
        int rows,
        double[] weights,
        double logScore,
        double logScoreError,
        double constantScore,
        List<Calibration> calibration)
        implements Serializable {

    private static final double[] LEVELS = {0.5, 0.9};

    /** Errors below the expected number beyond which predictions are too sure: 1 in 200 right mixtures would be. */
    private static final double ERRORS = 2.576;

    private static final int FEWEST = (int) Math.ceil(ERRORS * ERRORS);

    /**
     * A number that is about normal where the mixture is right.
     *
     * @param name such as "90 % coverage"
     * @param expected where the mixture is right
     * @param sd of it then
     * @param observed what it was
     */
    public record Calibration(String name, double expected, double sd, double observed) implements Serializable {

        /** Whether predictions are too sure: fewer than one in two hundred right mixtures would be as far below. */
        public boolean isTooSure() {
            return observed < expected - ERRORS * sd;
        }
    }

    public HeldOut {
        calibration = List.copyOf(calibration);
    }

    /** Whether so few rows can fail the check: of a right mixture, fewer might all lie outside their central 50 % intervals. */
    public boolean isEnough() {
        return rows >= FEWEST;
    }

    /** Whether predictions are too sure of themselves. Too wide ones are safe, and show in {@link #text}. */
    public boolean isTooSure() {
        return calibration.stream().anyMatch(Calibration::isTooSure);
    }

    /** Whether predictions are worse than without features. */
    public boolean isIdle() {
        return logScore + 2 * logScoreError < constantScore;
    }

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Calibration number : calibration) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s %.3f, expected %.3f ± %.3f; ",
                    number.name(),
                    number.observed(),
                    number.expected(),
                    number.sd()));
        }
        return String.format(
                Locale.ROOT,
                "%d rows held out: %slog score %.3f%s a row, %.3f without features, trained on the others",
                rows,
                text,
                logScore,
                Double.isNaN(logScoreError) ? "" : String.format(Locale.ROOT, " ± %.3f", logScoreError),
                constantScore);
    }

    /**
     * Weighs members by kinds.
     *
     * @param labelSd by which labels were divided
     */
    static @Nullable HeldOut of(
            List<HeldOutSums.Row> rows, Likelihood likelihood, List<MemberKind> kinds, double labelSd) {
        if (rows.isEmpty()) {
            return null;
        }
        double[] weights = weights(rows, kinds);
        double[] scores = new double[rows.size()];
        Arrays.setAll(scores, i -> mixed(rows.get(i), weights, 0) - Math.log(labelSd));
        double mean = Arrays.stream(scores).average().orElseThrow();
        double square = Arrays.stream(scores).map(x -> (x - mean) * (x - mean)).sum();
        int n = scores.length;
        double error = n < 2 ? Double.NaN : Math.sqrt(square / (n - 1.0) / n);
        List<Calibration> calibration =
                likelihood.outcomes() > 0 ? surprise(rows, weights, likelihood.outcomes()) : coverage(rows, weights);
        return new HeldOut(n, weights, mean, error, constant(rows, likelihood) - Math.log(labelSd), calibration);
    }

    private static double[] weights(List<HeldOutSums.Row> rows, List<MemberKind> kinds) {
        Map<MemberKind, List<Integer>> members = new LinkedHashMap<>();
        for (int m = 0; m < kinds.size(); m++) {
            members.computeIfAbsent(kinds.get(m), kind -> new ArrayList<>()).add(m);
        }
        List<List<Integer>> groups = List.copyOf(members.values());
        double[][] logs = new double[rows.size()][groups.size()];
        for (int i = 0; i < logs.length; i++) {
            for (int k = 0; k < groups.size(); k++) {
                double[][] predicted = rows.get(i).predicted();
                double[] each =
                        groups.get(k).stream().mapToDouble(m -> predicted[m][0]).toArray();
                logs[i][k] = LogSums.of(each) - Math.log(each.length);
            }
        }
        double[] shares = Stacking.weights(logs, groups.size());
        double[] weights = new double[kinds.size()];
        for (int k = 0; k < groups.size(); k++) {
            for (int m : groups.get(k)) {
                weights[m] = shares[k] / groups.get(k).size();
            }
        }
        return weights;
    }

    private static double mixed(HeldOutSums.Row row, double[] weights, int number) {
        double[] logs = new double[weights.length];
        Arrays.setAll(logs, m -> row.predicted()[m][number] + Math.log(weights[m]));
        return LogSums.of(logs);
    }

    private static List<Calibration> coverage(List<HeldOutSums.Row> rows, double[] weights) {
        List<Calibration> all = new ArrayList<>();
        for (double level : LEVELS) {
            double within = rows.stream()
                    .mapToDouble(row -> within(level, average(row, weights, 1), average(row, weights, 2)))
                    .average()
                    .orElseThrow();
            double sd = Math.sqrt(level * (1 - level) / rows.size());
            all.add(new Calibration(Math.round(100 * level) + " % coverage", level, sd, within));
        }
        return all;
    }

    private static double average(HeldOutSums.Row row, double[] weights, int number) {
        double sum = 0;
        for (int m = 0; m < weights.length; m++) {
            sum += weights[m] * row.predicted()[m][number];
        }
        return sum;
    }

    /**
     * Probability that a number drawn evenly between those lies within the central interval: so of a right law it is the level on
     * average, of counts too. Its variance is then at most that of a label that is within or not.
     */
    private static double within(double level, double below, double upTo) {
        double low = 0.5 * (1 - level);
        double high = 1 - low;
        double width = upTo - below;
        return width > 0
                ? Math.max(0, Math.min(high, upTo) - Math.max(low, below)) / width
                : below >= low && below <= high ? 1 : 0;
    }

    /** Log scores of classes, beside what the mixture expects of them. */
    private static List<Calibration> surprise(List<HeldOutSums.Row> rows, double[] weights, int classes) {
        double expected = 0;
        double variance = 0;
        double observed = 0;
        for (HeldOutSums.Row row : rows) {
            double mean = 0;
            double square = 0;
            for (int c = 0; c < classes; c++) {
                double log = mixed(row, weights, 1 + c);
                mean += Math.exp(log) * log;
                square += Math.exp(log) * log * log;
            }
            expected += mean;
            variance += square - mean * mean;
            observed += mixed(row, weights, 0);
        }
        int n = rows.size();
        return List.of(new Calibration("log score", expected / n, Math.sqrt(Math.max(0, variance)) / n, observed / n));
    }

    private static double constant(List<HeldOutSums.Row> rows, Likelihood likelihood) {
        double[] labels = rows.stream().mapToDouble(HeldOutSums.Row::label).toArray();
        int classes = likelihood.outcomes();
        return likelihood.isNormal()
                ? WithoutFeatures.normal(labels)
                : classes > 0 ? WithoutFeatures.shares(labels, classes) : WithoutFeatures.counts(labels);
    }
}
