/*
 * The BLAS and LAPACK routines in use, by their Fortran names: every library has those, and they need no header.
 * Matrices are column-major. The trailing numbers are the lengths of the character arguments, as gfortran passes them.
 */
#ifndef CREDENCE_BLAS_H
#define CREDENCE_BLAS_H

#include <stddef.h>

void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy, size_t);

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t, size_t);

void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *beta, double *c, const int *ldc, size_t, size_t);
void ssyrk_(const char *uplo, const char *trans, const int *n, const int *k, const float *alpha, const float *a,
            const int *lda, const float *beta, float *c, const int *ldc, size_t, size_t);

void dtrmm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m, const int *n,
            const double *alpha, const double *a, const int *lda, double *b, const int *ldb, size_t, size_t, size_t,
            size_t);
void strmm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m, const int *n,
            const float *alpha, const float *a, const int *lda, float *b, const int *ldb, size_t, size_t, size_t,
            size_t);

void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dtrtri_(const char *uplo, const char *diag, const int *n, double *a, const int *lda, int *info, size_t, size_t);
void dlauum_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);

#endif
