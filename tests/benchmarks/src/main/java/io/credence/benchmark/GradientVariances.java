package io.credence.benchmark;

import io.credence.family.DiagonalGaussian;
import io.credence.objective.DrawDensities;
import io.credence.objective.DrawWeights;
import io.credence.objective.Objective;
import io.credence.objective.Objectives;
import io.credence.objective.Objectives.DrawnElbo;
import io.credence.objective.PowerMean;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/**
 * Variances of gradients in the location μ of q = N(μ, 1), by the score and reparameterised (Dhaka et al. 2021, appendix G): of single draws
 * against the closed forms, with the paper's G.9 and G.11 to G.13 corrected; and of the engine's objectives, which normalise
 * their weights and take means off, by dimension. Argument: number of draws, a million if none.
 */
public final class GradientVariances {

    private static final long SEED = 20_260_101;
    private static final int TOGETHER = 100;
    private static final int LOOKS = 2000;
    private static final int WIDE = 10;

    private GradientVariances() {}

    /** Prints a table of single draws and one of objectives. */
    public static void main(String[] arguments) {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        MarkdownTable.open(
                "Gradients of single draws, " + count + " of them",
                "In brackets the distance from the closed form in standard errors of a variance, and after it that error as a"
                        + " share of the variance: where it is large, the fourth moment is barely sampled.",
                List.of(
                        "what",
                        "μ",
                        "score, closed form",
                        "score, measured",
                        "by paths, closed form",
                        "by paths, measured"));
        for (double mu : new double[] {0, 0.5, 1, 2, 4}) {
            exclusive(mu, count);
        }
        for (double alpha : new double[] {0.5, 1, 2}) {
            for (double mu : new double[] {0, 0.25, 0.5, 1}) {
                power(alpha, mu, count);
            }
        }
        objectives();
        correlated();
    }

    /** E_q[θ²]: G.4 and G.8. */
    private static void exclusive(double mu, int count) {
        double square = mu * mu;
        line(
                "exclusive, j = θ² (G.4, G.8)",
                mu,
                square * square + 14 * square + 15,
                variance(count, mu, (theta, epsilon) -> theta * theta * epsilon),
                4,
                variance(count, mu, (theta, epsilon) -> 2 * theta));
    }

    /** E_q[(p/q)^α] with p = e^{−θ²/2}/√2π, so that p/q = exp(μ²/2 − θμ). */
    private static void power(double alpha, double mu, int count) {
        double square = mu * mu;
        double second = Math.exp((2 * alpha * alpha - alpha) * square);
        double meanSquare = Math.exp((alpha * alpha - alpha) * square);
        line(
                "(p/q)^" + alpha + (alpha == 1 ? " (inclusive, G.13)" : alpha == 2 ? " (χ²)" : ""),
                mu,
                (1 + 4 * alpha * alpha * square) * second - alpha * alpha * square * meanSquare,
                variance(count, mu, (theta, epsilon) -> ratio(alpha, mu, theta) * epsilon),
                alpha * alpha * square * (second - meanSquare),
                variance(count, mu, (theta, epsilon) -> -alpha * mu * ratio(alpha, mu, theta)));
    }

    private static double ratio(double alpha, double mu, double theta) {
        return Math.exp(alpha * (0.5 * mu * mu - theta * mu));
    }

    /**
     * A measured variance.
     *
     * @param error its standard error, from the fourth moment
     */
    private record Measured(double value, double error) {
        String against(double expected) {
            double z = error == 0 ? 0 : (value - expected) / error;
            return String.format(Locale.ROOT, "%.5g (%.1f; %.1f %%)", value, z, value == 0 ? 0 : 100 * error / value);
        }
    }

    private static Measured variance(int count, double mu, DoubleBinaryOperator gradient) {
        double mean = 0;
        for (int s = 0; s < count; s++) {
            double epsilon = AddressedRandom.normal(SEED, s, 0);
            mean += gradient.applyAsDouble(mu + epsilon, epsilon) / count;
        }
        double squares = 0;
        double fourth = 0;
        for (int s = 0; s < count; s++) {
            double epsilon = AddressedRandom.normal(SEED, s, 0);
            double square = Math.pow(gradient.applyAsDouble(mu + epsilon, epsilon) - mean, 2);
            squares += square / count;
            fourth += square * square / count;
        }
        return new Measured(squares, Math.sqrt(Math.max(0, fourth - squares * squares) / count));
    }

    private static void line(String what, double mu, double score, Measured byScore, double paths, Measured byPaths) {
        MarkdownTable.line(List.of(
                what,
                Double.toString(mu),
                String.format(Locale.ROOT, "%.5g", score),
                byScore.against(score),
                String.format(Locale.ROOT, "%.5g", paths),
                byPaths.against(paths)));
    }

