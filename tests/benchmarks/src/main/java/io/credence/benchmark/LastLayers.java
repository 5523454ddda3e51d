package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.NetworkFit;
import io.credence.Rows;
import io.credence.family.GaussianPosterior;
import io.credence.predict.NetworkPredictive;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One network of 50 units and constant noise on published splits of UCI data: mean test log density and root mean squared error with
 * independent normals of all weights, and with the exact posterior of the last layer given the means of the first.
 *
 * <p>Arguments: names of data; splits, as {@code 0-4}. Without the data it reports that and ends.
 */
public final class LastLayers {

    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private LastLayers() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        String[] splits = arguments[1].split("-");
        MarkdownTable.open(
                "Exact last layers on UCI data",
                "Log density / error of test rows over splits " + arguments[1] + ".",
                List.of("data", "independent weights", "exact last layer"));
        for (String name : arguments[0].split(",")) {
            UciData data = UciData.read(name);
            List<double[]> found = new ArrayList<>();
            for (int s = Integer.parseInt(splits[0]); s <= Integer.parseInt(splits[splits.length - 1]); s++) {
                found.add(run(data, s));
                System.err.println(name + " split " + s + ": " + Arrays.toString(found.get(found.size() - 1)));
            }
            MarkdownTable.line(List.of(name, text(found, 0), text(found, 2)));
        }
    }

    private static String text(List<double[]> found, int at) {
        return MarkdownTable.number(mean(found, at), 3) + " / " + MarkdownTable.number(mean(found, at + 1), 3);
    }

    private static double mean(List<double[]> found, int at) {
        return found.stream().mapToDouble(each -> each[at]).average().orElseThrow();
    }

    private static double[] run(UciData data, int split) {
        int[] training = data.training(split);
        double[][] features = data.features(training);
        double[] labels = data.labels(training);
        NetworkFit network = Inference.of("gaussian")
                .network(50)
                .with("model.network.noise", "constant")
                .with("model.network.ensemble", 1)
                .with("train.validation", 0)
                .seed(1 + split)
                .fit(Rows.of(features, labels));
        Fit last = Inference.of("gaussian").fit(Rows.of(network.units(0, features), labels));
        NetworkPredictive predictive = network.predictive(0.9);
        GaussianPosterior q = Objects.requireNonNull(last.posterior().gaussian());
        double[] sums = new double[4];
        int[] tests = data.tests().get(split);
        double[][] units = network.units(0, data.features(tests));
        for (int i = 0; i < tests.length; i++) {
            double label = data.labels()[tests[i]];
            double[] row = behindOne(data.features()[tests[i]]);
            double[] unit = behindOne(units[i]);
            sums[0] += predictive.logDensity(row, label);
            sums[1] += Math.pow(predictive.predict(row).prediction() - label, 2);
            double mean = dot(unit, q.mean());
            double variance =
                    dot(unit, q.covarianceTimes(unit)) + 1 / last.scale().meanInverse();
            double apart = label - mean;
            sums[2] -= 0.5 * (LOG_TWO_PI + Math.log(variance) + apart * apart / variance);
            sums[3] += apart * apart;
        }
        return new double[] {
            sums[0] / tests.length,
            Math.sqrt(sums[1] / tests.length),
            sums[2] / tests.length,
            Math.sqrt(sums[3] / tests.length)
        };
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    private static double[] behindOne(double[] features) {
        double[] row = new double[features.length + 1];
        row[0] = 1;
        System.arraycopy(features, 0, row, 1, features.length);
        return row;
    }
}
