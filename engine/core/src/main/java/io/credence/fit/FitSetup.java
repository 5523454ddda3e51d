package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.InitialPosterior;
import io.credence.family.Posterior;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.linalg.DenseKernel;
import io.credence.update.FirstOrderSteps;
import org.jspecify.annotations.Nullable;

/**
 * Parts of which a fit is assembled: problem, settings, method, start, backend, kernel.
 *
 * @param sampling estimator, update rule, minibatches and stopping rule; an exact estimator requests expectations without draws
 * @param posteriorStart maps a Gaussian to the posterior of the fitted family that begins the fit
 * @param kernel linear algebra of the driver
 */
public record FitSetup(
        Problem problem,
        FitSettings settings,
        SamplingSettings sampling,
        PosteriorStart posteriorStart,
        ExecutionBackend backend,
        DenseKernel kernel) {

    /** A setup that fits a Gaussian of the settings' structure. */
    public FitSetup(
            Problem problem, FitSettings settings, SamplingSettings how, ExecutionBackend backend, DenseKernel kernel) {
        this(problem, settings, how, PosteriorStart.GAUSSIAN, backend, kernel);
    }

    /** A copy with another estimator. */
    FitSetup with(SamplingSettings.Estimator estimator) {
        return new FitSetup(problem, settings, sampling.with(estimator), posteriorStart, backend, kernel);
    }

    /** The initial posterior, around the normal prior; of unit variance where there is none. */
    public Posterior initialPosterior() {
        return posteriorStart.around(priorGaussian(settings));
    }

    /** The Gaussian of the given settings' structure at the normal prior; of unit variance where there is none. */
    public GaussianPosterior priorGaussian(FitSettings of) {
        return of.priorGaussian(kernel, problem.prior().normalPrior().withUnitPrecision());
    }

    /**
     * Whether second derivatives of the loss replace the regression: where loss and prior have them, unless the
     * regression was requested.
     */
    public boolean usesSecondDerivatives() {
        boolean possible = problem.loss().hasCurvature() && problem.prior().hasCurvature();
        if (sampling.estimator().kind() == EstimatorKind.CURVATURE && !possible) {
            throw new IllegalArgumentException(
                    "curvature requires second derivatives of loss and prior, which a predictor"
                            + " model and a family with slopes that do not jump have: required another estimator.kind");
        }
        return possible && sampling.estimator().kind() != EstimatorKind.REGRESSION;
    }

    /** Whether a Gaussian's fit by fresh or fixed draws begins near a mode that is searched for first. */
    public boolean searchesModeFirst() {
        return sampling.start().isSought()
                && posteriorStart == PosteriorStart.GAUSSIAN
                && problem.preliminaryProblem() == null
                && problem.hasModes();
    }

    /**
     * The limit of the budget that is exhausted, as a reason to stop; null while none is.
     *
     * @param begun steps of the whole fit that count against another budget
     */
    @Nullable
    public String exhaustedLimit(FitState state, int begun) {
        return settings.budget()
                .exhaustedLimit(
                        state.iteration() - begun,
                        state.rowsVisited(),
                        backend.summary().rows());
    }

    /**
     * Step rule by which first-order updates move a Gaussian. Near a mode it is distance over gradients, unless a step
     * size is given.
     */
    FirstOrderSteps steps(boolean expectation) {
        if (!expectation) {
            return FirstOrderSteps.OWN_UNITS;
        } else if (!searchesModeFirst()) {
            return FirstOrderSteps.PLAIN;
        }
        boolean open =
                sampling.update().stepSize().isEmpty() && !sampling.update().isScheduled();
        return open ? FirstOrderSteps.BY_DISTANCE : FirstOrderSteps.OWN_UNITS;
    }

    /** Choice of the posterior at which a fit by draws begins, given a Gaussian near it. */
    @FunctionalInterface
    public interface PosteriorStart {

        /** The start of a Gaussian fit: the given Gaussian itself. */
        PosteriorStart GAUSSIAN = gaussian -> gaussian;

        /** The member of the fitted family around {@code gaussian}. */
        Posterior around(GaussianPosterior gaussian);

        /** The start of a fit of another family: its member with the Gaussian's means and standard deviations. */
        static PosteriorStart of(InitialPosterior family) {
            return gaussian -> family.around(gaussian.mean(), gaussian.sd());
        }
    }
}
