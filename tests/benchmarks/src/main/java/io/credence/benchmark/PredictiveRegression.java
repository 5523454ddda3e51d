package io.credence.benchmark;

import io.credence.benchmark.PredictiveData.Split;
import io.credence.benchmark.PredictiveFit.Effort;
import io.credence.benchmark.PredictiveTable.Figure;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The regressions of Futami et al. 2022, section 5.1 and appendix N.1: standard variational inference against the entropic risk of
 * each row, under a model whose noise is wrong. The paper states neither the scales of the priors nor that of the
 * labels; here all scales are 1 unless a table states others, σ² ~ IG(1, 1) as in N.1.2, and labels of time series are
 * standardised. Arguments: folder of the data, number of data sets of each made problem and of splits of the star, and
 * which of the tables noise, samples, toy, star, scales, effort, residuals and london are wanted; all if none is named. Of the line and the
 * toy with so many draws a step, as {@code toy=1000}.
 */
public final class PredictiveRegression {

    private static final double[] GAMMAS = {0, 0.1, 0.5, 1};
    private static final double[] MORE_GAMMAS = {0, 0.1, 0.5, 1, 2};
    private static final int[] LINE_ROWS = {20, 100, 500};
    private static final int[] TOY_ROWS = {20, 40, 100, 200, 500};
    private static final int[] SAMPLES = {4, 4, 8, 16, 64};
    private static final double[] SCALES = {0.1, 1, 10};

    private static final Effort LINE = new Effort(500, 100, 600, 0.05, 1);
    private static final Effort TOY = new Effort(100, 0, 3000, 0.05, 1);
    private static final Effort STAR = new Effort(100, 100, 400, 0.05, 1);

    private static final List<String> STAR_LAPLACE =
            List.of("2.0 ± 0.9", "2.0 ± 0.8", "1.8 ± 0.6", "1.9 ± 0.7", "25.0 ± 12.9");
    private static final List<String> STAR_NORMAL =
            List.of("5.5 ± 2.7", "5.5 ± 3.1", "4.4 ± 3.2", "6.0 ± 3.2", "18.0 ± 5.5");

    private static final Figure VARIANCE =
            new Figure("E σ²", 3, false, (fit, split) -> split.labelSd() * split.labelSd() * fit.dispersion());
    private static final Figure ERROR = new Figure("mean squared error", 4, true, PredictiveRegression::error);
    private static final Figure LIKELIHOOD =
            new Figure("test log likelihood", 4, true, (fit, split) -> fit.logPredictive(split.test()));

    private PredictiveRegression() {}

    /** Prints the tables. */
    public static void main(String[] arguments) {
        Path data = Path.of(arguments[0]);
        int sets = Integer.parseInt(arguments[1]);
        List<String> wanted = List.of(arguments).subList(2, arguments.length);
        if (wanted.isEmpty()) {
            wanted = List.of("noise", "samples", "toy", "star", "scales", "effort", "residuals", "london");
        }
        for (String table : wanted) {
            String[] named = table.split("=");
            switch (named[0]) {
                case "noise" -> noise(sets, with(LINE, named));
                case "samples" -> samples(sets);
                case "toy" -> toy(sets, with(TOY, named));
                case "star" -> star(data, sets);
                case "scales" -> scales(Math.min(sets, 5));
                case "effort" -> effort(data);
                case "residuals" -> residuals();
                case "london" -> london(data, sets);
                default -> throw new IllegalArgumentException("no table is named " + table);
            }
        }
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(spent -> System.out.printf("%n%d s of processor time.%n", spent.toSeconds()));
    }

    private static Effort with(Effort usual, String[] named) {
        return named.length == 1 ? usual : usual.draws(Integer.parseInt(named[1]));
    }

    private static CoefficientPrior normal(double scale, int columns) {
        return CoefficientPriors.named("normal", Map.of("sd", scale), columns, List.of());
    }

    private static CoefficientPrior laplace(double scale, int columns) {
        return CoefficientPriors.named("laplace", Map.of("scale", scale, "nonCentred", true), columns, List.of());
    }

    private static List<Split> splits(int sets, LongFunction<Split> made) {
        return LongStream.rangeClosed(1, sets).mapToObj(made).toList();
    }

