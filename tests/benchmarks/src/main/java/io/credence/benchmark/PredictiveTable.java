package io.credence.benchmark;

import io.credence.benchmark.PredictiveData.Split;
import io.credence.benchmark.PredictiveFit.Effort;
import io.credence.prior.CoefficientPrior;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RowReduction;
import io.credence.testkit.MonteCarlo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Standard variational inference beside the entropic risk of each row, on the same data sets. */
final class PredictiveTable {

    private PredictiveTable() {}

    /**
     * A number about a fit.
     *
     * @param name over its column
     * @param decimals printed
     * @param compared whether its difference to that of standard variational inference is wanted
     * @param deviating whether it comes with a standard deviation, else with a standard error
     * @param value of a fit and the rows it was made for
     */
    record Figure(
            String name,
            int decimals,
            boolean compared,
            boolean deviating,
            ToDoubleBiFunction<PredictiveFit, Split> value) {

        Figure(String name, int decimals, boolean compared, ToDoubleBiFunction<PredictiveFit, Split> value) {
            this(name, decimals, compared, false, value);
        }

        private Stream<String> header() {
            return compared ? Stream.of(name, "less that of VI") : Stream.of(name);
        }

        private double[] values(List<Split> splits, List<PredictiveFit> fits) {
            return IntStream.range(0, fits.size())
                    .mapToDouble(i -> value.applyAsDouble(fits.get(i), splits.get(i)))
                    .toArray();
        }

        private List<String> cells(double[] values, double[] standard) {
            String own = spread(values, decimals, deviating ? 1 : values.length);
            if (!compared) {
                return List.of(own);
            }
            return List.of(own, values == standard ? MarkdownTable.NONE : gain(minus(values, standard), decimals));
        }
    }

    /** The risk of a row; null for standard variational inference, whose γ is 0. */
    static @Nullable RowReduction risk(double gamma) {
        return gamma == 0 ? null : new EntropicRisk(gamma);
    }

    /** Its name. */
    static String method(double gamma) {
        return gamma == 0 ? "VI" : "Ent-VI, γ = " + gamma;
    }

    /** A heading, and the header: the columns named first, those of the figures, and how the fits ended. */
    static void open(String title, String text, List<String> first, List<Figure> figures) {
        List<String> header = new ArrayList<>(first);
        figures.stream().flatMap(Figure::header).forEach(header::add);
        header.addAll(List.of("converged", "steps"));
        MarkdownTable.open(title, text, header);
    }

    /** A line for each method, all of them on the same data sets; first what {@code label} gives for the method. */
    static void lines(
            IntFunction<List<String>> label,
            List<Split> splits,
            CoefficientPrior prior,
            double[] gammas,
            Effort effort,
            List<Figure> figures) {
        lines(label, splits, prior, gammas, k -> effort, figures);
    }

    /** The same with an effort for each method. */
    static void lines(
            IntFunction<List<String>> label,
            List<Split> splits,
            CoefficientPrior prior,
            double[] gammas,
            IntFunction<Effort> efforts,
            List<Figure> figures) {
        double[][] standard = new double[figures.size()][];
        for (int k = 0; k < gammas.length; k++) {
            RowReduction risk = risk(gammas[k]);
            Effort effort = efforts.apply(k);
            List<PredictiveFit> fits = splits.stream()
                    .map(split -> PredictiveFit.of(split.train(), prior, risk, effort))
                    .toList();
            List<String> cells = new ArrayList<>(label.apply(k));
            for (int f = 0; f < standard.length; f++) {
                double[] values = figures.get(f).values(splits, fits);
                standard[f] = k == 0 ? values : standard[f];
                cells.addAll(figures.get(f).cells(values, standard[f]));
            }
            cells.addAll(ends(fits));
            MarkdownTable.line(cells);
        }
    }

    private static List<String> ends(List<PredictiveFit> fits) {
        long converged = fits.stream().filter(fit -> fit.result().isConverged()).count();
        double steps = fits.stream()
                .mapToInt(fit -> fit.result().iterations())
                .average()
                .orElse(Double.NaN);
        return List.of(converged + " of " + fits.size(), MarkdownTable.number(steps, 0));
    }

    private static double[] minus(double[] values, double[] others) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i] - others[i])
                .toArray();
    }

    /** Mean ± standard deviation of the mean of {@code count} such values. */
    private static String spread(double[] values, int decimals, int count) {
        double error = MonteCarlo.standardError(values) * Math.sqrt(values.length / (double) count);
        return MarkdownTable.number(MonteCarlo.mean(values), decimals) + " ± " + MarkdownTable.number(error, decimals);
    }

    private static String gain(double[] differences, int decimals) {
        String sign = MonteCarlo.mean(differences) > 0 ? "+" : "";
        return sign + spread(differences, decimals, differences.length);
    }
}
