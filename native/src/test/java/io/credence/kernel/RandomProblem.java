package io.credence.kernel;

import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.TestSeed;
import java.util.Random;

/** Random matrices and blocks of one size, all from the run's seed. */
final class RandomProblem {
    private final Random random;
    private final int n;

    RandomProblem(int n) {
        this.n = n;
        this.random = new Random(TestSeed.of("problem " + n));
    }

    double[] numbers(int length) {
        return random.doubles(length, -1, 1).toArray();
    }

    float[] floats(int length) {
        float[] result = new float[length];
        for (int i = 0; i < length; i++) {
            result[i] = random.nextFloat() * 2 - 1;
        }
        return result;
    }

    /** Weights of either sign, every fifth zero. */
    double[] weights(int length) {
        double[] result = numbers(length);
        for (int i = 2; i < length; i += 5) {
            result[i] = 0;
        }
        return result;
    }

    /** Lower triangular; the upper triangle is full of numbers that must not be read. */
    double[] lower() {
        double[] result = numbers(n * n);
        for (int i = 0; i < n; i++) {
            result[i * n + i] = 2 + random.nextDouble();
            for (int j = 0; j < i; j++) {
                result[i * n + j] /= n;
            }
        }
        return result;
    }

    /** Symmetric and positive definite, both triangles. */
    double[] positiveDefinite() {
        double[] result = new double[n * n];
        JavaDenseKernel.INSTANCE.transposedProduct(lower(), n, result);
        return result;
    }

    /** Symmetric, both triangles. */
    double[] symmetric() {
        double[] result = numbers(n * n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                result[j * n + i] = result[i * n + j];
            }
        }
        return result;
    }
}
