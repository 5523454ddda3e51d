/*
 * The dense algebra of a fit over BLAS and LAPACK, in plain C: what DenseKernel.java describes, without its checks.
 *
 * Matrices are row-major and of their symmetric or triangular matrices the lower triangle counts, which BLAS sees as the
 * upper triangle of a column-major matrix. A block is `rows` rows of `columns` numbers, one after the other.
 * Every function returns a status; results are undefined unless it is DK_OK.
 */
#ifndef CREDENCE_DENSE_KERNEL_H
#define CREDENCE_DENSE_KERNEL_H

enum dk_status { DK_OK = 0, DK_OUT_OF_MEMORY = 1 };

/* Keeps BLAS to one thread a call, where it has a switch for that: the tasks around it are the parallelism. */
void dk_use_one_thread(void);

/* `minor` becomes 0, or the 1-based order of the first leading minor that is not positive. */
enum dk_status dk_cholesky(double *a, int n, int *minor);

enum dk_status dk_invert_triangular(const double *factor, int n, double *inverse);

enum dk_status dk_transposed_product(const double *factor, int n, double *product);

enum dk_status dk_retract(const double *precision, const double *inverse_factor, const double *target, int n,
                          double *result);

enum dk_status dk_multiply(const double *x, int rows, int columns, const double *coefficients, double *out);
enum dk_status dk_multiply_float(const float *x, int rows, int columns, const double *coefficients, double *out);

enum dk_status dk_add_weighted_rows(const double *x, int rows, int columns, const double *weights, double *sum);
enum dk_status dk_add_weighted_rows_float(const float *x, int rows, int columns, const double *weights, double *sum);

enum dk_status dk_squared_norms(const double *x, int rows, int columns, const double *factor, double *out);
enum dk_status dk_squared_norms_float(const float *x, int rows, int columns, const double *factor, double *out);

enum dk_status dk_add_weighted_gram(const double *x, int rows, int columns, const double *weights, double *sum);
enum dk_status dk_add_weighted_gram_float(const float *x, int rows, int columns, const double *weights, double *sum);

/* A matrix within an array: `rows` rows, `stride` numbers from one to the next. */
struct dk_panel {
    double *values;
    int rows;
    int stride;
};

/* The products of a block X with the rows of a panel: out = C X^T, sums += W X, and sums += A^T X. */
enum dk_status dk_multiply_panel(const double *x, int rows, int columns, struct dk_panel c, struct dk_panel out);
enum dk_status dk_multiply_panel_float(const float *x, int rows, int columns, struct dk_panel c, struct dk_panel out);
enum dk_status dk_add_weighted_rows_panel(const double *x, int rows, int columns, struct dk_panel w,
                                          struct dk_panel sums);
enum dk_status dk_add_weighted_rows_panel_float(const float *x, int rows, int columns, struct dk_panel w,
                                                struct dk_panel sums);
enum dk_status dk_add_cross_product(const double *x, int rows, int columns, struct dk_panel a, struct dk_panel sums);
enum dk_status dk_add_cross_product_float(const float *x, int rows, int columns, struct dk_panel a,
                                          struct dk_panel sums);

enum dk_status dk_softplus(const double *mean, const double *sd, int count, const double *nodes, const double *weights,
                           int node_count, double *value, double *slope, double *curvature);

enum dk_status dk_expected_softplus(const double *mean, const double *sd, int count, double *value, double *slope,
                                    double *curvature);
enum dk_status dk_softplus_points(const double *eta, int count, double *value, double *slope);

/* Of log(1 + exp(eta)) - label * eta, `count` numbers in each row of a panel. */
enum dk_status dk_logistic(struct dk_panel eta, const double *labels, int count, struct dk_panel value,
                           struct dk_panel slope);

enum dk_status dk_exp(const double *x, int count, double *out);

/* log(1 + x) for x >= 0. */
enum dk_status dk_log1p(const double *x, int count, double *out);

#endif
