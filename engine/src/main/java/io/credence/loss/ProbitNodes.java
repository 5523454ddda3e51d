package io.credence.loss;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;

/** Adds −log Φ(±η) and its derivatives at the weighted nodes of rows to their moments, a buffer of nodes at a time. */
final class ProbitNodes {

    /** Beyond it −log Φ is below 1e-18. */
    private static final double NOTHING = 9;
    /** From here on the curvature by the difference of the hazard and −z would lose digits. */
    private static final double FAR = -50;

    private final NormalTailPoints tails = new NormalTailPoints();
    private final double[] z = new double[Chunk.CAPACITY];
    private final double[] weight = new double[Chunk.CAPACITY];
    private final double[] sign = new double[Chunk.CAPACITY];
    private final int[] row = new int[Chunk.CAPACITY];
    private final double[] value = new double[Chunk.CAPACITY];
    private final double[] hazard = new double[Chunk.CAPACITY];
    private final DenseKernel kernel;
    private final Moments moments;
    private int count;
    private int current;
    private double currentSign;

    ProbitNodes(DenseKernel kernel, Moments moments) {
        this.kernel = kernel;
        this.moments = moments;
    }

    /** The next nodes are those of that row, whose label has that sign. */
    void begin(int newRow, double newSign) {
        current = newRow;
        currentSign = newSign;
        moments.value()[newRow] = 0;
        moments.slope()[newRow] = 0;
        moments.curvature()[newRow] = 0;
    }

    void add(double eta, double newWeight) {
        if (currentSign * eta > NOTHING) {
            return;
        }
        z[count] = currentSign * eta;
        weight[count] = newWeight;
        sign[count] = currentSign;
        row[count++] = current;
        if (count == z.length) {
            flush();
        }
    }

    /** Adds what is in the buffer. */
    void flush() {
        tails.evaluate(kernel, z, count, value, 0, hazard);
        for (int k = 0; k < count; k++) {
            int i = row[k];
            moments.value()[i] += weight[k] * value[k];
            moments.slope()[i] -= weight[k] * sign[k] * hazard[k];
            moments.curvature()[i] += weight[k] * curvature(z[k], hazard[k]);
        }
        count = 0;
    }

    /** h (h + z), where h + z = 1/t − 2/t³ + 10/t⁵ − 74/t⁷ + 706/t⁹ with t = −z in the tail. */
    private static double curvature(double z, double hazard) {
        if (z > FAR) {
            return hazard * (hazard + z);
        }
        double u = 1 / (z * z);
        return hazard / -z * (1 - u * (2 - u * (10 - u * (74 - 706 * u))));
    }
}
