/*
 * Products of a block of rows with a panel. BLAS sees every matrix transposed: a panel of S rows as one of S columns, and
 * the block as columns x rows.
 *
 * Rows of floats are widened a few at a time and multiplied in double: what is formed at draws must be smooth in them to
 * the last digits that an optimiser looks at. Where a product needs the block's columns, they are laid out here: OpenBLAS
 * takes half the time of a product with ten draws to do so.
 */
#include <stdlib.h>

#include "blas.h"
#include "clones.h"
#include "dense_kernel.h"

/* Numbers of a block that are copied at a time: they stay in the cache of a core. */
#define COPIED 32768
#define LEAST_ROWS 32
#define WIDTH 4
/* Columns a power of two apart would share a few lines of the cache. */
#define PADDING 8

typedef double vec __attribute__((vector_size(32), aligned(8)));
typedef float narrow __attribute__((vector_size(16), aligned(4)));
typedef long long lanes __attribute__((vector_size(32)));

static int tile_rows(int rows, int columns) {
    const int tile = COPIED / columns < LEAST_ROWS ? LEAST_ROWS : COPIED / columns;
    return tile < rows ? tile : rows;
}

CLONES
static void widen(const float *from, size_t count, double *to) {
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

/* Columns of a block, `stride` numbers apart, as doubles: four by four, then one by one. */
#define TRANSPOSE(name, number, four)                                                                               \
    CLONES                                                                                                           \
    static void name(const number *x, int rows, int columns, double *to, int stride) {                               \
        const int whole_rows = rows / WIDTH * WIDTH, whole_columns = columns / WIDTH * WIDTH;                        \
        for (int i = 0; i < whole_rows; i += WIDTH) {                                                                \
            const number *x0 = x + (size_t)i * columns, *x1 = x0 + columns, *x2 = x1 + columns, *x3 = x2 + columns;  \
            for (int j = 0; j < whole_columns; j += WIDTH) {                                                         \
                const vec r0 = four(x0 + j), r1 = four(x1 + j), r2 = four(x2 + j), r3 = four(x3 + j);                \
                const vec a = __builtin_shuffle(r0, r1, (lanes){0, 4, 2, 6});                                        \
                const vec b = __builtin_shuffle(r0, r1, (lanes){1, 5, 3, 7});                                        \
                const vec c = __builtin_shuffle(r2, r3, (lanes){0, 4, 2, 6});                                        \
                const vec d = __builtin_shuffle(r2, r3, (lanes){1, 5, 3, 7});                                        \
                double *column = to + (size_t)j * stride + i;                                                        \
                *(vec *)column = __builtin_shuffle(a, c, (lanes){0, 1, 4, 5});                                       \
                *(vec *)(column + stride) = __builtin_shuffle(b, d, (lanes){0, 1, 4, 5});                            \
                *(vec *)(column + 2 * (size_t)stride) = __builtin_shuffle(a, c, (lanes){2, 3, 6, 7});                \
                *(vec *)(column + 3 * (size_t)stride) = __builtin_shuffle(b, d, (lanes){2, 3, 6, 7});                \
            }                                                                                                        \
        }                                                                                                            \
        for (int i = 0; i < rows; i++) {                                                                             \
            for (int j = i < whole_rows ? whole_columns : 0; j < columns; j++) {                                     \
                to[(size_t)j * stride + i] = x[(size_t)i * columns + j];                                             \
            }                                                                                                        \
        }                                                                                                            \
    }

#define FOUR_DOUBLES(from) (*(const vec *)(from))
#define FOUR_FLOATS(from) __builtin_convertvector(*(const narrow *)(from), vec)
TRANSPOSE(transpose, double, FOUR_DOUBLES)
TRANSPOSE(transpose_float, float, FOUR_FLOATS)

#define MULTIPLY_PANEL(name, number, transpose_function)                                                             \
    enum dk_status name(const number *x, int rows, int columns, struct dk_panel c, struct dk_panel out) {            \
        const double zero = 0, one = 1;                                                                              \
        const int tile = tile_rows(rows, columns), stride = tile + PADDING;                                          \
        double *turned = malloc((size_t)stride * columns * sizeof(double));                                          \
        if (!turned) {                                                                                               \
            return DK_OUT_OF_MEMORY;                                                                                 \
        }                                                                                                            \
        for (int begin = 0; begin < rows; begin += tile) {                                                           \
            const int count = tile < rows - begin ? tile : rows - begin;                                             \
            transpose_function(x + (size_t)begin * columns, count, columns, turned, stride);                         \
            dgemm_("N", "N", &count, &c.rows, &columns, &one, turned, &stride, c.values, &c.stride, &zero,           \
                   out.values + begin, &out.stride, 1, 1);                                                           \
        }                                                                                                            \
        free(turned);                                                                                                \
        return DK_OK;                                                                                                \
    }

MULTIPLY_PANEL(dk_multiply_panel, double, transpose)
MULTIPLY_PANEL(dk_multiply_panel_float, float, transpose_float)

/* `form` says whether a row of the panel has the weights of a sum ("N") or of a row of the block ("T"). */
static void add(const char *form, const double *x, int rows, int columns, struct dk_panel a, struct dk_panel sums) {
    const double one = 1;
    dgemm_("N", form, &columns, &sums.rows, &rows, &one, x, &columns, a.values, &a.stride, &one, sums.values,
           &sums.stride, 1, 1);
}

static enum dk_status add_float(const char *form, const float *x, int rows, int columns, struct dk_panel a,
                                struct dk_panel sums) {
    const int tile = tile_rows(rows, columns);
    double *wide = malloc((size_t)tile * columns * sizeof(double));
    if (!wide) {
        return DK_OUT_OF_MEMORY;
    }
    for (int begin = 0; begin < rows; begin += tile) {
        const int count = tile < rows - begin ? tile : rows - begin;
        struct dk_panel part = a;
        part.values += *form == 'N' ? (size_t)begin : (size_t)begin * a.stride;
        widen(x + (size_t)begin * columns, (size_t)count * columns, wide);
        add(form, wide, count, columns, part, sums);
    }
    free(wide);
    return DK_OK;
}

enum dk_status dk_add_weighted_rows_panel(const double *x, int rows, int columns, struct dk_panel w,
                                          struct dk_panel sums) {
    add("N", x, rows, columns, w, sums);
    return DK_OK;
}

enum dk_status dk_add_weighted_rows_panel_float(const float *x, int rows, int columns, struct dk_panel w,
                                                struct dk_panel sums) {
    return add_float("N", x, rows, columns, w, sums);
}

enum dk_status dk_add_cross_product(const double *x, int rows, int columns, struct dk_panel a, struct dk_panel sums) {
    add("T", x, rows, columns, a, sums);
    return DK_OK;
}

enum dk_status dk_add_cross_product_float(const float *x, int rows, int columns, struct dk_panel a,
                                          struct dk_panel sums) {
    return add_float("T", x, rows, columns, a, sums);
}
