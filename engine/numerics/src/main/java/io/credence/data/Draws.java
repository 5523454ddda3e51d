package io.credence.data;

import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import java.io.Serializable;
import java.util.Arrays;

/** Draws θ_s of all parameters as executors see them, without the posterior they come from. */
public sealed interface Draws extends Serializable {

    /** Number of draws S. */
    int count();

    /** Number of parameters d. */
    int dimension();

    /** Writes draw {@code s} into {@code into}. */
    void fill(int s, double[] into);

    /**
     * Seed of further random numbers that belong to draw {@code s}, such as those of the rows' latent variables. It is
     * another one in every step.
     */
    long seedOfDraw(int s);

    private static long seedOfDraw(long first, int s) {
        return s == 0 ? first : AddressedRandom.bits(first, s);
    }

    /**
     * Draws that are sent as numbers.
     *
     * @param values S × d, row-major
     * @param firstSeed address of the first draw, from which those of the others follow
     */
    record ExplicitDraws(double[] values, int count, int dimension, long firstSeed) implements Draws {
        /** Draws whose further random numbers, if any, are always the same. */
        public ExplicitDraws(double[] values, int count, int dimension) {
            this(values, count, dimension, 0);
        }

        /** Draws from one array of at least {@code dimension} numbers for each. */
        public static ExplicitDraws of(double[][] draws, int dimension) {
            double[] values = new double[Math.multiplyExact(draws.length, dimension)];
            for (int s = 0; s < draws.length; s++) {
                System.arraycopy(draws[s], 0, values, s * dimension, dimension);
            }
            return new ExplicitDraws(values, draws.length, dimension);
        }

        public ExplicitDraws {
            if ((long) count * dimension != values.length) {
                throw new IllegalArgumentException(count + " draws of " + dimension + " parameters are "
                        + (long) count * dimension + " numbers but found " + values.length);
            }
        }

        /** Subset of up to {@code most} of these draws from {@code from} on, without their further random numbers. */
        public ExplicitDraws subset(int from, int most) {
            int to = Math.min(count, from + most);
            return new ExplicitDraws(
                    Arrays.copyOfRange(values, from * dimension, to * dimension), to - from, dimension);
        }

        @Override
        public void fill(int s, double[] into) {
            System.arraycopy(values, s * dimension, into, 0, dimension);
        }

        @Override
        public long seedOfDraw(int s) {
            return Draws.seedOfDraw(firstSeed, s);
        }
    }

    /**
     * Draws of independent normal parameters that every executor makes itself.
     *
     * @param mean means μ
     * @param sd standard deviations
     * @param standardDraws draws ε of θ = μ + sd ∘ ε
     */
    record RegeneratedDraws(double[] mean, double[] sd, NormalDraws standardDraws) implements Draws {
        @Override
        public int count() {
            return standardDraws.count();
        }

        @Override
        public int dimension() {
            return mean.length;
        }

        @Override
        public void fill(int s, double[] into) {
            standardDraws.fill(s, into);
            for (int j = 0; j < mean.length; j++) {
                into[j] = mean[j] + sd[j] * into[j];
            }
        }

        @Override
        public long seedOfDraw(int s) {
            return Draws.seedOfDraw(standardDraws.stepSeed(), s);
        }
    }
}
