/* The operations on blocks of rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "clones.h"
#include "dense_kernel.h"

/* Rows worked on at a time: enough for BLAS to reach its speed, few enough for their copy to stay in cache. */
#define CHUNK 512

static const int one_step = 1;

static int chunk_rows(int rows) {
    return rows < CHUNK ? rows : CHUNK;
}

static void *allocate(size_t rows, size_t columns, size_t bytes) {
    return malloc(rows * columns * bytes + 1); /* never zero bytes, which may give NULL */
}

enum dk_status dk_multiply(const double *x, int rows, int columns, const double *coefficients, double *out) {
    const double one = 1;
    memset(out, 0, (size_t)rows * sizeof(double));
    dgemv_("T", &columns, &rows, &one, x, &columns, coefficients, &one_step, &one, out, &one_step, 1);
    return DK_OK;
}

CLONES
enum dk_status dk_multiply_float(const float *x, int rows, int columns, const double *coefficients, double *out) {
    for (int i = 0; i < rows; i++, x += columns) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; j++) {
            sum += (double)x[j] * coefficients[j];
        }
        out[i] = sum;
    }
    return DK_OK;
}

enum dk_status dk_add_weighted_rows(const double *x, int rows, int columns, const double *weights, double *sum) {
    const double one = 1;
    dgemv_("N", &columns, &rows, &one, x, &columns, weights, &one_step, &one, sum, &one_step, 1);
    return DK_OK;
}

CLONES
enum dk_status dk_add_weighted_rows_float(const float *x, int rows, int columns, const double *weights, double *sum) {
    int i = 0;
    for (; i + 3 < rows; i += 4, x += 4 * (size_t)columns) { /* four at a time spares loads and stores of the sum */
        const float *x1 = x + columns, *x2 = x1 + columns, *x3 = x2 + columns;
        const double *w = weights + i;
#pragma omp simd
        for (int j = 0; j < columns; j++) {
            sum[j] += w[0] * (double)x[j] + w[1] * (double)x1[j] + w[2] * (double)x2[j] + w[3] * (double)x3[j];
        }
    }
    for (; i < rows; i++, x += columns) {
        for (int j = 0; j < columns; j++) {
            sum[j] += weights[i] * (double)x[j];
        }
    }
    return DK_OK;
}

CLONES
static void row_norms(const double *u, int rows, int columns, double *out) {
    for (int i = 0; i < rows; i++, u += columns) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; j++) {
            sum += u[j] * u[j];
        }
        out[i] = sum;
    }
}

CLONES
static void row_norms_float(const float *u, int rows, int columns, double *out) {
    for (int i = 0; i < rows; i++, u += columns) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; j++) {
            sum += (double)u[j] * (double)u[j];
        }
        out[i] = sum;
    }
}

enum dk_status dk_squared_norms(const double *x, int rows, int columns, const double *factor, double *out) {
    const double one = 1;
    double *u = allocate((size_t)chunk_rows(rows), (size_t)columns, sizeof(double));
    if (!u) {
        return DK_OUT_OF_MEMORY;
    }
    for (int begin = 0; begin < rows; begin += CHUNK) {
        const int count = chunk_rows(rows - begin);
        memcpy(u, x + (size_t)begin * columns, (size_t)count * columns * sizeof(double));
        dtrmm_("L", "U", "T", "N", &columns, &count, &one, factor, &columns, u, &columns, 1, 1, 1, 1);
        row_norms(u, count, columns, out + begin);
    }
    free(u);
    return DK_OK;
}

CLONES
static void lower_to_float(const double *from, int n, float *to) {
    for (size_t i = 0; i < (size_t)n; i++) {
        for (size_t j = 0; j <= i; j++) {
            to[i * n + j] = (float)from[i * n + j];
        }
    }
}