    /** Appendix N.1.2. */
    private static void noise(int sets, Effort effort) {
        List<Figure> figures = List.of(
                VARIANCE,
                new Figure("α", 1, false, (fit, split) -> fit.noise()[0]),
                new Figure("β", 1, false, (fit, split) -> fit.noise()[1]),
                ERROR,
                new Figure("E log p", 4, true, (fit, split) -> fit.meanLogDensity(split.test())),
                LIKELIHOOD);
        PredictiveTable.open(
                "A straight line under noise of two sizes (appendix N.1.2, figure 9)",
                "E σ² under the posterior, an inverse gamma of shape α and scale β, where the noise has the variance 3; error of the"
                        + " mean prediction on [−2, 2]; of 2,000 further rows the log density averaged over the posterior, minus"
                        + " the excess risk but for a constant, and the log predictive density. Means ± standard errors over "
                        + sets
                        + " data sets; differences are of the same data sets.",
                List.of("rows", "method"),
                figures);
        for (int rows : LINE_ROWS) {
            PredictiveTable.lines(
                    k -> List.of(Integer.toString(rows), PredictiveTable.method(GAMMAS[k])),
                    splits(sets, set -> PredictiveData.line(rows, 1000L * rows + set)),
                    normal(1, 2),
                    GAMMAS,
                    effort,
                    figures);
        }
    }

    /** Appendix N.2 on the straight line: draws over which the mean of a row's density is taken in each step. */
    private static void samples(int sets) {
        List<Figure> figures = List.of(ERROR, VARIANCE, LIKELIHOOD);
        PredictiveTable.open(
                "The straight line by draws of the multi-sample bound (appendix N.2, figure 10)",
                "As above; m draws a step, of which Ent-VI takes the mean of a row's density. Means ± standard errors over "
                        + sets + " data sets.",
                List.of("rows", "m", "method"),
                figures);
        double[] gammas = {0, 1, 1, 1, 1};
        for (int rows : List.of(20, 100)) {
            PredictiveTable.lines(
                    k -> List.of(
                            Integer.toString(rows), Integer.toString(SAMPLES[k]), PredictiveTable.method(gammas[k])),
                    splits(sets, set -> PredictiveData.line(rows, 1000L * rows + set)),
                    normal(1, 2),
                    gammas,
                    k -> new Effort(SAMPLES[k], 100, 3000, 0.05, 1),
                    figures);
        }
    }

    private static int toyColumns() {
        return 2 * PredictiveData.TOY_FREQUENCY + 1;
    }

    private static List<Split> toys(int sets, int rows) {
        return splits(sets, set -> PredictiveData.toy(rows, 1000L * rows + set));
    }

    /** Section 5.1. */
    private static void toy(int sets, Effort effort) {
        List<Figure> figures = List.of(ERROR, VARIANCE);
        PredictiveTable.open(
                "81 Fourier terms where E[y | x] = 0 and half of the rows have no noise (section 5.1, figure 2)",
                "Mean squared error of the mean prediction over new x, Laplace prior, non-centred. Means ± standard"
                        + " errors over " + sets + " data sets.",
                List.of("rows", "method"),
                figures);
        for (int rows : TOY_ROWS) {
            PredictiveTable.lines(
                    k -> List.of(Integer.toString(rows), PredictiveTable.method(GAMMAS[k])),
                    toys(sets, rows),
                    laplace(1, toyColumns()),
                    GAMMAS,
                    effort,
                    figures);
        }
    }

    /** Figure 1, at the posterior of VI. */
    private static void residuals() {
        Split split = toys(1, 40).get(0);
        PredictiveFit fit = PredictiveFit.of(split.train(), laplace(1, toyColumns()), null, TOY);
        ResidualAdjustment.print(fit, PredictiveData.noisy(split), MORE_GAMMAS);
    }

    /** Section 5.1 under other priors. */
    private static void scales(int sets) {
        List<Figure> figures = List.of(ERROR, VARIANCE);
        PredictiveTable.open(
                "The same at 40 rows under other priors",
                "Means ± standard errors over " + sets + " data sets.",
                List.of("prior", "scale", "method"),
                figures);
        double[] gammas = {0, 0.1, 1};
        for (String kind : List.of("Laplace", "normal")) {
            for (double scale : SCALES) {
                CoefficientPrior prior =
                        kind.equals("normal") ? normal(scale, toyColumns()) : laplace(scale, toyColumns());
                PredictiveTable.lines(
                        k -> List.of(kind, Double.toString(scale), PredictiveTable.method(gammas[k])),
                        toys(sets, 40),
                        prior,
                        gammas,
                        TOY,
                        figures);
            }
        }
    }

