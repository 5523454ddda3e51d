package io.credence.benchmark;

import io.credence.Inference;
import io.credence.NetworkInference;
import io.credence.Rows;
import io.credence.benchmark.PredictiveData.Split;
import io.credence.linalg.Vectors;
import io.credence.predict.NetworkPredictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The curve of networks in figure 2 of Futami et al. 2022, section 5.1: two hidden layers of 50 ReLU units on rows of which half have no noise, E[y | x] = 0,
 * by the entropic risk of several orders; 0 is the ELBO.
 *
 * <p>Arguments: number of data sets; epochs, {@code auto} if not given.
 */
public final class NetworkToy {

    private static final int[] ROWS = {20, 40, 100, 200, 500};
    private static final double[] GAMMAS = {0, 0.1, 0.5, 1};

    private NetworkToy() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        int sets = Integer.parseInt(arguments[0]);
        String epochs = arguments.length > 1 ? arguments[1] : "auto";
        MarkdownTable.open(
                "Networks where E[y | x] = 0 and half of the rows have no noise",
                "1-50-50-1 ReLU units, constant noise. Mean squared error of the mean prediction over new x, and less VI's of the same data,"
                        + " ± standard error over " + sets + " data sets; epochs: " + epochs + ".",
                List.of("rows", "method", "mean squared error", "less that of VI", "s a fit"));
        for (int rows : ROWS) {
            double[] vi = new double[0];
            for (double gamma : GAMMAS) {
                long begin = System.nanoTime();
                double[] errors = new double[sets];
                for (int set = 0; set < sets; set++) {
                    errors[set] = error(PredictiveData.toy(rows, 1000L * rows + set + 1), gamma, set, epochs);
                }
                double seconds = (System.nanoTime() - begin) * 1e-9 / sets;
                vi = gamma == 0 ? errors : vi;
                double[] apart = new double[sets];
                for (int set = 0; set < sets; set++) {
                    apart[set] = errors[set] - vi[set];
                }
                MarkdownTable.line(List.of(
                        Integer.toString(rows),
                        PredictiveTable.method(gamma),
                        MarkdownTable.meanAndError(errors, 4),
                        gamma == 0 ? MarkdownTable.NONE : MarkdownTable.meanAndError(apart, 4),
                        MarkdownTable.number(seconds, 1)));
            }
        }
    }

    private static double error(Split split, double gamma, int set, String epochs) {
        List<String> keys = new ArrayList<>(List.of(
                "model.network.ensemble=1",
                "model.network.noise=constant",
                "train.validation=0",
                "train.epochs=" + epochs,
                "seed=" + (set + 1)));
        if (gamma > 0) {
            keys.addAll(List.of("objective.kind=entropic-risk", "objective.gamma=" + gamma));
        }
        NetworkInference inference = NetworkSplit.with(Inference.of("gaussian").network(50, 50), keys);
        NetworkPredictive predictive = inference
                .fit(Rows.of(positions(split.train()), split.train().labels()))
                .predictive(0.9);
        return Arrays.stream(positions(split.expected()))
                .mapToDouble(
                        row -> predictive.predict(Vectors.withIntercept(row)).prediction())
                .map(prediction -> prediction * prediction)
                .average()
                .orElseThrow();
    }

    /** x, of which the rows have sin x/π as their third column. */
    private static double[][] positions(RegressionRows rows) {
        return Arrays.stream(rows.features())
                .map(row -> new double[] {Math.asin(Math.PI * row[2])})
                .toArray(double[][]::new);
    }
}
