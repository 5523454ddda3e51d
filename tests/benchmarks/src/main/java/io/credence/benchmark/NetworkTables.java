package io.credence.benchmark;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Networks of one hidden layer of 50 units (protein 100) on regression data of the UCI repository, on published splits: mean test log
 * density and root mean squared error of the default, beside deterministic variational inference (Wu et al. 2019) and Monte Carlo dropout
 * (Gal and Ghahramani 2016, tuned in 2018), and seconds.
 *
 * <p>Arguments: names of data sets, or {@code all}; splits, as {@code 0-19}; then keys of the configuration, as
 * {@code train.epochs=400}. Without the data it reports that and ends.
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
            List<NetworkSplit> splits = new ArrayList<>();
            int first = Integer.parseInt(range[0]);
            int last = Math.min(data.tests().size() - 1, Integer.parseInt(range[range.length - 1]));
            for (int split = first; split <= last; split++) {
                splits.add(NetworkSplit.run(data, name, split, keys));
            }
            print(name, first + "–" + last, splits);
        }
    }

    private static void print(String name, String range, List<NetworkSplit> splits) {
        double[] densities =
                splits.stream().mapToDouble(NetworkSplit::logDensity).toArray();
        int kinds = splits.get(0).kinds().size();
        StringBuilder weights = new StringBuilder();
        for (int k = 0; k < kinds; k++) {
            int kind = k;
            double mean = splits.stream()
                    .mapToDouble(split -> split.kinds().get(kind))
                    .average()
                    .orElseThrow();
            weights.append(k == 0 ? "" : " ").append(MarkdownTable.number(mean, 2));
        }
        String[] known = KNOWN.getOrDefault(name, "– | –").split(" \\| ");
        MarkdownTable.line(List.of(
                name,
                range,
                MarkdownTable.meanAndError(densities, 3),
                NetworkSplit.errors(splits),
                known[0],
                known[1],
                weights.toString(),
                MarkdownTable.number(
                        splits.stream()
                                .mapToDouble(NetworkSplit::seconds)
                                .average()
                                .orElseThrow(),
                        1),
                MarkdownTable.number(
                        splits.stream()
                                .mapToDouble(NetworkSplit::epochSeconds)
                                .average()
                                .orElseThrow(),
                        4)));
    }
}
