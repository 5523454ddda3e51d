package io.credence.family;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import java.io.Serializable;

/**
 * Serialised form of a {@link FullGaussian}.
 *
 * @param kernel name by which the kernel is found again
 * @param precision packed precision P
 * @param factor packed Cholesky factor C
 */
record FullGaussianForm(String kernel, double[] mean, double[] precision, double[] factor)
        implements Serializable, WritableAsRecord.WrittenForm<FullGaussian> {
    @Override
    public FullGaussian restored() {
        try {
            DenseKernel found = Kernels.named(kernel);
            double[] unpacked = Symmetric.unpackLower(factor, mean.length);
            return new FullGaussian(found, mean, precision, Cholesky.ofFactor(found, unpacked, mean.length));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "a saved precision of order " + mean.length + " is not positive definite: " + e.getMessage(), e);
        }
    }

    private Object readResolve() {
        return restored();
    }
}
