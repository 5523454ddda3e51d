package io.credence.likelihood.proportion;

import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import java.util.Arrays;

/**
 * Evaluation of −log Φ(z) and φ(z)/Φ(z) at many points, in loops over arrays. {@link NormalTail} takes one point at a
 * time.
 */
final class NormalTailPoints {
    // By Mills' ratio M(t) = Φ(−t)/φ(t) of t = |z|: (t + SHIFT) M(t) is smooth in u = (t − SCALE)/(t + SCALE) up to u =
    // 1, where it is 1, and 30 Chebyshev terms give it to a few units in the last place.

    private static final double SCALE = 3.5;
    private static final double SHIFT = 1;
    private static final int TERMS = 30;
    private static final double ROOT_2_PI = Math.sqrt(2 * Math.PI);
    private static final double[] COEFFICIENTS = chebyshevCoefficients();

    private final double[] above = new double[PredictorChunk.CAPACITY];
    private final double[] density = new double[PredictorChunk.CAPACITY];
    private final double[] u = new double[PredictorChunk.CAPACITY];
    private final double[] ratio = new double[PredictorChunk.CAPACITY];
    private final double[] next = new double[PredictorChunk.CAPACITY];

    /** Chebyshev coefficients, by interpolation at the roots of a polynomial of twice the degree. */
    private static double[] chebyshevCoefficients() {
        int nodes = 2 * TERMS;
        double[] coefficients = new double[TERMS];
        for (int m = 0; m < nodes; m++) {
            double angle = Math.PI * (m + 0.5) / nodes;
            double point = Math.cos(angle);
            double t = SCALE * (1 + point) / (1 - point);
            double value = (t + SHIFT) / NormalTail.inverseMills(-t);
            for (int k = 0; k < TERMS; k++) {
                coefficients[k] += (k == 0 ? 1.0 : 2.0) / nodes * value * Math.cos(k * angle);
            }
        }
        return coefficients;
    }

    /**
     * Writes {@code value[at + i] = −log Φ(z[i])} and {@code hazard[i] = φ(z[i])/Φ(z[i])} for up to a chunk of points.
     */
    public void evaluate(DenseKernel kernel, double[] z, int count, double[] value, int at, double[] hazard) {
        for (int i = 0; i < count; i++) {
            double t = Math.min(Math.abs(z[i]), 1e150);
            above[i] = -0.5 * t * t;
            u[i] = (t - SCALE) / (t + SCALE);
        }
        kernel.exp(above, 0, count, density);
        evaluateSeries(count);
        for (int i = 0; i < count; i++) {
            double inverse = (Math.min(Math.abs(z[i]), 1e150) + SHIFT) / ratio[i];
            double tail = density[i] / (ROOT_2_PI * inverse);
            double rest = 1 / (1 - tail);
            hazard[i] = z[i] < 0 ? inverse : density[i] / ROOT_2_PI * rest;
            next[i] = z[i] < 0 ? inverse - 1 : tail * rest;
        }
        kernel.log1p(next, 0, count, ratio);
        for (int i = 0; i < count; i++) {
            value[at + i] = z[i] < 0 ? ratio[i] - above[i] + NormalTail.HALF_LOG_2_PI : ratio[i];
        }
    }

    /** Evaluates the Chebyshev series at u, into {@code ratio}, by Clenshaw's recurrence over arrays. */
    private void evaluateSeries(int count) {
        double[] current = ratio;
        double[] before = next;
        Arrays.fill(current, 0, count, 0);
        Arrays.fill(before, 0, count, 0);
        for (int k = TERMS - 1; k > 0; k--) {
            clenshawStep(u, COEFFICIENTS[k], current, before, count);
            double[] swapped = current;
            current = before;
            before = swapped;
        }
        for (int i = 0; i < count; i++) {
            double sum = u[i] * current[i] - before[i] + COEFFICIENTS[0];
            ratio[i] = sum;
        }
    }

    private static void clenshawStep(double[] u, double coefficient, double[] current, double[] before, int count) {
        for (int i = 0; i < count; i++) {
            before[i] = 2 * u[i] * current[i] - before[i] + coefficient;
        }
    }
}
