/* The exponential function and log(1 + x). */
#include <math.h>

#include "clones.h"
#include "dense_kernel.h"
#include "polynomials.h"

CLONES
enum dk_status dk_exp(const double *x, int count, double *out) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        out[i] = exp_any(x[i]);
    }
    return DK_OK;
}

CLONES
enum dk_status dk_log1p(const double *x, int count, double *out) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        out[i] = log_one_plus(x[i]);
    }
    return DK_OK;
}
