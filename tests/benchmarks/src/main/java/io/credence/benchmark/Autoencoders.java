package io.credence.benchmark;

import io.credence.AutoencoderInference;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Autoencoders of Fashion-MNIST by the four bounds of Futami et al. 2022, section 4.6: log likelihood of test images by importance sampling,
 * and its difference from VI of the same seed.
 *
 * <p>Arguments: units of each of two hidden layers, training images, epochs, seeds, test images and draws.
 * Without the data it reports that and ends.
 */
public final class Autoencoders {

    private static final int DRAWS = 10;

    private Autoencoders() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        if (FashionImages.areAbsent()) {
            return;
        }
        int[] sizes = {200, 10_000, 6, 3, 300, 1000};
        for (int k = 0; k < arguments.length; k++) {
            sizes[k] = Integer.parseInt(arguments[k]);
        }
        double[][] training = FashionImages.training(sizes[1]);
        double[][] tests = FashionImages.binary(FashionImages.tests(sizes[4]), new Random(7));
        Map<String, LatentBound> bounds = new LinkedHashMap<>();
        bounds.put("VI", new LatentBound(LatentBound.BoundKind.VI, DRAWS));
        bounds.put("VI-VAR", new LatentBound(LatentBound.BoundKind.VI_VAR, DRAWS));
        bounds.put("IWAE", new LatentBound(LatentBound.BoundKind.IWAE, DRAWS));
        bounds.put("IWAE-VAR", new LatentBound(LatentBound.BoundKind.IWAE_VAR, DRAWS, 5));
        MarkdownTable.open(
                "Autoencoders of Fashion-MNIST",
                "2 × " + sizes[0] + " units, 8 latent numbers, " + sizes[1] + " images, " + sizes[2] + " epochs, "
                        + sizes[3] + " seeds. Mean log likelihood of " + sizes[4] + " test images by " + sizes[5]
                        + " draws; differences from VI of the same seed ± standard error over seeds.",
                List.of("bound", "log likelihood", "− VI", "last bound", "s an epoch"));
        double[] first = null;
        for (Map.Entry<String, LatentBound> bound : bounds.entrySet()) {
            double[][] found = new double[3][sizes[3]];
            for (int s = 0; s < sizes[3]; s++) {
                double[] one = run(bound.getKey(), bound.getValue(), s, training, tests, sizes);
                for (int k = 0; k < one.length; k++) {
                    found[k][s] = one[k];
                }
            }
            first = first == null ? found[0] : first;
            MarkdownTable.line(List.of(
                    bound.getKey(),
                    MarkdownTable.number(mean(found[0]), 2),
                    difference(found[0], first),
                    MarkdownTable.number(-mean(found[1]), 2),
                    MarkdownTable.number(mean(found[2]), 1)));
        }
    }

    /** Log likelihood, the last objective, seconds of an epoch. */
    private static double[] run(
            String name, LatentBound bound, int seed, double[][] training, double[][] tests, int[] sizes) {
        long begin = System.nanoTime();
        Autoencoder fit = AutoencoderInference.of(8, sizes[0], sizes[0])
                .bound(bound)
                .epochs(sizes[2])
                .batch(50)
                .stepSize(1.5e-3)
                .seed(1 + seed)
                .fit(training);
        double seconds = (System.nanoTime() - begin) * 1e-9 / sizes[2];
        DenseKernel kernel = Kernels.best();
        double plain = mean(fit.logLikelihood(kernel, tests, sizes[5]));
        System.err.printf(
                Locale.ROOT,
                "%s seed %d: %.2f, objective %.2f, %.1f s an epoch%n",
                name,
                seed,
                plain,
                fit.objective(),
                seconds);
        return new double[] {plain, fit.objective(), seconds};
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static String difference(double[] of, double[] from) {
        double[] apart = new double[of.length];
        Arrays.setAll(apart, s -> of[s] - from[s]);
        double mean = mean(apart);
        double square = Arrays.stream(apart).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(square / (apart.length - 1.0) / apart.length);
        return MarkdownTable.number(mean, 2) + " ± " + MarkdownTable.number(error, 2);
    }
}
