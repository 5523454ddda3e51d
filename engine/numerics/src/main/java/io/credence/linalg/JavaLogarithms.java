package io.credence.linalg;

/**
 * Workspace for the exponential function and log(1 + x) for {@link JavaDenseKernel}, in loops that the JIT compiler
 * vectorises.
 */
final class JavaLogarithms {
    private static final int CHUNK = 256;
    private static final double MAGIC = 0x1.8p52;
    private static final double LOG_2_HIGH = 0x1.62e42fefa3800p-1;
    private static final double LOG_2_LOW = 0x1.ef35793c76730p-45;
    // Bits of √½: subtracted from those of a number, they leave its exponent as for a mantissa between √½ and √2.
    private static final long ROOT_HALF = 0x3fe6a09e667f3bcdL;

    private final double[] near;
    private final double[] exponent;
    private final double[] power;
    private final double[] rest;

    /** A workspace for a call with {@code count} numbers, which are processed in chunks. */
    JavaLogarithms(int count) {
        int chunk = Math.min(count, CHUNK);
        near = new double[chunk];
        exponent = new double[chunk];
        power = new double[chunk];
        rest = new double[chunk];
    }

    /** Computes exponentials like {@link DenseKernel#exp}. */
    void exp(double[] x, int begin, int count, double[] out) {
        for (int at = begin; at < begin + count; at += CHUNK) {
            int rows = Math.min(CHUNK, begin + count - at);
            for (int i = 0; i < rows; i++) {
                near[i] = Math.max(Math.min(x[at + i], 710), -746);
            }
            for (int i = 0; i < rows; i++) {
                exponent[i] = near[i] * 0x1.71547652b82fep+0 + MAGIC;
            }
            halfPowers(rows);
            computeReducedExponentials(near, exponent, rows, rest);
            for (int i = 0; i < rows; i++) {
                out[at + i] = rest[i] * power[i] * exponent[i];
            }
        }
    }

    /** Computes 2ᵏ as two factors, since k goes from −1076 to 1024: the only loop that stays scalar. */
    private void halfPowers(int rows) {
        for (int i = 0; i < rows; i++) {
            long k = (int) Double.doubleToRawLongBits(exponent[i]);
            long half = k >> 1;
            power[i] = Double.longBitsToDouble((half + 1023) << 52);
            rest[i] = Double.longBitsToDouble((k - half + 1023) << 52);
        }
    }

    private static void computeReducedExponentials(double[] x, double[] shifted, int rows, double[] other) {
        for (int i = 0; i < rows; i++) {
            double k = shifted[i] - MAGIC;
            x[i] = (x[i] - k * LOG_2_HIGH) - k * LOG_2_LOW;
        }
        System.arraycopy(other, 0, shifted, 0, rows);
        JavaPolynomials.exponential(x, rows, other);
    }

    /** Computes log(1 + x) like {@link DenseKernel#log1p}. With u = 1 + x rounded it is log u + (x − (u − 1))/u. */
    void log1p(double[] x, int begin, int count, double[] out) {
        for (int at = begin; at < begin + count; at += CHUNK) {
            int rows = Math.min(CHUNK, begin + count - at);
            for (int i = 0; i < rows; i++) {
                near[i] = 1 + x[at + i];
            }
            split(rows);
            for (int i = 0; i < rows; i++) {
                rest[i] = (x[at + i] - (near[i] - 1)) / near[i];
            }
            addLogarithm(rows);
            for (int i = 0; i < rows; i++) {
                out[at + i] = rest[i];
            }
            copyNonFinite(x, at, rows, out);
        }
    }

    /** Splits u = 2ᵏ m with m between √½ and √2: k into exponent, m into power. */
    private void split(int rows) {
        for (int i = 0; i < rows; i++) {
            long bits = Double.doubleToRawLongBits(near[i]);
            long k = (bits - ROOT_HALF) >> 52;
            exponent[i] = k;
            power[i] = Double.longBitsToDouble(bits - (k << 52));
        }
    }

    private void addLogarithm(int rows) {
        for (int i = 0; i < rows; i++) {
            power[i] = (power[i] - 1) / (power[i] + 1);
        }
        JavaPolynomials.twiceArtanh(power, rows, near);
        for (int i = 0; i < rows; i++) {
            rest[i] = exponent[i] * LOG_2_HIGH + (near[i] + (rest[i] + exponent[i] * LOG_2_LOW));
        }
    }

    private static void copyNonFinite(double[] x, int at, int rows, double[] out) {
        for (int i = at; i < at + rows; i++) {
            if (!(x[i] < Double.POSITIVE_INFINITY)) {
                out[i] = x[i]; // infinity and NaN
            }
        }
    }
}