    private static double error(PredictiveFit fit, Split split) {
        return split.labelSd() * split.labelSd() * split.expected().meanSquaredError(fit.coefficients());
    }

    /** Tables 4 and 5. */
    private static void star(Path data, int sets) {
        List<Split> splits = splits(sets, set -> PredictiveData.star(data, set));
        series(
                "Variable star, 500 days to learn from and 100 to predict (tables 4 and 5)",
                "Mean squared error of the held-out magnitudes in their own units, the paper's and ours, ± standard"
                        + " deviations over " + sets + " splits; log likelihood of the held-out days, standardised."
                        + " Else ± standard errors.",
                splits,
                STAR_LAPLACE,
                STAR_NORMAL);
    }

    /** In place of the second data set of the same tables. */
    private static void london(Path data, int sets) {
        List<String> none = Collections.nCopies(MORE_GAMMAS.length, MarkdownTable.NONE);
        series(
                "NO2 at London N. Kensington, January 2009: 600 hours to learn from and 140 to predict",
                "In place of the paper's Januaries of 2013 to 2015: hours left out at random, 201 Fourier terms;"
                        + " squared µg/m³, ± standard deviations over " + sets + " splits, else ± standard errors.",
                splits(sets, set -> PredictiveData.london(data, set)),
                none,
                none);
    }

    private static void series(
            String title, String text, List<Split> splits, List<String> paperLaplace, List<String> paperNormal) {
        Figure training = new Figure(
                "training rows",
                3,
                false,
                (fit, split) ->
                        split.labelSd() * split.labelSd() * split.train().meanSquaredError(fit.coefficients()));
        List<Figure> figures =
                List.of(new Figure("ours", 3, true, true, PredictiveRegression::error), training, VARIANCE, LIKELIHOOD);
        PredictiveTable.open(title, text, List.of("prior", "method", "paper"), figures);
        int columns = splits.get(0).train().columns();
        PredictiveTable.lines(
                k -> List.of("Laplace", PredictiveTable.method(MORE_GAMMAS[k]), paperLaplace.get(k)),
                splits,
                laplace(1, columns),
                MORE_GAMMAS,
                STAR,
                figures);
        PredictiveTable.lines(
                k -> List.of("normal", PredictiveTable.method(MORE_GAMMAS[k]), paperNormal.get(k)),
                splits,
                normal(1, columns),
                MORE_GAMMAS,
                STAR,
                figures);
    }

    /** What longer fits find. */
    private static void effort(Path data) {
        MarkdownTable.open(
                "What longer fits with other draws find",
                "One data set each, toy and star under the Laplace prior; the objective in nats, from 2,000 fresh draws.",
                List.of("rows", "method", "steps", "objective", "mean squared error", "E σ²"));
        for (double gamma : new double[] {0, 1}) {
            longer("500 of the line", PredictiveData.line(500, 1), normal(1, 2), gamma, LINE);
            longer("100 of the toy", toys(1, 100).get(0), laplace(1, toyColumns()), gamma, TOY);
            longer("500 of the toy", toys(1, 500).get(0), laplace(1, toyColumns()), gamma, TOY);
            Split star = PredictiveData.star(data, 1);
            longer("500 days of the star", star, laplace(1, star.train().columns()), gamma, STAR);
        }
    }

    private static void longer(String name, Split split, CoefficientPrior prior, double gamma, Effort usual) {
        for (Effort effort : List.of(usual, usual.longer(3))) {
            PredictiveFit fit = PredictiveFit.of(split.train(), prior, PredictiveTable.risk(gamma), effort);
            MarkdownTable.line(List.of(
                    name,
                    PredictiveTable.method(gamma),
                    Integer.toString(fit.result().iterations()),
                    MarkdownTable.number(fit.objective(), 2),
                    MarkdownTable.number(error(fit, split), 4),
                    MarkdownTable.number(VARIANCE.value().applyAsDouble(fit, split), 3)));
        }
    }
}
