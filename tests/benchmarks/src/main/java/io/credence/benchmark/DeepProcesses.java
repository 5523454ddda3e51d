package io.credence.benchmark;

import io.credence.DeepProcessInference;
import io.credence.Rows;
import io.credence.divergence.BlockDivergence;
import io.credence.divergence.BlockDivergence.BlockTerm;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import io.credence.network.process.DeepProcess;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.predict.NetworkPredictive;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Deep Gaussian processes on published splits of UCI data: mean test log density and root mean squared error by minus the log likelihood, by
 * the γ-loss, and by other divergences (Knoblauch et al. 2022, section 6), paired by split.
 *
 * <p>Arguments: names of data; splits, as {@code 0-4}; layers, as {@code 1-2}; steps, of at most 1,000 rows
 * each; objectives, of which the others are compared with the first: {@code vi}, {@code gamma=1.01},
 * {@code renyi=0.5} of the last layer, {@code kl=0.5}, which is KL divided by 0.5. Without the data it reports that and
 * ends.
 */
public final class DeepProcesses {

    private static final int BATCH = 1000;

    private DeepProcesses() {}

    /** Log density, error and seconds, and whether training has settled. */
    private record Split(double logDensity, double error, double seconds, boolean settled) {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        String[] splits = arguments[1].split("-");
        String[] layers = arguments[2].split("-");
        int steps = Integer.parseInt(arguments[3]);
        String[] objectives = (arguments.length > 4 ? arguments[4] : "vi,gamma=1.01").split(",");
        List<String> columns = new ArrayList<>(List.of("data", "layers", objectives[0]));
        for (int k = 1; k < objectives.length; k++) {
            columns.add(objectives[k]);
            columns.add("difference");
        }
        columns.addAll(List.of("settled", "s a fit"));
        MarkdownTable.open(
                "Deep Gaussian processes on UCI data",
                "Log density / error of test rows over splits " + arguments[1] + ", " + steps
                        + " steps; differences of log densities from the first ± standard error over splits.",
                columns);
        for (String name : arguments[0].split(",")) {
            UciData data = UciData.read(name);
            for (int count = first(layers); count <= last(layers); count++) {
                List<List<Split>> found = new ArrayList<>();
                for (String objective : objectives) {
                    List<Split> each = new ArrayList<>();
                    for (int s = first(splits); s <= last(splits); s++) {
                        each.add(run(data, name, s, objective, count, steps));
                    }
                    found.add(each);
                }
                print(name, count, found);
            }
        }
    }

    private static int first(String[] range) {
        return Integer.parseInt(range[0]);
    }

    private static int last(String[] range) {
        return Integer.parseInt(range[range.length - 1]);
    }

    private static DeepProcessInference inference(String objective, int layers) {
        DeepProcessInference plain = DeepProcessInference.of(layers);
        if (objective.equals("vi")) {
            return plain;
        }
        double order = Double.parseDouble(objective.substring(objective.indexOf('=') + 1));
        if (objective.startsWith("gamma=")) {
            return plain.gamma(order);
        } else if (objective.startsWith("kl=")) {
            return plain.divergence(new KullbackLeibler(order));
        }
        BlockTerm own = new BlockTerm(1, 1, new RenyiDivergence(order));
        return plain.divergence(new BlockDivergence(
                layers == 1 ? List.of(own) : List.of(new BlockTerm(layers - 1, 1, KullbackLeibler.PLAIN), own)));
    }

    private static Split run(UciData data, String name, int split, String objective, int layers, int steps) {
        int[] training = data.training(split);
        int batches = Math.max(1, (int) Math.rint((double) training.length / BATCH));
        long begin = System.nanoTime();
        DeepProcess fit;
        FitState end;
        try (ExecutionBackend backend =
                Rows.of(data.features(training), data.labels(training)).toBackend(Kernels.AUTO)) {
            NetworkAlgorithm<DeepProcess> algorithm = inference(objective, layers)
                    .seed(1 + split)
                    .batch(BATCH)
                    .epochs(Math.max(1, steps / batches))
                    .algorithm(backend);
            end = algorithm.run(algorithm.init(), List.of());
            fit = algorithm.trainedModel(end);
        }
        double seconds = (System.nanoTime() - begin) * 1e-9;
        NetworkPredictive predictive = new NetworkPredictive(fit, 0.9);
        UciData.TestScores tested = data.scores(
                split, predictive::logDensity, row -> predictive.predict(row).prediction());
        Split found =
                new Split(tested.logDensity(), tested.error(), seconds, end.status() == FitState.FitStatus.CONVERGED);
        System.err.printf(
                Locale.ROOT,
                "%s %s, %d layers, split %d: %.3f / %.3f, %.1f s, objective %.4f, %s%n",
                name,
                objective,
                layers,
                split,
                found.logDensity,
                found.error,
                seconds,
                fit.objective(),
                end.stopReason());
        return found;
    }

    private static void print(String name, int layers, List<List<Split>> found) {
        List<Split> plain = found.get(0);
        List<String> cells = new ArrayList<>(List.of(name, "" + layers, text(plain)));
        for (List<Split> other : found.subList(1, found.size())) {
            double[] apart = new double[plain.size()];
            Arrays.setAll(apart, s -> other.get(s).logDensity - plain.get(s).logDensity);
            cells.add(text(other));
            cells.add(MarkdownTable.meanAndError(apart, 3));
        }
        List<Split> all = found.stream().flatMap(List::stream).toList();
        cells.add(all.stream().filter(Split::settled).count() + " of " + all.size());
        cells.add(MarkdownTable.number(mean(all, Split::seconds), 0));
        MarkdownTable.line(cells);
    }

    private static double mean(List<Split> splits, ToDoubleFunction<Split> number) {
        return splits.stream().mapToDouble(number).average().orElseThrow();
    }

    private static String text(List<Split> splits) {
        return MarkdownTable.number(mean(splits, Split::logDensity), 3) + " / "
                + MarkdownTable.number(mean(splits, Split::error), 3);
    }
}
