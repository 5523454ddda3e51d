package io.credence.linalg;

/** Workspace for exp(−|x|) of many numbers by a polynomial, in loops that the JIT compiler vectorises. */
final class JavaExponential {
    // Adding this number rounds to an integer, found in the low bits.
    private static final double MAGIC = 0x1.8p52;

    private final double[] shifted;
    private final double[] power;
    private final double[] raised;

    JavaExponential(int capacity) {
        shifted = new double[capacity];
        power = new double[capacity];
        raised = new double[capacity];
    }

    /** Computes {@code e[i] = exp(−|x[i]|)}; zero from 708.75 on. */
    void expOfMinusAbsolute(double[] x, int count, double[] e) {
        computeShiftedExponents(x, count, shifted);
        powerOfTwo(shifted, count, power);
        computeExponentials(x, shifted, power, count, raised, e);
    }

    private static void computeShiftedExponents(double[] x, int count, double[] shifted) {
        for (int i = 0; i < count; i++) {
            shifted[i] = Math.max(-Math.abs(x[i]), -709) * 0x1.71547652b82fep+0 + MAGIC;
        }
    }

    /** Computes 2ᵏ, and 0 for k = −1023: the only loop that stays scalar. */
    private static void powerOfTwo(double[] shifted, int count, double[] power) {
        for (int i = 0; i < count; i++) {
            power[i] = Double.longBitsToDouble((Double.doubleToRawLongBits(shifted[i]) + 1023) << 52);
        }
    }

    private static void computeExponentials(
            double[] x, double[] shifted, double[] power, int count, double[] raised, double[] e) {
        for (int i = 0; i < count; i++) {
            double k = shifted[i] - MAGIC;
            e[i] = (Math.max(-Math.abs(x[i]), -709) - k * 0x1.62e42fefa3800p-1) - k * 0x1.ef35793c76730p-45;
        }
        JavaPolynomials.exponential(e, count, raised);
        for (int i = 0; i < count; i++) {
            e[i] = power[i] * raised[i];
        }
    }
}
