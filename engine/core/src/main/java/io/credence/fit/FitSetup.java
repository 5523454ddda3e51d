package io.credence.fit;

import io.credence.family.FamilyPlan;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.MethodSettings.EstimatorKind;
import io.credence.linalg.DenseKernel;
import io.credence.update.FirstOrderSteps;
import org.jspecify.annotations.Nullable;

/**
 * What a fit is put together from.
 *
 * @param how estimator, update rule, minibatches and stopping rule; an exact estimator requests expectations without draws
 * @param begin which posterior begins around a Gaussian of the settings' family
 * @param kernel dense algebra of the driver
 */
public record FitSetup(
        Problem problem,
        FitSettings settings,
        MethodSettings how,
        PosteriorStart begin,
        ExecutionBackend backend,
        DenseKernel kernel) {

    /** Of the settings' Gaussian family. */
    public FitSetup(
            Problem problem, FitSettings settings, MethodSettings how, ExecutionBackend backend, DenseKernel kernel) {
        this(problem, settings, how, PosteriorStart.GAUSSIAN, backend, kernel);
    }

    /** The same with another estimator. */
    FitSetup with(MethodSettings.Estimator estimator) {
        return new FitSetup(problem, settings, how.with(estimator), begin, backend, kernel);
    }

    /** The posterior around the normal prior, of unit variance where there is none. */
    public Posterior start() {
        return begin.around(gaussian(settings));
    }

    /** The Gaussian of those settings' family at the normal prior, of unit variance where there is none. */
    public GaussianPosterior gaussian(FitSettings of) {
        return of.start(kernel, problem.prior().normal().proper());
    }

    /** Whether second derivatives are taken instead of the regression: unless that was requested, where there are any. */
    public boolean isCurved() {
        boolean possible = problem.loss().hasCurvature() && problem.prior().hasCurvature();
        if (how.estimator().kind() == EstimatorKind.CURVATURE && !possible) {
            throw new IllegalArgumentException(
                    "curvature requires second derivatives of loss and prior, which a predictor"
                            + " model and a family with slopes that do not jump have: required another estimator.kind");
        }
        return possible && how.estimator().kind() != EstimatorKind.REGRESSION;
    }

    /** Whether a Gaussian's fit by fresh or fixed draws begins near a mode that was sought. */
    public boolean isStarted() {
        return how.start().isSought()
                && begin == PosteriorStart.GAUSSIAN
                && problem.rough() == null
                && problem.hasModes();
    }

    /**
     * What of the budget is spent; null while there is some left.
     *
     * @param begun steps of the whole fit that count against another one
     */
    @Nullable
    public String spent(FitState state, int begun) {
        return settings.budget()
                .spent(
                        state.iteration() - begun,
                        state.rowsVisited(),
                        backend.summary().rows());
    }

    /** How first-order rules move a Gaussian: near a mode by distance over gradients, unless a step size is given. */
    FirstOrderSteps steps(boolean expectation) {
        if (!expectation) {
            return FirstOrderSteps.OWN_UNITS;
        } else if (!isStarted()) {
            return FirstOrderSteps.PLAIN;
        }
        boolean open = how.update().stepSize().isEmpty() && !how.update().isScheduled();
        return open ? FirstOrderSteps.BY_DISTANCE : FirstOrderSteps.OWN_UNITS;
    }

    /** The posterior from which a fit by draws begins, given a Gaussian that is near. */
    @FunctionalInterface
    public interface PosteriorStart {

        /** That Gaussian itself. */
        PosteriorStart GAUSSIAN = gaussian -> gaussian;

        /** The member of the fitted family around {@code gaussian}. */
        Posterior around(GaussianPosterior gaussian);

        /** Members of another family, with the Gaussian's means and standard deviations. */
        static PosteriorStart of(FamilyPlan family) {
            return gaussian -> family.around(gaussian.mean(), gaussian.sd());
        }
    }
}
