package io.credence.predict;

import java.util.ArrayList;
import java.util.List;

/**
 * A mixed model, as scoring needs it.
 *
 * @param fixed posterior of the coefficients that all rows share, those of the first columns
 * @param columns number of columns, those of effects alone behind the others
 * @param groups effects that vary between groups
 * @param knowsSd whether standard deviations of normal responses are known, row by row
 */
public record MixedScoring(ScoringModel fixed, int columns, List<Group> groups, boolean knowsSd)
        implements PredictiveModel {

    public MixedScoring {
        groups = new ArrayList<>(groups);
    }

    @Override
    public RowPredictive rows() {
        return new MixedPredictive(this);
    }

    /**
     * Effects of the levels of a factor; a level that was not in the fit has mean 0.
     *
     * @param factor number of the factor
     * @param columns k columns that the effects multiply
     * @param mean levels × k
     * @param covariance levels × k × k
     * @param cross levels × k × p, covariances with the coefficients that all rows share
     * @param unseen k × k, covariance of the effects of a new level
     */
    public record Group(int factor, int[] columns, double[] mean, double[] covariance, double[] cross, double[] unseen)
            implements java.io.Serializable {}
}
