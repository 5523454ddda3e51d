package io.credence.benchmark;

import io.credence.data.BlockBuilder;
import io.credence.data.Draws;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.model.PredictorModel;
import io.credence.pass.DrawPass;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;

/**
 * Rows times draws per second of a pass at draws, in this process, one partition a thread: values alone, as score gradients take
 * them, and with gradients. Arguments: rows, features, threads, repeats and, where not both, the kernel;
 * 400000 50 2 7 unless given.
 */
public final class DrawRows {

    /** A user's logistic regression has as many rows less: every number of it is boxed. */
    private static final int FEWER = 20;

    private final int columns;
    private final int threads;
    private final int repeats;
    private final ExecutorService pool;

    private DrawRows(int columns, int threads, int repeats) {
        this.columns = columns;
        this.threads = threads;
        this.repeats = repeats;
        this.pool = Executors.newFixedThreadPool(threads);
    }

    /** A logistic regression as a user writes it. */
    private static final class OwnLogistic implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T eta = predictors[0];
            T size = eta.getReal() < 0 ? eta : eta.negate();
            T softplus = size.exp().log1p();
            return eta.multiply(label).subtract(eta.getReal() < 0 ? softplus : softplus.add(eta));
        }
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws Exception {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400_000;
        DrawRows benchmark = new DrawRows(
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50,
                arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2,
                arguments.length > 3 ? Integer.parseInt(arguments[3]) : 7);
        MarkdownTable.open(
                "Million draw-rows per second, " + benchmark.columns + " features, " + benchmark.threads + " threads",
                "By the clock, median of " + benchmark.repeats
                        + "; in brackets by the threads' own time, which does not count"
                        + " what others do on the machine.",
                List.of("model", "rows stored in", "kernel", "draws", "values", "values and gradients"));
        for (String kernel : arguments.length > 4 ? List.of(arguments[4]) : List.of("java", "native")) {
            for (Precision precision : new Precision[] {Precision.FLOAT32, Precision.FLOAT64}) {
                PredictorLoss family = new PredictorLoss(
                        Likelihoods.named("bernoulli", 4, 2), benchmark.columns, new DispersionPosterior.Known(1));
                benchmark.lines("`family = bernoulli`", family, rows, precision, Kernels.named(kernel));
            }
            List<String> names =
                    IntStream.range(0, benchmark.columns).mapToObj(j -> "x" + j).toList();
            DrawLoss own = ModelLosses.of(new OwnLogistic(), names);
            benchmark.lines("a user's model", own, rows / FEWER, Precision.FLOAT32, Kernels.named(kernel));
        }
        benchmark.pool.shutdown();
    }

    private void lines(String name, DrawLoss loss, int rows, Precision precision, DenseKernel kernel) throws Exception {
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            partitions.add(blocks(rows / threads, precision, new Random(t)));
        }
        for (int count : new int[] {10, 100}) {
            double[] values =
                    new Random(3).doubles((long) count * columns, -0.3, 0.3).toArray();
            Draws draws = new Draws.ExplicitDraws(values, count, columns);
            MarkdownTable.line(List.of(
                    name,
                    precision == Precision.FLOAT32 ? "float" : "double",
                    kernel.name(),
                    Integer.toString(count),
                    speed(new DrawPass(loss, draws, null, GradientForm.NONE), partitions, kernel),
                    speed(new DrawPass(loss, draws, null, GradientForm.PER_DRAW), partitions, kernel)));
        }
    }

    private List<RowBlock> blocks(int rows, Precision precision, Random random) {
        List<RowBlock> blocks = new ArrayList<>();
        BlockBuilder builder = BlockBuilder.dense(columns, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < rows; i++) {
            builder.add(random.nextInt(2), 1, 0, random.doubles(columns, -1, 1).toArray());
            if (builder.isFull()) {
                blocks.add(builder.build());
            }
        }
        if (!builder.isEmpty()) {
            blocks.add(builder.build());
        }
        return blocks;
    }

    /** Seconds of a run by the clock and, the mean of the threads, by their own time. */
    private record Seconds(double clock, double own) {}

    private String speed(DrawPass pass, List<List<RowBlock>> partitions, DenseKernel kernel) throws Exception {
        long rows = partitions.stream()
                .flatMap(List::stream)
                .mapToLong(RowBlock::rows)
                .sum();
        run(pass, partitions, kernel);
        run(pass, partitions, kernel);
        double[] clock = new double[repeats];
        double[] own = new double[repeats];
        for (int repeat = 0; repeat < repeats; repeat++) {
            Seconds seconds = run(pass, partitions, kernel);
            clock[repeat] = 1e-6 * rows * pass.draws().count() / seconds.clock();
            own[repeat] = 1e-6 * rows * pass.draws().count() / seconds.own();
        }
        Arrays.sort(clock);
        Arrays.sort(own);
        return MarkdownTable.number(clock[repeats / 2], 1) + " (" + MarkdownTable.number(own[repeats / 2], 1) + ")";
    }

    private Seconds run(DrawPass pass, List<List<RowBlock>> partitions, DenseKernel kernel)
            throws ExecutionException, InterruptedException {
        List<Callable<Double>> tasks = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int partition = t;
            tasks.add(() -> {
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                pass.sumPartition(partition, partitions.get(partition).iterator(), kernel);
                return 1e-9 * (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
            });
        }
        long begin = System.nanoTime();
        double own = 0;
        for (Future<Double> task : pool.invokeAll(tasks)) {
            own += task.get() / threads;
        }
        return new Seconds(1e-9 * (System.nanoTime() - begin), own);
    }
}
