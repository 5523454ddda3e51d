package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Panel;
import java.util.Arrays;

/**
 * Linear predictors of a chunk of rows at all draws, and a loss's values there. Predictor k of row i at draw s stands at
 * {@code at(s, k) + i}, and so do slopes; the loss of row i at draw s at {@code s · CAPACITY + i}.
 */
public final class DrawPoints {

    /** Draws that a function of arrays takes at a time: few enough for its arrays to stay in cache. */
    private static final int TOGETHER = 4;

    private final int predictors;
    private final double[] label = new double[Chunk.CAPACITY];
    private final double[] eta;
    private final double[] slope;
    private final double[][] scratch;
    private double[] value = new double[0];
    private int rows;

    /** Room for that many draws and linear predictors per row. */
    public DrawPoints(int draws, int predictors) {
        this.predictors = predictors;
        this.eta = new double[Math.multiplyExact(Math.multiplyExact(draws, predictors), Chunk.CAPACITY)];
        this.slope = new double[eta.length];
        this.scratch = new double[2][Chunk.CAPACITY];
    }

    /**
     * Moves to a range of rows.
     *
     * @param labels of a block
     * @param first the first row's position among them
     * @param values where losses are written
     */
    public void moveTo(double[] labels, int first, int count, double[] values) {
        System.arraycopy(labels, first, label, 0, count);
        rows = count;
        value = values;
    }

    /** Rows that count. */
    public int rows() {
        return rows;
    }

    /** Where predictor {@code k} at draw {@code s} begins. */
    public int at(int s, int k) {
        return (s * predictors + k) * Chunk.CAPACITY;
    }

    /** Responses. */
    public double[] label() {
        return label;
    }

    /** Linear predictors, offsets included. */
    public double[] eta() {
        return eta;
    }

    /** Losses. */
    public double[] value() {
        return value;
    }

    /** Slopes in the linear predictors. */
    public double[] slope() {
        return slope;
    }

    /** The numbers of those draws in one of the arrays, of a loss with one predictor. */
    Panel panel(double[] numbers, int from, int to) {
        return new Panel(numbers, from * Chunk.CAPACITY, to - from, rows, Chunk.CAPACITY);
    }

    /** One of two arrays for intermediate results of one draw. */
    double[] scratch(int which) {
        return scratch[which];
    }

    /** Hands the numbers of those draws to a function of arrays, in ranges as long as lie together. */
    void forRanges(int from, int to, Range function) {
        int step = rows == Chunk.CAPACITY ? TOGETHER : 1;
        for (int s = from; s < to; s += step) {
            int count = Math.min(step, to - s);
            function.apply(s, s + count, s * Chunk.CAPACITY, count == 1 ? rows : count * rows);
        }
    }

    /** A function of the numbers of the draws from s to end, which are {@code count} from {@code begin} on. */
    interface Range {
        void apply(int s, int end, int begin, int count);
    }

    /** {@code to[at + i] −= numbers[i]}. */
    static void subtract(double[] numbers, int count, double[] to, int at) {
        for (int i = 0; i < count; i++) {
            to[at + i] -= numbers[i];
        }
    }

    /** Evaluates a loss by its expectations, draw by draw. */
    void expect(RowLoss loss, DenseKernel kernel, int from, int to) {
        Chunk chunk = new Chunk(predictors, new double[loss.scaleTotals()]);
        chunk.resize(rows);
        Arrays.fill(chunk.weight(), 1);
        for (int s = from; s < to; s++) {
            System.arraycopy(label, 0, chunk.label(), 0, rows);
            Arrays.fill(chunk.variance(), 0, rows * predictors * predictors, 0.0);
            for (int k = 0; k < predictors; k++) {
                for (int i = 0; i < rows; i++) {
                    chunk.mean()[i * predictors + k] = eta[at(s, k) + i];
                }
            }
            loss.expect(kernel, chunk);
            System.arraycopy(chunk.moments().value(), 0, value, s * Chunk.CAPACITY, rows);
            for (int k = 0; k < predictors; k++) {
                for (int i = 0; i < rows; i++) {
                    slope[at(s, k) + i] = chunk.moments().slope()[i * predictors + k];
                }
            }
        }
    }
}
