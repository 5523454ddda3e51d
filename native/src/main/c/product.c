/* The product of product.h for each width of a vector. */
#include "product.h"

#include "clones.h"

/* Twelve sums, three vectors of B and a number of A fill the sixteen registers of AVX2; eight sums keep it busy. */
#define MOST_ROWS 8
#define MOST_VECTORS 3

/* How many parts of at most `most` make up `count`; or, of so many parts about alike, how large the first is. */
INLINED int parts(int count, int most) {
    return (count + most - 1) / most;
}

/* For soon, but not at once. */
INLINED void fetch(const char *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LINE * sizeof(double)) {
        __builtin_prefetch(from + at, 0, 2);
    }
}

#define WIDTH 2
#define NAME plain
#define TARGET
#include "product_loops.h"

#if HAS_CLONES
#define WIDTH 4
#define NAME wide
#define TARGET __attribute__((target("arch=" WIDE)))
#include "product_loops.h"

#define WIDTH 8
#define NAME widest
#define TARGET __attribute__((target("arch=" WIDEST)))
#include "product_loops.h"
#endif

product_function *fastest_product(void) {
#if HAS_CLONES
    if (__builtin_cpu_supports(WIDEST)) {
        return widest;
    }
    if (__builtin_cpu_supports(WIDE)) {
        return wide;
    }
#endif
    return plain;
}
