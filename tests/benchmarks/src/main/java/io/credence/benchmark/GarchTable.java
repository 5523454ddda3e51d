package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.example.Garch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table 7 of the QBVI paper: GARCH(1,1) of S&P 500 returns under ψ ~ N(0, 5I). The returns are rebuilt, not the paper's own:
 * its bounds differ from these by the data as well.
 *
 * @param train returns 1 to 815
 * @param test the other 272
 */
record GarchTable(double[] train, double[] test) {

    static final double PRIOR_VARIANCE = 5;
    private static final int TRAINING = 815;
    private static final int NODES = 21;
    private static final double[] START = {-11.9, 3.4, 1.1};
    private static final List<String> PARAMETERS = List.of("omega", "alpha", "beta");
    private static final List<String> METHODS = List.of("qbvi", "bbvi", "mgvb");
    private static final List<String> OURS = List.of("qbvi-diagonal", "qbvi", "bbvi", "bbvi-diagonal", "cgvb", "mgvb");

    /** Exact optima, the maximum of the likelihood and our fits. */
    record Answers(
            GaussianOptimum.Found full,
            GaussianOptimum.Found diagonal,
            MaximumLikelihood likelihood,
            Map<String, Answer> ours) {}

    static GarchTable of(Path data) {
        Path file = data.resolve("finance").resolve("qbvi_returns.csv");
        try {
            double[] returns = Files.readAllLines(file).stream()
                    .skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[1]))
                    .toArray();
            return new GarchTable(
                    Arrays.copyOf(returns, TRAINING), Arrays.copyOfRange(returns, TRAINING, returns.length));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }

    GarchModel posterior() {
        return GarchModel.of(train, PRIOR_VARIANCE);
    }

    static GarchModel likelihood(double[] returns) {
        return GarchModel.of(returns, Double.POSITIVE_INFINITY);
    }

    /** The returns as one series, whose features are not used. */
    private Rows rows() {
        BlockBuilder builder = BlockBuilder.dense(1, Precision.FLOAT64, 1 << 22);
        for (double r : train) {
            builder.add(r, 1, 0, new double[] {1});
        }
        return new PackedPartitions(List.of("intercept"), List.of(List.of(builder.build())));
    }

    private Inference problem() {
        String first = Double.toString(posterior().firstVariance());
        return Inference.of(new Garch(Map.of("initialVariance", first)))
                .prior("normal", Map.of("sd", Math.sqrt(PRIOR_VARIANCE)));
    }

    /** Exact optima by quadrature, the maximum of the likelihood and our fits. */
    Answers answers() {
        MaximumLikelihood likelihood = MaximumLikelihood.of(likelihood(train), START);
        MaximumLikelihood mode = MaximumLikelihood.of(posterior(), START);
        return new Answers(
                new GaussianOptimum(posterior(), NODES, true).from(mode.estimate()),
                new GaussianOptimum(posterior(), NODES, false)
                        .from(Gaussian.ofSd(mode.estimate().mean(), new double[] {0.1, 0.1, 0.1})),
                likelihood,
                Fits.of(rows(), problem(), OURS, answer -> posterior().elbo(answer.coefficients())));
    }

    /** Prints estimates and bounds. */
    void print(Answers answers) {
        PaperTable paper = PaperTable.of(7);
        Gaussian full = answers.full().posterior();
        Reference reference = Reference.of(posterior(), full);
        estimates(paper, answers, reference);
        transformed(paper, answers, reference);
        BoundTable bounds = new BoundTable("Table 7, GARCH(1,1): bounds", paper);
        for (String method : OURS) {
            GaussianOptimum.Found exact = method.endsWith("diagonal") ? answers.diagonal() : answers.full();
            bounds.line(method, exact.elbo(), answers.ours().get(method));
        }
        System.out.printf(
                Locale.ROOT,
                "%nExact optima with %d nodes per dimension; with 15, 25 and 31 the full one's bound is %.8f, %.8f, %.8f.%n",
                NODES,
                GaussianOptimum.elbo(posterior(), full, 15),
                GaussianOptimum.elbo(posterior(), full, 25),
                GaussianOptimum.elbo(posterior(), full, 31));
    }

    private static void estimates(PaperTable paper, Answers answers, Reference reference) {
        List<String> header = new ArrayList<>(List.of("", "exact diagonal", "exact full", "exact full, sd"));
        METHODS.forEach(method -> header.add(method + ", paper / ours"));
        header.addAll(List.of("MCMC", "MCMC variance", "ML paper / ours"));
        MarkdownTable.open("Table 7, GARCH(1,1): posterior means of ψ", reference.quality(), header);
        for (int j = 0; j < 3; j++) {
            String row = PARAMETERS.get(j);
            Gaussian full = answers.full().posterior();
            List<String> cells = new ArrayList<>(List.of(
                    "ψ " + row,
                    MarkdownTable.number(answers.diagonal().posterior().mean()[j], 4),
                    MarkdownTable.number(full.mean()[j], 4),
                    MarkdownTable.number(full.sd(j), 4)));
            for (String method : METHODS) {
                double ours = Answer.mean(answers.ours().get(method), j);
                cells.add(MarkdownTable.pair(paper.value(row, method), 3, ours, 4));
            }
            cells.add(reference.mean(j, 4));
            cells.add(reference.variance(j, 4));
            cells.add(MarkdownTable.pair(
                    paper.value(row, "ml"), 3, answers.likelihood().estimate().mean()[j], 4));
            MarkdownTable.line(cells);
        }
    }

    private static void transformed(PaperTable paper, Answers answers, Reference reference) {
        List<String> header = new ArrayList<>(List.of("", "exact full"));
        METHODS.forEach(method -> header.add(method + ", paper / ours"));
        header.addAll(List.of("MCMC E", "ML paper / ours"));
        MarkdownTable.open(
                "Table 7, GARCH(1,1): ω, α, β at the posterior means of ψ",
                "The MCMC column holds the posterior means of ω, α and β themselves.",
                header);
        double[] exact = GarchModel.transformed(answers.full().posterior().mean());
        double[] likelihood =
                GarchModel.transformed(answers.likelihood().estimate().mean());
        for (int j = 0; j < 3; j++) {
            String row = PARAMETERS.get(j);
            int digits = j == 0 ? 7 : 4;
            List<String> cells = new ArrayList<>(List.of(row, MarkdownTable.number(exact[j], digits)));
            for (String method : METHODS) {
                Answer ours = answers.ours().get(method);
                double value = ours == null
                        ? Double.NaN
                        : GarchModel.transformed(ours.coefficients().mean())[j];
                cells.add(MarkdownTable.pair(paper.value(row, "transformed " + method), 3, value, digits));
            }
            int column = j;
            double mean = reference
                    .chains()
                    .expectation(draw -> GarchModel.transformed(draw)[column])
                    .mean();
            cells.add(MarkdownTable.number(mean, digits));
            cells.add(MarkdownTable.pair(paper.value(row, "transformed ml"), 3, likelihood[j], digits));
            MarkdownTable.line(cells);
        }
    }
}
