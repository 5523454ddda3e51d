/* The operations on matrices of order n. */
#include "dense_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"

#define TILE 32

#ifdef __APPLE__
#define WEAK __attribute__((weak_import))
#else
#define WEAK __attribute__((weak))
#endif

extern void openblas_set_num_threads(int threads) WEAK;

void dk_use_one_thread(void) {
    if (openblas_set_num_threads) {
        openblas_set_num_threads(1);
    }
}

static void copy_lower(const double *from, int n, double *to) {
    for (size_t i = 0; i < (size_t)n; i++) {
        memcpy(to + i * n, from + i * n, (i + 1) * sizeof(double));
    }
}

static void clear_upper(double *a, int n) {
    for (size_t i = 0; i < (size_t)n; i++) {
        memset(a + i * n + i + 1, 0, (n - i - 1) * sizeof(double));
    }
}

static void fill_upper(double *a, size_t n) {
    for (size_t top = 0; top < n; top += TILE) {
        for (size_t left = 0; left <= top; left += TILE) {
            for (size_t i = top; i < top + TILE && i < n; i++) {
                for (size_t j = left; j < left + TILE && j < i; j++) {
                    a[j * n + i] = a[i * n + j];
                }
            }
        }
    }
}

enum dk_status dk_cholesky(double *a, int n, int *minor) {
    dpotrf_("U", &n, a, &n, minor, 1);
    /* OpenBLAS compares pivots with zero only, so NaN and infinity pass: they show on the diagonal. */
    int checked = *minor > 0 ? *minor - 1 : n;
    for (int i = 0; i < checked; i++) {
        if (!isfinite(a[(size_t)i * n + i])) {
            *minor = i + 1;
            break;
        }
    }
    clear_upper(a, n);
    return DK_OK;
}

enum dk_status dk_invert_triangular(const double *factor, int n, double *inverse) {
    int singular;
    copy_lower(factor, n, inverse);
    dtrtri_("U", "N", &n, inverse, &n, &singular, 1, 1);
    if (singular > 0) { /* LAPACK leaves the factor as it was: nobody may take that for the inverse */
        for (size_t i = 0; i < (size_t)n * n; i++) {
            inverse[i] = NAN;
        }
    }
    clear_upper(inverse, n);
    return DK_OK;
}

enum dk_status dk_transposed_product(const double *factor, int n, double *product) {
    int info;
    copy_lower(factor, n, product);
    dlauum_("U", &n, product, &n, &info, 1);
    fill_upper(product, (size_t)n);
    return DK_OK;
}

enum dk_status dk_retract(const double *precision, const double *inverse_factor, const double *target, int n,
                          double *result) {
    /* With W = C^-1 T, stored by rows, BLAS sees W^T = T C^-T, and W^T W is W^T times its transpose. */
    const double one = 1, half = 0.5;
    const size_t size = (size_t)n * n;
    double *w = malloc(size * sizeof(double));
    if (!w) {
        return DK_OUT_OF_MEMORY;
    }
    memcpy(w, target, size * sizeof(double));
    dtrmm_("R", "U", "N", "N", &n, &n, &one, inverse_factor, &n, w, &n, 1, 1, 1, 1);
    memcpy(result, precision, size * sizeof(double));
    dsyrk_("U", "N", &n, &n, &half, w, &n, &half, result, &n, 1, 1);
    free(w);
    return DK_OK;
}
