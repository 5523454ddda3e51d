package io.credence.random;

import io.credence.linalg.NormalTail;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hipparchus.random.SobolSequenceGenerator;

/** The first points of Sobol's sequence (Joe and Kuo's directions), to be shifted at random modulo 1. */
final class SobolPoints {

    /** Largest dimension for which the library has direction numbers. */
    static final int MOST_DIMENSIONS = 1000;

    private static final Map<Long, SobolPoints> KNOWN = new ConcurrentHashMap<>();

    private final double[][] points;

    private SobolPoints(int count, int dimension) {
        SobolSequenceGenerator sequence = new SobolSequenceGenerator(dimension);
        this.points = new double[count][];
        for (int i = 0; i < count; i++) {
            points[i] = sequence.nextVector();
        }
    }

    static SobolPoints of(int count, int dimension) {
        if (dimension > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("quasi-Monte-Carlo draws have at most " + MOST_DIMENSIONS
                    + " dimensions but " + dimension + " were requested");
        }
        if (KNOWN.size() > 16) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(((long) count << 32) | dimension, key -> new SobolPoints(count, dimension));
    }

    /** Coordinate {@code j} of point {@code i}, without a shift. */
    double coordinate(int i, int j) {
        return points[i][j];
    }

    /** Writes point {@code i} with the shift of the given address, as standard normal numbers. */
    void writeShiftedNormals(long seed, long iteration, int shift, int i, double[] into) {
        for (int j = 0; j < into.length; j++) {
            double moved = points[i][j] + AddressedRandom.uniform(seed, iteration, shift, j);
            double uniform = moved - Math.floor(moved);
            into[j] = NormalTail.quantile(Math.max(uniform, 0x1p-53));
        }
    }
}