enum dk_status dk_squared_norms_float(const float *x, int rows, int columns, const double *factor, double *out) {
    const float one = 1;
    float *u = allocate((size_t)chunk_rows(rows) + (size_t)columns, (size_t)columns, sizeof(float));
    if (!u) {
        return DK_OUT_OF_MEMORY;
    }
    float *single = u + (size_t)chunk_rows(rows) * columns;
    lower_to_float(factor, columns, single);
    for (int begin = 0; begin < rows; begin += CHUNK) {
        const int count = chunk_rows(rows - begin);
        memcpy(u, x + (size_t)begin * columns, (size_t)count * columns * sizeof(float));
        strmm_("L", "U", "T", "N", &columns, &count, &one, single, &columns, u, &columns, 1, 1, 1, 1);
        row_norms_float(u, count, columns, out + begin);
    }
    free(u);
    return DK_OK;
}

/*
 * Rows times the root of |weight|, so that a product of the scaled rows with themselves is their weighted product: those
 * of positive weight from the front of `scaled`, those of negative weight from its end, those of weight zero left out.
 */
struct signed_rows {
    int positive;
    int negative;
};

CLONES
static struct signed_rows scale_rows(const double *x, int rows, int columns, const double *weights, double *scaled) {
    struct signed_rows found = {0, 0};
    for (int i = 0; i < rows; i++, x += columns) {
        if (weights[i] == 0) {
            continue;
        }
        int at = weights[i] < 0 ? rows - ++found.negative : found.positive++;
        double *row = scaled + (size_t)at * columns;
        double root = sqrt(fabs(weights[i]));
        for (int j = 0; j < columns; j++) {
            row[j] = root * x[j];
        }
    }
    return found;
}

CLONES
static struct signed_rows scale_rows_float(const float *x, int rows, int columns, const double *weights,
                                           float *scaled) {
    struct signed_rows found = {0, 0};
    for (int i = 0; i < rows; i++, x += columns) {
        if (weights[i] == 0) {
            continue;
        }
        int at = weights[i] < 0 ? rows - ++found.negative : found.positive++;
        float *row = scaled + (size_t)at * columns;
        float root = (float)sqrt(fabs(weights[i]));
        for (int j = 0; j < columns; j++) {
            row[j] = root * x[j];
        }
    }
    return found;
}

enum dk_status dk_add_weighted_gram(const double *x, int rows, int columns, const double *weights, double *sum) {
    const double one = 1, minus_one = -1;
    double *scaled = allocate((size_t)chunk_rows(rows), (size_t)columns, sizeof(double));
    if (!scaled) {
        return DK_OUT_OF_MEMORY;
    }
    for (int begin = 0; begin < rows; begin += CHUNK) {
        const int count = chunk_rows(rows - begin);
        const struct signed_rows found =
            scale_rows(x + (size_t)begin * columns, count, columns, weights + begin, scaled);
        const double *negative = scaled + (size_t)(count - found.negative) * columns;
        dsyrk_("U", "N", &columns, &found.positive, &one, scaled, &columns, &one, sum, &columns, 1, 1);
        dsyrk_("U", "N", &columns, &found.negative, &minus_one, negative, &columns, &one, sum, &columns, 1, 1);
    }
    free(scaled);
    return DK_OK;
}

CLONES
static void add_lower(const float *from, int n, double *sum) {
    for (size_t i = 0; i < (size_t)n; i++) {
        for (size_t j = 0; j <= i; j++) {
            sum[i * n + j] += (double)from[i * n + j];
        }
    }
}

enum dk_status dk_add_weighted_gram_float(const float *x, int rows, int columns, const double *weights, double *sum) {
    const float zero = 0, one = 1, minus_one = -1;
    float *scaled = allocate((size_t)chunk_rows(rows) + (size_t)columns, (size_t)columns, sizeof(float));
    if (!scaled) {
        return DK_OUT_OF_MEMORY;
    }
    float *single = scaled + (size_t)chunk_rows(rows) * columns;
    for (int begin = 0; begin < rows; begin += CHUNK) {
        const int count = chunk_rows(rows - begin);
        const struct signed_rows found =
            scale_rows_float(x + (size_t)begin * columns, count, columns, weights + begin, scaled);
        const float *negative = scaled + (size_t)(count - found.negative) * columns;
        ssyrk_("U", "N", &columns, &found.positive, &one, scaled, &columns, &zero, single, &columns, 1, 1);
        ssyrk_("U", "N", &columns, &found.negative, &minus_one, negative, &columns, &one, single, &columns, 1, 1);
        add_lower(single, columns, sum);
    }
    free(scaled);
    return DK_OK;
}
