package io.credence.benchmark;

import io.credence.DeepProcessInference;
import io.credence.Rows;
import io.credence.network.process.DeepProcess;
import io.credence.predict.NetworkPredictive;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Deep Gaussian processes of one to three layers on published splits of UCI data: mean test log density and root mean squared error by minus
 * the log likelihood, and by the γ-loss of order 1.01 (Knoblauch et al. 2022, section 6), paired by split.
 *
 * <p>Arguments: names of data; splits, as {@code 0-4}; layers, as {@code 1-2}; steps, of at most 1,000 rows
 * each. Without the data it reports that and ends.
 */
public final class DeepProcesses {

    private static final int BATCH = 1000;

    private DeepProcesses() {}

    /** Log density, error and seconds. */
    private record Split(double logDensity, double error, double seconds) {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        String[] names = arguments[0].split(",");
        String[] splits = arguments[1].split("-");
        String[] layers = arguments[2].split("-");
        int steps = Integer.parseInt(arguments[3]);
        MarkdownTable.open(
                "Deep Gaussian processes on UCI data",
                "Log density / error of test rows over splits " + arguments[1] + ", " + steps
                        + " steps; differences ± standard error over splits.",
                List.of("data", "layers", "VI", "γ = 1.01", "difference in log density", "s a fit"));
        for (String name : names) {
            UciData data = UciData.read(name);
            for (int count = Integer.parseInt(layers[0]);
                    count <= Integer.parseInt(layers[layers.length - 1]);
                    count++) {
                List<List<Split>> found = List.of(new ArrayList<>(), new ArrayList<>());
                for (int s = Integer.parseInt(splits[0]); s <= Integer.parseInt(splits[splits.length - 1]); s++) {
                    DeepProcessInference plain = DeepProcessInference.of(count).seed(1 + s);
                    found.get(0).add(run(data, name + " VI", s, plain, steps));
                    found.get(1).add(run(data, name + " gamma", s, plain.gamma(1.01), steps));
                }
                print(name, count, found.get(0), found.get(1));
            }
        }
    }

    private static Split run(UciData data, String name, int split, DeepProcessInference inference, int steps) {
        int[] training = data.training(split);
        int batches = Math.max(1, (int) Math.rint((double) training.length / BATCH));
        long begin = System.nanoTime();
        DeepProcess fit = inference
                .batch(BATCH)
                .epochs(Math.max(1, steps / batches))
                .fit(Rows.of(data.features(training), data.labels(training)));
        double seconds = (System.nanoTime() - begin) * 1e-9;
        NetworkPredictive predictive = new NetworkPredictive(fit, 0.9);
        UciData.TestScores tested = data.scores(
                split, predictive::logDensity, row -> predictive.predict(row).prediction());
        Split found = new Split(tested.logDensity(), tested.error(), seconds);
        System.err.printf(
                Locale.ROOT,
                "%s, %d layers, split %d: %.3f / %.3f, %.1f s, %d epochs%n",
                name,
                fit.shape().layers(),
                split,
                found.logDensity,
                found.error,
                seconds,
                fit.epochs());
        return found;
    }

    private static void print(String name, int layers, List<Split> plain, List<Split> gamma) {
        double[] apart = new double[plain.size()];
        Arrays.setAll(apart, s -> gamma.get(s).logDensity - plain.get(s).logDensity);
        double mean = Arrays.stream(apart).average().orElseThrow();
        double square = Arrays.stream(apart).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(square / (apart.length - 1.0) / apart.length);
        MarkdownTable.line(List.of(
                name,
                "" + layers,
                text(plain),
                text(gamma),
                MarkdownTable.number(mean, 3) + " ± " + MarkdownTable.number(error, 3),
                MarkdownTable.number(
                        plain.stream().mapToDouble(Split::seconds).average().orElseThrow(), 0)));
    }

    private static String text(List<Split> splits) {
        return MarkdownTable.number(
                        splits.stream().mapToDouble(Split::logDensity).average().orElseThrow(), 3)
                + " / "
                + MarkdownTable.number(
                        splits.stream().mapToDouble(Split::error).average().orElseThrow(), 3);
    }
}
