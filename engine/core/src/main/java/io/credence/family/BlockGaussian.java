package io.credence.family;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior of independent blocks of consecutive coefficients, each block a full Gaussian. The unconstrained
 * parameters λ are μ and then the Cholesky factor of each block's precision, as in {@link FullGaussian}, one block
 * after the other.
 */
@SuppressWarnings("serial") // what is written is the proxy below
public final class BlockGaussian implements BlockwiseGaussian, WritableAsRecord {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-block";

    private final Blocks blocks;
    private final double[] mean;
    private final double[] precision;
    private final List<FullGaussian> parts;

    private BlockGaussian(Blocks blocks, double[] mean, double[] precision, List<FullGaussian> parts) {
        this.blocks = blocks;
        this.mean = mean;
        this.precision = precision;
        this.parts = parts;
    }

    /**
     * Gaussian of the given mean and precision.
     *
     * @param packedPrecision P in the packed form of {@code blocks}
     * @return null if P is not positive definite
     * @throws IllegalArgumentException if mean or precision are not as long as the blocks require
     */
    public static @Nullable BlockGaussian of(
            DenseKernel kernel, Blocks blocks, double[] mean, double[] packedPrecision) {
        FreeParameterAlgebra.checkLength("mean of these blocks", blocks.dimension(), mean.length);
        FreeParameterAlgebra.checkLength(
                "packed precision of these blocks", blocks.packedLength(), packedPrecision.length);
        List<FullGaussian> parts = new ArrayList<>();
        for (int b = 0; b < blocks.count(); b++) {
            int from = blocks.packedOffset(b);
            int to = from + Symmetric.packedLength(blocks.size(b));
            FullGaussian part = FullGaussian.of(
                    kernel, blocks.blockEntries(b, mean), Arrays.copyOfRange(packedPrecision, from, to));
            if (part == null) {
                return null;
            }
            parts.add(part);
        }
        return new BlockGaussian(blocks, mean, packedPrecision, List.copyOf(parts));
    }

    /**
     * Gaussian whose blocks are the given independent parts.
     *
     * @param parts at least one, in the order of their coefficients
     */
    public static BlockGaussian of(List<FullGaussian> parts) {
        Blocks blocks =
                Blocks.of(parts.stream().mapToInt(FullGaussian::dimension).toArray());
        double[] mean = new double[blocks.dimension()];
        double[] precision = new double[blocks.packedLength()];
        for (int b = 0; b < parts.size(); b++) {
            double[] packed = parts.get(b).precision();
            System.arraycopy(parts.get(b).mean(), 0, mean, blocks.firstCoefficient(b), blocks.size(b));
            System.arraycopy(packed, 0, precision, blocks.packedOffset(b), packed.length);
        }
        return new BlockGaussian(blocks, mean, precision, List.copyOf(parts));
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public boolean isUnconstrainedWithinBlocks() {
        return true;
    }

    @Override
    public double[] mean() {
        return mean;
    }

    @Override
    public double[] precision() {
        return precision;
    }

    @Override
    public Blocks blocks() {
        return blocks;
    }

    @Override
    public List<FullGaussian> blockGaussians() {
        return parts;
    }

    @Override
    public BlockGaussian withBlockGaussians(List<FullGaussian> others) {
        return of(others);
    }

    @Override
    public BlockGaussian withMean(double[] other) {
        FreeParameterAlgebra.checkLength("mean of these blocks", blocks.dimension(), other.length);
        List<FullGaussian> moved = new ArrayList<>();
        for (int b = 0; b < parts.size(); b++) {
            moved.add(parts.get(b).withMean(blocks.blockEntries(b, other)));
        }
        return new BlockGaussian(blocks, other, precision, List.copyOf(moved));
    }

    @Override
    public int parameterCount() {
        return mean.length + precision.length;
    }

    @Override
    public double[] parameters() {
        return gatherBlocks(FullGaussian::parameters);
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        int[] sizes = new int[blocks.count()];
        Arrays.setAll(sizes, blocks::size);
        return BlockwiseGaussian.super.toFamilyParameters().with("blocks", sizes);
    }

    @Override
    public double[] parameterScales() {
        return gatherBlocks(FullGaussian::parameterScales);
    }

    private double[] gatherBlocks(Function<FullGaussian, double[]> each) {
        return layout().gatherBlocks(b -> each.apply(parts.get(b)));
    }

    private BlockLayout layout() {
        return new BlockLayout(blocks);
    }

    @Override
    public BlockGaussian with(double[] parameters) {
        FreeParameterAlgebra.check(NAME, parameters, parameterCount());
        List<FullGaussian> moved = new ArrayList<>();
        for (int b = 0; b < parts.size(); b++) {
            moved.add(parts.get(b).with(layout().blockParameters(b, parameters)));
        }
        return of(moved);
    }

    @Override
    public @Nullable BlockGaussian with(double[] newMean, double[] newPrecision) {
        return of(kernel(), blocks, newMean, newPrecision);
    }

    @Override
    public BlockGaussian rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, mean.length);
        List<FullGaussian> moved = new ArrayList<>();
        for (int b = 0; b < parts.size(); b++) {
            moved.add(parts.get(b).rescaled(blocks.blockEntries(b, factors)));
        }
        return of(moved);
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (int b = 0; b < parts.size(); b++) {
            double[] own = new double[layout().parameterCount(b)];
            parts.get(b).addPullback(0, blocks.blockEntries(b, standard), blocks.blockEntries(b, gradient), own);
            layout().scatter(b, own, into);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (int b = 0; b < parts.size(); b++) {
            double[] own = new double[layout().parameterCount(b)];
            parts.get(b).addScore(blocks.blockEntries(b, theta), weight, own);
            layout().scatter(b, own, into);
        }
    }

