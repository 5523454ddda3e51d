package io.credence.benchmark;

import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Table 2 of the QBVI paper: 50,000 rows read in minibatches of 64 to 2056. The paper does not state how the features
 * were drawn; here they are uniform on [0, 1), as in its author's published scripts, so that its numbers can be
 * compared only in how far they are from their own full-data answer. {@code budget} as an argument runs the paper's 100
 * iterations from the prior, as printed and with minibatches that the rest of the rows corrects.
 */
public final class MinibatchTable {

    private static final int ROWS = 50_000;
    private static final double[] TRUTH = {-5, 0, -4, -5, 2};
    private static final int[] SIZES = {64, 128, 254, 514, 1028, 2056};
    private static final int[] DRAWS = {25, 50, 100, 200};
    private static final Map<String, Object> BUDGET =
            Map.of("start.search", false, "stop.maxIterations", 100, "estimator.adaptive", false);
    private static final Map<String, Object> PRINTED = Map.of(
            "start.search",
            false,
            "stop.maxIterations",
            100,
            "estimator.adaptive",
            false,
            "minibatch.controlVariate",
            false);

    private MinibatchTable() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        RegressionRows rows = Problems.uniform(ROWS, TRUTH);
        Answer exact = Problems.exact(rows, GaussianStructure.FULL);
        MaximumLikelihood likelihood =
                MaximumLikelihood.of(new LogisticModel(rows, Double.POSITIVE_INFINITY), new double[TRUTH.length]);
        PaperTable paper = PaperTable.of(2);
        System.out.printf(
                Locale.ROOT,
                "ML %s, the paper's −4.56 −0.17 −3.67 −4.97 1.91; exact optimum %s, sd %s, bound %.4f%n",
                joined(likelihood.estimate().mean()),
                joined(exact.coefficients().mean()),
                joined(IntStream.range(0, TRUTH.length)
                        .mapToDouble(exact.coefficients()::sd)
                        .toArray()),
                exact.elbo());
        if (List.of(arguments).contains("budget")) {
            table("100 iterations from the prior, as printed", PRINTED, rows, exact, paper);
            table("100 iterations from the prior, corrected by sums over all rows", BUDGET, rows, exact, paper);
        } else {
            table("estimates by rows per step and draws", Map.of(), rows, exact, paper);
        }
    }

    private static void table(
            String title, Map<String, Object> settings, RegressionRows rows, Answer exact, PaperTable paper) {
        MarkdownTable.open(
                "Table 2: " + title,
                "The last columns are ours against the exact optimum over all rows.",
                List.of(
                        "draws",
                        "rows per step",
                        "paper",
                        "paper's bound",
                        "ours",
                        "largest error, sd",
                        "largest error of log sd",
                        "shortfall of the bound, nats",
                        "times all rows were read",
                        "how it ended"));
        for (int draws : DRAWS) {
            for (int size : SIZES) {
                line(settings, rows, exact, paper, draws, size);
            }
        }
    }

    private static void line(
            Map<String, Object> settings, RegressionRows rows, Answer exact, PaperTable paper, int draws, int size) {
        Inference inference = Problems.logistic().method("qbvi").minibatch(1).with("estimator.draws", draws);
        for (Map.Entry<String, Object> setting : settings.entrySet()) {
            inference = inference.with(setting.getKey(), setting.getValue());
        }
        FitResult result = inference.fit(rows.packed(ROWS / size)).result();
        Gaussian ours = Gaussian.of(result.posterior());
        String column = draws + "x" + size;
        List<String> printed = new ArrayList<>();
        for (int j = 1; j <= TRUTH.length; j++) {
            printed.add(MarkdownTable.number(paper.value("beta" + j, column), 2));
        }
        MarkdownTable.line(List.of(
                Integer.toString(draws),
                Integer.toString(size),
                String.join(" ", printed),
                MarkdownTable.number(paper.value("bound", column), 2),
                joined(ours.mean()),
                MarkdownTable.number(ours.largestShift(exact.coefficients()), 4),
                MarkdownTable.number(ours.largestStretch(exact.coefficients()), 4),
                MarkdownTable.number(exact.elbo() - Problems.model(rows).elbo(ours), 5),
                MarkdownTable.number(result.passes(), 1),
                result.status().name().toLowerCase(Locale.ROOT) + ", " + result.iterations() + " steps"));
    }

    private static String joined(double[] values) {
        List<String> texts = new ArrayList<>();
        for (double value : values) {
            texts.add(MarkdownTable.number(value, 3));
        }
        return String.join(" ", texts);
    }
}
