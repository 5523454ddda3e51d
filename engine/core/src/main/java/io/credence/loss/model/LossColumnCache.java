package io.credence.loss.model;

import io.credence.autodiff.Derivatives;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;

/**
 * Losses of a chunk's rows at all draws, with their slopes for the pullback. Once slopes were requested, those of the
 * next chunks are computed together with the losses and kept, as long as they fit into the processor's cache.
 */
public final class LossColumnCache {

    /** Largest count of numbers that are kept: 4 MB. */
    private static final int MOST_KEPT = 1 << 19;

    private final LossColumns losses;
    private final int outputs;
    private final double[][][] kept;
    private final double[][] last;
    private boolean slopesRequested;
    private boolean slopesKept;

    /** A cache for a formula of {@code inputs} inputs at {@code draws} draws. */
    public LossColumnCache(LossColumns losses, int inputs, int draws) {
        this.losses = losses;
        this.outputs = Derivatives.FIRST.outputCount(inputs);
        this.kept = new double[(long) outputs * draws * PredictorChunk.CAPACITY <= MOST_KEPT ? draws : 0][][];
        this.last = new double[outputs][PredictorChunk.CAPACITY];
    }

    public void moveTo(RowBlock block, int first, int rows) {
        losses.moveTo(block, first, rows);
        slopesKept = slopesRequested && kept.length > 0;
    }

    /** The columns of draw {@code s}: first the losses, then the slopes if they are kept. */
    public double[][] lossesAtDraw(int s, double[] eta, int at, double[] common) {
        if (!slopesKept) {
            losses.evaluate(Derivatives.NONE, eta, at, common, last);
            return last;
        }
        if (kept[s] == null) {
            kept[s] = new double[outputs][PredictorChunk.CAPACITY];
        }
        losses.evaluate(Derivatives.FIRST, eta, at, common, kept[s]);
        return kept[s];
    }

    /** Losses and slopes of draw {@code s} at the rows of the last {@link #moveTo}. */
    public double[][] slopesAtDraw(int s, double[] eta, int at, double[] common) {
        slopesRequested = true;
        if (slopesKept) {
            return kept[s];
        }
        losses.evaluate(Derivatives.FIRST, eta, at, common, last);
        return last;
    }
}
