package io.credence.benchmark;

import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.PriorOptions;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RowReduction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The regressions of 003, section 5.1 and appendix N.1: standard variational inference against the entropic risk of
 * each row, under a model whose noise is wrong. The paper says neither the scales of the priors nor that of the
 * labels; here all scales are 1, σ² ~ IG(1, 1) as in N.1.2, and labels are standardised. Arguments: folder of the
 * data, number of data sets of each made problem.
 */
public final class PredictiveRegression {

    private static final double[] GAMMAS = {0, 0.1, 0.5, 1, 2};
    private static final int DRAWS = 100;
    private static final int STEPS = 1500;
    private static final int GRID = 200;

    private static final List<String> PAPER_LAPLACE =
            List.of("2.0 ± 0.9", "2.0 ± 0.8", "1.8 ± 0.6", "1.9 ± 0.7", "25.0 ± 12.9");
    private static final List<String> PAPER_NORMAL =
            List.of("5.5 ± 2.7", "5.5 ± 3.1", "4.4 ± 3.2", "6.0 ± 3.2", "18.0 ± 5.5");

    private PredictiveRegression() {}

    /** Prints the tables. */
    public static void main(String[] arguments) {
        int sets = Integer.parseInt(arguments[1]);
        noise(sets);
        toy(sets);
        star(Path.of(arguments[0]));
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(spent -> System.out.printf("%n%d s of processor time.%n", spent.toSeconds()));
    }

    private static @Nullable RowReduction risk(double gamma) {
        return gamma == 0 ? null : new EntropicRisk(gamma);
    }

    private static String method(double gamma) {
        return gamma == 0 ? "VI" : "Ent-VI, γ = " + gamma;
    }

    private static CoefficientPrior normal(int columns) {
        return CoefficientPriors.named("normal", PriorOptions.NONE.withScale(1), columns);
    }

    private static CoefficientPrior laplace(int columns) {
        return CoefficientPriors.named("laplace", PriorOptions.NONE.withScale(1).withNonCentred(), columns);
    }

    private static List<PredictiveFit> fits(
            int sets, double gamma, IntFunction<RegressionRows> rows, IntFunction<CoefficientPrior> prior) {
        List<PredictiveFit> fits = new ArrayList<>();
        for (int set = 1; set <= sets; set++) {
            RegressionRows training = rows.apply(set);
            fits.add(PredictiveFit.of(training, prior.apply(training.columns()), risk(gamma), DRAWS, STEPS));
        }
        return fits;
    }

    private static String mean(double[] values, int decimals) {
        return MarkdownTable.number(Arrays.stream(values).average().orElse(Double.NaN), decimals);
    }

    private static String ends(List<PredictiveFit> fits) {
        long converged = fits.stream().filter(fit -> fit.result().isConverged()).count();
        return converged + " of " + fits.size();
    }

    /** Appendix N.1.2. */
    private static void noise(int sets) {
        MarkdownTable.open(
                "A straight line under noise of two sizes (appendix N.1.2, figure 9)",
                "E σ² under the posterior, where the noise has the variance 3; error of the mean prediction on [−2, 2], and"
                        + " log predictive density of 2,000 further rows. Means over " + sets + " data sets.",
                List.of(
                        "rows",
                        "method",
                        "E σ²",
                        "sd of log σ²",
                        "mean squared error",
                        "test log likelihood",
                        "converged"));
        RegressionRows test = PredictiveData.line(2000, 1_000_003);
        for (int rows : new int[] {20, 100, 500}) {
            for (double gamma : new double[] {0, 0.1, 0.5, 1}) {
                List<PredictiveFit> fits = fits(
                        sets,
                        gamma,
                        set -> PredictiveData.line(rows, 1000L * rows + set),
                        PredictiveRegression::normal);
                MarkdownTable.line(List.of(
                        Integer.toString(rows),
                        method(gamma),
                        mean(
                                fits.stream()
                                        .mapToDouble(PredictiveFit::dispersion)
                                        .toArray(),
                                3),
                        mean(fits.stream().mapToDouble(fit -> fit.sd()[2]).toArray(), 3),
                        mean(
                                fits.stream()
                                        .mapToDouble(PredictiveRegression::lineError)
                                        .toArray(),
                                4),
                        mean(
                                fits.stream()
                                        .mapToDouble(fit -> fit.logPredictive(test))
                                        .toArray(),
                                4),
                        ends(fits)));
            }
        }
    }

