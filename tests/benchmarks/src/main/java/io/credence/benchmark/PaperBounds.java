package io.credence.benchmark;

import io.credence.Fit;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitState.StepInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The optimum of the ELBO on the QBVI paper's logistic regressions (prior N(0, 5I), intercept among the columns), beside the
 * paper's best Monte-Carlo bounds. Argument: the folder with {@code labour/} and {@code credit/}.
 */
public final class PaperBounds {

    private PaperBounds() {}

    /** Prints one line per data set and family. */
    public static void main(String[] arguments) {
        System.out.println("| data | family | ELBO | paper (MC) | ‖∇μ‖ | predicted gain left | passes | seconds |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        Path data = Path.of(arguments[0]);
        for (GaussianStructure family : List.of(GaussianStructure.FULL, GaussianStructure.DIAGONAL)) {
            print(LogisticTables.of(data, "labour", 4), "labour", family, "−356.637");
            print(LogisticTables.of(data, "credit", 5), "German credit", family, "−414.319");
        }
    }

    private static void print(LogisticTables tables, String name, GaussianStructure family, String paper) {
        long start = System.nanoTime();
        Fit fit = ExactFit.fit(tables.train(), Problems.logistic(), family, ExactFit.TOLERANCE);
        StepInfo last = fit.trace().get(fit.trace().size() - 1);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.9f | %s | %.1e | %.1e | %d | %.3f |%n",
                name,
                family.family(),
                fit.result().elbo(),
                family == GaussianStructure.FULL ? paper : "",
                last.gradientNorm(),
                last.remainingGain(),
                fit.result().iterations(),
                Ours.seconds(start));
    }
}
