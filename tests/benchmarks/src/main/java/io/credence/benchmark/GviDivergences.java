package io.credence.benchmark;

import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What other divergences do to marginal variances, and to a prior that is far off (GVI Fig. 1, centre and right). */
final class GviDivergences {

    private static final long SEED = 20_260_101;
    private static final RobustRowLoss PLAIN = new RobustRowLoss("log-likelihood", 0);

    /** A divergence by kind and order. */
    private record Named(String kind, double order) {
        String label() {
            return switch (kind) {
                case "kl" -> "KL (VI)";
                case "weighted-kl" -> "KL/w, w = " + order;
                case "alpha" -> "α-divergence, α = " + order;
                case "renyi" -> "Rényi, α = " + order;
                case "beta" -> "β-divergence, β = " + order;
                default -> "γ-divergence, γ = " + order;
            };
        }
    }

    private static final List<Named> DIVERGENCES = List.of(
            new Named("kl", 1),
            new Named("weighted-kl", 0.5),
            new Named("weighted-kl", 2),
            new Named("renyi", 0.5),
            new Named("renyi", 0.9),
            new Named("alpha", 0.9),
            new Named("gamma", 1.25),
            new Named("beta", 1.25));

    private GviDivergences() {}

    static void print() {
        marginals();
        priors();
    }

    private static Inference problem(double priorMean, double priorSd, Named divergence) {
        DivergenceChoice choice = divergence.kind.equals("kl")
                ? new DivergenceChoice("kl")
                : new DivergenceChoice(divergence.kind, divergence.order);
        return choice.of(Inference.of("gaussian")
                .prior("normal", Map.of("mean", priorMean, "sd", priorSd))
                .with("model.dispersion", 1));
    }

    /** Two features of correlation 0.9. */
    private static RegressionRows correlated() {
        double[][] features = new double[25][];
        double[] labels = new double[features.length];
        for (int i = 0; i < features.length; i++) {
            double first = AddressedRandom.normal(SEED, 4, i, 0);
            double second = 0.9 * first + Math.sqrt(0.19) * AddressedRandom.normal(SEED, 4, i, 1);
            features[i] = new double[] {first, second};
            labels[i] = first - second + AddressedRandom.normal(SEED, 4, i, 2);
        }
        return new RegressionRows(List.of("x1", "x2"), features, labels);
    }

    private static void marginals() {
        RegressionRows rows = correlated();
        Gaussian exact = Gaussian.of(GviRobustness.fit(rows, problem(0, 2, DIVERGENCES.get(0)), GaussianStructure.FULL)
                .posterior());
        MarkdownTable.open(
                "Marginals of a correlated posterior (Fig. 1, centre)",
                "25 rows, two features of correlation 0.9, variance 1 known, prior N(0, 2²), q with independent coefficients."
                        + " The exact posterior has " + GviRobustness.interval(exact, 0) + " and "
                        + GviRobustness.interval(exact, 1) + ".",
                List.of("divergence", "θ₁", "θ₂", "sd ÷ exact sd", "difference from quadrature, sd"));
        for (Named named : DIVERGENCES) {
            Gaussian q = Gaussian.of(fit(rows, problem(0, 2, named)).posterior());
            MeanFieldDivergence divergence = new MeanFieldDivergence(named.kind, named.order, 0, 2);
            Gaussian best = MeanFieldOptimum.of(
                    (mean, sd) -> expectedTotal(rows, mean, sd) + divergence.of(mean, sd),
                    List.of(Gaussian.ofSd(exact.mean(), new double[] {0.3, 0.3})));
            MarkdownTable.line(List.of(
                    named.label(),
                    GviRobustness.interval(q, 0),
                    GviRobustness.interval(q, 1),
                    MarkdownTable.number(q.sd(0) / exact.sd(0), 3) + ", "
                            + MarkdownTable.number(q.sd(1) / exact.sd(1), 3),
                    size(GviRobustness.difference(q, best))));
        }
    }

    /** ½ Σ E(y − xᵀθ)², which is all of the loss that moves. */
    private static double expectedTotal(RegressionRows rows, double[] mean, double[] sd) {
        double sum = 0;
        for (int i = 0; i < rows.count(); i++) {
            double r = rows.labels()[i] - rows.predictor(i, mean);
            sum += r * r;
            for (int j = 0; j < mean.length; j++) {
                double move = rows.features()[i][j] * sd[j];
                sum += move * move;
            }
        }
        return 0.5 * sum;
    }

    private static FitResult fit(RegressionRows rows, Inference problem) {
        // One coefficient is full and diagonal at once.
        boolean one = rows.columns() == 1;
        return GviRobustness.fit(rows, problem, one ? GaussianStructure.FULL : GaussianStructure.DIAGONAL);
    }

    private static void priors() {
        double[][] features = new double[25][];
        double[] labels = new double[features.length];
        for (int i = 0; i < features.length; i++) {
            features[i] = new double[] {1};
            labels[i] = 3 + AddressedRandom.normal(SEED, 5, i);
        }
        RegressionRows rows = new RegressionRows(List.of("mean"), features, labels);
        MarkdownTable.open(
                "A prior that is far off (Fig. 1, right)",
                "25 numbers from N(3, 1), variance 1 known; priors N(3, 1) and N(−40, 1).",
                List.of("divergence", "prior N(3, 1)", "prior N(−40, 1)", "largest difference from quadrature, sd"));
        for (Named named : DIVERGENCES) {
            List<String> cells = new ArrayList<>(List.of(named.label()));
            double largest = 0;
            for (double priorMean : new double[] {3, -40}) {
                FitResult result = fit(rows, problem(priorMean, 1, named));
                if (!result.isConverged()) {
                    cells.add(result.stopReason());
                    continue;
                }
                Gaussian q = Gaussian.of(result.posterior());
                MeanFieldDivergence divergence = new MeanFieldDivergence(named.kind, named.order, priorMean, 1);
                Gaussian best = MeanFieldOptimum.of(
                        (mean, sd) -> PLAIN.expectedTotal(labels, mean[0], sd[0]) + divergence.of(mean, sd),
                        List.of(
                                Gaussian.ofSd(new double[] {3}, new double[] {0.2}),
                                Gaussian.ofSd(new double[] {1.3}, new double[] {0.2})));
                cells.add(GviRobustness.interval(q, 0));
                largest = Math.max(largest, GviRobustness.difference(q, best));
            }
            cells.add(size(largest));
            MarkdownTable.line(cells);
        }
    }

    static String size(double difference) {
        return String.format(Locale.ROOT, "%.0e", difference);
    }
}
