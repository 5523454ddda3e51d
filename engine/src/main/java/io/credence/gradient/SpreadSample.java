package io.credence.gradient;

import io.credence.data.CoefficientSpread;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.loss.Chunk;
import io.credence.random.AddressedRandom;
import java.util.Arrays;

/**
 * A random part of the rows in which those whose linear predictor is least certain are the likeliest: what a quadratic leaves of a
 * row's loss goes with the cube of that standard deviation. Each row's weight is divided by its probability, so that sums over the
 * part estimate sums over all rows without bias (Horvitz and Thompson 1952).
 *
 * @param spread covariance of the coefficients; none for rows all equally likely
 * @param typical mean over the rows of the cube of that standard deviation; above 0, and not used without a spread
 * @param share of the rows that is expected, in (0, 1)
 * @param seed seed
 */
public record SpreadSample(CoefficientSpread spread, double typical, double share, long seed) implements RowChoice {

    /** Part of the probability that is the same for all rows. */
    private static final double EVEN = 0.2;

    public SpreadSample {
        if (!(share > 0 && share < 1) || !(typical > 0)) {
            throw new IllegalArgumentException(
                    "a share between 0 and 1 and a typical size above 0 are required: found " + share + ", " + typical);
        }
    }

    @Override
    public boolean isAll() {
        return false;
    }

    @Override
    public RowBlock of(RowBlock block, int partition, long firstRow, DenseKernel kernel) {
        int[] picked = new int[block.rows()];
        double[] multiples = new double[block.rows()];
        double[] cubes = new double[Chunk.CAPACITY];
        int count = 0;
        for (int first = 0; first < block.rows(); first += Chunk.CAPACITY) {
            int rows = Math.min(Chunk.CAPACITY, block.rows() - first);
            cubes(block, first, rows, spread, kernel, cubes);
            for (int i = 0; i < rows; i++) {
                double probability = probability(cubes[i]);
                if (AddressedRandom.uniform(seed, partition, firstRow + first + i) < probability) {
                    picked[count] = first + i;
                    multiples[count++] = 1 / probability;
                }
            }
        }
        return block.select(Arrays.copyOf(picked, count), Arrays.copyOf(multiples, count));
    }

    private double probability(double cube) {
        boolean even = spread instanceof CoefficientSpread.None || !Double.isFinite(cube);
        return Math.min(1, share * (even ? 1 : EVEN + (1 - EVEN) * cube / typical));
    }

    /** Cubes of the standard deviations of rows' linear predictors. */
    static void cubes(RowBlock block, int first, int rows, CoefficientSpread spread, DenseKernel kernel, double[] out) {
        block.variances(kernel, first, rows, spread, out);
        for (int i = 0; i < rows; i++) {
            out[i] *= Math.sqrt(out[i]);
        }
    }
}
