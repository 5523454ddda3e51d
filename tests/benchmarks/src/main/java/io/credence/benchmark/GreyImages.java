package io.credence.benchmark;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/** Images of 28 times 28 shades of grey, rows of 784 numbers from 0 to 1. */
enum GreyImages {
    /** Fashion-MNIST: 10,000 of its training images, and its test images. */
    FASHION(
            "Fashion-MNIST",
            10_000,
            "fashion-train-first10000-images-idx3-ubyte.gz",
            "fashion-t10k-images-idx3-ubyte.gz",
            0),
    /** MNIST, of which 10,000 test images are at hand: the first 9,000 to learn from, the others as tests. */
    MNIST(
            "MNIST (of its test images)",
            9_000,
            "mnist-t10k-images-idx3-ubyte.gz",
            "mnist-t10k-images-idx3-ubyte.gz",
            9_000);

    private static final int NUMBERS = 784;
    /** Images in a file of tests. */
    private static final int TESTS = 10_000;

    private static final Path FOLDER = UciData.folder().resolveSibling("images");

    private final String title;
    private final int mostTraining;
    private final String training;
    private final String tests;
    private final int firstTest;

    GreyImages(String title, int mostTraining, String training, String tests, int firstTest) {
        this.title = title;
        this.mostTraining = mostTraining;
        this.training = training;
        this.tests = tests;
        this.firstTest = firstTest;
    }

    /**
     * The images called {@code name}.
     *
     * @throws IllegalArgumentException if there are none of that name
     */
    static GreyImages named(String name) {
        return Arrays.stream(values())
                .filter(images -> images.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "required one of " + Arrays.toString(values()) + ", found " + name));
    }

    /** Name of the images, for a caption. */
    String title() {
        return title;
    }

    /** Whether there are none, which is printed. */
    static boolean areAbsent() {
        boolean absent = !Files.exists(FOLDER);
        if (absent) {
            System.out.println("skipped: no data in " + FOLDER);
        }
        return absent;
    }

    /** The first of the training images. */
    double[][] training(int count) throws IOException {
        return read(training, 0, requireAtMost(mostTraining, count));
    }

    /** The first of the test images. */
    double[][] tests(int count) throws IOException {
        return read(tests, firstTest, requireAtMost(TESTS - firstTest, count));
    }

    private static int requireAtMost(int most, int count) {
        if (count > most) {
            throw new IllegalArgumentException("required at most " + most + " images, found " + count);
        }
        return count;
    }

    private static double[][] read(String file, int first, int count) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new GZIPInputStream(Files.newInputStream(FOLDER.resolve(file))))) {
            in.skipNBytes(16L + (long) first * NUMBERS);
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
