/*
 * Products of a block of rows with a panel, tile by tile: a part of the block is laid out as doubles whose rows begin with
 * a line of the cache, and multiplied while it is there.
 *
 * Rows of floats are multiplied in double as well: what is formed at draws must be smooth in them to the last digits that
 * an optimiser looks at.
 */
#include <stdlib.h>

#include "clones.h"
#include "dense_kernel.h"
#include "product.h"

/* Rows and columns of the part of a block that is worked on: as a tile it stays in the second cache. */
#define TILE 128
#define WIDTH 4

typedef double vec __attribute__((vector_size(32), aligned(8)));
typedef float narrow __attribute__((vector_size(16), aligned(4)));
typedef long long lanes __attribute__((vector_size(32)));

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Whole lines, and an odd number of them: rows a power of two apart would share a few sets of the cache. */
static size_t stride_of(int columns) {
    return (size_t)(((columns + LINE - 1) / LINE) | 1) * LINE;
}

static double *allocate(size_t numbers) {
    return aligned_alloc(LINE * sizeof(double), numbers * sizeof(double));
}

/* Writes part of a block, from number `from` on, as a tile. */
typedef void tile_function(const void *block, size_t from, int block_columns, int rows, int columns, double *tile,
                           size_t stride);

/* tile[i, j] = x[i, j], with zeros up to the end of a line. */
#define LAY(name, number, four)                                                                                     \
    CLONES                                                                                                          \
    static void name(const void *block, size_t from, int block_columns, int rows, int columns, double *tile,        \
                     size_t stride) {                                                                               \
        const number *x = (const number *)block + from;                                                             \
        for (int i = 0; i < rows; i++, x += block_columns, tile += stride) {                                        \
            int j = 0;                                                                                              \
            for (; j + WIDTH <= columns; j += WIDTH) {                                                              \
                *(vec *)(tile + j) = four(x + j);                                                                   \
            }                                                                                                       \
            for (; j < columns; j++) {                                                                              \
                tile[j] = x[j];                                                                                     \
            }                                                                                                       \
            for (; j % LINE; j++) {                                                                                 \
                tile[j] = 0;                                                                                        \
            }                                                                                                       \
        }                                                                                                           \
    }

/* tile[j, i] = x[i, j], four by four, then one by one, likewise. */
#define TURN(name, number, four)                                                                                    \
    CLONES                                                                                                          \
    static void name(const void *block, size_t from, int block_columns, int rows, int columns, double *tile,        \
                     size_t stride) {                                                                               \
        const number *x = (const number *)block + from;                                                             \
        const int whole_rows = rows / WIDTH * WIDTH, whole_columns = columns / WIDTH * WIDTH;                       \
        for (int i = 0; i < whole_rows; i += WIDTH) {                                                               \
            const number *x0 = x + (size_t)i * block_columns, *x1 = x0 + block_columns, *x2 = x1 + block_columns;   \
            const number *x3 = x2 + block_columns;                                                                  \
            for (int j = 0; j < whole_columns; j += WIDTH) {                                                        \
                const vec r0 = four(x0 + j), r1 = four(x1 + j), r2 = four(x2 + j), r3 = four(x3 + j);               \
                const vec a = __builtin_shuffle(r0, r1, (lanes){0, 4, 2, 6});                                       \
                const vec b = __builtin_shuffle(r0, r1, (lanes){1, 5, 3, 7});                                       \
                const vec c = __builtin_shuffle(r2, r3, (lanes){0, 4, 2, 6});                                       \
                const vec d = __builtin_shuffle(r2, r3, (lanes){1, 5, 3, 7});                                       \
                double *row = tile + j * stride + i;                                                                \
                *(vec *)row = __builtin_shuffle(a, c, (lanes){0, 1, 4, 5});                                         \
                *(vec *)(row + stride) = __builtin_shuffle(b, d, (lanes){0, 1, 4, 5});                              \
                *(vec *)(row + 2 * stride) = __builtin_shuffle(a, c, (lanes){2, 3, 6, 7});                          \
                *(vec *)(row + 3 * stride) = __builtin_shuffle(b, d, (lanes){2, 3, 6, 7});                          \
            }                                                                                                       \
        }                                                                                                           \
        for (int i = 0; i < rows; i++) {                                                                            \
            for (int j = i < whole_rows ? whole_columns : 0; j < columns; j++) {                                    \
                tile[j * stride + i] = x[(size_t)i * block_columns + j];                                            \
            }                                                                                                       \
        }                                                                                                           \
        for (int i = rows; i % LINE; i++) {                                                                         \
            for (int j = 0; j < columns; j++) {                                                                     \
                tile[j * stride + i] = 0;                                                                           \
            }                                                                                                       \
        }                                                                                                           \
    }

