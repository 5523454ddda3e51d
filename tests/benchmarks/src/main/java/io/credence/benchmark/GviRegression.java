package io.credence.benchmark;

import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.family.NormalInverseGamma;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.fit.FitResult;
import io.credence.prior.GaussianPrior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The linear regression of the GVI paper's appendix 4.4: 25 rows of two features with correlation 0.9, θ = (2, 3), σ² = 4; its
 * mean-field posteriors with each divergence beside the exact marginals, under its conjugate prior with the joint divergence, and
 * with independent factors of the coefficients, whose divergence it is, and of σ². Argument: a folder for densities of
 * θ₁ as CSV, if wanted.
 */
public final class GviRegression {

    private static final int ROWS = 25;
    private static final double CORRELATION = 0.9;
    private static final double NOISE = 2;
    private static final double[] THETA = {2, 3};
    private static final int SEED = 25;
    private static final double TOLERANCE = 1e-10;
    private static final double[] MISPLACED = {3, -5, -20, -50};
    private static final double PRIOR_SD = 5;
    private static final DivergenceChoice KL = new DivergenceChoice("kl");
    private static final InverseGamma FIRM = new InverseGamma(20, 50);
    private static final InverseGamma VAGUE = new InverseGamma(3, 5);

    private final RegressionRows rows = rows();
    private final List<String> densities = new ArrayList<>();

    private GviRegression() {}

    /** Prints the tables. */
    public static void main(String[] arguments) throws IOException {
        GviRegression regression = new GviRegression();
        regression.jointMarginals();
        regression.jointRobustness();
        regression.marginals();
        regression.robustness();
        if (arguments.length > 0) {
            Path file = Path.of(arguments[0]).resolve("gvi-regression-densities.csv");
            Files.writeString(file, "prior mean,divergence,theta1,density\n" + String.join("\n", regression.densities));
            System.out.println("\ndensities: " + file);
        }
    }

