package io.credence.benchmark;

import io.credence.Inference;
import io.credence.NetworkFit;
import io.credence.NetworkInference;
import io.credence.Rows;
import io.credence.predict.NetworkPredictive;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Networks of one hidden layer of 50 units (protein 100) on regression data of the UCI repository, on published splits: mean test log
 * density and root mean squared error of the default, beside deterministic variational inference (Wu et al. 2019) and Monte Carlo dropout
 * (Gal and Ghahramani 2016, tuned in 2018), and seconds.
 *
 * <p>Arguments: names of data sets, or {@code all}; splits, as {@code 0-19}; then keys of the configuration, as
 * {@code train.epochs=400}. Without the data it says so and ends.
 */
public final class NetworkTables {

    private static final Map<String, String> KNOWN = known();

    private NetworkTables() {}

    private static Map<String, String> known() {
        Map<String, String> known = new LinkedHashMap<>();
        known.put("boston", "-2.41 ± .02 | -2.40 / 2.90");
        known.put("concrete", "-3.06 ± .01 | -2.93 / 4.82");
        known.put("energy", "-1.01 ± .06 | -1.21 / 0.54");
        known.put("kin8nm", "1.13 | 1.14 / .079");
        known.put("naval", "6.29 ± .04 | 4.45 / .00074");
        known.put("power", "-2.80 | -2.80 / 4.01");
        known.put("protein", "-2.85 ± .01 | -2.87 / 4.27");
        known.put("wine", "-0.90 ± .01 | -0.93 / .62");
        known.put("yacht", "-0.47 ± .03 | -1.25 / 0.67");
        return known;
    }

    /**
     * What a split came to.
     *
     * @param logDensity mean over the test rows
     * @param error root mean squared
     * @param kinds what each kind of member weighs
     */
    private record Split(double logDensity, double error, double seconds, double epochSeconds, List<Double> kinds) {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        List<String> names = arguments.length == 0 || arguments[0].equals("all")
                ? List.copyOf(KNOWN.keySet())
                : List.of(arguments[0].split(","));
        String[] range = (arguments.length < 2 ? "0-19" : arguments[1]).split("-");
        String[] keys = Arrays.copyOfRange(arguments, Math.min(2, arguments.length), arguments.length);
        MarkdownTable.open(
                "Networks on UCI data",
                "Log density and root mean squared error on test rows ± standard error over splits. Deterministic"
                        + " variational inference and dropout are as printed. Keys: " + String.join(" ", keys),
                List.of("data", "splits", "log density", "error", "DVI", "dropout", "kinds", "s a fit", "s an epoch"));
        for (String name : names) {
            UciData data = UciData.read(name);
            List<Split> splits = new ArrayList<>();
            int first = Integer.parseInt(range[0]);
            int last = Math.min(data.tests().size() - 1, Integer.parseInt(range[range.length - 1]));
            for (int split = first; split <= last; split++) {
                splits.add(run(data, name, split, keys));
            }
            print(name, first + "–" + last, splits);
        }
    }

    private static Split run(UciData data, String name, int split, String[] keys) {
        int[] training = data.training(split);
        NetworkInference inference = Inference.of("gaussian")
                .network(name.equals("protein") ? 100 : 50)
                .seed(1 + split);
        for (String key : keys) {
            String value = key.substring(key.indexOf('=') + 1);
            inference = inference.with(key.substring(0, key.indexOf('=')), value);
        }
        long begin = System.nanoTime();
        NetworkFit fit = inference.fit(Rows.of(data.features(training), data.labels(training)));
        double seconds = (System.nanoTime() - begin) * 1e-9;
        NetworkPredictive predictive = fit.predictive(0.9);
        UciData.TestScores tested = data.scores(
                split, predictive::logDensity, row -> predictive.predict(row).prediction());
        Map<Object, Double> kinds = new LinkedHashMap<>();
        fit.ensemble().members().forEach(member -> kinds.merge(member.kind(), member.weight(), Double::sum));
        Split found = new Split(
                tested.logDensity(),
                tested.error(),
                seconds,
                seconds / fit.result().iterations(),
                List.copyOf(kinds.values()));
        System.err.printf(
                Locale.ROOT,
                "%s split %d: %.3f / %.4f, %.1f s, %d epochs; %s%n",
                name,
                split,
                found.logDensity,
                found.error,
                seconds,
                fit.result().iterations(),
                fit.reliability().text());
        return found;
    }

    private static void print(String name, String range, List<Split> splits) {
        double[] densities = splits.stream().mapToDouble(Split::logDensity).toArray();
        double[] errors = splits.stream().mapToDouble(Split::error).toArray();
        int kinds = splits.get(0).kinds.size();
        StringBuilder weights = new StringBuilder();
        for (int k = 0; k < kinds; k++) {
            int kind = k;
            double mean = splits.stream()
                    .mapToDouble(split -> split.kinds.get(kind))
                    .average()
                    .orElseThrow();
            weights.append(k == 0 ? "" : " ").append(MarkdownTable.number(mean, 2));
        }
        String[] known = KNOWN.getOrDefault(name, "– | –").split(" \\| ");
        int decimals = mean(errors) < 0.01 ? 5 : 3;
        MarkdownTable.line(List.of(
                name,
                range,
                MarkdownTable.number(mean(densities), 3) + " ± " + MarkdownTable.number(standardError(densities), 3),
                MarkdownTable.number(mean(errors), decimals) + " ± "
                        + MarkdownTable.number(standardError(errors), decimals),
                known[0],
                known[1],
                weights.toString(),
                MarkdownTable.number(
                        splits.stream().mapToDouble(Split::seconds).average().orElseThrow(), 1),
                MarkdownTable.number(
                        splits.stream()
                                .mapToDouble(Split::epochSeconds)
                                .average()
                                .orElseThrow(),
                        4)));
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double standardError(double[] values) {
        double mean = mean(values);
        double square = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        return Math.sqrt(square / (values.length - 1.0) / values.length);
    }
}
