/* Arrays in, status to exception; no mathematics. DenseKernel.java has checked every length and range. */
#include "dense_kernel.h"
#include "io_credence_kernel_NativeDenseKernel.h"

#define EXPORT(type, name) JNIEXPORT type JNICALL Java_io_credence_kernel_NativeDenseKernel_##name
#define COUNT(arrays) ((int)(sizeof(arrays) / sizeof((arrays)[0])))
#define IN JNI_ABORT
#define OUT 0

/* A Java array and, while pinned, its numbers; an IN array is not written back. */
struct array {
    jarray java;
    jint mode;
    void *data;
};

jint JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void)vm;
    (void)reserved;
    dk_use_one_thread();
    return JNI_VERSION_1_8;
}

static void unpin(JNIEnv *env, struct array *arrays, int count) {
    while (count-- > 0) {
        (*env)->ReleasePrimitiveArrayCritical(env, arrays[count].java, arrays[count].data, arrays[count].mode);
    }
}

/* All or none. */
static int pin(JNIEnv *env, struct array *arrays, int count) {
    for (int i = 0; i < count; i++) {
        arrays[i].data = (*env)->GetPrimitiveArrayCritical(env, arrays[i].java, NULL);
        if (!arrays[i].data) {
            unpin(env, arrays, i);
            return 0;
        }
    }
    return 1;
}

/* Throws for a status that is not DK_OK. That does not leave the caller, so it comes last there. */
static void raise_status(JNIEnv *env, enum dk_status status) {
    if (status == DK_OK || (*env)->ExceptionCheck(env)) {
        return;
    }
    jclass error = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (!error) {
        return;
    }
    (*env)->ThrowNew(env, error, "no native memory for the kernel's work space: leave more memory outside the heap");
}

/* Pins the arrays, runs the call, and unpins them. */
#define RUN(env, arrays, call)                                  \
    do {                                                        \
        enum dk_status run_status = DK_OUT_OF_MEMORY;           \
        if (pin(env, arrays, COUNT(arrays))) {                  \
            run_status = (call);                                \
            unpin(env, arrays, COUNT(arrays));                  \
        }                                                       \
        raise_status(env, run_status);                          \
    } while (0)

#define DOUBLES(array) ((double *)(array).data)

EXPORT(jint, choleskyK)(JNIEnv *env, jobject self, jdoubleArray a, jint n) {
    (void)self;
    int minor = 0;
    struct array v[] = {{a, OUT, NULL}};
    RUN(env, v, dk_cholesky(DOUBLES(v[0]), n, &minor));
    return minor;
}

EXPORT(void, invertTriangularK)(JNIEnv *env, jobject self, jdoubleArray factor, jint n, jdoubleArray inverse) {
    (void)self;
    struct array v[] = {{factor, IN, NULL}, {inverse, OUT, NULL}};
    RUN(env, v, dk_invert_triangular(DOUBLES(v[0]), n, DOUBLES(v[1])));
}

EXPORT(void, transposedProductK)(JNIEnv *env, jobject self, jdoubleArray factor, jint n, jdoubleArray product) {
    (void)self;
    struct array v[] = {{factor, IN, NULL}, {product, OUT, NULL}};
    RUN(env, v, dk_transposed_product(DOUBLES(v[0]), n, DOUBLES(v[1])));
}

EXPORT(void, retractK)(JNIEnv *env, jobject self, jdoubleArray precision, jdoubleArray inverse_factor,
        jdoubleArray target, jint n, jdoubleArray result) {
    (void)self;
    struct array v[] = {{precision, IN, NULL}, {inverse_factor, IN, NULL}, {target, IN, NULL}, {result, OUT, NULL}};
    RUN(env, v, dk_retract(DOUBLES(v[0]), DOUBLES(v[1]), DOUBLES(v[2]), n, DOUBLES(v[3])));
}

/* The block methods are alike: rows of x and an argument in, a result out. Overloads carry their signature in the name. */
#define BLOCK_METHOD(name, number, function)                                                                       \
    EXPORT(void, name)(JNIEnv *env, jobject self, j##number##Array x, jint first, jint rows, jint columns,         \
            jdoubleArray argument, jdoubleArray result) {                                                          \
        (void)self;                                                                                                \
        struct array v[] = {{x, IN, NULL}, {argument, IN, NULL}, {result, OUT, NULL}};                             \
        RUN(env, v,                                                                                                \
            function((number *)v[0].data + (size_t)first * columns, rows, columns, DOUBLES(v[1]), DOUBLES(v[2]))); \
    }

BLOCK_METHOD(multiplyK___3DIII_3D_3D, double, dk_multiply)
BLOCK_METHOD(multiplyK___3FIII_3D_3D, float, dk_multiply_float)
BLOCK_METHOD(addWeightedRowsK___3DIII_3D_3D, double, dk_add_weighted_rows)
BLOCK_METHOD(addWeightedRowsK___3FIII_3D_3D, float, dk_add_weighted_rows_float)
BLOCK_METHOD(squaredNormsK___3DIII_3D_3D, double, dk_squared_norms)
BLOCK_METHOD(squaredNormsK___3FIII_3D_3D, float, dk_squared_norms_float)
BLOCK_METHOD(addWeightedGramK___3DIII_3D_3D, double, dk_add_weighted_gram)
BLOCK_METHOD(addWeightedGramK___3FIII_3D_3D, float, dk_add_weighted_gram_float)

