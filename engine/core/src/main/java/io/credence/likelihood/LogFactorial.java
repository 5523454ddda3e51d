package io.credence.likelihood;

import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/** The logarithm of y!, which each pass over rows of counts needs of each row: of most counts from a table. */
public final class LogFactorial {

    private static final double[] TABLE = IntStream.range(0, 1024)
            .mapToDouble(count -> Gamma.logGamma(count + 1))
            .toArray();

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private LogFactorial() {}

    /** log Γ(y + 1), y ≥ 0. */
    public static double of(double count) {
        int known = (int) count;
        return known == count && known < TABLE.length ? TABLE[known] : Gamma.logGamma(count + 1);
    }

    /** log y! + y − y log y of a large count, a Poisson one's loss at a rate of itself, given log y: by Stirling's series, as its terms cancel. */
    static double atOwnRate(double count, double log) {
        return 0.5 * (LOG_2_PI + log) + stirling(count);
    }

    /** log Γ(y + r) − log y!; of a large count by the series too. */
    static double rising(double count, double size) {
        if (!isLarge(count)) {
            return Gamma.logGamma(count + size) - of(count);
        }
        return (count + size - 0.5) * Math.log1p(size / count)
                + (size - 1) * Math.log(count)
                - size
                + stirling(count + size)
                - stirling(count);
    }

    /** Whether a count is not in the table. */
    static boolean isLarge(double count) {
        return count >= TABLE.length;
    }

    /** log Γ(z) − (z − ½) log z + z − ½ log 2π of a large z. */
    private static double stirling(double z) {
        return (1 - 1 / (30 * z * z)) / (12 * z);
    }
}
