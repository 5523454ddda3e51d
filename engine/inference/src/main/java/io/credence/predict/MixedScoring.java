package io.credence.predict;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Posterior of a mixed model in the form that scoring needs.
 *
 * @param fixedModel posterior of the fixed coefficients, which belong to the first columns
 * @param columns number of columns; those that only varying effects have follow the others
 * @param levelEffects posteriors of the varying effects, by grouping factor
 * @param knowsSd whether standard deviations of normal responses are known for each row
 */
public record MixedScoring(ScoringModel fixedModel, int columns, List<LevelEffects> levelEffects, boolean knowsSd)
        implements PredictiveModel {

    public MixedScoring {
        levelEffects = new ArrayList<>(levelEffects);
    }

    @Override
    public RowPredictive createRowPredictive() {
        return new MixedPredictive(this);
    }

    /**
     * Posterior of the effects of a grouping factor's levels. A level that was not in the fit has mean 0.
     *
     * @param factorIndex index of the factor
     * @param columnIndices indices of the k columns that the effects multiply
     * @param moments moments of the effects of all levels; of none where rows bring those of their levels
     * @param newLevelCovariance covariance of the effects of a new level, k × k
     */
    public record LevelEffects(int factorIndex, int[] columnIndices, LevelMoments moments, double[] newLevelCovariance)
            implements Serializable {}

    /**
     * Moments of the effects of levels.
     *
     * @param mean means, levels × k
     * @param covariance covariances, levels × k × k
     * @param crossCovariance covariances with the fixed coefficients, levels × k × p
     */
    public record LevelMoments(double[] mean, double[] covariance, double[] crossCovariance) implements Serializable {}
}
