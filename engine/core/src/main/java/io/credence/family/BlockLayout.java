package io.credence.family;

import io.credence.linalg.Symmetric;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Layout of the parameters λ of a block Gaussian: all means first, then one packed Cholesky factor after the other. The
 * λ of a block is its means and its factor.
 *
 * @param blocks blocks of the coefficients
 */
record BlockLayout(Blocks blocks) {

    /** Length of λ of block {@code b}. */
    int parameterCount(int b) {
        return blocks.size(b) + Symmetric.packedLength(blocks.size(b));
    }

    private int factorOffset(int b) {
        return blocks.dimension() + blocks.packedOffset(b);
    }

    /** Parameters λ of block {@code b}, taken from those of the whole. */
    double[] blockParameters(int b, double[] all) {
        int size = blocks.size(b);
        double[] own = Arrays.copyOfRange(all, blocks.firstCoefficient(b), blocks.firstCoefficient(b) + parameterCount(b));
        System.arraycopy(all, factorOffset(b), own, size, own.length - size);
        return own;
    }

    /** Adds the parameters λ of a block, or a gradient in them, at their places in the whole. */
    void scatter(int b, double[] own, double[] into) {
        int size = blocks.size(b);
        FreeParameters.add(into, blocks.firstCoefficient(b), 1, own, 0, size);
        FreeParameters.add(into, factorOffset(b), 1, own, size, own.length - size);
    }

    /** Vector as long as λ of the whole, joined from one vector per block. */
    double[] gatherBlocks(IntFunction<double[]> each) {
        double[] all = new double[blocks.dimension() + blocks.packedLength()];
        for (int b = 0; b < blocks.count(); b++) {
            scatter(b, each.apply(b), all);
        }
        return all;
    }
}
