package io.credence.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.family.NormalMixture;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.testkit.MaximumLikelihood;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real rows that a fit has not seen lie in the predictive intervals as often as their level states.
 * Each row is held out once, in one of five parts; the models are those that suit the sets.
 */
class HeldOutRowsTest {

    private static final int PARTS = 5;
    private static final double STANDARD_ERRORS = 4;

    /** A set's columns of numbers, with the label; words are 1 where they are the last in order. */
    private record Set(double[][] features, double[] labels) {

        static Set of(String name, String label, String columns) {
            List<String[]> lines = new String(MaximumLikelihood.file(name), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replace("\"", "").split(","))
                    .toList();
            List<String> header = Arrays.asList(lines.get(0));
            List<String[]> rows = new ArrayList<>(lines.subList(1, lines.size()));
            Collections.shuffle(rows, new Random(TestSeed.of("held out " + name)));
            List<double[]> cells = new ArrayList<>();
            for (String column : columns.split(" ")) {
                cells.add(column(rows, header.indexOf(column)));
            }
            double[][] features = new double[rows.size()][cells.size()];
            for (int i = 0; i < features.length; i++) {
                int row = i;
                Arrays.setAll(features[i], j -> cells.get(j)[row]);
            }
            double[] labels = column(rows, header.indexOf(label));
            return new Set(features, labels);
        }

        private static double[] column(List<String[]> rows, int at) {
            boolean words = !rows.get(0)[at].matches("-?[0-9.eE+-]+");
            String last =
                    rows.stream().map(row -> row[at]).max(String::compareTo).orElseThrow();
            ToDoubleFunction<String> number = words ? word -> word.equals(last) ? 1 : 0 : Double::parseDouble;
            return rows.stream()
                    .mapToDouble(row -> number.applyAsDouble(row[at]))
                    .toArray();
        }
    }

    /** What is expected of each row by a fit without the part that it is in. */
    private static List<List<Prediction>> predictions(String family, Set set, double... levels) {
        List<List<Prediction>> all = new ArrayList<>();
        for (int each = 0; each < levels.length; each++) {
            all.add(new ArrayList<>(Collections.nCopies(set.labels().length, null)));
        }
        for (int part = 0; part < PARTS; part++) {
            List<double[]> features = new ArrayList<>();
            List<Double> labels = new ArrayList<>();
            for (int i = 0; i < set.labels().length; i++) {
                if (i % PARTS != part) {
                    features.add(set.features()[i]);
                    labels.add(set.labels()[i]);
                }
            }
            Fit fit = Inference.of(family)
                    .kernel("java")
                    .fit(Rows.of(
                            features.toArray(double[][]::new),
                            labels.stream().mapToDouble(y -> y).toArray()));
            assertTrue(fit.isReliable(), () -> fit.reliability().toString());
            for (int each = 0; each < levels.length; each++) {
                predict(family, fit, set, part, levels[each], all.get(each));
            }
        }
        return all;
    }

    private static void predict(String family, Fit fit, Set set, int part, double level, List<Prediction> into) {
        PosteriorPredictive predictive = new PosteriorPredictive(ScoringModel.of(
                Likelihoods.named(family, 4, 0), NormalMixture.of(fit.posterior(), 1), fit.scale(), level));
        for (int i = part; i < set.labels().length; i += PARTS) {
            double[] row = new double[1 + set.features()[i].length];
            row[0] = 1;
            System.arraycopy(set.features()[i], 0, row, 1, row.length - 1);
            int[] indices = new int[row.length];
            Arrays.setAll(indices, j -> j);
            into.set(i, predictive.predict(indices, row, row.length, 0));
        }
    }

    static Stream<Arguments> coveredSets() {
        return Nightly.cases(
                List.of(
                        Arguments.of("gaussian", "iris", "Sepal.Length", "Sepal.Width Petal.Length Petal.Width"),
                        Arguments.of("gamma", "chicks", "weight", "feed"),
                        Arguments.of("student-t", "food", "foodexp", "income")),
                List.of(
                        Arguments.of("gaussian", "diabetes", "target", "age sex bmi bp s5"),
                        Arguments.of("gaussian", "iris", "Sepal.Length", "Sepal.Width Petal.Length Petal.Width"),
                        Arguments.of(
                                "gaussian",
                                "swiss",
                                "Fertility",
                                "Agriculture Examination Education Catholic Infant.Mortality"),
                        Arguments.of("gamma", "chicks", "weight", "feed"),
                        Arguments.of("student-t", "food", "foodexp", "income"),
                        Arguments.of("negative-binomial", "quakes", "stations", "mag depth"),
                        Arguments.of("negative-binomial", "articles", "art", "fem mar kid5 phd ment")));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("coveredSets")
    void intervals_coverAsTheySay(String family, String name, String label, String columns) {
        Set set = Set.of(name, label, columns);
        double[] levels = {0.5, 0.9};
        List<List<Prediction>> predictions = predictions(family, set, levels);
        for (int each = 0; each < levels.length; each++) {
            assertCovered(set, predictions.get(each), levels[each]);
        }
    }

    private static void assertCovered(Set set, List<Prediction> predictions, double level) {
        int inside = 0;
        int strictly = 0;
        for (int i = 0; i < set.labels().length; i++) {
            Double lower = predictions.get(i).responseSpread().lower();
            Double upper = predictions.get(i).responseSpread().upper();
            assertNotNull(lower);
            assertNotNull(upper);
            double y = set.labels()[i];
            inside += lower <= y && y <= upper ? 1 : 0;
            strictly += lower < y && y < upper ? 1 : 0;
        }
        int rows = set.labels().length;
        double allowed = STANDARD_ERRORS * Math.sqrt(level * (1 - level) / rows);
        // A count has a probability of its own at each end, so that its interval covers more than its level, the
        // open one less
        String found = level + ": " + inside + " of " + rows + " inside, " + strictly + " strictly";
        assertTrue(inside >= (level - allowed) * rows, found);
        assertTrue(strictly <= (level + allowed) * rows, found);
    }

    /** In fifths of the rows by their probability, as many labels are 1 as the probabilities add up to. */
    @ParameterizedTest
    @CsvSource({
        "bernoulli, election, vote, PID age income",
        "bernoulli-probit, election, vote, PID age income",
        "bernoulli, infert, case, parity induced spontaneous age"
    })
    void probabilities_areCalibrated(String family, String name, String label, String columns) {
        Set set = Set.of(name, label, columns);
        List<Prediction> predictions = predictions(family, set, 0.9).get(0);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < set.labels().length; i++) {
            order.add(i);
        }
        order.sort((i, j) -> Double.compare(
                predictions.get(i).prediction(), predictions.get(j).prediction()));
        for (int fifth = 0; fifth < 5; fifth++) {
            double expected = 0;
            double variance = 0;
            double ones = 0;
            for (int i : order.subList(fifth * order.size() / 5, (fifth + 1) * order.size() / 5)) {
                double p = predictions.get(i).prediction();
                expected += p;
                variance += p * (1 - p);
                ones += set.labels()[i];
            }
            assertEquals(expected, ones, STANDARD_ERRORS * Math.sqrt(variance), "fifth " + fifth);
        }
    }
}
