package io.credence.likelihood;

import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/** The logarithm of y!, which each pass over rows of counts needs of each row: of most counts from a table. */
public final class LogFactorial {

    private static final double[] TABLE = IntStream.range(0, 1024)
            .mapToDouble(count -> Gamma.logGamma(count + 1))
            .toArray();

    private LogFactorial() {}

    /** log Γ(y + 1), y ≥ 0. */
    public static double of(double count) {
        int known = (int) count;
        return known == count && known < TABLE.length ? TABLE[known] : Gamma.logGamma(count + 1);
    }
}
