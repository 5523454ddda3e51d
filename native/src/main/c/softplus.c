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

INLINED void softplus_at(double eta, double *value, double *slope) {
    double e = exp_negative(eta < 0 ? eta : -eta);
    double one_plus = 1 + e, two_plus = 2 + e;
    double inverse = 1 / (one_plus * two_plus);
    double sigmoid = two_plus * inverse; /* of |eta| */
    double s = e * (one_plus * inverse);
    *value = (eta < 0 ? 0 : eta) + 2 * s * atanh_ratio(s * s);
    *slope = eta < 0 ? e * sigmoid : sigmoid;
}

CLONES
enum dk_status dk_softplus_points(const double *eta, int count, double *value, double *slope) {
#pragma omp simd
    for (int i = 0; i < count; i++) {
        softplus_at(eta[i], value + i, slope + i);
    }
    return DK_OK;
}

CLONES
enum dk_status dk_logistic(struct dk_panel eta, const double *labels, int count, struct dk_panel value,
                           struct dk_panel slope) {
    for (int s = 0; s < eta.rows; s++) {
        const double *from = eta.values + (size_t)s * eta.stride;
        double *value_to = value.values + (size_t)s * value.stride;
        double *slope_to = slope.values + (size_t)s * slope.stride;
#pragma omp simd
        for (int i = 0; i < count; i++) {
            double softplus, sigmoid;
            softplus_at(from[i], &softplus, &sigmoid);
            value_to[i] = softplus - labels[i] * from[i];
            slope_to[i] = sigmoid - labels[i];
        }
    }
    return DK_OK;
}