#define FOUR_DOUBLES(from) (*(const vec *)(from))
#define FOUR_FLOATS(from) __builtin_convertvector(*(const narrow *)(from), vec)
LAY(lay, double, FOUR_DOUBLES)
LAY(lay_float, float, FOUR_FLOATS)
TURN(turn, double, FOUR_DOUBLES)
TURN(turn_float, float, FOUR_FLOATS)

CLONES
static void put(const double *from, size_t from_stride, int rows, int columns, double *to, size_t to_stride, bool add) {
    for (int i = 0; i < rows; i++, from += from_stride, to += to_stride) {
        for (int j = 0; j < columns; j++) {
            to[j] = add ? to[j] + from[j] : from[j];
        }
    }
}

/* C X^T: the columns of a tile are rows of the block. */
static enum dk_status multiply(const void *x, size_t size, tile_function *turn_part, int rows, int columns,
                               struct dk_panel c, struct dk_panel out) {
    product_function *product = fastest_product();
    const size_t stride = stride_of(least(rows, TILE));
    double *tile = allocate((least(columns, TILE) + (rows % LINE ? out.rows : 0)) * stride);
    if (!tile) {
        return DK_OUT_OF_MEMORY;
    }
    double *sums = tile + least(columns, TILE) * stride;
    for (int i = 0; i < rows; i += TILE) {
        const int height = least(TILE, rows - i);
        const bool whole = height % LINE == 0; /* else the last lines would reach into what comes after */
        const struct wanted next = {(const char *)x + (size_t)(i + height) * columns * size,
                                    columns <= TILE ? (size_t)height * columns * size : 0};
        for (int j = 0; j < columns; j += TILE) {
            const int width = least(TILE, columns - j);
            turn_part(x, (size_t)i * columns + j, columns, height, width, tile, stride);
            product((struct strided){c.values + j, c.stride, 1}, out.rows, width, tile, stride, height,
                    whole ? out.values + i : sums, whole ? (size_t)out.stride : stride, j > 0, next);
        }
        if (!whole) {
            put(sums, stride, out.rows, height, out.values + i, out.stride, false);
        }
    }
    free(tile);
    return DK_OK;
}

/* Sums of rows, where number (s, i) of the weights stands at s * a.row + i * a.step. */
static enum dk_status add(const void *x, tile_function *lay_part, int rows, int columns, struct strided a,
                          struct dk_panel sums) {
    product_function *product = fastest_product();
    const size_t stride = stride_of(least(columns, TILE));
    double *tile = allocate((least(rows, TILE) + sums.rows) * stride);
    if (!tile) {
        return DK_OUT_OF_MEMORY;
    }
    double *parts = tile + least(rows, TILE) * stride;
    for (int j = 0; j < columns; j += TILE) {
        const int width = least(TILE, columns - j);
        for (int i = 0; i < rows; i += TILE) {
            const int height = least(TILE, rows - i);
            lay_part(x, (size_t)i * columns + j, columns, height, width, tile, stride);
            product((struct strided){a.values + i * a.step, a.row, a.step}, sums.rows, height, tile, stride, width,
                    parts, stride, i > 0, (struct wanted){NULL, 0});
        }
        put(parts, stride, sums.rows, width, sums.values + j, sums.stride, true);
    }
    free(tile);
    return DK_OK;
}

enum dk_status dk_multiply_panel(const double *x, int rows, int columns, struct dk_panel c, struct dk_panel out) {
    return multiply(x, sizeof *x, turn, rows, columns, c, out);
}

enum dk_status dk_multiply_panel_float(const float *x, int rows, int columns, struct dk_panel c, struct dk_panel out) {
    return multiply(x, sizeof *x, turn_float, rows, columns, c, out);
}

enum dk_status dk_add_weighted_rows_panel(const double *x, int rows, int columns, struct dk_panel w,
                                          struct dk_panel sums) {
    return add(x, lay, rows, columns, (struct strided){w.values, w.stride, 1}, sums);
}

enum dk_status dk_add_weighted_rows_panel_float(const float *x, int rows, int columns, struct dk_panel w,
                                                struct dk_panel sums) {
    return add(x, lay_float, rows, columns, (struct strided){w.values, w.stride, 1}, sums);
}

enum dk_status dk_add_cross_product(const double *x, int rows, int columns, struct dk_panel a, struct dk_panel sums) {
    return add(x, lay, rows, columns, (struct strided){a.values, 1, a.stride}, sums);
}

enum dk_status dk_add_cross_product_float(const float *x, int rows, int columns, struct dk_panel a,
                                          struct dk_panel sums) {
    return add(x, lay_float, rows, columns, (struct strided){a.values, 1, a.stride}, sums);
}
