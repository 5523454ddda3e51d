package io.credence.benchmark;

import io.credence.AutoencoderInference;
import io.credence.linalg.Kernels;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Autoencoders of images by the four bounds of Futami et al. 2022, section 4.6, trained for several numbers of epochs: log likelihood of
 * test images by importance sampling, and its difference from VI of the same seed and number of epochs.
 *
 * <p>Arguments: {@code fashion} or {@code mnist}; units of each of two hidden layers; training images; numbers of epochs, as
 * {@code 6,12}; seeds; test images and draws; without any {@link #USUAL}. Without the data it reports that and ends.
 */
public final class Autoencoders {

    private static final int DRAWS = 10;
    private static final List<String> USUAL = List.of("mnist", "200", "9000", "6,12,24", "2", "300", "1000");

    private Autoencoders() {}

    /** What all fits share. */
    private record Setting(int units, double[][] training, double[][] tests, int draws) {}

    /** Log likelihood of the test images, the last objective, seconds of an epoch. */
    private record Trained(double logLikelihood, double objective, double seconds) {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        if (GreyImages.areAbsent()) {
            return;
        }
        List<String> given = arguments.length == 0 ? USUAL : List.of(arguments);
        if (given.size() != USUAL.size()) {
            throw new IllegalArgumentException("required 7 arguments, as " + USUAL + ", found " + given);
        }
        GreyImages images = GreyImages.named(given.get(0));
        int[] numbersOfEpochs = Arrays.stream(given.get(3).split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
        int units = Integer.parseInt(given.get(1));
        int count = Integer.parseInt(given.get(2));
        int seeds = Integer.parseInt(given.get(4));
        int tests = Integer.parseInt(given.get(5));
        int draws = Integer.parseInt(given.get(6));
        Setting setting = new Setting(
                units, images.training(count), GreyImages.binary(images.tests(tests), new Random(7)), draws);
        Map<String, LatentBound> bounds = new LinkedHashMap<>();
        bounds.put("VI", new LatentBound(LatentBound.BoundKind.VI, DRAWS));
        bounds.put("VI-VAR", new LatentBound(LatentBound.BoundKind.VI_VAR, DRAWS));
        bounds.put("IWAE", new LatentBound(LatentBound.BoundKind.IWAE, DRAWS));
        bounds.put("IWAE-VAR", new LatentBound(LatentBound.BoundKind.IWAE_VAR, DRAWS, 5));
        MarkdownTable.open(
                "Autoencoders of " + images.title(),
                "2 × " + units + " units, 8 latent numbers, " + count + " images, " + seeds
                        + " seeds. Mean log likelihood of " + tests + " test images by " + draws
                        + " draws; differences from VI of the same seed ± standard error over seeds.",
                List.of("epochs", "bound", "log likelihood", "− VI", "last bound", "s an epoch"));
        for (int epochs : numbersOfEpochs) {
            double[] first = null;
            for (Map.Entry<String, LatentBound> bound : bounds.entrySet()) {
                List<Trained> found = new ArrayList<>();
                for (int s = 0; s < seeds; s++) {
                    found.add(run(bound.getKey(), bound.getValue(), s, epochs, setting));
                }
                double[] each =
                        found.stream().mapToDouble(Trained::logLikelihood).toArray();
                first = first == null ? each : first;
                MarkdownTable.line(List.of(
                        Integer.toString(epochs),
                        bound.getKey(),
                        MarkdownTable.number(mean(each), 2),
                        difference(each, first),
                        MarkdownTable.number(
                                -mean(found.stream()
                                        .mapToDouble(Trained::objective)
                                        .toArray()),
                                2),
                        MarkdownTable.number(
                                mean(found.stream()
                                        .mapToDouble(Trained::seconds)
                                        .toArray()),
                                1)));
            }
        }
    }

    private static Trained run(String name, LatentBound bound, int seed, int epochs, Setting setting) {
        long begin = System.nanoTime();
        Autoencoder fit = AutoencoderInference.of(8, setting.units, setting.units)
                .bound(bound)
                .epochs(epochs)
                .batch(50)
                .stepSize(1.5e-3)
                .seed(1 + seed)
                .fit(setting.training);
        double seconds = (System.nanoTime() - begin) * 1e-9 / epochs;
        double found = mean(fit.logLikelihood(Kernels.best(), setting.tests, setting.draws));
        System.err.printf(
                Locale.ROOT,
                "%d epochs, %s seed %d: %.2f, objective %.2f, %.1f s an epoch%n",
                epochs,
                name,
                seed,
                found,
                fit.objective(),
                seconds);
        return new Trained(found, fit.objective(), seconds);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Mean difference, with its standard error where there are several. */
    private static String difference(double[] of, double[] from) {
        double[] apart = new double[of.length];
        Arrays.setAll(apart, s -> of[s] - from[s]);
        return MarkdownTable.meanAndError(apart, 2);
    }
}
