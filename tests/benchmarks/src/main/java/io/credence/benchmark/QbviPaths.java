package io.credence.benchmark;

import io.credence.Inference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Figures 1 and 2 of the QBVI paper as tables: means and variances of the labour data's coefficients by step, with the bound and
 * the scores of training and test rows, by the settings of its Table 3 and by ours. Argument: the folder with {@code labour/}.
 */
public final class QbviPaths {

    private static final int[] STEPS = {0, 2, 5, 10, 16, 18, 20, 22, 25, 30, 50, 97, 200, 500, 876};

    /** A variance from which on a path is lost and left out. */
    private static final double LOST = 1000;

    /** The keys of {@code conf/examples/qbvi-paper.conf}. */
    private static final Map<String, Object> PAPER = Map.ofEntries(
            Map.entry("estimator.draws", 100),
            Map.entry("estimator.controlVariate", "constant"),
            Map.entry("estimator.antithetic", false),
            Map.entry("estimator.adaptive", false),
            Map.entry("update.stepSize", 0.1),
            Map.entry("update.decayFrom", 800),
            Map.entry("update.momentum", 0.4),
            Map.entry("update.clip", 1000),
            Map.entry("stop.rule", "patience"),
            Map.entry("stop.window", 30),
            Map.entry("stop.patience", 500),
            Map.entry("stop.maxIterations", 1000));

    private QbviPaths() {}

    /** Prints both tables for both settings. */
    public static void main(String[] arguments) {
        LogisticTables tables = LogisticTables.of(Path.of(arguments[0]), "labour", 4);
        Inference qbvi = Methods.named("qbvi", Problems.logistic());
        Inference paper = qbvi;
        for (Map.Entry<String, Object> key : PAPER.entrySet()) {
            paper = paper.with(key.getKey(), key.getValue());
        }
        print(tables, "the paper's settings from the prior", paper.with("start.search", false));
        print(tables, "the paper's settings from near the mode", paper);
        print(tables, "our defaults", qbvi);
    }

    private static void print(LogisticTables tables, String settings, Inference inference) {
        List<Gaussian> path = new ArrayList<>();
        inference
                .listener(state -> path.add(Gaussian.of(state.best().posterior())))
                .fit(tables.train().packed(1));
        String end = path.size() - 1 + " steps.";
        List<String> header = new ArrayList<>(List.of("step"));
        header.addAll(tables.train().names());
        MarkdownTable.open("Figure 1, by " + settings, "Means / variances. " + end, header);
        lines(
                path,
                q -> IntStream.range(0, q.dimension())
                        .mapToObj(j -> MarkdownTable.pair(q.mean()[j], 3, q.variance(j), 4))
                        .toList());
        MarkdownTable.open(
                "Figure 2, by " + settings,
                "The bound is without draws; scores of training / test rows at the mean. " + end,
                List.of("step", "ELBO", "accuracy", "macro F1", "macro precision", "log likelihood"));
        lines(path, q -> scores(tables, q));
    }

    private static List<String> scores(LogisticTables tables, Gaussian q) {
        Classification train = Classification.of(tables.train(), q.mean());
        Classification test = Classification.of(tables.test(), q.mean());
        return List.of(
                MarkdownTable.number(tables.posterior().elbo(q), 3),
                MarkdownTable.pair(train.accuracy(), 3, test.accuracy(), 3),
                MarkdownTable.pair(train.macroF1(), 3, test.macroF1(), 3),
                MarkdownTable.pair(train.macroPrecision(), 3, test.macroPrecision(), 3),
                MarkdownTable.pair(
                        tables.likelihood(tables.train()).value(q.mean()),
                        2,
                        tables.likelihood(tables.test()).value(q.mean()),
                        2));
    }

    private static void lines(List<Gaussian> path, Function<Gaussian, List<String>> cells) {
        long end = path.stream().takeWhile(q -> q.variance(0) < LOST).count();
        for (int step : STEPS) {
            if (step < end) {
                List<String> line = new ArrayList<>(List.of(Integer.toString(step)));
                line.addAll(cells.apply(path.get(step)));
                MarkdownTable.line(line);
            }
        }
    }
}
