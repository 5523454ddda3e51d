package io.credence.benchmark;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Table 1 of the QBVI paper: performance at posterior means and at the maximum of the likelihood, as the printed numbers turn
 * out to have been made.
 *
 * <p>The logistic rows of the training part are macro precision, macro recall, accuracy and macro F1, those of the test part
 * accuracy, macro F1, precision of label 0 and of label 1 under the same names. HAR's log likelihoods are at σ² = mean squared
 * error of the same rows for QBVI, and at that of the training rows for ML, whose test error is divided by N − 4. GARCH's
 * error is the mean of (|r| − √h)², in units of 1e-5.
 */
final class PerformanceTable {

    private final PaperTable paper = PaperTable.of(1);

    /** Prints the header. */
    PerformanceTable() {
        MarkdownTable.open(
                "Table 1: performance",
                "Paper / at our QBVI's mean / at the exact optimum's mean; paper / at our maximum of the likelihood.",
                List.of("", "part", "QBVI", "ML"));
    }

    /** Prints the rows of a logistic regression. */
    void logistic(LogisticTables tables, LogisticTables.Answers answers) {
        Points points = new Points(
                answers.ours().get("qbvi"),
                answers.full().coefficients().mean(),
                answers.likelihood().estimate().mean());
        List<String> names = List.of(" precision", " recall", " accuracy", " f1");
        List<ToDoubleFunction<Classification>> train = List.of(
                Classification::macroPrecision,
                Classification::macroRecall,
                Classification::accuracy,
                Classification::macroF1);
        List<ToDoubleFunction<Classification>> test =
                List.of(Classification::accuracy, Classification::macroF1, c -> c.precision(0), c -> c.precision(1));
        List<String> readings = List.of("accuracy", "macro F1", "precision of 0", "precision of 1");
        for (int k = 0; k < names.size(); k++) {
            ToDoubleFunction<Classification> first = train.get(k);
            ToDoubleFunction<Classification> second = test.get(k);
            String row = tables.name() + names.get(k);
            line(
                    row,
                    "train",
                    row,
                    3,
                    4,
                    points,
                    theta -> first.applyAsDouble(Classification.of(tables.train(), theta)));
            line(
                    row,
                    "test",
                    row + ", read as " + readings.get(k),
                    3,
                    4,
                    points,
                    theta -> second.applyAsDouble(Classification.of(tables.test(), theta)));
        }
        String row = tables.name() + " log likelihood";
        line(row, "train", row, 2, 3, points, tables.likelihood(tables.train())::value);
        line(row, "test", row, 2, 3, points, tables.likelihood(tables.test())::value);
    }

    /** Prints HAR's rows. */
    void har(HarTable table, HarTable.Answers answers) {
        Points points = new Points(
                answers.ours().get("qbvi-inverse-gamma"),
                answers.factoredFull().coefficients().mean(),
                answers.leastSquares());
        double trainError = table.train().meanSquaredError(answers.leastSquares());
        double testError = table.test().meanSquaredError(answers.leastSquares());
        int left = table.test().count();
        line("har mse", "train", "HAR mean squared error", 5, 5, points, table.train()::meanSquaredError);
        line(
                "har mse",
                "test",
                "HAR mean squared error; ML's over N − 4",
                5,
                5,
                points.withLikelihood(testError * left / (left - 4.0)),
                table.test()::meanSquaredError);
        String row = "har log likelihood";
        line(row, "train", row, 2, 3, points, theta -> own(table.train(), theta));
        double atTraining = -0.5 * left * (Math.log(2 * Math.PI * trainError) + testError / trainError);
        line(row, "test", row, 2, 3, points.withLikelihood(atTraining), theta -> own(table.test(), theta));
    }

    /** Log likelihood at the rows' own mean squared error. */
    private static double own(RegressionRows rows, double[] theta) {
        return -0.5 * rows.count() * (Math.log(2 * Math.PI * rows.meanSquaredError(theta)) + 1);
    }

    /** Prints GARCH's rows. */
    void garch(GarchTable table, GarchTable.Answers answers) {
        Points points = new Points(
                answers.ours().get("qbvi"),
                answers.full().posterior().mean(),
                answers.likelihood().estimate().mean());
        GarchModel train = GarchTable.likelihood(table.train());
        GarchModel test = GarchTable.likelihood(table.test());
        line("garch mse", "train", "GARCH error", 2, 3, points, psi -> 1e5 * error(train, psi));
        line("garch mse", "test", "GARCH error", 2, 3, points, psi -> 1e5 * error(test, psi));
        line("garch log likelihood", "train", "garch log likelihood", 2, 3, points, train::value);
        line("garch log likelihood", "test", "garch log likelihood", 2, 3, points, test::value);
    }

    private static double error(GarchModel model, double[] psi) {
        double[] variances = model.variances(psi);
        double sum = 0;
        for (int t = 0; t < variances.length; t++) {
            double difference = Math.abs(model.returns()[t]) - Math.sqrt(variances[t]);
            sum += difference * difference;
        }
        return sum / variances.length;
    }

    private void line(
            String row,
            String part,
            String label,
            int printed,
            int decimals,
            Points points,
            ToDoubleFunction<double[]> measure) {
        Answer ours = points.ours();
        double atOurs = ours == null
                ? Double.NaN
                : measure.applyAsDouble(ours.coefficients().mean());
        double likelihood = Double.isNaN(points.likelihoodValue())
                ? measure.applyAsDouble(points.likelihood())
                : points.likelihoodValue();
        MarkdownTable.line(List.of(
                label,
                part,
                MarkdownTable.pair(paper.value(row, part + " qbvi"), printed, atOurs, decimals) + " / "
                        + MarkdownTable.number(measure.applyAsDouble(points.exact()), decimals),
                MarkdownTable.pair(paper.value(row, part + " ml"), printed, likelihood, decimals)));
    }
}
