package io.credence.loss;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.FloatBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Blocks of every kind with the same numbers, and a loss carried over them in chunks of a chosen size. */
public record ModelLossRun(
        DrawLoss loss, Draws draws, @Nullable ExpansionPoint anchor, int chunk) {

    static final int COLUMNS = 3;

    /** Random rows with labels, offsets and features, as dense, single-precision and sparse blocks. */
    public static Map<String, RowBlock> blocks(RandomArrays random, int rows) {
        double[] cells = random.sparseFloats(rows * COLUMNS);
        RowAttributes attributes = new RowAttributes(random.normals(rows), null, random.normals(rows));
        int[] starts = new int[rows + 1];
        int[] indices = new int[cells.length];
        double[] values = new double[cells.length];
        int used = 0;
        for (int at = 0; at < cells.length; at++) {
            if (cells[at] != 0) {
                indices[used] = at % COLUMNS;
                values[used++] = cells[at];
            }
            starts[at / COLUMNS + 1] = used;
        }
        return Map.of(
                "dense", new DenseBlock(attributes, COLUMNS, cells),
                "float", new FloatBlock(attributes, COLUMNS, RandomArrays.floats(cells)),
                "sparse",
                        new SparseBlock(
                                attributes,
                                COLUMNS,
                                starts,
                                Arrays.copyOf(indices, used),
                                Arrays.copyOf(values, used),
                                null));
    }

    public static Draws draws(double[] theta, int dimension) {
        return new Draws.ExplicitDraws(theta, theta.length / dimension, dimension);
    }

    /** ℓ[s][i] of all rows, or of one series. */
    public double[][] losses(RowBlock block) {
        DrawLoss.Evaluator evaluator = loss.evaluator(JavaDenseKernel.INSTANCE, draws, anchor);
        double[] chunkLosses = new double[draws.count() * PredictorChunk.CAPACITY];
        double[][] losses = new double[draws.count()][block.rows()];
        int units = 0;
        for (int first = 0; first < block.rows(); ) {
            int rows = Math.min(chunk, evaluator.rowCountTogether(block, first));
            evaluator.setRowPosition(0, first);
            int found = evaluator.computeLosses(block, first, rows, chunkLosses);
            for (int s = 0; s < draws.count(); s++) {
                System.arraycopy(chunkLosses, s * PredictorChunk.CAPACITY, losses[s], first, found);
            }
            first += rows;
            units += found;
        }
        int all = units;
        return Arrays.stream(losses).map(l -> Arrays.copyOf(l, all)).toArray(double[][]::new);
    }

    /** Σ_i weights[s][i] ∇ℓ_i(θ_s), S × d, on top of {@code before}. */
    public double[] gradients(RowBlock block, double[][] weights, double before) {
        DrawLoss.Evaluator evaluator = loss.evaluator(JavaDenseKernel.INSTANCE, draws, anchor);
        double[] chunkLosses = new double[draws.count() * PredictorChunk.CAPACITY];
        double[] chunkWeights = new double[chunkLosses.length];
        double[] gradients = new double[draws.count() * loss.dimension()];
        Arrays.fill(gradients, before);
        for (int first = 0; first < block.rows(); ) {
            int rows = Math.min(chunk, evaluator.rowCountTogether(block, first));
            evaluator.setRowPosition(0, first);
            int found = evaluator.computeLosses(block, first, rows, chunkLosses);
            for (int s = 0; s < draws.count(); s++) {
                System.arraycopy(weights[s], first, chunkWeights, s * PredictorChunk.CAPACITY, found);
            }
            evaluator.addGradients(chunkWeights, gradients);
            first += rows;
        }
        return gradients;
    }
}