    private static void objectives() {
        MarkdownTable.open(
                "Gradients of the engine's objectives, " + TOGETHER + " draws a step, " + LOOKS + " steps",
                "Target N(0, I); q has means 0.2 and sds 1.1, or 0.3/√d and 1 + 0.15/√d, which stays as near in any dimension."
                        + " Numbers are √(variance of the gradient in one mean × draws); below 1 is less noise than that"
                        + " of a mean of draws.",
                List.of(
                        "objective",
                        "d",
                        "fixed, by values",
                        "fixed, by paths",
                        "as near, by values",
                        "as near, by paths"));
        for (Objective objective : List.of(
                new DrawnElbo(),
                Objectives.named("eubo", Map.of()),
                PowerMean.chivi(2),
                PowerMean.renyi(0.5),
                PowerMean.iwae(10))) {
            for (int d : new int[] {1, 5, 20, 50}) {
                double[] fixed = noise(objective, d, 0.2, 1.1, 0);
                double[] near = noise(objective, d, 0.3 / Math.sqrt(d), 1 + 0.15 / Math.sqrt(d), 0);
                MarkdownTable.line(List.of(
                        objective.name(),
                        Integer.toString(d),
                        MarkdownTable.number(fixed[0], 3),
                        MarkdownTable.number(fixed[1], 3),
                        MarkdownTable.number(near[0], 3),
                        MarkdownTable.number(near[1], 3)));
            }
        }
    }

    private static void correlated() {
        MarkdownTable.open(
                "The same where q cannot have the target's correlations",
                "Target with unit variances and all correlations ρ, " + WIDE
                        + " dimensions; q = N(0, I), its best by moments.",
                List.of("objective", "ρ", "by values", "by paths"));
        for (Objective objective : List.of(Objectives.named("eubo", Map.of()), PowerMean.chivi(2))) {
            for (double correlation : new double[] {0, 0.3, 0.6, 0.9, 0.99}) {
                double[] noise = noise(objective, WIDE, 0, 1, correlation);
                MarkdownTable.line(List.of(
                        objective.name(),
                        Double.toString(correlation),
                        MarkdownTable.number(noise[0], 3),
                        MarkdownTable.number(noise[1], 3)));
            }
        }
    }

    /** By values and by paths. */
    private static double[] noise(Objective objective, int d, double mean, double sd, double correlation) {
        double[] location = new double[d];
        double[] scale = new double[d];
        Arrays.fill(location, mean);
        Arrays.fill(scale, sd);
        DiagonalGaussian q = DiagonalGaussian.around(location, scale);
        double[] sums = new double[2];
        double[] squares = new double[2];
        for (int look = 0; look < LOOKS; look++) {
            double[] gradients = look(objective, q, look, correlation);
            for (int form = 0; form < 2; form++) {
                sums[form] += gradients[form] / LOOKS;
                squares[form] += gradients[form] * gradients[form] / LOOKS;
            }
        }
        for (int form = 0; form < 2; form++) {
            squares[form] = Math.sqrt(Math.max(0, squares[form] - sums[form] * sums[form]) * TOGETHER);
        }
        return squares;
    }

    /** Entry of K⁻¹θ, K with unit variances and equal correlations. */
    private static double slope(double[] theta, int j, double correlation) {
        double sum = Arrays.stream(theta).sum();
        double common = correlation / (1 + (theta.length - 1) * correlation);
        return (theta[j] - common * sum) / (1 - correlation);
    }

    /** The gradient in the first mean of one step, by values and by paths. */
    private static double[] look(Objective objective, DiagonalGaussian q, int address, double correlation) {
        int d = q.dimension();
        double[][] theta = new double[TOGETHER][];
        double[] loss = new double[TOGETHER];
        double[] posterior = new double[TOGETHER];
        double[] base = new double[TOGETHER];
        for (int s = 0; s < TOGETHER; s++) {
            double[] standard = new double[d];
            for (int j = 0; j < d; j++) {
                standard[j] = AddressedRandom.normal(SEED + 1 + address, s, j);
            }
            theta[s] = q.draw(0, standard);
            for (int j = 0; j < d; j++) {
                loss[s] += 0.5 * theta[s][j] * slope(theta[s], j, correlation);
            }
            posterior[s] = q.logDensity(theta[s]);
            base[s] = 1.0 / TOGETHER;
        }
        DrawWeights judgement = objective.weighDraws(new DrawDensities(loss, new double[TOGETHER], posterior, base));
        double byValues = 0;
        double byPaths = 0;
        for (int s = 0; s < TOGETHER; s++) {
            double[] slope = new double[d];
            q.addLogDensityGradient(theta[s], 1, slope);
            byValues -= judgement.scoreWeights()[s] * slope[0];
            byPaths += judgement.lossWeights()[s] * slope(theta[s], 0, correlation)
                    + judgement.posteriorWeights()[s] * slope[0];
        }
        return new double[] {byValues, byPaths};
    }
}
