/*
 * C = A B or C += A B for matrices of which one dimension is small. Every number of C is a sum in the order of the common
 * dimension, whatever stands beside it, so that its bits depend on its own row of A and column of B alone.
 */
#ifndef CREDENCE_PRODUCT_H
#define CREDENCE_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>

/* Numbers of a cache line. */
#define LINE 8

/* Number (i, k) at values[i * row + k * step]. */
struct strided {
    const double *values;
    size_t row;
    size_t step;
};

/*
 * Memory that is wanted after a product, fetched piece by piece while that goes on: a tile is read too quickly for the
 * processor to fetch the next one by itself. Fetching what is beyond the end of an array does nothing.
 */
struct wanted {
    const void *from;
    size_t bytes;
};

/*
 * Row-major. Rows of B begin with a line of the cache and can be read to the end of a line, whatever is there; likewise a
 * row of C is written to the end of a line.
 */
typedef void product_function(struct strided a, int rows, int depth, const double *b, size_t b_stride, int columns,
                              double *c, size_t c_stride, bool add, struct wanted next);

/* The one for this processor. */
product_function *fastest_product(void);

#endif
