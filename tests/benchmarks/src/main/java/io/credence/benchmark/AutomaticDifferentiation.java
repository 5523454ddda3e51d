package io.credence.benchmark;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.example.Garch;
import io.credence.example.RobustRegression;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.model.SeriesModel;
import io.credence.pass.DrawPass;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;

/**
 * Losses and gradients of users' formulas at draws, by numbers of Hipparchus and in columns, side by side: millions of rows times
 * draws per second that a thread was given a processor. Argument: repeats, of which the median counts; 5 if none.
 */
public final class AutomaticDifferentiation {

    private static final int ROWS = 20_000;
    private static final int COLUMNS = 20;
    private static final int DAYS = 2_000;

    private static final long LEAST_NANOSECONDS = 200_000_000;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final int repeats;

    private AutomaticDifferentiation(int repeats) {
        this.repeats = repeats;
    }

    /** Weibull lifetimes by their formula, all parameters at once. */
    record Weibull() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("effect", columns.size()), Parameter.positive("shape"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
            T shape = parameters[row.columns()];
            double logTime = Math.log(Math.abs(row.label()) + 0.1);
            T power =
                    row.predictor(parameters).subtract(logTime).multiply(shape).negate();
            return shape.log().add(power).subtract(logTime).subtract(power.exp());
        }
    }

    /** Prints the table. */
    public static void main(String[] arguments) {
        AutomaticDifferentiation runs =
                new AutomaticDifferentiation(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5);
        MarkdownTable.open(
                "Losses and gradients of users' formulas",
                "Millions of rows times draws per second of a processor (time on it, since the machine may be shared), medians of "
                        + runs.repeats + ".",
                List.of("model", "rows", "d", "draws", "number by number", "in columns", "ratio"));
        PredictorModel robust = new RobustRegression();
        RowModel weibull = new Weibull();
        SeriesModel garch = new Garch();
        List<RowBlock> rows = rows(ROWS, COLUMNS);
        List<RowBlock> series = rows(DAYS, 1);
        for (int draws : new int[] {10, 100}) {
            runs.compare("RobustRegression", robust, new NumberByNumber.OfPredictors(robust), rows, draws);
            runs.compare("Weibull, a row model", weibull, new NumberByNumber.OfRows(weibull), rows, draws);
            runs.compare("Garch", garch, new NumberByNumber.OfSeries(garch), series, draws);
        }
    }

    private static List<RowBlock> rows(int count, int columns) {
        Random random = new Random(1);
        int each = Math.min(count, 10_000);
        List<RowBlock> blocks = new ArrayList<>();
        for (int from = 0; from < count; from += each) {
            double[] cells = random.doubles(each * columns, -1, 1).toArray();
            double[] labels = random.doubles(each, -2, 2).toArray();
            blocks.add(new DenseBlock(RowAttributes.ofLabels(labels), columns, cells));
        }
        return blocks;
    }

    private void compare(String name, Model model, Model looking, List<RowBlock> blocks, int draws) {
        int columns = blocks.get(0).columns();
        List<String> names = IntStream.range(0, columns).mapToObj(j -> "x" + j).toList();
        DrawLoss fast = ModelLosses.of(model, names);
        DrawLoss slow = ModelLosses.of(looking, names);
        int d = fast.dimension();
        double[] theta = new Random(2).doubles((long) draws * d, -0.3, 0.3).toArray();
        long rows = blocks.stream().mapToLong(RowBlock::rows).sum();
        double[] before = new double[repeats];
        double[] after = new double[repeats];
        for (int r = -1; r < repeats; r++) {
            double first = rate(blocks, slow, theta, draws, rows);
            double second = rate(blocks, fast, theta, draws, rows);
            if (r >= 0) {
                before[r] = first;
                after[r] = second;
            }
        }
        MarkdownTable.line(List.of(
                name,
                Long.toString(rows),
                Integer.toString(d),
                Integer.toString(draws),
                text(median(before)),
                text(median(after)),
                text(median(after) / median(before))));
    }

    private static double rate(List<RowBlock> blocks, DrawLoss loss, double[] theta, int draws, long rows) {
        long begin = CLOCK.getCurrentThreadCpuTime();
        int passes = 0;
        do {
            Draws given = new Draws.ExplicitDraws(theta, draws, loss.dimension());
            new DrawPass(loss, given, null, GradientForm.PER_DRAW).sumPartition(0, blocks.iterator(), Kernels.best());
            passes++;
        } while (CLOCK.getCurrentThreadCpuTime() - begin < LEAST_NANOSECONDS);
        return 1e3 * passes * rows * draws / (CLOCK.getCurrentThreadCpuTime() - begin);
    }

    private static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String text(double number) {
        return String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number);
    }
}
