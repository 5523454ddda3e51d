package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.fit.FitState.StepInfo;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Fits by draws of a logistic regression that a user wrote as a predictor model, the default and published methods, beside the
 * exact fit of the same rows as a family: work, time, and how far apart they end. Arguments: ROWSxCOLUMNS each, threads, kernel,
 * methods (auto, which is the default, if none).
 */
public final class DefaultFit {

    private static final int PARTITIONS = 8;
    private static final double CORRELATION = 0.7;

    private DefaultFit() {}

    /** Prints one line per problem. */
    public static void main(String[] arguments) {
        int sizes = 0;
        while (arguments[sizes].contains("x")) {
            sizes++;
        }
        int threads = Integer.parseInt(arguments[sizes]);
        String kernel = arguments[sizes + 1];
        List<String> methods = List.of(arguments).subList(sizes + 2, arguments.length);
        MarkdownTable.open(
                "Fits by draws, " + threads + " threads, kernel " + kernel,
                "A unit is a gradient of all rows: 0.7 + 0.3 S of a pass with S draws. The second of two fits in one process.",
                List.of(
                        "rows × columns",
                        "method",
                        "exact, s",
                        "exact, CPU s",
                        "status",
                        "steps",
                        "on all rows",
                        "passes",
                        "units",
                        "s",
                        "CPU s",
                        "largest error, sd",
                        "largest error of log sd"));
        for (int i = 0; i < sizes; i++) {
            String[] size = arguments[i].split("x", -1);
            lines(
                    Problems.correlated(Integer.parseInt(size[0]), Integer.parseInt(size[1]), CORRELATION),
                    threads,
                    kernel,
                    methods.isEmpty() ? List.of("auto") : methods);
        }
    }

    private record Timed(Fit fit, double seconds, double cpu) {
        static Timed of(Inference inference, Rows rows) {
            inference.fit(rows);
            double[] end = new double[2];
            double start = System.nanoTime();
            double cpu = processTime();
            Fit fit = inference
                    .listener(state -> {
                        end[0] = System.nanoTime();
                        end[1] = processTime();
                    })
                    .fit(rows);
            return new Timed(fit, (end[0] - start) * 1e-9, (end[1] - cpu) * 1e-9);
        }

        private static double processTime() {
            return ManagementFactory.getOperatingSystemMXBean()
                            instanceof com.sun.management.OperatingSystemMXBean system
                    ? system.getProcessCpuTime()
                    : Double.NaN;
        }
    }

    private static void lines(RegressionRows made, int threads, String kernel, List<String> methods) {
        Rows rows = PackedRegression.of(made, PARTITIONS, threads);
        String size = made.count() + " × " + made.columns();
        Timed exact = Timed.of(Problems.logistic().kernel(kernel), rows);
        for (String method : methods) {
            line(size, made.count(), exact, method, Timed.of(fit(method).kernel(kernel), rows));
        }
    }

    private static Inference fit(String method) {
        return Methods.named(method, Problems.underThePrior(Inference.of(new LogisticFormula())));
    }

    private static void line(String size, int count, Timed exact, String method, Timed draws) {
        Gaussian optimum = Gaussian.of(exact.fit().posterior());
        Gaussian found = Gaussian.of(draws.fit().posterior());
        double units = 0;
        int whole = 0;
        for (StepInfo step : draws.fit().trace()) {
            units += (0.7 + 0.3 * step.draws()) * step.rows() / count;
            whole += step.rows() == count ? 1 : 0;
        }
        MarkdownTable.line(List.of(
                size,
                method,
                MarkdownTable.number(exact.seconds(), 2),
                MarkdownTable.number(exact.cpu(), 2),
                draws.fit().result().status().name().toLowerCase(Locale.ROOT),
                Integer.toString(draws.fit().result().iterations()),
                Integer.toString(whole),
                MarkdownTable.number(draws.fit().result().passes(), 1),
                MarkdownTable.number(units, 1),
                MarkdownTable.number(draws.seconds(), 2),
                MarkdownTable.number(draws.cpu(), 2),
                MarkdownTable.number(found.largestShift(optimum), 4),
                MarkdownTable.number(found.largestStretch(optimum), 4)));
    }
}
