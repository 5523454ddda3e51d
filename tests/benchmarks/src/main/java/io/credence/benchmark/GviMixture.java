package io.credence.benchmark;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.linalg.Kernels;
import io.credence.loss.ModelLosses;
import io.credence.objective.Objectives;
import io.credence.prior.GaussianPrior;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * A posterior with two modes, by a unimodal q (GVI Fig. 13): another divergence from the prior keeps to one mode, another
 * divergence from the posterior smooths between them.
 */
final class GviMixture {

    private static final long SEED = 20_260_101;
    private static final TwoNormals MODEL = new TwoNormals(0.65);
    private static final double PRIOR_SD = 2;
    private static final double FROM = -2.5;
    private static final double TO = 3.5;
    private static final int CELLS = 240;
    private static final SamplingSettings.Stop STOP =
            new SamplingSettings.Stop(SamplingSettings.StopRule.MCSE, 0.005, 1.1, 30, 500);

    private static final Gaussian AT_A_MODE = Gaussian.ofSd(new double[] {0, 1}, new double[] {0.3, 0.3});
    private static final Gaussian BETWEEN = Gaussian.ofSd(new double[] {0.5, 0.5}, new double[] {0.5, 0.5});

    private final double[] labels;
    private final double[][] logPosterior = new double[CELLS + 1][CELLS + 1];

    private GviMixture(int count) {
        labels = new double[count];
        for (int i = 0; i < labels.length; i++) {
            double mean = AddressedRandom.uniform(SEED, 6, i, 0) < 0.5 ? 0 : 1;
            labels[i] = mean + MODEL.sd() * AddressedRandom.normal(SEED, 6, i, 1);
        }
        double evidence = Double.NEGATIVE_INFINITY;
        for (int a = 0; a <= CELLS; a++) {
            for (int b = 0; b <= CELLS; b++) {
                logPosterior[a][b] = -loss(at(a), at(b)) - squares(at(a), at(b)) / (2 * PRIOR_SD * PRIOR_SD);
                evidence = Math.max(evidence, logPosterior[a][b]);
            }
        }
        double sum = 0;
        for (double[] row : logPosterior) {
            for (double log : row) {
                sum += Math.exp(log - evidence);
            }
        }
        double cell = (TO - FROM) / CELLS;
        double normalizer = evidence + Math.log(sum * cell * cell);
        for (double[] row : logPosterior) {
            for (int b = 0; b < row.length; b++) {
                row[b] -= normalizer;
            }
        }
    }

    private static double at(int index) {
        return FROM + (TO - FROM) * index / CELLS;
    }

    private static double squares(double first, double second) {
        return first * first + second * second;
    }

    private double loss(double first, double second) {
        double sum = 0;
        for (double label : labels) {
            sum -= MODEL.log(label, first, second);
        }
        return sum;
    }

    static void print() {
        GviMixture many = new GviMixture(100);
        many.open();
        many.generalised("VI, KL", "kl", 1);
        many.generalised("GVI, Rényi α = 0.5", "renyi", 0.5);
        many.generalised("GVI, Rényi α = 0.9", "renyi", 0.9);
        many.generalised("GVI, α = 0.9", "alpha", 0.9);
        many.generalised("GVI, β = 1.25", "beta", 1.25);
        many.generalised("GVI, γ = 1.25", "gamma", 1.25);
        many.renyiFromPosterior(0.5);
        many.renyiFromPosterior(0.2);
        GviMixture few = new GviMixture(25);
        few.open();
        few.generalised("VI, KL", "kl", 1);
        few.generalised("GVI, Rényi α = 0.5", "renyi", 0.5);
        few.renyiFromPosterior(0.5);
        few.renyiFromPosterior(0.2);
    }

    private void open() {
        double[] moments = modeMoments();
        MarkdownTable.open(
                "Two modes (Fig. 13), " + labels.length + " rows",
                String.format(
                        Locale.ROOT,
                        "%d numbers from ½N(0, 0.65²) + ½N(1, 0.65²), priors N(0, 2²), q with independent means. The exact"
                                + " posterior has two mirrored modes; where μ₁ < μ₂ its means are %.3f and %.3f, its standard"
                                + " deviations %.3f and %.3f. Fits by draws begin at N(0, 0.3²), N(1, 0.3²), for α = 0.2"
                                + " between the modes at twice N(½, 0.5²); the quadrature takes the better of both. Loss: Σ −log p"
                                + " at the mean of q, less its minimum, nats.",
                        labels.length,
                        moments[0],
                        moments[1],
                        moments[2],
                        moments[3]),
                List.of("problem", "μ₁", "μ₂", "loss at the mean", "quadrature: μ₁", "μ₂", "loss", "by draws"));
    }

    /** Means and standard deviations of the exact posterior where the first mean is the smaller. */
    private double[] modeMoments() {
        double[] sums = new double[5];
        for (int a = 0; a <= CELLS; a++) {
            for (int b = a; b <= CELLS; b++) {
                double weight = (a == b ? 0.5 : 1) * Math.exp(logPosterior[a][b]);
                double[] terms = {at(a), at(b), at(a) * at(a), at(b) * at(b), 1};
                for (int k = 0; k < sums.length; k++) {
                    sums[k] += weight * terms[k];
                }
            }
        }
        double[] moments = new double[4];
        for (int k = 0; k < 2; k++) {
            moments[k] = sums[k] / sums[4];
            moments[2 + k] = Math.sqrt(sums[2 + k] / sums[4] - moments[k] * moments[k]);
        }
        return moments;
    }