    /** ∫ (a + bx − 1 + x)² dx/4 over [−2, 2]. */
    private static double lineError(PredictiveFit fit) {
        double[] theta = fit.coefficients();
        return (theta[0] - 1) * (theta[0] - 1) + (theta[1] + 1) * (theta[1] + 1) * 4 / 3;
    }

    /** Section 5.1. */
    private static void toy(int sets) {
        MarkdownTable.open(
                "81 Fourier terms where E[y | x] = 0 and half of the rows have no noise (section 5.1, figure 2)",
                "Mean squared error of the mean prediction over new x, Laplace prior, non-centred. Means over " + sets
                        + " data sets.",
                List.of("rows", "method", "mean squared error", "E σ²", "converged"));
        for (int rows : new int[] {20, 40, 100, 300}) {
            for (double gamma : new double[] {0, 0.1, 1}) {
                List<PredictiveFit> fits = fits(
                        sets,
                        gamma,
                        set -> PredictiveData.toy(rows, 1000L * rows + set),
                        PredictiveRegression::laplace);
                MarkdownTable.line(List.of(
                        Integer.toString(rows),
                        method(gamma),
                        mean(
                                fits.stream()
                                        .mapToDouble(PredictiveRegression::toyError)
                                        .toArray(),
                                4),
                        mean(
                                fits.stream()
                                        .mapToDouble(PredictiveFit::dispersion)
                                        .toArray(),
                                3),
                        ends(fits)));
            }
        }
    }

    /** Over new x: half of them at 0, the others uniform on [−1, 1]. */
    private static double toyError(PredictiveFit fit) {
        double sum = 0;
        for (int g = 0; g < GRID; g++) {
            double prediction = predict(fit, (2 * g + 1.0) / GRID - 1);
            sum += prediction * prediction / GRID;
        }
        double atZero = predict(fit, 0);
        return 0.5 * (atZero * atZero + sum);
    }

    private static double predict(PredictiveFit fit, double x) {
        double[] basis = PredictiveData.fourier(x, PredictiveData.TOY_FREQUENCY);
        double[] theta = fit.coefficients();
        double sum = 0;
        for (int j = 0; j < basis.length; j++) {
            sum += basis[j] * theta[j];
        }
        return sum;
    }

    /** Tables 4 and 5. */
    private static void star(Path data) {
        MarkdownTable.open(
                "Variable star, 500 days to learn from and 100 to predict (tables 4 and 5)",
                "Mean squared error of the held-out magnitudes in their own units, the paper's and ours on one split; log"
                        + " likelihood of the held-out days, standardised.",
                List.of(
                        "prior",
                        "method",
                        "paper",
                        "ours",
                        "training days",
                        "E σ²",
                        "test log likelihood",
                        "how it ended"));
        PredictiveData.Split split = PredictiveData.star(data, 1);
        int columns = split.train().columns();
        star(split, "Laplace", laplace(columns), PAPER_LAPLACE);
        star(split, "normal", normal(columns), PAPER_NORMAL);
    }

    private static void star(PredictiveData.Split split, String name, CoefficientPrior prior, List<String> paper) {
        double unit = split.labelSd() * split.labelSd();
        for (int k = 0; k < GAMMAS.length; k++) {
            PredictiveFit fit = PredictiveFit.of(split.train(), prior, risk(GAMMAS[k]), DRAWS / 2, STEPS);
            double[] theta = fit.coefficients();
            MarkdownTable.line(List.of(
                    name,
                    method(GAMMAS[k]),
                    paper.get(k),
                    MarkdownTable.number(unit * split.test().meanSquaredError(theta), 3),
                    MarkdownTable.number(unit * split.train().meanSquaredError(theta), 3),
                    MarkdownTable.number(unit * fit.dispersion(), 3),
                    MarkdownTable.number(fit.logPredictive(split.test()), 3),
                    fit.result().status().name().toLowerCase(Locale.ROOT) + ", "
                            + fit.result().iterations() + " steps"));
        }
    }
}
