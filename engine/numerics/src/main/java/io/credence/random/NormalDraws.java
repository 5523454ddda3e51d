package io.credence.random;

import java.io.Serializable;

/**
 * Standard normal draws addressed by seed, iteration, draw and dimension, so that driver and executors can each make them.
 * They come in units: draws of different units are independent, those of one unit need not be.
 *
 * @param seed seed of the fit
 * @param iteration step for which they are drawn
 * @param count number of draws S
 * @param dimension length of a draw d
 * @param dependence dependence between the draws of a unit
 */
public record NormalDraws(long seed, long iteration, int count, int dimension, Dependence dependence)
        implements Serializable {

    /** Dependence between draws. */
    public enum Dependence {
        /** Independent draws: units of one. */
        INDEPENDENT,
        /** Antithetic pairs (ε, −ε), which cancel the odd part of an average: units of two. */
        ANTITHETIC,
        /** Sobol points, each unit shifted at random modulo 1: eight units. */
        SOBOL
    }

    /** Word in place of a dimension in the address of the number that chooses a draw's stratum. */
    public static final long STRATUM = -1;
    /** Word in place of a dimension in the address of the number that gives a draw's dispersion as a quantile. */
    public static final long DISPERSION = -2;

    /** Number of independently shifted point sets, by which the error of quasi-Monte-Carlo draws is estimated. */
    private static final int SHIFTS = 8;

    public NormalDraws {
        if (dependence == Dependence.SOBOL && dimension > SobolPoints.MOST_DIMENSIONS) {
            throw new IllegalArgumentException("quasi-Monte-Carlo draws have at most " + SobolPoints.MOST_DIMENSIONS
                    + " dimensions but " + dimension + " were requested");
        }
        if (count < 2 || count % drawsPerUnit(dependence, count) != 0) {
            throw new IllegalArgumentException("the number of draws must be a multiple of "
                    + drawsPerUnit(dependence, count) + " but was " + count);
        }
    }

    /** Smallest number of draws, at least {@code required}, that makes at least two units and no part of one. */
    public static int roundedUpCount(Dependence kind, int required) {
        return switch (kind) {
            case INDEPENDENT -> Math.max(2, required);
            case ANTITHETIC -> Math.max(4, required + required % 2);
            case SOBOL -> Math.max(SHIFTS, (required + SHIFTS - 1) / SHIFTS * SHIFTS);
        };
    }

    /** Number of draws in a unit. */
    public int drawsPerUnit() {
        return drawsPerUnit(dependence, count);
    }

    private static int drawsPerUnit(Dependence kind, int count) {
        return switch (kind) {
            case INDEPENDENT -> 1;
            case ANTITHETIC -> 2;
            case SOBOL -> Math.max(1, (count + SHIFTS - 1) / SHIFTS);
        };
    }

    /** Seed of other random numbers of the same step. */
    public long stepSeed() {
        return AddressedRandom.bits(seed, iteration);
    }

    /** Number of units. */
    public int unitCount() {
        return count / drawsPerUnit();
    }

    /** Writes draw {@code s} into {@code into}. */
    public void fill(int s, double[] into) {
        switch (dependence) {
            case INDEPENDENT -> writeIndependent(s, 1, into);
            case ANTITHETIC -> writeIndependent(s / 2, s % 2 == 0 ? 1 : -1, into);
            case SOBOL ->
                SobolPoints.of(drawsPerUnit(), dimension)
                        .writeShiftedNormals(seed, iteration, s / drawsPerUnit(), s % drawsPerUnit(), into);
        }
    }

    private void writeIndependent(int address, double sign, double[] into) {
        AddressedRandom.sequenceAfter(seed, iteration, address).writeNormals(dimension, sign, into);
    }

    /** All draws, S × d, row-major. */
    public double[] matrix() {
        double[] all = new double[Math.multiplyExact(count, dimension)];
        double[] one = new double[dimension];
        for (int s = 0; s < count; s++) {
            fill(s, one);
            System.arraycopy(one, 0, all, s * dimension, dimension);
        }
        return all;
    }
}
