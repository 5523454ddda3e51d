/*
 * Polynomials that vectorise without -ffast-math, so that NaN and infinity mean what they should and nothing depends on a
 * vector library. The coefficients interpolate at Chebyshev nodes, computed with 50 digits; both relative errors are below
 * 2e-17.
 */
#ifndef CREDENCE_POLYNOMIALS_H
#define CREDENCE_POLYNOMIALS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "clones.h"

/* Adding this number rounds to an integer, found in the low bits. */
#define MAGIC 0x1.8p52
#define LOG_2_HIGH 0x1.62e42fefa3800p-1
#define LOG_2_LOW 0x1.ef35793c76730p-45

INLINED double from_bits(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

INLINED uint64_t to_bits(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* 2^k for k = shifted - MAGIC from -1022 to 1023, and 0 for k = -1023. */
INLINED double power_of_two(double shifted) {
    return from_bits((to_bits(shifted) + 1023) << 52);
}

/* exp(t - k log 2), which is between the roots of 1/2 and 2. */
INLINED double exp_rest(double t, double k) {
    double r = (t - k * LOG_2_HIGH) - k * LOG_2_LOW;
    double q = r * r;
    double even = (((2.7620088445409746e-07 * q + 2.4801521295954376e-05) * q + 1.3888888917213717e-03) * q +
                   4.166666666662413e-02) * q + 5.000000000000001e-01;
    double odd = (((2.510038549551032e-08 * q + 2.7557268459997064e-06) * q + 1.9841269863053618e-04) * q +
                  8.333333333330062e-03) * q + 1.6666666666666669e-01;
    return 1 + (r + q * (even + r * odd));
}

/* exp(x) for x <= 0; zero from -708.75 on, where the power of two is below the normal numbers and its bits are zero. */
INLINED double exp_negative(double x) {
    double t = x < -709 ? -709 : x;
    double shifted = t * 0x1.71547652b82fep+0 + MAGIC;
    return power_of_two(shifted) * exp_rest(t, shifted - MAGIC);
}

/* exp(x), with the power of two in two factors, since it goes from -1076 to 1024. */
INLINED double exp_any(double x) {
    double t = x < -746 ? -746 : x > 710 ? 710 : x;
    double k = (t * 0x1.71547652b82fep+0 + MAGIC) - MAGIC;
    double half = k * 0.5 + MAGIC;
    return exp_rest(t, k) * power_of_two(half) * power_of_two((k - (half - MAGIC)) + MAGIC);
}

/* atanh(s)/s at s^2 = z, for 0 <= z <= 1/9. */
INLINED double atanh_ratio(double z) {
    double q = z * z;
    double even = (((4.400369243072337e-02 * q + 6.657072104827468e-02) * q + 9.090894718066429e-02) * q +
                   1.428571428355438e-01) * q + 3.333333333333333e-01;
    double odd = (((8.082022805971766e-02 * q + 6.000536404795356e-02) * q + 7.692785032479312e-02) * q +
                  1.1111111358713932e-01) * q + 2.0000000000007292e-01;
    return 1 + z * (even + z * odd);
}

/* log(1 + x) for x >= 0: with u = 1 + x rounded, log u + (x - (u - 1))/u; log u = k log 2 + 2 atanh((m - 1)/(m + 1)). */
INLINED double log_one_plus(double x) {
    double u = 1 + x;
    uint64_t k = (to_bits(u) - 0x3fe6a09e667f3bcdU) >> 52; /* leaves m = u / 2^k between the roots of 1/2 and 2 */
    double exponent = from_bits(k | 0x4330000000000000U) - 0x1p52;
    double m = from_bits(to_bits(u) - (k << 52));
    double s = (m - 1) / (m + 1);
    double rest = (x - (u - 1)) / u;
    double log = exponent * LOG_2_HIGH + (2 * s * atanh_ratio(s * s) + (rest + exponent * LOG_2_LOW));
    return x < INFINITY ? log : x;
}

#endif
