package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.example.Garch;
import io.credence.example.RobustRegression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Default fits of the models that come as examples, in this process: Student-t regression of made rows and GARCH(1,1) of
 * {@code conf/data/mark-pound.csv}. Arguments: repeats, threads, rows and columns of the regression;
 * 3 2 100000 20 unless given.
 */
public final class ExampleModels {

    private static final long SEED = 5;
    private static final double NOISE = 0.5;
    private static final double DEGREES_OF_FREEDOM = 4;

    private ExampleModels() {}

    /** Prints one line per model. */
    public static void main(String[] arguments) throws IOException {
        int[] given = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        int[] sizes = {3, 2, 100_000, 20};
        System.arraycopy(given, 0, sizes, 0, given.length);
        MarkdownTable.open(
                "Default fits of the example models",
                "Seconds of fitting, the closing check among them, after one fit that is not counted; median of "
                        + sizes[0] + ", " + sizes[1] + " threads.",
                List.of("model", "rows", "parameters", "status", "reliable", "k̂", "steps", "s", "largest s"));
        Rows regression = PackedRegression.of(studentT(sizes[2], sizes[3]), 2 * sizes[1], sizes[1]);
        line("RobustRegression", sizes[2], Inference.of(new RobustRegression()), regression, sizes[0]);
        double[] returns = Files.readAllLines(Path.of("conf", "data", "mark-pound.csv")).stream()
                .skip(1)
                .mapToDouble(row -> Double.parseDouble(row.substring(row.indexOf(',') + 1)))
                .toArray();
        line("Garch", returns.length, Inference.of(new Garch()), series(returns), sizes[0]);
    }

    private static RegressionRows studentT(int rows, int columns) {
        Random random = new Random(SEED);
        double[] slopes = IntStream.range(0, columns)
                .mapToDouble(j -> random.nextGaussian() / 2)
                .toArray();
        double[][] features = new double[rows][columns];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            double squares = 0;
            for (int k = 0; k < DEGREES_OF_FREEDOM; k++) {
                double normal = random.nextGaussian();
                squares += normal * normal;
            }
            labels[i] = NOISE * random.nextGaussian() / Math.sqrt(squares / DEGREES_OF_FREEDOM);
            for (int j = 0; j < columns; j++) {
                features[i][j] = random.nextGaussian();
                labels[i] += slopes[j] * features[i][j];
            }
        }
        return new RegressionRows(
                IntStream.range(0, columns).mapToObj(j -> "x" + j).toList(), features, labels);
    }

    private static Rows series(double[] labels) {
        BlockBuilder builder = BlockBuilder.dense(1, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (double label : labels) {
            builder.add(label, 1, 0, new double[] {1});
        }
        List<RowBlock> blocks = new ArrayList<>();
        blocks.add(builder.build());
        return new PackedRegression(List.of("intercept"), List.of(blocks), 1);
    }

    private static void line(String name, int rows, Inference inference, Rows data, int repeats) {
        Fit fit = inference.fit(data);
        double[] seconds = new double[repeats];
        for (int r = 0; r < repeats; r++) {
            long begin = System.nanoTime();
            fit = inference.seed(r + 1L).fit(data);
            seconds[r] = (System.nanoTime() - begin) * 1e-9;
        }
        Arrays.sort(seconds);
        MarkdownTable.line(List.of(
                name,
                Integer.toString(rows),
                Integer.toString(fit.posterior().dimension()),
                fit.result().status().name().toLowerCase(Locale.ROOT),
                Boolean.toString(fit.isReliable()),
                MarkdownTable.number(
                        fit.check() == null ? Double.NaN : fit.check().tail().tailIndex(), 2),
                Integer.toString(fit.result().iterations()),
                MarkdownTable.number(seconds[repeats / 2], 2),
                MarkdownTable.number(seconds[repeats - 1], 2)));
    }
}
