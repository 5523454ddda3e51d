package io.credence.testkit;

import java.util.Random;

/**
 * Random arrays as inputs of a test, which its seed reproduces.
 *
 * @param random source of the numbers
 */
public record RandomArrays(Random random) {

    /** Creates a source of numbers that depend on the run's seed and on {@code name}. */
    public static RandomArrays of(String name) {
        return new RandomArrays(new Random(TestSeed.of(name)));
    }

    /** Standard normal numbers. */
    public double[] normals(int count) {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextGaussian();
        }
        return numbers;
    }

    /** Normal numbers that single precision holds exactly; about a third of them are zero. */
    public double[] sparseFloats(int count) {
        double[] numbers = normals(count);
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextInt(3) == 0 ? 0 : (float) numbers[i];
        }
        return numbers;
    }

    /** Uniform numbers between the bounds. */
    public double[] uniforms(int count, double from, double to) {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = from + (to - from) * random.nextDouble();
        }
        return numbers;
    }

    /** Random symmetric matrix of order n, as a rule indefinite. */
    public double[] symmetric(int n, double scale) {
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i * n + j] = scale * random.nextGaussian();
                matrix[j * n + i] = matrix[i * n + j];
            }
        }
        return matrix;
    }

    /** Random positive definite matrix of order n, ½I + GGᵀ/n with standard normal G. */
    public double[] definite(int n) {
        double[] g = normals(n * n);
        double[] matrix = Naive.product(g, Naive.transpose(g, n), n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix[i * n + j] = matrix[i * n + j] / n + (i == j ? 0.5 : 0);
            }
        }
        return matrix;
    }

    /** Random lower triangular matrix of order n with a positive diagonal. */
    public double[] lower(int n) {
        double[] matrix = Naive.lower(normals(n * n), n);
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] = 1 + Math.abs(matrix[i * n + i]);
        }
        return matrix;
    }

    /** Converts numbers to single precision. */
    public static float[] floats(double[] numbers) {
        float[] floats = new float[numbers.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) numbers[i];
        }
        return floats;
    }
}
