package io.credence.gradient;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.loss.Chunk;
import io.credence.random.AddressedRandom;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Random parts of the rows in which those whose linear predictor is least certain are the likeliest. Each row's weight is divided
 * by its probability, so that sums over a part estimate sums over all rows without bias (Horvitz and Thompson 1952).
 *
 * @param moves what tells how certain a row's linear predictor is; none for rows all equally likely
 * @param typical mean over the rows of the cube of their moves; above 0, and not used without them
 * @param share of the rows that a part is expected to have, in (0, 1)
 * @param seed seed
 */
public record SpreadSample(PredictorMoves moves, double typical, double share, long seed) implements Serializable {

    /** Part of the probability that is the same for all rows. */
    private static final double EVEN = 0.2;

    public SpreadSample {
        if (!(share > 0 && share < 1) || !(typical > 0)) {
            throw new IllegalArgumentException(
                    "a share between 0 and 1 and a typical size above 0 are required: found " + share + ", " + typical);
        }
    }

    /**
     * Rows of a part.
     *
     * @param rows their numbers in the block
     * @param multiples what their weights are multiplied by
     */
    record Picked(int[] rows, double[] multiples) {}

    /** Rows of independent parts of a block whose first row has the number {@code firstRow} in its partition. */
    List<Picked> parts(int count, RowBlock block, int partition, long firstRow, DenseKernel kernel) {
        double[] cubes = moves.isNone() ? new double[0] : cubes(block, kernel);
        return IntStream.range(0, count)
                .mapToObj(part -> part(part, block.rows(), cubes, partition, firstRow))
                .toList();
    }

    private double[] cubes(RowBlock block, DenseKernel kernel) {
        double[] cubes = new double[block.rows()];
        double[] room = moves.room(Chunk.CAPACITY);
        double[] some = new double[Chunk.CAPACITY];
        for (int first = 0; first < cubes.length; first += Chunk.CAPACITY) {
            int rows = Math.min(Chunk.CAPACITY, cubes.length - first);
            moves.cubes(block, first, rows, kernel, room, some);
            System.arraycopy(some, 0, cubes, first, rows);
        }
        return cubes;
    }

    private Picked part(int part, int rows, double[] cubes, int partition, long firstRow) {
        int[] picked = new int[rows];
        double[] multiples = new double[rows];
        int count = 0;
        AddressedRandom.Last random = AddressedRandom.last(seed + part, partition);
        for (int i = 0; i < rows; i++) {
            double probability = cubes.length == 0 ? share : probability(cubes[i]);
            if (random.uniform(firstRow + i) < probability) {
                picked[count] = i;
                multiples[count++] = 1 / probability;
            }
        }
        return new Picked(Arrays.copyOf(picked, count), Arrays.copyOf(multiples, count));
    }

    private double probability(double cube) {
        return Math.min(1, share * (Double.isFinite(cube) ? EVEN + (1 - EVEN) * cube / typical : 1));
    }
}
