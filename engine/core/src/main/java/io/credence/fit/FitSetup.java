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
 * @param how estimator, update rule, minibatches and stopping rule; an exact estimator requests expectations without draws
 * @param begin maps a Gaussian to the posterior of the fitted family that begins the fit
 * @param kernel linear algebra of the driver
 */
public record FitSetup(
        Problem problem,
        FitSettings settings,
        SamplingSettings how,
        PosteriorStart begin,
        ExecutionBackend backend,
        DenseKernel kernel) {

    /** A setup that fits a Gaussian of the settings' structure. */
    public FitSetup(
            Problem problem, FitSettings settings, SamplingSettings how, ExecutionBackend backend, DenseKernel kernel) {
        this(problem, settings, how, PosteriorStart.GAUSSIAN, backend, kernel);
    }

    /** A copy with another estimator. */
    FitSetup with(SamplingSettings.Estimator estimator) {
        return new FitSetup(problem, settings, how.with(estimator), begin, backend, kernel);
    }

    /** The initial posterior, around the normal prior; of unit variance where there is none. */
    public Posterior start() {
        return begin.around(gaussian(settings));
    }

    /** The Gaussian of the given settings' structure at the normal prior; of unit variance where there is none. */
    public GaussianPosterior gaussian(FitSettings of) {
        return of.start(kernel, problem.prior().normal().proper());
    }

    /**
     * Whether second derivatives of the loss replace the regression: where loss and prior have them, unless the
     * regression was requested.
     */
    public boolean isCurved() {
        boolean possible = problem.loss().hasCurvature() && problem.prior().hasCurvature();
        if (how.estimator().kind() == EstimatorKind.CURVATURE && !possible) {
            throw new IllegalArgumentException(
                    "curvature requires second derivatives of loss and prior, which a predictor"
                            + " model and a family with slopes that do not jump have: required another estimator.kind");
        }
        return possible && how.estimator().kind() != EstimatorKind.REGRESSION;
    }

    /** Whether a Gaussian's fit by fresh or fixed draws begins near a mode that is searched for first. */
    public boolean isStarted() {
        return how.start().isSought()
                && begin == PosteriorStart.GAUSSIAN
                && problem.rough() == null
                && problem.hasModes();
    }

    /**
     * The limit of the budget that is exhausted, as a reason to stop; null while none is.
     *
     * @param begun steps of the whole fit that count against another budget
     */
    @Nullable
    public String spent(FitState state, int begun) {
        return settings.budget()
                .spent(
                        state.iteration() - begun,
                        state.rowsVisited(),
                        backend.summary().rows());
    }

    /**
     * Step rule by which first-order updates move a Gaussian: near a mode distance over gradients, unless a step size
     * is given.
     */
    FirstOrderSteps steps(boolean expectation) {
        if (!expectation) {
            return FirstOrderSteps.OWN_UNITS;
        } else if (!isStarted()) {
            return FirstOrderSteps.PLAIN;
        }
        boolean open = how.update().stepSize().isEmpty() && !how.update().isScheduled();
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
