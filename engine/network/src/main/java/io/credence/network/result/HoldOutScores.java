package io.credence.network.result;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.SectionTable.Emphasis;
import io.credence.kind.TableCell;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.LogSums;
import io.credence.linalg.NormalTail;
import io.credence.network.dense.MemberKind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Scores of members' predictions of held-out rows, made when they were trained on the others, with the weights that the
 * scores give the members.
 *
 * @param rows number of rows that were held out
 * @param weights weights of the members
 * @param logScore mean log density of a row under the mixture, nats, in the units of the labels as given
 * @param logScoreError standard error of {@code logScore} over the rows
 * @param constantScore mean log density of the baseline, without features: under a normal, or the shares or the mean, of the other rows
 *     held out
 * @param calibration statistics with a known expectation where the mixture is right; none of rows without labels
 */
public record HoldOutScores(
        int rows,
        double[] weights,
        double logScore,
        double logScoreError,
        double constantScore,
        List<Calibration> calibration)
        implements Serializable {

    /** Number of digits after the decimal point of scores. */
    private static final int DECIMALS = 3;

    private static final double[] LEVELS = {0.5, 0.9};

    /** Rounding error of a sum of shares of rows. */
    private static final double ROUNDING = 1e-9;

    /**
     * Tail probability on either side beyond which a statistic counts as off. Of right predictions one in a hundred is
     * as far off.
     */
    private static final double CHANCE = 0.005;

    /** Number of standard errors that leaves {@link #CHANCE} in either tail of a normal. */
    private static final double ERRORS = 2.576;

    /** Largest error of the logarithm of an interval's width that is not reported, however many rows show it. */
    private static final double NEGLIGIBLE = 0.1;

    /**
     * Number of rows at which intervals half as wide as they should be fail in 93 of 100 cases, and intervals twice as
     * wide in 85.
     */
    private static final int FEWEST = 30;

    /**
     * Statistic with a known expectation where the mixture is right.
     *
     * @param name name, such as "90 % coverage"
     * @param expected expectation where the mixture is right
     * @param sd standard deviation where the mixture is right
     * @param observed observed value
     * @param least value below which predictions are too sure
     * @param most value above which predictions are not sure enough
     */
    public record Calibration(String name, double expected, double sd, double observed, double least, double most)
            implements Serializable {

        /** Whether labels are farther from the predictions than predicted. */
        public boolean isTooSure() {
            return observed < least;
        }

        /** Whether labels are nearer to the predictions than predicted. */
        public boolean isUnsure() {
            return observed > most;
        }
    }

    public HoldOutScores {
        calibration = List.copyOf(calibration);
    }

    /** Whether there are enough rows for intervals of twice or half the right width to be found. */
    public boolean hasEnoughRows() {
        return rows >= FEWEST;
    }

    /** Whether predictions claim more certainty than the labels allow. */
    public boolean isTooSure() {
        return calibration.stream().anyMatch(Calibration::isTooSure);
    }

    /** Whether predictions claim less certainty than the labels allow. */
    public boolean isUnsure() {
        return calibration.stream().anyMatch(Calibration::isUnsure);
    }

    /** Whether predictions are worse than the baseline. */
    public boolean isWorseThanBaseline() {
        return logScore + 2 * logScoreError < constantScore;
    }

    /** Section of a report: observed and expected value of each statistic. */
    Section section() {
        SectionTable table = SectionTable.of(
                        "",
                        Column.ofTexts("statistic"),
                        Column.ofNumbers("observed", DECIMALS),
                        Column.ofNumbers("expected", DECIMALS))
                .withRow(
                        isWorseThanBaseline() ? Emphasis.DOUBTFUL : null,
                        TableCell.of("log score of a row, nats"),
                        TableCell.of(logScore, logScoreError),
                        TableCell.of(Double.NaN))
                .withRow(
                        TableCell.of("log score " + baseline(calibration)),
                        TableCell.of(constantScore),
                        TableCell.of(Double.NaN));
        for (Calibration number : calibration) {
            table = table.withRow(
                    number.isTooSure() || number.isUnsure() ? Emphasis.DOUBTFUL : null,
                    TableCell.of(number.name()),
                    TableCell.of(number.observed()),
                    TableCell.of(number.expected(), number.sd()));
        }
        return Section.of("held-out", rows + " rows held out").withTable(table);
    }

    /** Readable description of the scores. */
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
                "%d rows held out: %slog score %.3f%s a row, %.3f %s, trained on the others",
                rows,
                text,
                logScore,
                Double.isNaN(logScoreError) ? "" : String.format(Locale.ROOT, " ± %.3f", logScoreError),
                constantScore,
                baseline(calibration));
    }

    /**
     * Words on the baseline of scores that have a given calibration: predictions of labels without features, or of the
     * features themselves without latent numbers.
     */
    public static String baseline(List<Calibration> calibration) {
        return calibration.isEmpty() ? "without latent numbers" : "without features";
    }

    /**
     * Weighs members by kinds and scores their mixture; null where no rows were held out.
     *
     * @param labelSd standard deviation by which labels were divided
     */
    public static @Nullable HoldOutScores of(
            List<HeldOutSums.Row> rows, Likelihood likelihood, List<MemberKind> kinds, double labelSd) {
        if (rows.isEmpty()) {
            return null;
        }
        double[] weights = weights(rows, kinds);
        double[] scores = new double[rows.size()];
        Arrays.setAll(scores, i -> mixtureLogDensity(rows.get(i), weights, 0) - Math.log(labelSd));
        double mean = Arrays.stream(scores).average().orElseThrow();
        double square = Arrays.stream(scores).map(x -> (x - mean) * (x - mean)).sum();
        int n = scores.length;
        double error = n < 2 ? Double.NaN : Math.sqrt(square / (n - 1.0) / n);
        List<Calibration> calibration = likelihood.outcomeCount() > 0
                ? logScoreCalibration(rows, weights, likelihood.outcomeCount())
                : coverage(rows, weights);
        return new HoldOutScores(
                n, weights, mean, error, computeBaselineScore(rows, likelihood) - Math.log(labelSd), calibration);
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
                logs[i][k] = LogSums.logSumExp(each) - Math.log(each.length);
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

    private static double mixtureLogDensity(HeldOutSums.Row row, double[] weights, int number) {
        double[] logs = new double[weights.length];
        Arrays.setAll(logs, m -> row.predicted()[m][number] + Math.log(weights[m]));
        return LogSums.logSumExp(logs);
    }

    private static List<Calibration> coverage(List<HeldOutSums.Row> rows, double[] weights) {
        List<Calibration> all = new ArrayList<>();
        for (double level : LEVELS) {
            double within = rows.stream()
                    .mapToDouble(row ->
                            centralIntervalProbability(level, average(row, weights, 1), average(row, weights, 2)))
                    .average()
                    .orElseThrow();
            all.add(coverage(level, within, rows.size()));
        }
        return all;
    }

    /**
     * Calibration of intervals of one level. It is off where a binomial law of so many rows makes it unlikely, and
     * widths of intervals are off by more than is negligible.
     */
    private static Calibration coverage(double level, double within, int n) {
        BinomialDistribution count = new BinomialDistribution(n, level);
        double fewest = count.inverseCumulativeProbability(CHANCE) - ROUNDING;
        double most = count.inverseCumulativeProbability(1 - CHANCE) + ROUNDING;
        return new Calibration(
                Math.round(100 * level) + " % coverage",
                level,
                Math.sqrt(level * (1 - level) / n),
                within,
                Math.min(fewest / n, scaledIntervalProbability(level, Math.exp(-NEGLIGIBLE))),
                Math.max(most / n, scaledIntervalProbability(level, Math.exp(NEGLIGIBLE))));
    }

    /** Probability of a normal's central interval of the given level when the interval is {@code times} as wide. */
    private static double scaledIntervalProbability(double level, double times) {
        return 2 * NormalTail.cdf(times * NormalTail.quantile(0.5 * (1 + level))) - 1;
    }

    private static double average(HeldOutSums.Row row, double[] weights, int number) {
        double sum = 0;
        for (int m = 0; m < weights.length; m++) {
            sum += weights[m] * row.predicted()[m][number];
        }
        return sum;
    }

    /**
     * Probability that a number drawn uniformly between two probabilities lies within the central interval. Of a right
     * law it is the level on average, of counts too. Its variance is then at most that of a label that is within or
     * not.
     */
    private static double centralIntervalProbability(double level, double below, double upTo) {
        double low = 0.5 * (1 - level);
        double high = 1 - low;
        double width = upTo - below;
        return width > 0
                ? Math.max(0, Math.min(high, upTo) - Math.max(low, below)) / width
                : below >= low && below <= high ? 1 : 0;
    }

    /** Calibration of the log score of classes: the observed score and the one that the mixture expects. */
    private static List<Calibration> logScoreCalibration(List<HeldOutSums.Row> rows, double[] weights, int classes) {
        double expected = 0;
        double variance = 0;
        double observed = 0;
        for (HeldOutSums.Row row : rows) {
            double mean = 0;
            double square = 0;
            for (int c = 0; c < classes; c++) {
                double log = mixtureLogDensity(row, weights, 1 + c);
                mean += Math.exp(log) * log;
                square += Math.exp(log) * log * log;
            }
            expected += mean;
            variance += square - mean * mean;
            observed += mixtureLogDensity(row, weights, 0);
        }
        int n = rows.size();
        double sd = Math.sqrt(Math.max(0, variance)) / n;
        double mean = expected / n;
        return List.of(new Calibration("log score", mean, sd, observed / n, mean - ERRORS * sd, mean + ERRORS * sd));
    }

    private static double computeBaselineScore(List<HeldOutSums.Row> rows, Likelihood likelihood) {
        double[] labels = rows.stream().mapToDouble(HeldOutSums.Row::label).toArray();
        int classes = likelihood.outcomeCount();
        return likelihood.isNormal()
                ? BaselineScores.normalLogScore(labels)
                : classes > 0 ? BaselineScores.classLogScore(labels, classes) : BaselineScores.countLogScore(labels);
    }
}