    private static RegressionRows rows() {
        Random random = new Random(SEED);
        double[][] features = new double[ROWS][2];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double first = random.nextGaussian();
            double second = CORRELATION * first + Math.sqrt(1 - CORRELATION * CORRELATION) * random.nextGaussian();
            features[i] = new double[] {first, second};
            labels[i] = THETA[0] * first + THETA[1] * second + NOISE * random.nextGaussian();
        }
        return new RegressionRows(List.of("x1", "x2"), features, labels);
    }

    /** All divergences, with orders on both sides of 1. */
    private static List<DivergenceChoice> divergences() {
        List<DivergenceChoice> all = new ArrayList<>();
        all.add(KL);
        add(all, "weighted-kl", 0.5, 0.75, 1.25, 2);
        add(all, "renyi", 0.25, 0.5, 0.75, 1.25, 2);
        add(all, "beta", 0.75, 0.9, 1.1, 1.25, 1.5);
        add(all, "gamma", 0.5, 0.75, 1.25, 2);
        add(all, "alpha", 0.01, 0.5, 0.9, 1.25);
        all.add(new DivergenceChoice("alpha-beta-gamma", 0.75, 1.25, 0.5));
        return all;
    }

    private static void add(List<DivergenceChoice> all, String kind, double... orders) {
        DoubleStream.of(orders).forEach(order -> all.add(new DivergenceChoice(kind, order)));
    }

    /** Under the paper's prior and family, with the divergence of the joint laws of θ and σ². */
    private void jointMarginals() {
        MarkdownTable.open(
                "Marginals of correlated coefficients (Figures 6 and 8)",
                "Prior θ | σ² ~ N(0, 25σ² I), σ² ~ IG(20, 50); q(θ | σ²) = N(μ, σ² diag v), q(σ²) = IG(a, b).",
                List.of(
                        "divergence",
                        "θ₁ mean",
                        "θ₁ sd",
                        "sd ÷ exact",
                        "θ₂ mean",
                        "θ₂ sd",
                        "E σ²",
                        "sd of σ²",
                        "steps",
                        "end"));
        FitResult exact = conjugate(0, PRIOR_SD, FIRM, "full", KL);
        double sd = exact.posterior().sd()[0];
        jointLine("exact posterior", exact, sd);
        for (DivergenceChoice divergence : divergences()) {
            jointLine(divergence.label(), conjugate(0, PRIOR_SD, FIRM, "diagonal", divergence), sd);
        }
    }

    private static void jointLine(String label, FitResult result, double exactSd) {
        NormalInverseGamma q = (NormalInverseGamma) result.posterior();
        double variance = q.scale() / (q.shape() - 1);
        MarkdownTable.line(List.of(
                label,
                number(q.mean()[0]),
                number(q.sd()[0]),
                number(q.sd()[0] / exactSd),
                number(q.mean()[1]),
                number(q.sd()[1]),
                number(variance),
                number(variance / Math.sqrt(q.shape() - 2)),
                Integer.toString(result.iterations()),
                result.status().name().toLowerCase(Locale.ROOT)));
    }

    private void jointRobustness() {
        List<String> header = new ArrayList<>(List.of("divergence"));
        DoubleStream.of(MISPLACED).forEach(mean -> header.add(String.format(Locale.ROOT, "%.0f", mean)));
        MarkdownTable.open(
                "θ₁ under well and badly placed priors (Figures 9 to 12)",
                "Mean (sd) with θ | σ² ~ N(μ0, σ² I), σ² ~ IG(3, 5), by μ0; * where no minimum was found, since the posterior"
                        + " collapsed to a point or the divergence was not finite.",
                header);
        List<String> cells = new ArrayList<>(List.of("exact posterior"));
        for (double mean : MISPLACED) {
            cells.add(cell(conjugate(mean, 1, VAGUE, "full", KL)));
        }
        MarkdownTable.line(cells);
        for (DivergenceChoice divergence : divergences()) {
            List<String> line = new ArrayList<>(List.of(divergence.label()));
            for (double mean : MISPLACED) {
                FitResult result = conjugate(mean, 1, VAGUE, "diagonal", divergence);
                line.add(result.isConverged() ? cell(result) : "*");
            }
            MarkdownTable.line(line);
        }
    }

    private FitResult conjugate(
            double priorMean, double priorSd, InverseGamma dispersion, String covariance, DivergenceChoice divergence) {
        Inference problem = divergence
                .of(Inference.of("gaussian")
                        .prior("conjugate", Map.of("mean", priorMean, "sd", priorSd))
                        .with("prior.dispersion.shape", dispersion.shape())
                        .with("prior.dispersion.scale", dispersion.scale()))
                .with("posterior.family", "normal-inverse-gamma")
                .with("posterior.covariance", covariance)
                .with("stop.tolerance", TOLERANCE)
                .with("check.khat", false);
        return problem.fit(rows.packed(1)).result();
    }

    private void marginals() {
        MarkdownTable.open(
                "Marginals with independent factors of θ and σ²",
                "Prior θ ~ N(0, 25 I), σ² ~ IG(20, 50).",
                List.of("divergence", "θ₁ mean", "θ₁ sd", "sd ÷ exact", "θ₂ mean", "θ₂ sd", "E σ²", "passes", "end"));
        RegressionPosterior exact = RegressionPosterior.of(rows, GaussianPrior.of(2, 0, PRIOR_SD), FIRM);
        MarkdownTable.line(List.of(
                "exact posterior",
                number(exact.mean(0)),
                number(exact.sd(0)),
                number(1),
                number(exact.mean(1)),
                number(exact.sd(1)),
                MarkdownTable.NONE,
                MarkdownTable.NONE,
                MarkdownTable.NONE));
        for (double at = -4; at <= 8; at += 0.05) {
            densities.add(String.format(Locale.ROOT, "0,exact,%.2f,%.6g", at, exact.density(0, at)));
        }
        for (DivergenceChoice divergence : divergences()) {
            FitResult result = fit(GaussianStructure.DIAGONAL, estimated(divergence));
            Posterior q = result.posterior();
            MarkdownTable.line(List.of(
                    divergence.label(),
                    number(q.mean()[0]),
                    number(q.sd()[0]),
                    number(q.sd()[0] / exact.sd(0)),
                    number(q.mean()[1]),
                    number(q.sd()[1]),
                    number(result.dispersion().mean()),
                    Integer.toString(result.iterations()),
                    result.status().name().toLowerCase(Locale.ROOT)));
            densities(0, divergence.label(), q);
        }
    }

    private void robustness() {
        List<String> header = new ArrayList<>(List.of("divergence"));
        DoubleStream.of(MISPLACED).forEach(mean -> header.add(String.format(Locale.ROOT, "N(%.0f, 2²)", mean)));
        MarkdownTable.open(
                "θ₁ under well and badly placed priors, σ² known",
                "Mean (sd) with θ₁, θ₂ ~ N(μ0, 2²) and σ² = 4 known; * where no minimum was found, since the posterior"
                        + " collapsed to a point or the divergence was not finite.",
                header);
        List<String> cells = new ArrayList<>(List.of("exact posterior"));
        for (double mean : MISPLACED) {
            cells.add(cell(fit(GaussianStructure.FULL, known(mean, KL))));
        }
        MarkdownTable.line(cells);
        for (DivergenceChoice divergence : divergences()) {
            MarkdownTable.line(robustness(divergence));
        }
    }

    private List<String> robustness(DivergenceChoice divergence) {
        List<String> cells = new ArrayList<>(List.of(divergence.label()));
        for (double mean : MISPLACED) {
            FitResult result = fit(GaussianStructure.DIAGONAL, known(mean, divergence));
            cells.add(cell(result));
            densities(mean, divergence.label(), result.posterior());
        }
        return cells;
    }

    private static String cell(FitResult result) {
        Posterior q = result.posterior();
        return number(q.mean()[0]) + " (" + number(q.sd()[0]) + ")" + (result.isConverged() ? "" : " *");
    }

    private static Inference known(double priorMean, DivergenceChoice divergence) {
        return divergence.of(Inference.of("gaussian")
                .prior("normal", Map.of("mean", priorMean, "sd", 2))
                .with("model.dispersion", NOISE * NOISE));
    }

    private static Inference estimated(DivergenceChoice divergence) {
        return divergence.of(Inference.of("gaussian")
                .prior("normal", Map.of("sd", PRIOR_SD))
                .with("prior.dispersion.shape", FIRM.shape())
                .with("prior.dispersion.scale", FIRM.scale()));
    }

    private FitResult fit(GaussianStructure family, Inference problem) {
        return ExactFit.fit(rows, problem, family, TOLERANCE).result();
    }

    private void densities(double priorMean, String name, Posterior q) {
        NormalDistribution normal = new NormalDistribution(q.mean()[0], q.sd()[0]);
        for (double at = -4; at <= 8; at += 0.05) {
            densities.add(String.format(
                    Locale.ROOT, "%.0f,%s,%.2f,%.6g", priorMean, name.replace(",", ";"), at, normal.density(at)));
        }
    }

    private static String number(double value) {
        return Math.abs(value) < 0.001 ? String.format(Locale.ROOT, "%.2g", value) : MarkdownTable.number(value, 3);
    }
}
