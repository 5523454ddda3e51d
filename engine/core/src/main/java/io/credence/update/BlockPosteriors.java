package io.credence.update;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversions between a full or block-diagonal Gaussian and the list of its independent full parts. */
final class BlockPosteriors {

    private BlockPosteriors() {}

    /** The parts of {@code q}; a full Gaussian is a single one. */
    static List<FullGaussian> blockGaussians(GaussianPosterior q) {
        if (q.isMeanField()) {
            throw new IllegalArgumentException("this update rule moves matrices: required is " + FullGaussian.NAME
                    + " or " + BlockGaussian.NAME + " but found " + q.family());
        }
        return q.blockGaussians();
    }

    /** The Gaussian made of the given parts, of the structure of {@code like}; null where that has none. */
    @SuppressWarnings("unchecked") // every Gaussian keeps to its structure
    static <Q extends GaussianPosterior> @Nullable Q joinBlocks(Q like, List<FullGaussian> parts) {
        return (Q) like.withBlockGaussians(parts);
    }

    /** Entries of a packed matrix that belong to block b. */
    static double[] packed(Blocks blocks, int b, double[] all) {
        int end = b + 1 < blocks.count() ? blocks.packedOffset(b + 1) : all.length;
        return Arrays.copyOfRange(all, blocks.packedOffset(b), end);
    }

    /** Entries of a vector that belong to block b. */
    static double[] vector(Blocks blocks, int b, double[] all) {
        return Arrays.copyOfRange(all, blocks.firstCoefficient(b), blocks.firstCoefficient(b) + blocks.size(b));
    }
}
