package io.credence.linalg;

/** Workspace for exp(−|x|) of many numbers by a polynomial, in loops that the JIT compiler vectorises. */
final class JavaExponential {
    // Adding this number rounds to an integer, found in the low bits.
    private static final double MAGIC = 0x1.8p52;

    private final double[] shifted;
    private final double[] power;

    JavaExponential(int capacity) {
        shifted = new double[capacity];
        power = new double[capacity];
    }

    /** {@code e[i] = exp(−|x[i]|)}; zero from 708.75 on. */
    void ofMinusSize(double[] x, int count, double[] e) {
        shift(x, count, shifted);
        powerOfTwo(shifted, count, power);
        exponential(x, shifted, power, count, e);
    }

    private static void shift(double[] x, int count, double[] shifted) {
        for (int i = 0; i < count; i++) {
            shifted[i] = Math.max(-Math.abs(x[i]), -709) * 0x1.71547652b82fep+0 + MAGIC;
        }
    }

    /** 2ᵏ, and 0 for k = −1023: the only loop that stays scalar. */
    private static void powerOfTwo(double[] shifted, int count, double[] power) {
        for (int i = 0; i < count; i++) {
            power[i] = Double.longBitsToDouble((Double.doubleToRawLongBits(shifted[i]) + 1023) << 52);
        }
    }

    private static void exponential(double[] x, double[] shifted, double[] power, int count, double[] e) {
        for (int i = 0; i < count; i++) {
            double k = shifted[i] - MAGIC;
            e[i] = (Math.max(-Math.abs(x[i]), -709) - k * 0x1.62e42fefa3800p-1) - k * 0x1.ef35793c76730p-45;
        }
        for (int i = 0; i < count; i++) {
            double r = e[i];
            double q = r * r;
            double even = (((2.7620088445409746e-07 * q + 2.4801521295954376e-05) * q + 1.3888888917213717e-03) * q
                                    + 4.166666666662413e-02)
                            * q
                    + 5.000000000000001e-01;
            double odd = (((2.510038549551032e-08 * q + 2.7557268459997064e-06) * q + 1.9841269863053618e-04) * q
                                    + 8.333333333330062e-03)
                            * q
                    + 1.6666666666666669e-01;
            e[i] = power[i] * (1 + (r + q * (even + r * odd)));
        }
    }
}
