package io.credence.divergence;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.Objects;

/** Conversions that bring a Gaussian posterior and a Gaussian prior to one form. */
final class GaussianConversions {

    private GaussianConversions() {}

    /**
     * Gaussian with the prior's mean and precision, in the blocks of {@code q}. The precision is full where the prior
     * is not independent.
     *
     * @throws IllegalArgumentException if an entry has no normal prior
     */
    static GaussianPosterior toGaussian(GaussianPosterior q, GaussianPrior prior) {
        if (prior.flatCount() > 0) {
            throw new IllegalArgumentException("this divergence requires a normal prior of every parameter but found "
                    + prior.flatCount() + " without");
        }
        if (prior.isIndependent() && q.isMeanField()) {
            return new DiagonalGaussian(prior.mean(), prior.precision());
        }
        Blocks blocks = prior.isIndependent() ? q.blocks() : Blocks.full(prior.dimension());
        double[] packed = prior.precisionInBlocks(blocks);
        return Objects.requireNonNull(
                blocks.count() == 1
                        ? FullGaussian.of(q.kernel(), prior.mean(), packed)
                        : BlockGaussian.of(q.kernel(), blocks, prior.mean(), packed),
                "a prior is definite");
    }

    static void requireSameDimension(GaussianPosterior q, GaussianPosterior prior) {
        if (q.dimension() != prior.dimension()) {
            throw new IllegalArgumentException("posterior and prior must have the same dimension but have "
                    + q.dimension() + " and " + prior.dimension());
        }
    }

    /** Whether the packed precisions of posterior and prior have the same layout. */
    static boolean haveSameForm(GaussianPosterior q, GaussianPosterior prior) {
        return q.blocks().equals(prior.blocks());
    }

    /** Difference μ − μ0 of the means. */
    static double[] meanDifference(GaussianPosterior q, GaussianPosterior prior) {
        double[] difference = q.mean().clone();
        for (int j = 0; j < difference.length; j++) {
            difference[j] -= prior.mean()[j];
        }
        return difference;
    }

    /** Gaussian of the same mean and precision, the precision held in full. */
    static FullGaussian toFullGaussian(GaussianPosterior gaussian) {
        if (gaussian.blocks().count() == 1) {
            return gaussian.blockGaussians().get(0);
        }
        double[] precision = gaussian.blocks().toPackedTriangle(gaussian.precision());
        return Objects.requireNonNull(
                FullGaussian.of(gaussian.kernel(), gaussian.mean(), precision),
                "blocks that are definite make a whole");
    }

    /**
     * Gaussian of consecutive parameters that are independent of all others.
     *
     * @throws IllegalArgumentException if a block of the Gaussian is only partly among them
     */
    static GaussianPosterior marginal(GaussianPosterior gaussian, int first, int size) {
        if (gaussian.dimension() == size) {
            return gaussian;
        }
        double[] mean = Arrays.copyOfRange(gaussian.mean(), first, first + size);
        Blocks blocks = gaussian.blocks();
        int from = blocksBefore(blocks, first);
        int to = blocksBefore(blocks, first + size);
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("a divergence of its own for parameters " + first + " to "
                    + (first + size - 1)
                    + " requires a posterior and a prior in which they are independent of the others,"
                    + " but blocks of a Gaussian cross that cut; use " + BlockGaussian.NAME + " or "
                    + DiagonalGaussian.NAME);
        }
        return gaussian.isMeanField()
                ? new DiagonalGaussian(mean, Arrays.copyOfRange(gaussian.precision(), first, first + size))
                : BlockGaussian.of(gaussian.blockGaussians().subList(from, to));
    }

    /** Number of blocks before a parameter; −1 if the parameter is inside a block. */
    private static int blocksBefore(Blocks blocks, int parameter) {
        int low = 0;
        int high = blocks.count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.firstCoefficient(middle) < parameter) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int at = low < blocks.count() ? blocks.firstCoefficient(low) : blocks.dimension();
        return at == parameter ? low : -1;
    }
}
