/*
 * A product by blocks of C that are held in registers: up to three vectors of a row of B at a time, each multiplied by
 * numbers of several rows of A. Included once for each WIDTH of a vector, in numbers, with a NAME and a TARGET.
 */
#define JOIN(a, b) a##_##b
#define JOINED(a, b) JOIN(a, b)
#define VECTOR JOINED(vector, NAME)
#define UNALIGNED JOINED(unaligned, NAME)
#define BLOCK JOINED(block, NAME)
#define STRIP JOINED(strip, NAME)

typedef double VECTOR __attribute__((vector_size(8 * WIDTH)));
typedef double UNALIGNED __attribute__((vector_size(8 * WIDTH), aligned(8)));

/* `rows` and `vectors` are constants where this is called, so that the sums are registers. */
TARGET INLINED void BLOCK(struct strided a, int depth, const double *b, size_t b_stride, double *c, size_t c_stride,
                          bool add, const int rows, const int vectors) {
    VECTOR sums[MOST_ROWS][MOST_VECTORS];
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++) {
#pragma GCC unroll 3
        for (int v = 0; v < vectors; v++) {
            sums[i][v] = add ? *(const UNALIGNED *)(c + i * c_stride + v * WIDTH) : (VECTOR){0};
        }
    }
    for (int k = 0; k < depth; k++) {
        VECTOR right[MOST_VECTORS];
#pragma GCC unroll 3
        for (int v = 0; v < vectors; v++) {
            right[v] = *(const VECTOR *)(b + k * b_stride + v * WIDTH);
        }
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            const double left = a.values[i * a.row + k * a.step];
#pragma GCC unroll 3
            for (int v = 0; v < vectors; v++) {
                sums[i][v] += left * right[v];
            }
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++) {
#pragma GCC unroll 3
        for (int v = 0; v < vectors; v++) {
            *(UNALIGNED *)(c + i * c_stride + v * WIDTH) = sums[i][v];
        }
    }
}

#define CASE(rows, vectors)                                             \
    case (rows) * (MOST_VECTORS + 1) + (vectors):                       \
        BLOCK(a, depth, b, b_stride, c, c_stride, add, rows, vectors);  \
        break;

/* All rows of A with up to three vectors of B, which stay in the first cache meanwhile. */
TARGET static void STRIP(struct strided a, int rows, int depth, const double *b, size_t b_stride, int vectors, double *c,
                         size_t c_stride, bool add, struct wanted next) {
    const int most[] = {0, MOST_ROWS, 6, 4};
    const int blocks = parts(rows, most[vectors]);
    const size_t share = next.bytes / blocks;
    for (int p = 0, left = rows; p < blocks; p++) {
        const int count = parts(left, blocks - p);
        fetch((const char *)next.from + p * share, share);
        switch (count * (MOST_VECTORS + 1) + vectors) {
            CASE(1, 1) CASE(2, 1) CASE(3, 1) CASE(4, 1) CASE(5, 1) CASE(6, 1) CASE(7, 1) CASE(8, 1)
            CASE(1, 2) CASE(2, 2) CASE(3, 2) CASE(4, 2) CASE(5, 2) CASE(6, 2)
            CASE(1, 3) CASE(2, 3) CASE(3, 3) CASE(4, 3)
        }
        left -= count;
        a.values += count * a.row;
        c += count * c_stride;
    }
}

TARGET static void NAME(struct strided a, int rows, int depth, const double *b, size_t b_stride, int columns, double *c,
                        size_t c_stride, bool add, struct wanted next) {
    const int vectors = parts(columns, WIDTH), strips = parts(vectors, MOST_VECTORS);
    if (rows == 0) {
        return;
    }
    for (int p = 0, at = 0; p < strips; p++) {
        const int count = parts(vectors - at, strips - p);
        const struct wanted share = {(const char *)next.from + p * (next.bytes / strips), next.bytes / strips};
        STRIP(a, rows, depth, b + at * WIDTH, b_stride, count, c + at * WIDTH, c_stride, add, share);
        at += count;
    }
}

#undef CASE
#undef STRIP
#undef BLOCK
#undef UNALIGNED
#undef VECTOR
#undef JOINED
#undef JOIN
#undef TARGET
#undef NAME
#undef WIDTH
