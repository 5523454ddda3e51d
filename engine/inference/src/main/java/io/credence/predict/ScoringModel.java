package io.credence.predict;

import io.credence.family.NormalMixture;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import java.util.List;

/**
 * Fitted posterior in the form that scoring needs, a mixture of normals of the coefficients. Each normal has its own
 * posterior of the dispersion.
 *
 * @param likelihood likelihood with its options
 * @param coefficients coefficients, for predictor k from index k·columns, then further parameters of the family
 * @param dispersions posterior of the dispersion under each normal
 * @param intervalProbability probability that an interval covers
 */
public record ScoringModel(
        Likelihood likelihood,
        NormalMixture coefficients,
        List<DispersionPosterior> dispersions,
        double intervalProbability)
        implements PredictiveModel {

    public ScoringModel {
        dispersions = List.copyOf(dispersions);
        if (dispersions.size() != coefficients.components().size()) {
            throw new IllegalArgumentException("a dispersion is required for each of "
                    + coefficients.components().size() + " normals but there are " + dispersions.size());
        }
        for (NormalMixture.Component each : coefficients.components()) {
            int d = each.mean().length;
            int found = each.covariance().length;
            if (found != 0 && found != d && found != (long) d * d) {
                throw new IllegalArgumentException("a posterior of " + d + " coefficients has " + d + " variances or "
                        + (long) d * d + " covariances, found " + found);
            }
        }
        if (!(intervalProbability > 0 && intervalProbability < 1)) {
            throw new IllegalArgumentException("level must lie between 0 and 1 but was " + intervalProbability);
        }
    }

    /** Creates a model whose dispersion has the same posterior under every normal. */
    public static ScoringModel of(
            Likelihood likelihood, NormalMixture coefficients, DispersionPosterior scale, double level) {
        List<DispersionPosterior> scales =
                coefficients.components().stream().map(each -> scale).toList();
        return new ScoringModel(likelihood, coefficients, scales, level);
    }

    /**
     * Creates a model whose last parameter is the logarithm of the dispersion. Within a normal, it is taken as
     * independent of the others.
     */
    public static ScoringModel withLogDispersion(Likelihood likelihood, NormalMixture parameters, double level) {
        int last = parameters.components().get(0).mean().length - 1;
        List<DispersionPosterior> scales = parameters.components().stream()
                .map(each -> DispersionPosterior.ofLogMoments(each.mean()[last], Math.sqrt(each.variance(last))))
                .toList();
        return new ScoringModel(likelihood, parameters.leadingMarginal(last), scales, level);
    }

    @Override
    public RowPredictive createRowPredictive() {
        if (likelihood.cutpointCount() > 0) {
            return new OrderedPredictive(this);
        }
        return likelihood.classCount() > 0 ? new ClassPredictive(this) : new ResponsePredictive(this);
    }

    /** Weights of the normals. */
    double[] normalWeights() {
        return coefficients.components().stream()
                .mapToDouble(NormalMixture.Component::weight)
                .toArray();
    }

    /** Number of coefficients. */
    int dimension() {
        return coefficients.components().get(0).mean().length;
    }
}
