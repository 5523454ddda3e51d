package io.credence.benchmark;

import io.credence.risk.MeanRisk;
import io.credence.risk.RiskPart;
import io.credence.risk.Risks;
import io.credence.risk.RowReduction;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The lower half of an image of Fashion-MNIST from its upper half, by a network of two hidden layers of 20 units (Futami et al. 2022, section 5.2, figures 3,
 * 4 and 10): test log likelihood, KL(q‖π) and the squares of the weights over the weight α of the rows, by risk and draws.
 *
 * <p>Arguments: training images, epochs, seeds, test images. Without the data it reports that and ends.
 */
public final class HalfImages {

    private static final int HALF = 392;
    private static final int TEST_DRAWS = 100;
    private static final double[] ALPHAS = {0.1, 0.3, 1, 3, 10};

    private HalfImages() {}

    private record Method(RowReduction risk, int draws) {}

    private record Halves(double[][] upper, double[][] lower) {

        static Halves of(double[][] images) {
            return new Halves(half(images, 0), half(images, HALF));
        }

        private static double[][] half(double[][] images, int from) {
            return Arrays.stream(images)
                    .map(image -> Arrays.copyOfRange(image, from, from + HALF))
                    .toArray(double[][]::new);
        }
    }

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        if (GreyImages.areAbsent()) {
            return;
        }
        int[] sizes = {10_000, 30, 2, 1000};
        for (int k = 0; k < arguments.length; k++) {
            sizes[k] = Integer.parseInt(arguments[k]);
        }
        Halves training = Halves.of(GreyImages.binary(GreyImages.FASHION.training(sizes[0]), new Random(5)));
        Halves tests = Halves.of(GreyImages.binary(GreyImages.FASHION.tests(sizes[3]), new Random(7)));
        Map<String, Method> methods = new LinkedHashMap<>();
        methods.put("VI", new Method(new MeanRisk(), 4));
        methods.put("Ent-VI, γ = 0.1", new Method(entropic(0.1), 4));
        methods.put("Ent-VI, γ = 1", new Method(entropic(1), 4));
        methods.put("Ent-VI, γ = 1, 8 draws", new Method(entropic(1), 8));
        methods.put("Ent-VI, γ = 1, 16 draws", new Method(entropic(1), 16));
        methods.put("PAC²", new Method(risk("density-variance", Map.of()), 4));
        MarkdownTable.open(
                "Half images of Fashion-MNIST",
                "392-20-20-392 units, " + sizes[0] + " images, " + sizes[1] + " epochs of batches of 100, " + sizes[2]
                        + " seeds; 4 draws of the weights a step unless stated otherwise. Mean log likelihood of "
                        + sizes[3] + " test images by " + TEST_DRAWS
                        + " draws, less VI's of the same α and seed, the divergence and squares of the posterior's means:"
                        + " means over seeds, with half of their range.",
                List.of("method", "α", "test log likelihood", "less VI's", "KL(q‖π)", "Σ w²", "s a fit"));
        double[][] vi = new double[ALPHAS.length][];
        for (Map.Entry<String, Method> method : methods.entrySet()) {
            for (int a = 0; a < ALPHAS.length; a++) {
                double[][] found = new double[4][sizes[2]];
                for (int seed = 0; seed < sizes[2]; seed++) {
                    double[] one = run(method.getValue(), ALPHAS[a], seed, training, tests, sizes[1]);
                    for (int k = 0; k < one.length; k++) {
                        found[k][seed] = one[k];
                    }
                }
                vi[a] = vi[a] == null ? found[0] : vi[a];
                double[] apart = found[0].clone();
                double[] base = vi[a];
                Arrays.setAll(apart, s -> apart[s] - base[s]);
                MarkdownTable.line(List.of(
                        method.getKey(),
                        MarkdownTable.number(ALPHAS[a], 1),
                        summary(found[0], 2),
                        base == found[0] ? "0" : summary(apart, 2),
                        summary(found[1], 0),
                        summary(found[2], 0),
                        summary(found[3], 0)));
            }
        }
    }

    private static RowReduction entropic(double gamma) {
        return risk("entropic-risk", Map.of("gamma", gamma));
    }

    private static RowReduction risk(String name, Map<String, Double> options) {
        RiskPart part = Risks.ALL.named(name);
        return part.risk(part.values(options));
    }

    private static String summary(double[] values, int decimals) {
        double least = Arrays.stream(values).min().orElseThrow();
        double most = Arrays.stream(values).max().orElseThrow();
        double mean = Arrays.stream(values).average().orElseThrow();
        return MarkdownTable.number(mean, decimals) + " ± " + MarkdownTable.number((most - least) / 2, decimals);
    }

    /** Test log likelihood, divergence, squares and seconds. */
    private static double[] run(Method method, double alpha, int seed, Halves training, Halves tests, int epochs) {
        long begin = System.nanoTime();
        HalfImageNetwork network = new HalfImageNetwork(new int[] {HALF, 20, 20, HALF}, 1 + seed);
        network.train(training.upper(), training.lower(), method.risk(), method.draws(), alpha, epochs);
        double seconds = (System.nanoTime() - begin) * 1e-9;
        double density = Arrays.stream(network.logDensities(tests.upper(), tests.lower(), TEST_DRAWS))
                .average()
                .orElseThrow();
        return new double[] {density, network.divergence(), network.squares(), seconds};
    }
}
