/*
 * Products of a block of rows with a panel. BLAS sees every matrix transposed: a panel of S rows as one of S columns, and
 * the block as columns x rows.
 *
 * Rows of floats are widened a few at a time and multiplied in double: what is formed at draws must be smooth in them to
 * the last digits that an optimiser looks at, and widening costs a tenth of the products.
 */
#include <stdlib.h>

#include "blas.h"
#include "clones.h"
#include "dense_kernel.h"

/* Numbers of a block that are widened at a time: they stay in the cache of a core. */
#define WIDENED 32768
#define LEAST_ROWS 32

enum product { C_TIMES_XT, W_TIMES_X, AT_TIMES_X };

static void multiply(enum product kind, const double *x, int rows, int columns, struct dk_panel a,
                     struct dk_panel result) {
    const double zero = 0, one = 1;
    const int s = result.rows;
    switch (kind) {
    case C_TIMES_XT:
        dgemm_("T", "N", &rows, &s, &columns, &one, x, &columns, a.values, &a.stride, &zero, result.values,
               &result.stride, 1, 1);
        break;
    case W_TIMES_X:
        dgemm_("N", "N", &columns, &s, &rows, &one, x, &columns, a.values, &a.stride, &one, result.values,
               &result.stride, 1, 1);
        break;
    case AT_TIMES_X:
        dgemm_("N", "T", &columns, &s, &rows, &one, x, &columns, a.values, &a.stride, &one, result.values,
               &result.stride, 1, 1);
        break;
    }
}

CLONES
static void widen(const float *from, size_t count, double *to) {
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

static enum dk_status multiply_float(enum product kind, const float *x, int rows, int columns, struct dk_panel a,
                                     struct dk_panel result) {
    int tile = WIDENED / columns < LEAST_ROWS ? LEAST_ROWS : WIDENED / columns;
    tile = tile < rows ? tile : rows;
    double *wide = malloc((size_t)tile * columns * sizeof(double));
    if (!wide) {
        return DK_OUT_OF_MEMORY;
    }
    for (int begin = 0; begin < rows; begin += tile) {
        const int count = tile < rows - begin ? tile : rows - begin;
        struct dk_panel part = a, to = result;
        if (kind == C_TIMES_XT) {
            to.values += begin;
        } else {
            part.values += kind == W_TIMES_X ? (size_t)begin : (size_t)begin * a.stride;
        }
        widen(x + (size_t)begin * columns, (size_t)count * columns, wide);
        multiply(kind, wide, count, columns, part, to);
    }
    free(wide);
    return DK_OK;
}

enum dk_status dk_multiply_panel(const double *x, int rows, int columns, struct dk_panel c, struct dk_panel out) {
    multiply(C_TIMES_XT, x, rows, columns, c, out);
    return DK_OK;
}

enum dk_status dk_multiply_panel_float(const float *x, int rows, int columns, struct dk_panel c, struct dk_panel out) {
    return multiply_float(C_TIMES_XT, x, rows, columns, c, out);
}

enum dk_status dk_add_weighted_rows_panel(const double *x, int rows, int columns, struct dk_panel w,
                                          struct dk_panel sums) {
    multiply(W_TIMES_X, x, rows, columns, w, sums);
    return DK_OK;
}

enum dk_status dk_add_weighted_rows_panel_float(const float *x, int rows, int columns, struct dk_panel w,
                                                struct dk_panel sums) {
    return multiply_float(W_TIMES_X, x, rows, columns, w, sums);
}

enum dk_status dk_add_cross_product(const double *x, int rows, int columns, struct dk_panel a, struct dk_panel sums) {
    multiply(AT_TIMES_X, x, rows, columns, a, sums);
    return DK_OK;
}

enum dk_status dk_add_cross_product_float(const float *x, int rows, int columns, struct dk_panel a,
                                          struct dk_panel sums) {
    return multiply_float(AT_TIMES_X, x, rows, columns, a, sums);
}
