package io.credence.update;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import java.util.Arrays;
import java.util.List;

/** A full or block-diagonal Gaussian as the list of its independent full parts. */
final class Parts {

    private Parts() {}

    /** The parts of {@code q}; a full Gaussian is one. */
    static List<FullGaussian> of(GaussianPosterior q) {
        if (q.family().equals(DiagonalGaussian.NAME)) {
            throw new IllegalArgumentException("this update rule moves matrices: required is " + FullGaussian.NAME
                    + " or " + BlockGaussian.NAME + " but found " + q.family());
        }
        return q.parts();
    }

    /** The Gaussian of these parts, of the family of {@code like}. */
    @SuppressWarnings("unchecked") // a full Gaussian has one part and stays full, a block Gaussian keeps its blocks
    static <Q extends GaussianPosterior> Q joined(Q like, List<FullGaussian> parts) {
        return (Q) (like instanceof FullGaussian ? parts.get(0) : BlockGaussian.of(parts));
    }

    /** The numbers of a packed matrix that belong to block b. */
    static double[] packed(Blocks blocks, int b, double[] all) {
        int end = b + 1 < blocks.count() ? blocks.offset(b + 1) : all.length;
        return Arrays.copyOfRange(all, blocks.offset(b), end);
    }

    /** The numbers of a vector that belong to block b. */
    static double[] vector(Blocks blocks, int b, double[] all) {
        return Arrays.copyOfRange(all, blocks.first(b), blocks.first(b) + blocks.size(b));
    }
}
