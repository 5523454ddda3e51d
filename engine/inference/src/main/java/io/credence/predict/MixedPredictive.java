package io.credence.predict;

import io.credence.predict.MixedScoring.LevelEffects;
import io.credence.predict.MixedScoring.LevelMoments;
import java.util.Arrays;

/**
 * Predictive distribution of a row of a mixed model. The effects of the row's levels add their means to the predictor
 * of the fixed coefficients. They add their variances, and their covariances with these coefficients, to its variance.
 * Effects of different factors are taken as independent.
 */
final class MixedPredictive implements RowPredictive {

    private final MixedScoring model;
    private final ResponsePredictive fixed;
    private final double[] row;
    private final int[] indices;
    private final double[] values;

    MixedPredictive(MixedScoring model) {
        this.model = model;
        this.fixed = new ResponsePredictive(model.fixedModel());
        this.row = new double[model.columns()];
        this.indices = new int[fixed.columns()];
        this.values = new double[fixed.columns()];
    }

    @Override
    public Prediction predict(int[] at, double[] entries, int count, double offset) {
        throw new IllegalStateException("a row of a mixed model is scored with its levels");
    }

    @Override
    public Prediction predict(
            int[] at, double[] entries, int count, double offset, RowFactorLevels levels, double weight) {
        Arrays.fill(row, 0);
        int shared = 0;
        for (int a = 0; a < count; a++) {
            row[at[a]] = entries[a];
            if (at[a] < indices.length) {
                indices[shared] = at[a];
                values[shared++] = entries[a];
            }
        }
        double mean = offset;
        double variance = 0;
        for (int e = 0; e < model.levelEffects().size(); e++) {
            LevelEffects factor = model.levelEffects().get(e);
            if (levels.number(factor) < 0) {
                variance += quadraticForm(factor, factor.newLevelCovariance(), 0);
                continue;
            }
            LevelMoments moments = levels.momentsOf(factor, e);
            int level = levels.indexOf(factor, e);
            mean += effectMean(factor, moments, level);
            variance +=
                    quadraticForm(factor, moments.covariance(), level) + 2 * crossCovariance(factor, moments, level);
        }
        Prediction found = fixed.predict(indices, values, shared, mean, variance);
        return model.knowsSd()
                ? found.withResponseSpread(fixed.predict(indices, values, shared, mean, variance + 1 / weight))
                : found;
    }

    private double effectMean(LevelEffects factor, LevelMoments moments, int level) {
        int k = factor.columnIndices().length;
        double sum = 0;
        for (int j = 0; j < k; j++) {
            sum += row[factor.columnIndices()[j]] * moments.mean()[level * k + j];
        }
        return sum;
    }

    private double quadraticForm(LevelEffects factor, double[] matrices, int level) {
        int[] columns = factor.columnIndices();
        int k = columns.length;
        double sum = 0;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                sum += row[columns[i]] * row[columns[j]] * matrices[(level * k + i) * k + j];
            }
        }
        return sum;
    }

    private double crossCovariance(LevelEffects factor, LevelMoments moments, int level) {
        int k = factor.columnIndices().length;
        int p = indices.length;
        double sum = 0;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < p; j++) {
                sum += row[factor.columnIndices()[i]] * row[j] * moments.crossCovariance()[(level * k + i) * p + j];
            }
        }
        return sum;
    }
}
