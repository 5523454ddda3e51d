package io.credence.predict;

import java.util.ArrayList;
import java.util.List;

/**
 * Posterior of a mixed model in the form that scoring needs.
 *
 * @param fixed posterior of the coefficients that all rows share, which belong to the first columns
 * @param columns number of columns, those of varying effects alone behind the others
 * @param groups posteriors of the effects that vary between groups
 * @param knowsSd whether standard deviations of normal responses are known, row by row
 */
public record MixedScoring(ScoringModel fixed, int columns, List<LevelEffects> groups, boolean knowsSd)
        implements PredictiveModel {

    public MixedScoring {
        groups = new ArrayList<>(groups);
    }

    @Override
    public RowPredictive rows() {
        return new MixedPredictive(this);
    }

    /**
     * Posterior of the effects of a factor's levels; a level that was not in the fit has mean 0.
     *
     * @param factor index of the factor
     * @param columns indices of the k columns that the effects multiply
     * @param mean means, levels × k
     * @param covariance covariances, levels × k × k
     * @param cross levels × k × p, covariances with the coefficients that all rows share
     * @param unseen covariance of the effects of a new level, k × k
     */
    public record LevelEffects(
            int factor, int[] columns, double[] mean, double[] covariance, double[] cross, double[] unseen)
            implements java.io.Serializable {}
}
