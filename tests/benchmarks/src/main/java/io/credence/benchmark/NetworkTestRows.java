package io.credence.benchmark;

import io.credence.NetworkFit;
import io.credence.linalg.Kernels;
import io.credence.linalg.Vectors;
import io.credence.network.result.PredictionDraws;
import io.credence.network.result.ResponsePosterior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predictive distributions of the first three test rows of a split (Knoblauch et al. 2022, figures 3, 16 and 17, and table 2): by each objective σ̂², and the mean and standard
 * deviation, over 1,000 draws of the weights, of the network's output F(θ, x) and of the response, which adds the noise.
 *
 * <p>Arguments: a file for the draws of F, or {@code -}; then those of {@link NetworkProtocol}, of one data set and one split. Without the data it reports that and ends.
 */
public final class NetworkTestRows {

    private static final int ROWS = 3;

    private NetworkTestRows() {}

    /**
     * A test row by an objective, in units of the label.
     *
     * @param outputs F at each draw
     * @param noise variance of the response around them
     */
    private record Predicted(double[] outputs, double noise) {

        static Predicted of(PredictionDraws draws, double[] row) {
            draws.moveTo(Vectors.withIntercept(row));
            return new Predicted(
                    IntStream.range(0, draws.count())
                            .mapToDouble(draws::labelMean)
                            .toArray(),
                    draws.noiseVariance(0));
        }

        double mean() {
            return Arrays.stream(outputs).average().orElseThrow();
        }

        double outputSd() {
            double mean = mean();
            return Math.sqrt(
                    Arrays.stream(outputs).map(f -> (f - mean) * (f - mean)).sum() / outputs.length);
        }

        double responseSd() {
            return Math.hypot(outputSd(), Math.sqrt(noise));
        }

        String text() {
            return MarkdownTable.number(mean(), 2) + " / " + MarkdownTable.number(outputSd(), 2) + " / "
                    + MarkdownTable.number(responseSd(), 2);
        }
    }

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        if (!Files.exists(UciData.folder())) {
            System.out.println("skipped: no data in " + UciData.folder());
            return;
        }
        NetworkProtocol protocol = NetworkProtocol.of(Arrays.copyOfRange(arguments, 1, arguments.length));
        String name = protocol.data().get(0);
        UciData data = protocol.read(name);
        int split = protocol.splits()[0];
        int[] tests = data.tests().get(split);
        List<String> header = new ArrayList<>(List.of("objective", "σ̂²"));
        for (int t = 0; t < ROWS; t++) {
            header.add("row " + tests[t] + ", y = " + MarkdownTable.number(data.labels()[tests[t]], 1));
        }
        header.add("sd of F / of y, all " + tests.length);
        MarkdownTable.open(
                "Predictive distributions of test rows of " + name,
                "σ̂² by the variance of the labels; of three rows mean of F / sd of F / sd of y; of all test rows the means of both sds. "
                        + protocol.text() + ".",
                header);
        List<String> lines = new ArrayList<>(List.of("objective,row,draw,output,noise"));
        for (String objective : protocol.objectives().keySet()) {
            NetworkFit fit = NetworkSplit.fit(data, name, split, protocol.keys(objective));
            ResponsePosterior posterior = (ResponsePosterior) fit.posterior();
            PredictionDraws draws = posterior.predictionDraws(Kernels.best());
            List<Predicted> rows = Arrays.stream(tests)
                    .mapToObj(row -> Predicted.of(draws, data.features()[row]))
                    .toList();
            List<String> cells = new ArrayList<>(List.of(objective, MarkdownTable.number(NetworkSplit.noise(fit), 3)));
            for (int t = 0; t < ROWS; t++) {
                Predicted row = rows.get(t);
                cells.add(row.text());
                for (int s = 0; s < row.outputs.length; s++) {
                    lines.add("\"" + objective + "\"," + tests[t] + "," + s + "," + row.outputs[s] + "," + row.noise);
                }
            }
            cells.add(mean(rows.stream().mapToDouble(Predicted::outputSd).toArray()) + " / "
                    + mean(rows.stream().mapToDouble(Predicted::responseSd).toArray()));
            MarkdownTable.line(cells);
        }
        if (!arguments[0].equals("-")) {
            Files.write(Path.of(arguments[0]), lines);
        }
    }

    private static String mean(double[] values) {
        return MarkdownTable.number(Arrays.stream(values).average().orElseThrow(), 2);
    }
}
