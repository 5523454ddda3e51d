package io.credence.predict;

import io.credence.family.DispersionPosterior;
import io.credence.family.NormalMixture;
import io.credence.likelihood.Likelihood;
import java.util.List;

/**
 * A fitted posterior, as scoring needs it: a mixture of normals of the coefficients, each with its own belief of the
 * dispersion.
 *
 * @param likelihood with its options
 * @param coefficients those of predictor k at k·columns, then what a family has besides
 * @param scales posterior of the dispersion under each normal
 * @param level probability that an interval covers
 */
public record ScoringModel(
        Likelihood likelihood, NormalMixture coefficients, List<DispersionPosterior> scales, double level)
        implements PredictiveModel {

    public ScoringModel {
        scales = List.copyOf(scales);
        if (scales.size() != coefficients.components().size()) {
            throw new IllegalArgumentException("a dispersion is required for each of "
                    + coefficients.components().size() + " normals but there are " + scales.size());
        }
        for (NormalMixture.Component each : coefficients.components()) {
            int d = each.mean().length;
            int found = each.covariance().length;
            if (found != 0 && found != d && found != (long) d * d) {
                throw new IllegalArgumentException("a posterior of " + d + " coefficients has " + d + " variances or "
                        + (long) d * d + " covariances, found " + found);
            }
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must lie between 0 and 1 but was " + level);
        }
    }

    /** Coefficients whose dispersion has the same posterior everywhere. */
    public static ScoringModel of(
            Likelihood likelihood, NormalMixture coefficients, DispersionPosterior scale, double level) {
        List<DispersionPosterior> scales =
                coefficients.components().stream().map(each -> scale).toList();
        return new ScoringModel(likelihood, coefficients, scales, level);
    }

    /** Parameters of which the last is the logarithm of the dispersion; within a normal the two are taken as independent. */
    public static ScoringModel withLogDispersion(Likelihood likelihood, NormalMixture parameters, double level) {
        int last = parameters.components().get(0).mean().length - 1;
        List<DispersionPosterior> scales = parameters.components().stream()
                .map(each -> DispersionPosterior.ofLog(each.mean()[last], Math.sqrt(each.variance(last))))
                .toList();
        return new ScoringModel(likelihood, parameters.leading(last), scales, level);
    }

    @Override
    public RowPredictive rows() {
        if (likelihood.cutpoints() > 0) {
            return new OrderedPredictive(this);
        }
        return likelihood.classes() > 0 ? new ClassPredictive(this) : new ResponsePredictive(this);
    }

    /** Weights of the normals. */
    double[] weights() {
        return coefficients.components().stream()
                .mapToDouble(NormalMixture.Component::weight)
                .toArray();
    }

    /** Number of coefficients. */
    int dimension() {
        return coefficients.components().get(0).mean().length;
    }
}
