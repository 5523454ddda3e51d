package io.credence.predict;

import io.credence.family.NormalMixture;
import java.util.List;

/** Means and covariances of a row's linear predictors under each normal of the coefficients. */
final class RowPredictors {

    private final List<NormalMixture.Component> normals;
    private final int predictors;
    private final int offsets;
    private final int columns;
    private final double[][] mean;
    private final double[][] covariance;

    /**
     * Creates the predictors for a mixture of normals of the coefficients.
     *
     * @param offsets number of first predictors to which a row's offset is added
     */
    RowPredictors(NormalMixture coefficients, int predictors, int offsets) {
        this.normals = coefficients.components();
        this.predictors = predictors;
        this.offsets = offsets;
        this.columns = normals.get(0).mean().length / predictors;
        this.mean = new double[normals.size()][predictors];
        this.covariance = new double[normals.size()][predictors * predictors];
    }

    int columns() {
        return columns;
    }

    /** Mean of predictor k under a normal. */
    double mean(int normal, int k) {
        return mean[normal][k];
    }

    /** Covariance of predictors k and l under a normal. */
    double covariance(int normal, int k, int l) {
        return normals.get(normal).covarianceFactor() * covariance[normal][k * predictors + l];
    }

    /** Moves to a row. Normals with the same mean or covariance share the results computed from it. */
    void moveTo(int[] indices, double[] values, int entries, double offset) {
        for (int n = 0; n < normals.size(); n++) {
            NormalMixture.Component own = normals.get(n);
            NormalMixture.Component before = n == 0 ? own : normals.get(n - 1);
            for (int k = 0; k < predictors; k++) {
                mean[n][k] = n > 0 && own.mean() == before.mean()
                        ? mean[n - 1][k]
                        : linearPredictor(own.mean(), k, indices, values, entries, k < offsets ? offset : 0);
                for (int l = 0; l <= k; l++) {
                    double form = n > 0 && own.covariance() == before.covariance()
                            ? covariance[n - 1][k * predictors + l]
                            : quadraticForm(own.covariance(), k, l, indices, values, entries);
                    covariance[n][k * predictors + l] = form;
                    covariance[n][l * predictors + k] = form;
                }
            }
        }
    }

    private double linearPredictor(double[] theta, int k, int[] indices, double[] values, int entries, double offset) {
        double sum = offset;
        for (int a = 0; a < entries; a++) {
            sum += values[a] * theta[k * columns + indices[a]];
        }
        return sum;
    }

    /** Quadratic form xᵀ S_kl x for the block of predictors k and l. */
    private double quadraticForm(double[] s, int k, int l, int[] indices, double[] values, int entries) {
        int d = columns * predictors;
        if (s.length <= d) {
            return s.length == 0 || k != l ? 0 : diagonalForm(s, k, indices, values, entries);
        }
        double sum = 0;
        for (int a = 0; a < entries; a++) {
            double inner = 0;
            int row = (k * columns + indices[a]) * d + l * columns;
            for (int b = 0; b < entries; b++) {
                inner += values[b] * s[row + indices[b]];
            }
            sum += values[a] * inner;
        }
        return sum;
    }

    private double diagonalForm(double[] variances, int k, int[] indices, double[] values, int entries) {
        double sum = 0;
        for (int a = 0; a < entries; a++) {
            sum += values[a] * (values[a] * variances[k * columns + indices[a]]);
        }
        return sum;
    }
}
