package io.credence.linalg;

/** The exponential function and log(1 + x) for {@link JavaDenseKernel}, in loops that the JIT compiler vectorises. */
final class JavaLogarithms {
    // The polynomials are those of JavaSoftplus: e^r for |r| ≤ ½ log 2, and atanh(s)/s for s² ≤ 1/9.

    private static final int CHUNK = 256;
    private static final double MAGIC = 0x1.8p52;
    private static final double LOG_2_HIGH = 0x1.62e42fefa3800p-1;
    private static final double LOG_2_LOW = 0x1.ef35793c76730p-45;
    // Bits of √½: subtracted from those of a number, they leave its exponent as for a mantissa between √½ and √2.
    private static final long ROOT_HALF = 0x3fe6a09e667f3bcdL;

    private final double[] near = new double[CHUNK];
    private final double[] exponent = new double[CHUNK];
    private final double[] power = new double[CHUNK];
    private final double[] rest = new double[CHUNK];

    /** As {@link DenseKernel#exp}. */
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
            raise(near, exponent, rows, rest);
            for (int i = 0; i < rows; i++) {
                out[at + i] = rest[i] * power[i] * exponent[i];
            }
        }
    }

    /** 2ᵏ as two factors, since k goes from −1076 to 1024: the only loop that stays scalar. */
    private void halfPowers(int rows) {
        for (int i = 0; i < rows; i++) {
            long k = (int) Double.doubleToRawLongBits(exponent[i]);
            long half = k >> 1;
            power[i] = Double.longBitsToDouble((half + 1023) << 52);
            rest[i] = Double.longBitsToDouble((k - half + 1023) << 52);
        }
    }

    private static void raise(double[] x, double[] shifted, int rows, double[] other) {
        for (int i = 0; i < rows; i++) {
            double k = shifted[i] - MAGIC;
            x[i] = (x[i] - k * LOG_2_HIGH) - k * LOG_2_LOW;
        }
        System.arraycopy(other, 0, shifted, 0, rows);
        for (int i = 0; i < rows; i++) {
            double r = x[i];
            double q = r * r;
            double even = (((2.7620088445409746e-07 * q + 2.4801521295954376e-05) * q + 1.3888888917213717e-03) * q
                                    + 4.166666666662413e-02)
                            * q
                    + 5.000000000000001e-01;
            double odd = (((2.510038549551032e-08 * q + 2.7557268459997064e-06) * q + 1.9841269863053618e-04) * q
                                    + 8.333333333330062e-03)
                            * q
                    + 1.6666666666666669e-01;
            other[i] = 1 + (r + q * (even + r * odd));
        }
    }

    /** As {@link DenseKernel#log1p}: with u = 1 + x rounded, log u + (x − (u − 1))/u. */
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
            limits(x, at, rows, out);
        }
    }

    /** u = 2ᵏ m with m between √½ and √2: k into exponent, m into power. */
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
        for (int i = 0; i < rows; i++) {
            double s = power[i];
            double z = s * s;
            double q = z * z;
            double even = (((4.400369243072337e-02 * q + 6.657072104827468e-02) * q + 9.090894718066429e-02) * q
                                    + 1.428571428355438e-01)
                            * q
                    + 3.333333333333333e-01;
            double odd = (((8.082022805971766e-02 * q + 6.000536404795356e-02) * q + 7.692785032479312e-02) * q
                                    + 1.1111111358713932e-01)
                            * q
                    + 2.0000000000007292e-01;
            near[i] = 2 * s * (1 + z * (even + z * odd));
        }
        for (int i = 0; i < rows; i++) {
            rest[i] = exponent[i] * LOG_2_HIGH + (near[i] + (rest[i] + exponent[i] * LOG_2_LOW));
        }
    }

    private static void limits(double[] x, int at, int rows, double[] out) {
        for (int i = at; i < at + rows; i++) {
            if (!(x[i] < Double.POSITIVE_INFINITY)) {
                out[i] = x[i]; // infinity and NaN
            }
        }
    }
}
