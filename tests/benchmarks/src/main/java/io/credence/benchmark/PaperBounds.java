package io.credence.benchmark;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.family.GaussianPosterior;
import io.credence.fit.NewtonAlgorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.Algorithm;
import io.credence.fit.InProcessBackend;
import io.credence.fit.PosteriorFamily;
import io.credence.fit.StepInfo;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.Likelihoods;
import io.credence.prior.GaussianPrior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The optimum of the ELBO on the QBVI paper's logistic regressions (prior N(0, 5I), intercept among the columns), beside the
 * paper's best Monte-Carlo bounds. Argument: the folder with {@code labour/qbvi_train.csv} and {@code credit/qbvi_train.csv}.
 */
public final class PaperBounds {

    private PaperBounds() {}

    /** Prints one line per data set and family. */
    public static void main(String[] arguments) throws IOException {
        System.out.println("| data | family | ELBO | paper (MC) | ‖∇μ‖ | predicted gain left | passes | seconds |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (PosteriorFamily family : PosteriorFamily.values()) {
            print(Path.of(arguments[0], "labour", "qbvi_train.csv"), "labour", family, "−356.637");
            print(Path.of(arguments[0], "credit", "qbvi_train.csv"), "German credit", family, "−414.319");
        }
    }

    private static void print(Path file, String name, PosteriorFamily family, String paper) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int columns = lines.get(0).split(",", -1).length - 2; // the first is a row number, the last the label
        BlockBuilder builder = BlockBuilder.dense(columns, Precision.FLOAT64, 1 << 22);
        for (String line : lines.subList(1, lines.size())) {
            double[] cells = Arrays.stream(line.split(",", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            builder.add(cells[columns + 1], 1, 0, Arrays.copyOfRange(cells, 1, columns + 1));
        }
        DenseKernel kernel = Kernels.best();
        try (InProcessBackend backend = new InProcessBackend(List.of(List.of(builder.build())), kernel, 1)) {
            ExactProblem problem = ExactProblem.withKnownScale(
                    Likelihoods.named("bernoulli", 4, 2), GaussianPrior.of(columns, 0, Math.sqrt(5)), 1);
            Algorithm fitter =
                    new NewtonAlgorithm(problem, FitSettings.of(family).withTolerance(1e-14), backend, kernel);
            long start = System.nanoTime();
            FitState end = fitter.run(fitter.init(), List.of());
            GaussianPosterior q = end.best().coefficients();
            StepInfo last = end.last();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.9f | %s | %.1e | %.1e | %d | %.3f |%n",
                    name,
                    q.family(),
                    fitter.result(end).elbo(),
                    family == PosteriorFamily.GAUSSIAN_FULL ? paper : "",
                    last == null ? Double.NaN : last.gradientNorm(),
                    last == null ? Double.NaN : last.remaining(),
                    end.iteration(),
                    Ours.seconds(start));
        }
    }
}
