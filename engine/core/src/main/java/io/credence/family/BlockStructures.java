package io.credence.family;

import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian structures of independent blocks: one block of all parameters, one block per parameter, or blocks of any
 * sizes.
 */
final class BlockStructures {

    private BlockStructures() {}

    record Full() implements GaussianStructure {
        @Override
        public String family() {
            return FullGaussian.NAME;
        }

        @Override
        public Blocks blocks(int dimension) {
            return Blocks.full(dimension);
        }

        @Override
        public boolean isFull() {
            return true;
        }

        @Override
        public @Nullable GaussianPosterior gaussian(DenseKernel kernel, double[] mean, double[] precision) {
            return FullGaussian.of(kernel, mean, precision);
        }
    }

    record Diagonal() implements GaussianStructure {
        @Override
        public String family() {
            return DiagonalGaussian.NAME;
        }

        @Override
        public Blocks blocks(int dimension) {
            return Blocks.diagonal(dimension);
        }

        @Override
        public boolean isMeanField() {
            return true;
        }

        @Override
        public GaussianPosterior gaussian(DenseKernel kernel, double[] mean, double[] precision) {
            return new DiagonalGaussian(mean, precision);
        }
    }

    record Blocked(Blocks blocks) implements GaussianStructure {
        @Override
        public String family() {
            return BlockGaussian.NAME;
        }

        @Override
        public Blocks blocks(int dimension) {
            if (blocks.dimension() != dimension) {
                throw new IllegalArgumentException(family() + " requires sizes of blocks that add up to the "
                        + dimension + " coefficients but found a sum of " + blocks.dimension());
            }
            return blocks;
        }

        @Override
        public @Nullable GaussianPosterior gaussian(DenseKernel kernel, double[] mean, double[] precision) {
            return BlockGaussian.of(kernel, blocks, mean, precision);
        }
    }
}
