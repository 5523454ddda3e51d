package io.credence.linalg;

/** Polynomial loops that exponentials and logarithms share, which the JIT compiler vectorises. */
final class JavaPolynomials {
    // The coefficients interpolate at Chebyshev nodes, computed with 50 digits; both relative errors are below 2e-17.

    private JavaPolynomials() {}

    /** Computes {@code out[i] = exp(r[i])} for |r| ≤ ½ log 2; may be in place. */
    static void exponential(double[] r, int count, double[] out) {
        for (int i = 0; i < count; i++) {
            double q = r[i] * r[i];
            double even = (((2.7620088445409746e-07 * q + 2.4801521295954376e-05) * q + 1.3888888917213717e-03) * q
                                    + 4.166666666662413e-02)
                            * q
                    + 5.000000000000001e-01;
            double odd = (((2.510038549551032e-08 * q + 2.7557268459997064e-06) * q + 1.9841269863053618e-04) * q
                                    + 8.333333333330062e-03)
                            * q
                    + 1.6666666666666669e-01;
            out[i] = 1 + (r[i] + q * (even + r[i] * odd));
        }
    }

    /** Computes {@code out[i] = 2 atanh(s[i])} for |s| ≤ ⅓. */
    static void twiceArtanh(double[] s, int count, double[] out) {
        for (int i = 0; i < count; i++) {
            double z = s[i] * s[i];
            double q = z * z;
            double even = (((4.400369243072337e-02 * q + 6.657072104827468e-02) * q + 9.090894718066429e-02) * q
                                    + 1.428571428355438e-01)
                            * q
                    + 3.333333333333333e-01;
            double odd = (((8.082022805971766e-02 * q + 6.000536404795356e-02) * q + 7.692785032479312e-02) * q
                                    + 1.1111111358713932e-01)
                            * q
                    + 2.0000000000007292e-01;
            out[i] = 2 * s[i] * (1 + z * (even + z * odd));
        }
    }
}
