package io.credence.benchmark;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/** Images of Fashion-MNIST, rows of 784 numbers from 0 to 1. */
final class FashionImages {

    private static final int NUMBERS = 784;
    private static final Path FOLDER = UciData.folder().resolveSibling("images");

    private FashionImages() {}

    /** Whether there are none, which is printed. */
    static boolean areAbsent() {
        boolean absent = !Files.exists(FOLDER);
        if (absent) {
            System.out.println("skipped: no data in " + FOLDER);
        }
        return absent;
    }

    /** The first of the training images, of which there are 10,000. */
    static double[][] training(int count) throws IOException {
        return read("fashion-train-first10000-images-idx3-ubyte.gz", count);
    }

    /** The first of the test images. */
    static double[][] tests(int count) throws IOException {
        return read("fashion-t10k-images-idx3-ubyte.gz", count);
    }

    private static double[][] read(String file, int count) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new GZIPInputStream(Files.newInputStream(FOLDER.resolve(file))))) {
            in.skipNBytes(16);
            double[][] images = new double[count][NUMBERS];
            byte[] bytes = new byte[NUMBERS];
            for (double[] image : images) {
                in.readFully(bytes);
                Arrays.setAll(image, j -> (bytes[j] & 0xff) / 255.0);
            }
            return images;
        }
    }

    /** Zeros and ones, drawn with those probabilities. */
    static double[][] binary(double[][] images, Random random) {
        return Arrays.stream(images)
                .map(image -> Arrays.stream(image)
                        .map(p -> random.nextDouble() < p ? 1 : 0)
                        .toArray())
                .toArray(double[][]::new);
    }
}
