package io.credence.fit;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a fit by draws, with the results of its final assessment over all rows.
 *
 * @param objective value of the objective, nats; NaN if it was not found
 * @param elbo evidence lower bound, nats; NaN if it was not found
 * @param elboError Monte-Carlo standard error of the bound; 0 where it is exact
 * @param rhat largest R̂ of the iterates that were averaged; NaN where none were
 * @param mcse largest standard error of a mean or log standard deviation, posterior sds; NaN if it was not found
 */
public record AssessedAnswer(
        Approximation approximation, double objective, double elbo, double elboError, double rhat, double mcse)
        implements Serializable {

    /**
     * The result of a fit with the given answer.
     *
     * @param outcome null where the fit ended before there was one
     * @param draws number of draws of a step at the end
     */
    public static FitResult result(
            FitState fit, Problem problem, long rows, @Nullable AssessedAnswer outcome, int draws) {
        double none = Double.NaN;
        AssessedAnswer found = outcome == null ? new AssessedAnswer(fit.best(), none, none, none, none, none) : outcome;
        FitResult result = FitResult.of(
                fit,
                rows,
                Double.isFinite(found.elbo) ? (Double) found.elbo : null,
                new FitResult.DrawNoise(found.elboError, found.rhat, found.mcse, draws));
        return problem.isExpectation(fit.best().posterior())
                ? result
                : result.with(new FitResult.ObjectiveValue(
                        problem.objective().name(),
                        found.objective,
                        problem.objective().averagedWeightPower()));
    }
}