    private void generalised(String name, String kind, double order) {
        MeanFieldDivergence divergence = new MeanFieldDivergence(kind, order, 0, PRIOR_SD);
        line(
                name,
                AT_A_MODE,
                (mean, sd) -> expectedLoss(mean, sd) + divergence.of(mean, sd),
                problem().with(GviRobustness.divergence(kind, order)));
    }

    private void renyiFromPosterior(double alpha) {
        line(
                "Rényi α = " + alpha + " from the posterior",
                alpha < 0.5 ? BETWEEN : AT_A_MODE,
                (mean, sd) -> fromPosterior(alpha, mean, sd),
                problem().with(Objectives.named("renyi", Map.of("alpha", alpha))));
    }

    private static Problem problem() {
        return Problem.of(ModelLosses.of(MODEL, List.of("intercept")), GaussianPrior.of(2, 0, PRIOR_SD), null);
    }

    private void line(String name, Gaussian start, ToDoubleBiFunction<double[], double[]> objective, Problem problem) {
        Gaussian best = sorted(MeanFieldOptimum.of(objective, List.of(AT_A_MODE, BETWEEN)));
        FitResult result = byDraws(problem, start);
        Gaussian found = sorted(Gaussian.of(result.posterior()));
        MarkdownTable.line(List.of(
                name,
                GviRobustness.interval(found, 0),
                GviRobustness.interval(found, 1),
                MarkdownTable.number(excess(found), 2),
                GviRobustness.interval(best, 0),
                GviRobustness.interval(best, 1),
                MarkdownTable.number(excess(best), 2),
                result.status().name().toLowerCase(Locale.ROOT) + ", " + result.iterations() + " steps"));
    }

    /** The one of two mirrored answers with the smaller mean first. */
    private static Gaussian sorted(Gaussian q) {
        return q.mean()[0] <= q.mean()[1]
                ? q
                : Gaussian.ofSd(new double[] {q.mean()[1], q.mean()[0]}, new double[] {q.sd(1), q.sd(0)});
    }

    private double excess(Gaussian q) {
        double least = Double.POSITIVE_INFINITY;
        for (int a = 0; a <= CELLS; a++) {
            for (int b = a; b <= CELLS; b++) {
                least = Math.min(least, loss(at(a), at(b)));
            }
        }
        return loss(q.mean()[0], q.mean()[1]) - least;
    }

    private FitResult byDraws(Problem problem, Gaussian first) {
        double[][] features = new double[labels.length][1];
        for (double[] row : features) {
            row[0] = 1;
        }
        RegressionRows rows = new RegressionRows(List.of("intercept"), features, labels);
        double[] precision = {1 / first.variance(0), 1 / first.variance(1)};
        DiagonalGaussian start = new DiagonalGaussian(first.mean(), precision);
        try (InProcessBackend backend = new InProcessBackend(rows.partitions(1), Kernels.best(), 1)) {
            return StochasticAlgorithm.of(new FitSetup(
                            problem,
                            FitSettings.of(GaussianStructure.DIAGONAL),
                            SamplingSettings.DEFAULT.with(STOP),
                            gaussian -> start,
                            backend,
                            Kernels.best()))
                    .fit();
        }
    }

    /** E Σ −log p by a product trapezoid. */
    private double expectedLoss(double[] mean, double[] sd) {
        int half = 12;
        double reach = 5.5;
        double sum = 0;
        double weights = 0;
        for (int i = -half; i <= half; i++) {
            for (int j = -half; j <= half; j++) {
                double u = reach * i / half;
                double v = reach * j / half;
                double weight = Math.exp(-0.5 * squares(u, v));
                sum += weight * loss(mean[0] + sd[0] * u, mean[1] + sd[1] * v);
                weights += weight;
            }
        }
        return sum / weights;
    }

    /** log ∫ q^α p^{1−α} / (α(α − 1)) over the grid on which the posterior is known. */
    private double fromPosterior(double alpha, double[] mean, double[] sd) {
        double[][] logs = new double[2][CELLS + 1];
        for (int k = 0; k < 2; k++) {
            for (int a = 0; a <= CELLS; a++) {
                double z = (at(a) - mean[k]) / sd[k];
                logs[k][a] = -0.5 * z * z - Math.log(sd[k]) - 0.5 * Math.log(2 * Math.PI);
            }
        }
        double[] sums = new double[CELLS + 1];
        for (int a = 0; a <= CELLS; a++) {
            for (int b = 0; b <= CELLS; b++) {
                sums[a] += Math.exp(alpha * (logs[0][a] + logs[1][b]) + (1 - alpha) * logPosterior[a][b]);
            }
        }
        double cell = (TO - FROM) / CELLS;
        return Math.log(Arrays.stream(sums).sum() * cell * cell) / (alpha * (alpha - 1));
    }
}