    @Override
    public @Nullable BlockGaussian withPrecisionTowards(double[] target, double stepSize) {
        List<FullGaussian> moved = new ArrayList<>();
        for (FullGaussian part : parts) {
            int from = blocks.packedOffset(moved.size());
            double[] own = Arrays.copyOfRange(target, from, from + part.precision().length);
            FullGaussian next = part.withPrecisionTowards(own, stepSize);
            if (next == null) {
                return null;
            }
            moved.add(next);
        }
        return of(moved);
    }

    @Override
    public WrittenForm<BlockGaussian> toWrittenForm() {
        return new SerialForm(kernel().name(), blocks, mean, precision);
    }

    private Object writeReplace() {
        return toWrittenForm();
    }

    /** Serialised form. Reading it repeats the factorisations, to the same bits. */
    private record SerialForm(String kernel, Blocks blocks, double[] mean, double[] precision)
            implements Serializable, WrittenForm<BlockGaussian> {
        @Override
        public BlockGaussian restoreValue() {
            BlockGaussian read = of(Kernels.named(kernel), blocks, mean, precision);
            if (read == null) {
                throw new IllegalArgumentException(
                        "a saved precision of " + blocks.count() + " blocks is not positive definite");
            }
            return read;
        }

        private Object readResolve() {
            return restoreValue();
        }
    }

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

        /** Parameters λ of block {@code b}, taken from the parameters of all blocks. */
        double[] blockParameters(int b, double[] all) {
            int size = blocks.size(b);
            double[] own =
                    Arrays.copyOfRange(all, blocks.firstCoefficient(b), blocks.firstCoefficient(b) + parameterCount(b));
            System.arraycopy(all, factorOffset(b), own, size, own.length - size);
            return own;
        }

        /**
         * Adds the parameters λ of block {@code b}, or a gradient in them, to the block's entries among those of all
         * blocks.
         */
        void scatter(int b, double[] own, double[] into) {
            int size = blocks.size(b);
            FreeParameterAlgebra.add(into, blocks.firstCoefficient(b), 1, own, 0, size);
            FreeParameterAlgebra.add(into, factorOffset(b), 1, own, size, own.length - size);
        }

        /** Vector as long as λ of all blocks, joined from one vector per block. */
        double[] gatherBlocks(IntFunction<double[]> each) {
            double[] all = new double[blocks.dimension() + blocks.packedLength()];
            for (int b = 0; b < blocks.count(); b++) {
                scatter(b, each.apply(b), all);
            }
            return all;
        }
    }
}
