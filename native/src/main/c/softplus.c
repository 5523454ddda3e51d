/*
 * The softplus function and its derivatives. With e = exp(-|eta|): log(1 + e) = 2 atanh(s), s = e / (2 + e), which needs
 * no cases and stays exact for small e.
 */
#include <string.h>

#include "clones.h"
#include "dense_kernel.h"
#include "polynomials.h"

#define CHUNK 256

CLONES
static void add_node(const double *mean, const double *sd, int count, double node, double weight,
                     double sums[3][CHUNK]) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        double eta = mean[i] + sd[i] * node;
        double size = eta < 0 ? -eta : eta;
        double e = exp_negative(-size);
        double one_plus = 1 + e, two_plus = 2 + e;
        double inverse = 1 / (one_plus * two_plus);
        double sigmoid = two_plus * inverse; /* of |eta| */
        double rest = e * sigmoid;
        double s = e * (one_plus * inverse);
        sums[0][i] += weight * ((eta < 0 ? 0 : eta) + 2 * s * atanh_ratio(s * s));
        sums[1][i] += weight * (eta < 0 ? rest : sigmoid);
        sums[2][i] += weight * (sigmoid * rest);
    }
}

enum dk_status dk_softplus(const double *mean, const double *sd, int count, const double *nodes, const double *weights,
                           int node_count, double *value, double *slope, double *curvature) {
    double sums[3][CHUNK];
    for (int begin = 0; begin < count; begin += CHUNK) {
        const int rows = count - begin < CHUNK ? count - begin : CHUNK;
        memset(sums, 0, sizeof sums);
        for (int k = 0; k < node_count; k++) {
            add_node(mean + begin, sd + begin, rows, nodes[k], weights[k], sums);
        }
        memcpy(value + begin, sums[0], (size_t)rows * sizeof(double));
        memcpy(slope + begin, sums[1], (size_t)rows * sizeof(double));
        memcpy(curvature + begin, sums[2], (size_t)rows * sizeof(double));
    }
    return DK_OK;
}

/*
 * The scale mixture of probits of JavaProbitMixture.java, where its numbers come from: sums of weight times the normal
 * tail, of weight times the excess over max(mean, 0), and of weight times the density.
 */
static const double mixture[][2] = { /* weight, squared scale */
    {7.7100836567664379e-06, 28.493574338119476}, {0.00043425590137302628, 19.39758125815322},
    {0.0053454620436547886, 13.582784791091905},  {0.02709276959839459, 9.6033552458361822},
    {0.074911719545942668, 6.83905450728742},     {0.13386424685089832, 4.9273912708579219},
    {0.1783436641604699, 3.6066729164213833},     {0.20013395236255108, 2.6589880889163591},
    {0.18477123560733055, 1.9444103144885163},    {0.12495324867299126, 1.4061279111976153},
    {0.05511789815160479, 1.0095580266189728},    {0.013567451790481714, 0.72064149189791471},
    {0.0014220028836047162, 0.50909493026796115}, {3.438234704578047e-05, 0.34901926541867939},
};

/* The normal tail beyond u over exp(-u*u/2), for 0 <= u <= 9; beyond, any bounded number will do. */
INLINED double tail_ratio(double u) {
    double above = (((((9.4804818978604601e-05 * u + 0.0018163793086263737) * u + 0.016037752409629623) * u +
                      0.083117188792434408) * u + 0.26808649014071053) * u + 0.51741472429543514) * u +
                   0.50000000000000017;
    double below = ((((((0.00023763899602493312 * u + 0.0045530597146771992) * u + 0.040436621882514403) * u +
                       0.21292248341918220) * u + 0.71144273115020623) * u + 1.4984671927411970) * u +
                    1.8327140093938102) * u + 1;
    return above / below;
}

CLONES
static void add_probit(const double *mean, const double *sd, int count, double weight, double square,
                       double sums[3][CHUNK]) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        double spread = __builtin_sqrt(sd[i] * sd[i] + square);
        double inverse = 1 / spread;
        double ratio = (mean[i] < 0 ? -mean[i] : mean[i]) * inverse;
        double u = ratio > 40 ? 40 : ratio; /* NaN stays */
        double e = exp_negative(-0.5 * u * u);
        double density = 0.3989422804014327 * e;
        double tail = e * tail_ratio(u);
        sums[0][i] += weight * (spread * (density - u * tail));
        sums[1][i] += weight * tail;
        sums[2][i] += weight * density * inverse;
    }
}

enum dk_status dk_expected_softplus(const double *mean, const double *sd, int count, double *value, double *slope,
                                    double *curvature) {
    double sums[3][CHUNK];
    for (int begin = 0; begin < count; begin += CHUNK) {
        const int rows = count - begin < CHUNK ? count - begin : CHUNK;
        memset(sums, 0, sizeof sums);
        for (size_t k = 0; k < sizeof mixture / sizeof mixture[0]; k++) {
            add_probit(mean + begin, sd + begin, rows, mixture[k][0], mixture[k][1], sums);
        }
        for (int i = 0; i < rows; i++) {
            const double m = mean[begin + i];
            value[begin + i] = (m > 0 ? m : 0) + sums[0][i];
            slope[begin + i] = m > 0 ? 1 - sums[1][i] : sums[1][i];
            curvature[begin + i] = sums[2][i];
        }
    }
    return DK_OK;
}

/* The two halves of the softplus function: apart, as the processor looks only so far ahead of what waits for results. */
INLINED void exponentials(const double *eta, int count, double *e) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        e[i] = exp_negative(-__builtin_fabs(eta[i]));
    }
}

/* At e = exp(-|eta|). */
INLINED void softplus_of(double eta, double e, double *value, double *slope) {
    double one_plus = 1 + e, two_plus = 2 + e;
    double inverse = 1 / (one_plus * two_plus);
    double sigmoid = two_plus * inverse; /* of |eta| */
    double s = e * (one_plus * inverse);
    *value = (eta < 0 ? 0 : eta) + 2 * s * atanh_ratio(s * s);
    *slope = eta < 0 ? e * sigmoid : sigmoid;
}

CLONES
enum dk_status dk_softplus_points(const double *eta, int count, double *value, double *slope) {
    double e[CHUNK];
    for (int begin = 0; begin < count; begin += CHUNK) {
        const int end = count - begin < CHUNK ? count : begin + CHUNK;
        exponentials(eta + begin, end - begin, e);
#pragma omp simd
        for (int i = begin; i < end; i++) {
            softplus_of(eta[i], e[i - begin], value + i, slope + i);
        }
    }
    return DK_OK;
}

CLONES
enum dk_status dk_logistic(struct dk_panel eta, const double *labels, int count, struct dk_panel value,
                           struct dk_panel slope) {
    double e[CHUNK];
    for (int s = 0; s < eta.rows; s++) {
        const double *from = eta.values + (size_t)s * eta.stride;
        double *value_to = value.values + (size_t)s * value.stride;
        double *slope_to = slope.values + (size_t)s * slope.stride;
        for (int begin = 0; begin < count; begin += CHUNK) {
            const int end = count - begin < CHUNK ? count : begin + CHUNK;
            exponentials(from + begin, end - begin, e);
#pragma omp simd
            for (int i = begin; i < end; i++) {
                double softplus, sigmoid;
                softplus_of(from[i], e[i - begin], &softplus, &sigmoid);
                value_to[i] = softplus - labels[i] * from[i];
                slope_to[i] = sigmoid - labels[i];
            }
        }
    }
    return DK_OK;
}
