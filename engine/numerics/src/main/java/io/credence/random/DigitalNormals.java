package io.credence.random;

import io.credence.linalg.NormalTail;

/**
 * Quasi-Monte-Carlo normal numbers in very many small sets, each with a separate digital shift. Point s, dimension j of
 * a set is the normal quantile of (Sobol's number ⊕ shift + ½) / 2¹⁶. The points are as even as
 * {@link NormalDraws.Dependence#SOBOL}, at the cost of a table look-up per number. Not thread-safe.
 */
public final class DigitalNormals {

    private static final int BITS = 16;
    private static final int[] WORDS = {0, 16, 32, 48};
    private static final double[] QUANTILES = cellMedians();

    private final AddressedRandom.NumberSequence shifts;
    private final char[] points;
    private final char[] shift;
    private final int dimension;

    /**
     * A generator of sets of points.
     *
     * @param count number of points of a set, at most 2¹⁶
     * @param dimension dimension of a point
     */
    public DigitalNormals(long seed, long use, int count, int dimension) {
        this.shifts = AddressedRandom.sequenceAfter(seed, use);
        this.dimension = dimension;
        this.points = new char[Math.multiplyExact(count, dimension)];
        this.shift = new char[dimension];
        SobolPoints sobol = SobolPoints.of(count, dimension);
        for (int s = 0; s < count; s++) {
            for (int j = 0; j < dimension; j++) {
                points[s * dimension + j] = (char) (sobol.coordinate(s, j) * (1 << BITS));
            }
        }
    }

    private static double[] cellMedians() {
        double[] quantiles = new double[1 << BITS];
        for (int i = 0; i < quantiles.length; i++) {
            quantiles[i] = NormalTail.quantile((i + 0.5) / quantiles.length);
        }
        return quantiles;
    }

    /** Moves to the set with the given number. */
    public void moveTo(long set) {
        long words = (dimension + WORDS.length - 1) / WORDS.length;
        for (int j = 0; j < dimension; j += WORDS.length) {
            long bits = shifts.bits(set * words + j / WORDS.length);
            for (int i = 0; i < WORDS.length && j + i < dimension; i++) {
                shift[j + i] = (char) (bits >>> WORDS[i]);
            }
        }
    }

    /** Writes the first {@code count} numbers of point {@code s} of the set. */
    public void fill(int s, double[] into, int at, int count) {
        for (int j = 0; j < count; j++) {
            into[at + j] = QUANTILES[points[s * dimension + j] ^ shift[j]];
        }
    }
}
