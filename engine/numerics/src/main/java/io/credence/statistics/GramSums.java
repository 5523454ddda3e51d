package io.credence.statistics;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Weighted sums of products of columns.
 *
 * @param products lower triangle of Σ w x xᵀ, row-major
 */
public record GramSums(double[] products) implements Sums<GramSums> {

    /**
     * The pass that sums the products. Dense rows are taken relative to {@code origin}, so that columns far from 0 do
     * not cancel; sparse ones relative to 0.
     *
     * @param origin a number for each column
     */
    public static PartitionPass<GramSums> pass(double[] origin) {
        return (partition, blocks, kernel) -> sumBlocks(origin, blocks, kernel);
    }

    private static GramSums sumBlocks(double[] origin, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        int columns = origin.length;
        boolean shifts = Arrays.stream(origin).anyMatch(x -> x != 0);
        double[] products = new double[columns * columns];
        double[] row = new double[columns];
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            RowBlock counted = shifts ? relativeToOrigin(block, origin, row) : block;
            double[] weights = new double[block.rows()];
            Arrays.setAll(weights, block.attributes()::weight);
            counted.addWeightedGram(kernel, 0, weights.length, weights, products);
        }
        return new GramSums(products);
    }

    private static RowBlock relativeToOrigin(RowBlock block, double[] origin, double[] row) {
        BlockBuilder builder = BlockBuilder.ofWholeSeries(row.length, false, Precision.FLOAT64, block.rows());
        for (int i = 0; i < block.rows(); i++) {
            block.copyRow(i, row);
            Vectors.addScaled(row, -1, origin);
            builder.add(0, 1, 0, row);
        }
        return builder.build();
    }

    @Override
    public void merge(GramSums other) {
        for (int k = 0; k < products.length; k++) {
            products[k] += other.products[k];
        }
    }
}
