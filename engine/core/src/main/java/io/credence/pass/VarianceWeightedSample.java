package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.random.AddressedRandom;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Random samples of the rows in which those with the least certain linear predictors are likeliest. Each row's weight
 * is divided by its probability, so that sums over a sample estimate sums over all rows without bias (Horvitz and
 * Thompson 1952).
 *
 * @param deviations deviations that determine how certain a row's linear predictor is; none for rows all equally
 *     likely
 * @param meanCube mean over the rows of the cube of their deviations; above 0, and not used without deviations
 * @param expectedShare share of the rows that a sample is expected to have, in (0, 1)
 * @param seed seed
 */
public record VarianceWeightedSample(PredictorDeviations deviations, double meanCube, double expectedShare, long seed)
        implements Serializable {

    /** Share of the probability that is equal for all rows. */
    private static final double EVEN = 0.2;

    public VarianceWeightedSample {
        if (!(expectedShare > 0 && expectedShare < 1) || !(meanCube > 0)) {
            throw new IllegalArgumentException("a share between 0 and 1 and a typical size above 0 are required: found "
                    + expectedShare + ", " + meanCube);
        }
    }

    /**
     * Rows of a sample.
     *
     * @param rows indices of the rows in the block
     * @param scaleFactors factors of their weights
     */
    record SampledRows(int[] rows, double[] scaleFactors) {}

    /** Rows of two independent samples of a block whose first row has the number {@code firstRow} in its partition. */
    List<SampledRows> sampleHalves(RowBlock block, int partition, long firstRow, DenseKernel kernel) {
        double[] cubes = deviations.isEmpty() ? new double[0] : cubedDeviations(block, kernel);
        SampledRowsBuilder one = new SampledRowsBuilder();
        SampledRowsBuilder other = new SampledRowsBuilder();
        AddressedRandom.NumberSequence random = AddressedRandom.sequenceAfter(seed, partition);
        for (int i = 0; i < block.rows(); i++) {
            double p = cubes.length == 0 ? expectedShare : inclusionProbability(cubes[i]);
            // One number for both: a share p of the length p belongs to both, and as long a rest beyond p to the other
            double uniform = random.uniform(firstRow + i);
            if (uniform < p) {
                one.add(i, 1 / p);
            }
            if (uniform < p * p || (uniform >= p && uniform < p + p * (1 - p))) {
                other.add(i, 1 / p);
            }
        }
        return List.of(one.build(), other.build());
    }

    private static final class SampledRowsBuilder {
        private int[] rows = new int[16];
        private double[] multiples = new double[16];
        private int count;

        void add(int row, double multiple) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, 2 * count);
                multiples = Arrays.copyOf(multiples, 2 * count);
            }
            rows[count] = row;
            multiples[count++] = multiple;
        }

        SampledRows build() {
            return new SampledRows(Arrays.copyOf(rows, count), Arrays.copyOf(multiples, count));
        }
    }

    private double[] cubedDeviations(RowBlock block, DenseKernel kernel) {
        double[] cubes = new double[block.rows()];
        double[] room = deviations.newWorkspace(PredictorChunk.CAPACITY);
        double[] some = new double[PredictorChunk.CAPACITY];
        for (int first = 0; first < cubes.length; first += PredictorChunk.CAPACITY) {
            int rows = Math.min(PredictorChunk.CAPACITY, cubes.length - first);
            deviations.writeCubedDeviations(block, first, rows, kernel, room, some);
            System.arraycopy(some, 0, cubes, first, rows);
        }
        return cubes;
    }

    private double inclusionProbability(double cube) {
        return Double.isFinite(cube)
                ? Math.min(1, expectedShare * EVEN + expectedShare * (1 - EVEN) / meanCube * cube)
                : expectedShare;
    }
}
