package io.credence.benchmark;

import io.credence.Inference;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the three parts of generalised variational inference do (GVI Fig. 1 and 13): losses that withstand outliers, divergences
 * that widen marginals or withstand a bad prior, and a posterior with two modes. Every answer of the engine stands beside an
 * optimum found by quadrature apart from it.
 */
public final class GviRobustness {

    private static final long SEED = 20_260_101;
    private static final double TOLERANCE = 1e-13;
    private static final int ROWS = 200;
    private static final double OUTLIER = 8;
    private static final List<Double> SHARES = List.of(0.0, 0.05, 0.2);
    private static final List<RobustRowLoss> LOSSES = List.of(
            new RobustRowLoss("log-likelihood", 0),
            new RobustRowLoss("power", 0.5),
            new RobustRowLoss("beta", 1.05),
            new RobustRowLoss("beta", 1.25),
            new RobustRowLoss("beta", 1.5),
            new RobustRowLoss("beta", 2),
            new RobustRowLoss("gamma", 1.05),
            new RobustRowLoss("gamma", 1.25),
            new RobustRowLoss("gamma", 1.5),
            new RobustRowLoss("gamma", 2),
            new RobustRowLoss("absolute", 0),
            new RobustRowLoss("huber", 1.345));

    private GviRobustness() {}

    /** Prints all tables. */
    public static void main(String[] arguments) {
        location();
        regression();
        GviDivergences.print();
        GviMixture.print();
    }

    private static Inference problem(RobustRowLoss loss, double priorSd) {
        return loss.of(
                Inference.of("gaussian").prior("normal", Map.of("sd", priorSd)).with("model.dispersion", 1));
    }

    /** The engine's fit by exact expectation, at a tolerance that leaves nothing to gain. */
    static FitResult fit(RegressionRows rows, Inference problem, GaussianStructure family) {
        return ExactFit.fit(rows, problem, family, TOLERANCE).result();
    }

    private static Gaussian converged(RegressionRows rows, Inference problem, GaussianStructure family) {
        FitResult result = fit(rows, problem, family);
        if (!result.isConverged()) {
            throw new IllegalStateException("the fit did not converge: " + result.stopReason());
        }
        return Gaussian.of(result.posterior());
    }

    /** Draws of N(0, 1), a share of them replaced by draws of N(8, 1). */
    private static RegressionRows contaminated(double share) {
        double[][] features = new double[ROWS][];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            features[i] = new double[] {1};
            labels[i] = AddressedRandom.normal(SEED, 1, i) + (i < share * ROWS ? OUTLIER : 0);
        }
        return new RegressionRows(List.of("mean"), features, labels);
    }

    private static void location() {
        List<String> header = new ArrayList<>(List.of("loss"));
        for (double share : SHARES) {
            header.add(String.format(Locale.ROOT, "%.0f %%: mean ± sd", 100 * share));
            header.add("KL of the predictive");
        }
        header.add("largest difference from quadrature, sd");
        MarkdownTable.open(
                "Outliers: a normal mean (Fig. 1, left)",
                ROWS + " numbers from N(0, 1), a share of them moved by " + OUTLIER
                        + "; variance 1 known, prior N(0, 10²), q normal, divergence KL. KL of the predictive: from N(0, 1)"
                        + " to N(m, 1 + s²), nats.",
                header);
        for (RobustRowLoss loss : LOSSES) {
            List<String> cells = new ArrayList<>(List.of(loss.label()));
            double largest = 0;
            for (double share : SHARES) {
                RegressionRows rows = contaminated(share);
                Gaussian q = converged(rows, problem(loss, 10), GaussianStructure.FULL);
                cells.add(interval(q, 0));
                double total = 1 + q.variance(0);
                double square = 1 + q.mean()[0] * q.mean()[0];
                cells.add(MarkdownTable.number(0.5 * (square / total - 1 + Math.log(total)), 4));
                largest = Math.max(largest, difference(q, locationOptimum(loss, rows.labels())));
            }
            cells.add(String.format(Locale.ROOT, "%.0e", largest));
            MarkdownTable.line(cells);
        }
    }

    private static Gaussian locationOptimum(RobustRowLoss loss, double[] labels) {
        MeanFieldDivergence divergence = new MeanFieldDivergence("kl", 1, 0, 10);
        return MeanFieldOptimum.of(
                (mean, sd) -> loss.expectedTotal(labels, mean[0], sd[0]) + divergence.of(mean, sd),
                List.of(Gaussian.ofSd(new double[] {0.3}, new double[] {0.2})));
    }

    /** Largest difference of means, or of logarithms of standard deviations, in standard deviations. */
    static double difference(Gaussian found, Gaussian expected) {
        double largest = 0;
        for (int j = 0; j < found.dimension(); j++) {
            double shift = Math.abs(found.mean()[j] - expected.mean()[j]) / expected.sd(j);
            largest = Math.max(largest, Math.max(shift, Math.abs(Math.log(found.sd(j) / expected.sd(j)))));
        }
        return largest;
    }

    static String interval(Gaussian q, int j) {
        return MarkdownTable.number(q.mean()[j], 3) + " ± " + MarkdownTable.number(q.sd(j), 3);
    }

    private static void regression() {
        MarkdownTable.open(
                "Outliers: a regression",
                "300 rows of y = 1 + 2x + N(0, 1), x ~ N(0, 1); of the rows with x > 0, a fifth is moved by −15. Variance 1"
                        + " known, prior N(0, 10²), full covariance, divergence KL. Held out: mean log predictive density of"
                        + " 2000 clean rows; the truth's own is " + MarkdownTable.number(heldOut(truth()), 4) + ".",
                List.of("loss", "intercept", "slope", "held out, nats"));
        RegressionRows rows = line(300, 2, 5);
        for (RobustRowLoss loss : LOSSES) {
            Gaussian q = converged(rows, problem(loss, 10), GaussianStructure.FULL);
            MarkdownTable.line(
                    List.of(loss.label(), interval(q, 0), interval(q, 1), MarkdownTable.number(heldOut(q), 4)));
        }
    }

    private static Gaussian truth() {
        return Gaussian.ofSd(new double[] {1, 2}, new double[] {0, 0});
    }

    private static RegressionRows line(int count, int stream, int every) {
        double[][] features = new double[count][];
        double[] labels = new double[count];
        int right = 0;
        for (int i = 0; i < count; i++) {
            double x = AddressedRandom.normal(SEED, stream, i, 0);
            features[i] = new double[] {1, x};
            boolean moved = x > 0 && every > 0 && right++ % every == 0;
            labels[i] = 1 + 2 * x + AddressedRandom.normal(SEED, stream, i, 1) - (moved ? 15 : 0);
        }
        return new RegressionRows(List.of("intercept", "x"), features, labels);
    }

    private static double heldOut(Gaussian q) {
        RegressionRows clean = line(2000, 3, 0);
        double[] logs = new double[clean.count()];
        for (int i = 0; i < logs.length; i++) {
            double variance = 1 + q.varianceAlong(clean.features()[i]);
            double r = clean.labels()[i] - clean.predictor(i, q.mean());
            logs[i] = -0.5 * (Math.log(2 * Math.PI * variance) + r * r / variance);
        }
        return Arrays.stream(logs).average().orElseThrow();
    }

    /** The engine's divergence of that kind. */
    static Divergence divergence(String kind, double order) {
        return kind.equals("kl") ? Divergences.named(kind) : Divergences.named(kind, order);
    }
}