/* The products with panels are alike too: a panel in, another out, each with its offset and stride. */
#define PANEL_METHOD(name, number, function)                                                                         \
    EXPORT(void, name)(JNIEnv *env, jclass self, j##number##Array x, jint first, jint rows, jint columns,            \
            jdoubleArray a, jint a_offset, jint a_stride, jdoubleArray result, jint result_offset, jint result_rows, \
            jint result_stride) {                                                                                    \
        (void)self;                                                                                                  \
        struct array v[] = {{x, IN, NULL}, {a, IN, NULL}, {result, OUT, NULL}};                                      \
        RUN(env, v,                                                                                                  \
            function((number *)v[0].data + (size_t)first * columns, rows, columns,                                   \
                    (struct dk_panel){DOUBLES(v[1]) + a_offset, result_rows, a_stride},                                        \
                    (struct dk_panel){DOUBLES(v[2]) + result_offset, result_rows, result_stride}));                  \
    }

PANEL_METHOD(multiplyPanel___3DIII_3DII_3DIII, double, dk_multiply_panel)
PANEL_METHOD(multiplyPanel___3FIII_3DII_3DIII, float, dk_multiply_panel_float)
PANEL_METHOD(addWeightedRowsPanel___3DIII_3DII_3DIII, double, dk_add_weighted_rows_panel)
PANEL_METHOD(addWeightedRowsPanel___3FIII_3DII_3DIII, float, dk_add_weighted_rows_panel_float)
PANEL_METHOD(addCrossProductPanel___3DIII_3DII_3DIII, double, dk_add_cross_product)
PANEL_METHOD(addCrossProductPanel___3FIII_3DII_3DIII, float, dk_add_cross_product_float)

EXPORT(void, softplusK___3D_3DII_3D_3D_3D_3D_3D)(JNIEnv *env, jobject self, jdoubleArray mean, jdoubleArray sd, jint begin, jint count,
        jdoubleArray nodes, jdoubleArray weights, jdoubleArray value, jdoubleArray slope, jdoubleArray curvature) {
    (void)self;
    const int node_count = (*env)->GetArrayLength(env, nodes);
    struct array v[] = {{mean, IN, NULL},   {sd, IN, NULL},     {nodes, IN, NULL},     {weights, IN, NULL},
                        {value, OUT, NULL}, {slope, OUT, NULL}, {curvature, OUT, NULL}};
    RUN(env, v,
        dk_softplus(DOUBLES(v[0]) + begin, DOUBLES(v[1]) + begin, count, DOUBLES(v[2]), DOUBLES(v[3]), node_count,
                DOUBLES(v[4]) + begin, DOUBLES(v[5]) + begin, DOUBLES(v[6]) + begin));
}

EXPORT(void, expectedSoftplusK)(JNIEnv *env, jobject self, jdoubleArray mean, jdoubleArray sd, jint begin, jint count,
        jdoubleArray value, jdoubleArray slope, jdoubleArray curvature) {
    (void)self;
    struct array v[] = {
        {mean, IN, NULL}, {sd, IN, NULL}, {value, OUT, NULL}, {slope, OUT, NULL}, {curvature, OUT, NULL}};
    RUN(env, v,
        dk_expected_softplus(DOUBLES(v[0]) + begin, DOUBLES(v[1]) + begin, count, DOUBLES(v[2]) + begin,
                DOUBLES(v[3]) + begin, DOUBLES(v[4]) + begin));
}

EXPORT(void, softplusK___3DII_3D_3D)(JNIEnv *env, jobject self, jdoubleArray eta, jint begin, jint count,
        jdoubleArray value, jdoubleArray slope) {
    (void)self;
    struct array v[] = {{eta, IN, NULL}, {value, OUT, NULL}, {slope, OUT, NULL}};
    RUN(env, v, dk_softplus_points(DOUBLES(v[0]) + begin, count, DOUBLES(v[1]) + begin, DOUBLES(v[2]) + begin));
}

EXPORT(void, logisticPanel)(JNIEnv *env, jclass self, jdoubleArray eta, jint eta_offset, jint rows, jint columns,
        jint eta_stride, jdoubleArray labels, jdoubleArray value, jint value_offset, jint value_stride,
        jdoubleArray slope, jint slope_offset, jint slope_stride) {
    (void)self;
    struct array v[] = {{eta, IN, NULL}, {labels, IN, NULL}, {value, OUT, NULL}, {slope, OUT, NULL}};
    RUN(env, v,
        dk_logistic((struct dk_panel){DOUBLES(v[0]) + eta_offset, rows, eta_stride}, DOUBLES(v[1]), columns,
                (struct dk_panel){DOUBLES(v[2]) + value_offset, rows, value_stride},
                (struct dk_panel){DOUBLES(v[3]) + slope_offset, rows, slope_stride}));
}

EXPORT(void, expK)(JNIEnv *env, jobject self, jdoubleArray x, jint begin, jint count, jdoubleArray out) {
    (void)self;
    struct array v[] = {{x, IN, NULL}, {out, OUT, NULL}};
    RUN(env, v, dk_exp(DOUBLES(v[0]) + begin, count, DOUBLES(v[1]) + begin));
}

EXPORT(void, log1pK)(JNIEnv *env, jobject self, jdoubleArray x, jint begin, jint count, jdoubleArray out) {
    (void)self;
    struct array v[] = {{x, IN, NULL}, {out, OUT, NULL}};
    RUN(env, v, dk_log1p(DOUBLES(v[0]) + begin, count, DOUBLES(v[1]) + begin));
}
