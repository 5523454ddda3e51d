package io.credence.likelihood.proportion;

import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;

/** Adds −log Φ(±η) and its derivatives at the weighted nodes of rows to their moments, a buffer of nodes at a time. */
final class ProbitNodes {

    /**
     * Largest z of a node that is evaluated in a row with nodes near 0. Beyond it −log Φ is below 1e-18, negligible
     * beside theirs.
     */
    private static final double NEGLIGIBLE = 9;
    /** Largest z of a node that is evaluated in any row; beyond, −log Φ is 0 in double precision. */
    private static final double NOTHING = 39;
    /** Largest mean of z, in standard deviations, of a row that certainly has nodes near 0. */
    private static final double WITHIN = 5;
    /** Value of z below which hazard plus z is taken by seven terms of its series, since the sum would lose digits. */
    private static final double FAR = -22;

    private static final double[] SERIES = {1, -2, 10, -74, 706, -8162, 110410};

    private final NormalTailPoints tails = new NormalTailPoints();
    private final double[] z = new double[PredictorChunk.CAPACITY];
    private final double[] weight = new double[PredictorChunk.CAPACITY];
    private final double[] sign = new double[PredictorChunk.CAPACITY];
    private final int[] row = new int[PredictorChunk.CAPACITY];
    private final double[] value = new double[PredictorChunk.CAPACITY];
    private final double[] hazard = new double[PredictorChunk.CAPACITY];
    private final DenseKernel kernel;
    private final Moments moments;
    private int count;
    private int current;
    private double currentSign;
    private double most;

    ProbitNodes(DenseKernel kernel, Moments moments) {
        this.kernel = kernel;
        this.moments = moments;
    }

    /** Begins a row, whose label has the given sign; the nodes added next are those of this row. */
    void begin(int newRow, double newSign, double mean, double sd) {
        current = newRow;
        currentSign = newSign;
        most = newSign * mean < WITHIN * sd ? NEGLIGIBLE : NOTHING;
        moments.value()[newRow] = 0;
        moments.slope()[newRow] = 0;
        moments.curvature()[newRow] = 0;
    }

    void add(double eta, double newWeight) {
        if (currentSign * eta > most) {
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

    /** Adds the nodes in the buffer to the moments of their rows. */
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

    /**
     * Second derivative h (h + z) of −log Φ, with h the hazard. In the tail h + z = 1/t − 2/t³ + 10/t⁵ − … with t = −z
     * (Laplace's continued fraction as a series).
     */
    private static double curvature(double z, double hazard) {
        if (z > FAR) {
            return hazard * (hazard + z);
        }
        double square = 1 / (z * z);
        double sum = 0;
        for (int k = SERIES.length - 1; k >= 0; k--) {
            sum = SERIES[k] + square * sum;
        }
        return hazard / -z * sum;
    }
}
