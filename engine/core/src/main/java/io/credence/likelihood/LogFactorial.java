package io.credence.likelihood;

import java.util.stream.IntStream;
import org.hipparchus.special.Gamma;

/** Logarithms of factorials, of most counts from a table. Each pass over rows of counts needs one per row. */
public final class LogFactorial {

    private static final double[] TABLE = IntStream.range(0, 1024)
            .mapToDouble(count -> Gamma.logGamma(count + 1))
            .toArray();

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private LogFactorial() {}

    /** Logarithm of y!, that is log Γ(y + 1), y ≥ 0. */
    public static double of(double count) {
        int known = (int) count;
        return known == count && known < TABLE.length ? TABLE[known] : Gamma.logGamma(count + 1);
    }

    /**
     * Poisson loss of a large count y at a rate equal to it, log y! + y − y log y, given log y. It uses Stirling's
     * series, as its terms cancel.
     */
    public static double poissonLossAtMean(double count, double log) {
        return 0.5 * (LOG_2_PI + log) + stirlingRemainder(count);
    }

    /** Difference log Γ(y + r) − log y!, by Stirling's series where the count is large. */
    public static double logGammaRatio(double count, double size) {
        if (!isLarge(count)) {
            return Gamma.logGamma(count + size) - of(count);
        }
        return (count + size - 0.5) * Math.log1p(size / count)
                + (size - 1) * Math.log(count)
                - size
                + stirlingRemainder(count + size)
                - stirlingRemainder(count);
    }

    /** Whether a count is not in the table. */
    public static boolean isLarge(double count) {
        return count >= TABLE.length;
    }

    /** Remainder of Stirling's formula at a large z, log Γ(z) − (z − ½) log z + z − ½ log 2π. */
    private static double stirlingRemainder(double z) {
        return (1 - 1 / (30 * z * z)) / (12 * z);
    }
}
