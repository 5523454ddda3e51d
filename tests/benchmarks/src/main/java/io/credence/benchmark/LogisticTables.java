package io.credence.benchmark;

import io.credence.family.GaussianStructure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tables 4 and 5 of the QBVI paper: logistic regressions under N(0, 5I), estimated on the training rows.
 *
 * @param name folder of the data
 * @param table number in the paper
 * @param train rows that were fitted
 * @param test rows left out
 */
record LogisticTables(String name, int table, RegressionRows train, RegressionRows test) {

    static final double PRIOR_VARIANCE = 5;
    private static final List<String> METHODS = List.of("qbvi-diagonal", "qbvi", "bbvi", "cgvb", "mgvb");
    private static final List<String> OURS = List.of("qbvi-diagonal", "qbvi", "bbvi", "bbvi-diagonal", "cgvb", "mgvb");

    /** What is known of these data. */
    record Answers(Answer full, Answer diagonal, MaximumLikelihood likelihood, Map<String, Answer> ours) {}

    static LogisticTables of(Path data, String name, int table) {
        return new LogisticTables(
                name,
                table,
                RegressionRows.csv(data.resolve(name).resolve("qbvi_train.csv"), row -> true),
                RegressionRows.csv(data.resolve(name).resolve("qbvi_test.csv"), row -> true));
    }

    LogisticModel posterior() {
        return new LogisticModel(train, PRIOR_VARIANCE);
    }

    LogisticModel likelihood(RegressionRows rows) {
        return new LogisticModel(rows, Double.POSITIVE_INFINITY);
    }

    /** Exact optima, the maximum of the likelihood and our fits. */
    Answers answers() {
        return new Answers(
                Problems.exact(train, GaussianStructure.FULL),
                Problems.exact(train, GaussianStructure.DIAGONAL),
                MaximumLikelihood.of(likelihood(train), new double[train.columns()]),
                Fits.of(
                        train.packed(1),
                        Problems.logistic(),
                        OURS,
                        answer -> posterior().elbo(answer.coefficients())));
    }

    /** Prints means, variances and bounds. */
    void print(Answers answers) {
        PaperTable paper = PaperTable.of(table);
        Reference reference = Reference.of(posterior(), answers.likelihood().estimate());
        means(paper, answers, reference);
        variances(paper, answers, reference);
        BoundTable bounds = new BoundTable(title("bounds"), paper);
        for (String method : OURS) {
            Answer exact = method.endsWith("diagonal") ? answers.diagonal() : answers.full();
            bounds.line(method, exact.elbo(), answers.ours().get(method));
        }
    }

    private String title(String what) {
        return "Table " + table + ", " + name + ": " + what;
    }

    private void means(PaperTable paper, Answers answers, Reference reference) {
        List<String> header = new ArrayList<>(List.of("", "exact diagonal", "exact full"));
        METHODS.forEach(method -> header.add(method + ", paper / ours"));
        header.addAll(List.of("MCMC paper", "MCMC ours", "ML paper / ours"));
        MarkdownTable.open(title("posterior means"), reference.quality(), header);
        for (int j = 0; j < train.columns(); j++) {
            String row = "beta" + j;
            List<String> cells = new ArrayList<>(List.of(
                    "β" + j + " " + train.names().get(j),
                    MarkdownTable.number(answers.diagonal().mean(j), 4),
                    MarkdownTable.number(answers.full().mean(j), 4)));
            for (String method : METHODS) {
                double ours = Answer.mean(answers.ours().get(method), j);
                cells.add(MarkdownTable.pair(paper.value(row, method), 3, ours, 4));
            }
            cells.add(MarkdownTable.number(paper.value(row, "mcmc"), 3));
            cells.add(reference.mean(j, 4));
            cells.add(MarkdownTable.pair(
                    paper.value(row, "ml"), 3, answers.likelihood().estimate().mean()[j], 4));
            MarkdownTable.line(cells);
        }
    }

    private void variances(PaperTable paper, Answers answers, Reference reference) {
        MarkdownTable.open(
                title("posterior variances"),
                "The exact diagonal optimum has 1/P_jj.",
                List.of(
                        "",
                        "exact diagonal",
                        "exact full",
                        "qbvi paper / ours",
                        "MCMC paper",
                        "MCMC ours",
                        "ML paper / ours"));
        Answer ours = answers.ours().get("qbvi");
        for (int j = 0; j < train.columns(); j++) {
            String row = "beta" + j;
            double variance = ours == null ? Double.NaN : ours.coefficients().variance(j);
            MarkdownTable.line(List.of(
                    "β" + j,
                    MarkdownTable.number(answers.diagonal().coefficients().variance(j), 4),
                    MarkdownTable.number(answers.full().coefficients().variance(j), 4),
                    MarkdownTable.pair(paper.value(row, "variance qbvi"), 3, variance, 4),
                    MarkdownTable.number(paper.value(row, "variance mcmc"), 3),
                    reference.variance(j, 4),
                    MarkdownTable.pair(
                            paper.value(row, "variance ml"),
                            3,
                            answers.likelihood().estimate().variance(j),
                            4)));
        }
    }
}
