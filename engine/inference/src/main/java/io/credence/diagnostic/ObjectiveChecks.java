package io.credence.diagnostic;

import io.credence.divergence.Divergence;
import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.Problem;
import io.credence.prior.GaussianPrior;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a posterior whose objective is not the evidence lower bound of a likelihood.
 *
 * @param flatnessEstimator estimator of the reward that a risk of rows gives for flat losses; null for other
 *     objectives, or if no check is required
 * @param lossWeightEstimator estimator of the calibrated weight of a loss; null for a loss without a weight
 * @param evidenceProblem problem whose loss and divergence bound the evidence of the loss; null where the objective is
 *     a likelihood's evidence lower bound
 */
public record ObjectiveChecks(
        @Nullable FlatnessEstimator flatnessEstimator,
        @Nullable LossWeightEstimator lossWeightEstimator,
        @Nullable Problem evidenceProblem) {

    /** Checks of an evidence lower bound: none. */
    public static final ObjectiveChecks NONE = new ObjectiveChecks(null, null, null);

    /**
     * Creates the checks for a fit.
     *
     * @param likelihood whether the loss of a row is minus its log likelihood
     * @param weight weight of the loss, where it has one
     * @param required whether the flatness of a risk is to be checked
     */
    public static ObjectiveChecks of(
            Problem problem, boolean likelihood, OptionalDouble weight, boolean required, ExecutionBackend backend) {
        Divergence divergence = problem.objective().divergence();
        boolean standard = divergence == null || divergence.isKullbackLeibler();
        return new ObjectiveChecks(
                required ? FlatnessEstimator.of(problem, backend) : null,
                weight.isPresent() ? new LossWeightEstimator(problem, weight.getAsDouble(), backend) : null,
                likelihood && standard ? null : problem);
    }

    /** Runs the checks, with some passes over the rows. */
    public ObjectiveFindings of(FitResult result) {
        return new ObjectiveFindings(
                flatnessEstimator == null
                        ? Double.NaN
                        : flatnessEstimator.of(result.posterior().gaussian()),
                lossWeightEstimator == null ? null : lossWeightEstimator.estimate(result),
                evidenceBound(result));
    }

    private @Nullable EvidenceBound evidenceBound(FitResult result) {
        GaussianPosterior q = result.posterior().gaussian();
        Divergence divergence =
                evidenceProblem == null ? null : evidenceProblem.objective().divergence();
        Double elbo = result.elbo();
        if (evidenceProblem == null || q == null || divergence == null || elbo == null) {
            return null;
        }
        GaussianPrior prior = evidenceProblem.prior().normalPrior();
        boolean known = evidenceProblem.objective().rowReduction() == null
                && evidenceProblem.prior().term() == null
                && evidenceProblem.dispersion().coordinates().length == 0
                && prior.flatCount() == 0
                && q.dimension() == prior.dimension();
        return known ? divergence.evidenceBound(-elbo - KullbackLeibler.PLAIN.between(q, prior), q, prior) : null;
    }
}
