package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;

/**
 * Workspace of a loss at draws, for a chunk of rows. It holds linear predictors at all draws, and the loss's values and
 * slopes there. Predictor k of row i at draw s stands at {@code at(s, k) + i}, and so does its slope; the loss of row i
 * at draw s at {@code s · CAPACITY + i}.
 */
public final class PredictorDraws {

    /** Number of draws that a function of arrays takes at a time, few enough for its arrays to stay in cache. */
    private static final int TOGETHER = 4;

    private final int predictors;
    private final double[] label = new double[PredictorChunk.CAPACITY];
    private final double[] eta;
    private final double[] slope;
    private final double[][] scratch;
    private double[] value = new double[0];
    private int rows;

    /** Workspace for the given numbers of draws and of linear predictors per row. */
    public PredictorDraws(int draws, int predictors) {
        this.predictors = predictors;
        this.eta = new double[Math.multiplyExact(Math.multiplyExact(draws, predictors), PredictorChunk.CAPACITY)];
        this.slope = new double[eta.length];
        this.scratch = new double[2][PredictorChunk.CAPACITY];
    }

    /**
     * Moves to a range of rows of a block.
     *
     * @param labels labels of all rows of the block
     * @param first position of the range's first row among them
     * @param values array that receives the losses
     */
    public void moveTo(double[] labels, int first, int count, double[] values) {
        System.arraycopy(labels, first, label, 0, count);
        rows = count;
        value = values;
    }

    /** Number of rows in use. */
    public int rows() {
        return rows;
    }

    /** Index at which predictor {@code k} of the rows at draw {@code s} begins. */
    public int predictorOffset(int s, int k) {
        return (s * predictors + k) * PredictorChunk.CAPACITY;
    }

    /** Labels of the rows. */
    public double[] label() {
        return label;
    }

    /** Linear predictors, offsets included. */
    public double[] predictors() {
        return eta;
    }

    /** Losses by draw and row. */
    public double[] losses() {
        return value;
    }

    /** Derivatives of the losses in the linear predictors. */
    public double[] slopes() {
        return slope;
    }

    /** Matrix of the draws {@code from} to {@code to}, exclusive, in one of the arrays of a loss with one predictor. */
    public MatrixView viewOfDraws(double[] numbers, int from, int to) {
        return new MatrixView(numbers, from * PredictorChunk.CAPACITY, to - from, rows, PredictorChunk.CAPACITY);
    }

    /** Array for intermediate results of one draw; there are two. */
    public double[] workspace(int which) {
        return scratch[which];
    }

    /**
     * Applies a function of arrays to the draws {@code from} to {@code to}, exclusive, in ranges that are contiguous in
     * memory.
     */
    public void forEachRange(int from, int to, RangeFunction function) {
        int step = rows == PredictorChunk.CAPACITY ? TOGETHER : 1;
        for (int s = from; s < to; s += step) {
            int count = Math.min(step, to - s);
            function.apply(s, s + count, s * PredictorChunk.CAPACITY, count == 1 ? rows : count * rows);
        }
    }

    /**
     * Function of the draws {@code s} to {@code end}, exclusive, whose {@code count} numbers begin at {@code begin}.
     */
    public interface RangeFunction {
        void apply(int s, int end, int begin, int count);
    }

    /** Subtracts numbers in place: {@code to[at + i] −= numbers[i]}. */
    public static void subtractFrom(double[] numbers, int count, double[] to, int at) {
        for (int i = 0; i < count; i++) {
            to[at + i] -= numbers[i];
        }
    }

    /** Evaluates a loss draw by draw, as its expectation under predictors without variance. */
    public void expect(RowLoss loss, DenseKernel kernel, int from, int to) {
        PredictorChunk chunk = new PredictorChunk(predictors, new double[loss.dispersionTotalCount()]);
        chunk.resize(rows);
        Arrays.fill(chunk.weight(), 1);
        for (int s = from; s < to; s++) {
            System.arraycopy(label, 0, chunk.label(), 0, rows);
            Arrays.fill(chunk.predictorCovariances(), 0, rows * predictors * predictors, 0.0);
            for (int k = 0; k < predictors; k++) {
                for (int i = 0; i < rows; i++) {
                    chunk.predictorMeans()[i * predictors + k] = eta[predictorOffset(s, k) + i];
                }
            }
            loss.writeExpectedMoments(kernel, chunk);
            System.arraycopy(chunk.moments().value(), 0, value, s * PredictorChunk.CAPACITY, rows);
            for (int k = 0; k < predictors; k++) {
                for (int i = 0; i < rows; i++) {
                    slope[predictorOffset(s, k) + i] = chunk.moments().slope()[i * predictors + k];
                }
            }
        }
    }
}
