package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fits by draws from the prior, over seeds and data: how many diverge, how many are reported as converged and are not,
 * and how far the answers are from the exact optimum, or from its linear response. Arguments: number of seeds, folder of the data, methods (qbvi if none).
 */
public final class ColdStarts {

    /** Distance of a mean from the optimum's, in standard deviations, that a converged fit may not exceed. */
    private static final double ALLOWED = 0.1;

    private ColdStarts() {}

    /** Prints one line per method and data set. */
    public static void main(String[] arguments) {
        int seeds = Integer.parseInt(arguments[0]);
        List<String> methods = arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : List.of("qbvi");
        MarkdownTable.open(
                "Cold starts, " + seeds + " seeds each",
                "Early: reported as converged with a mean more than " + ALLOWED + " sd from the exact optimum's.",
                List.of(
                        "data",
                        "rows × columns",
                        "method",
                        "converged",
                        "budget",
                        "diverged",
                        "early",
                        "largest error, sd",
                        "largest error of log sd",
                        "largest shortfall, nats",
                        "mean steps"));
        problems(Path.of(arguments[1]))
                .forEach((name, rows) -> methods.forEach(method -> line(name, rows, method, seeds)));
    }

    private static Map<String, RegressionRows> problems(Path data) {
        Map<String, RegressionRows> problems = new LinkedHashMap<>();
        problems.put("labour", LogisticTables.of(data, "labour", 4).train());
        problems.put("credit", LogisticTables.of(data, "credit", 5).train());
        for (String name : List.of(
                "pima", "ionosphere", "wdbc", "spectf", "iris_setosa_versicolor", "iris_versicolor_virginica")) {
            problems.put(name, Problems.standardized(data.resolve("binary").resolve(name + ".csv")));
        }
        problems.put("made, d = 8", Problems.correlated(1000, 8, 0.7));
        problems.put("made, d = 25", Problems.correlated(2000, 25, 0.7));
        return problems;
    }

    private static void line(String name, RegressionRows rows, String method, int seeds) {
        Map<FitStatus, Integer> ends = new LinkedHashMap<>();
        int early = 0;
        double shift = 0;
        double stretch = 0;
        double shortfall = 0;
        double steps = 0;
        Inference inference = Methods.named(method, Problems.logistic());
        Answer exact = Problems.exact(rows, inference.config().posterior().structure());
        Gaussian right = method.equals("dadvi")
                ? LinearResponse.around(Problems.model(rows), exact.coefficients())
                : exact.coefficients();
        Rows packed = rows.packed(1);
        for (int seed = 1; seed <= seeds; seed++) {
            FitResult result = inference.seed(seed).fit(packed).result();
            Gaussian q = Gaussian.of(result.posterior());
            double error = q.largestShift(right);
            ends.merge(result.status(), 1, Integer::sum);
            early += result.isConverged() && !(error <= ALLOWED) ? 1 : 0;
            shift = Math.max(shift, error);
            stretch = Math.max(stretch, q.largestStretch(right));
            shortfall = Math.max(shortfall, exact.elbo() - Problems.model(rows).elbo(q));
            steps += result.iterations() / (double) seeds;
        }
        MarkdownTable.line(List.of(
                name,
                rows.count() + " × " + rows.columns(),
                method,
                Integer.toString(ends.getOrDefault(FitStatus.CONVERGED, 0)),
                Integer.toString(ends.getOrDefault(FitStatus.BUDGET, 0)),
                Integer.toString(ends.getOrDefault(FitStatus.DIVERGED, 0)),
                Integer.toString(early),
                MarkdownTable.number(shift, 4),
                MarkdownTable.number(stretch, 4),
                MarkdownTable.number(shortfall, 5),
                MarkdownTable.number(steps, 0)));
    }
}
