package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.config.InferenceConfig.RequestedChecks;
import io.credence.config.InferenceConfig.RequestedChecks.LeftOutRows;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.diagnostic.ObjectiveChecks;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.diagnostic.SeparationSearch;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.fixed.LinearResponse;
import io.credence.fit.importance.PosteriorWeigher;
import io.credence.fit.start.UnreachedModeSearch;
import io.credence.loss.DrawLoss;
import io.credence.predict.PredictiveCheck;
import io.credence.predict.ReplicatedResponses;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a posterior that are run after its fit.
 *
 * @param weigher computes importance weights of its draws; null if no check is required
 * @param modeSearch searches for modes that its draws do not reach; null if no check is required
 * @param linearResponse linear response of the means of a mean-field posterior; null if no check is required
 * @param rowPlan checks that compare the posterior with single rows
 * @param objectiveChecks checks of an objective other than the evidence lower bound of a likelihood
 * @param rowLikelihoods evaluates the log likelihood of each row on request; null where the loss is no likelihood
 * @param failure reason why the checks were given up; null if they were not
 */
record PosteriorCheckPlan(
        @Nullable PosteriorWeigher weigher,
        @Nullable UnreachedModeSearch modeSearch,
        @Nullable LinearResponse linearResponse,
        RowPlan rowPlan,
        ObjectiveChecks objectiveChecks,
        @Nullable RowLikelihoods rowLikelihoods,
        @Nullable String failure) {

    /**
     * Checks that compare a posterior with single rows.
     *
     * @param leaveOneOut estimator of leave-one-out prediction; null if that is not required
     * @param replicatedResponses posterior predictive check; null if that is not required
     * @param separationSearch search for columns whose rows set no limit to a coefficient; null where labels always set
     *     one
     */
    record RowPlan(
            @Nullable LeaveOneOutEstimator leaveOneOut,
            @Nullable ReplicatedResponses replicatedResponses,
            @Nullable SeparationSearch separationSearch) {

        private static final RowPlan NONE = new RowPlan(null, null, null);

        /** Predictive accuracy for rows left out; null where that is not required, or without weights. */
        @Nullable
        LeaveOneOut leaveOneOut(@Nullable ImportanceWeights weights) {
            return leaveOneOut == null || weights == null ? null : leaveOneOut.estimate(weights);
        }

        /** Posterior predictive check; null where that is not required, or without weights. */
        @Nullable
        PredictiveCheck predictiveCheck(@Nullable ImportanceWeights weights) {
            return replicatedResponses == null || weights == null ? null : replicatedResponses.check(weights);
        }
    }

    /** Checks of the objective and log likelihoods of single rows alone. */
    private static PosteriorCheckPlan ofObjectiveAlone(
            ObjectiveChecks objective, @Nullable RowLikelihoods rows, @Nullable String failure) {
        return new PosteriorCheckPlan(null, null, null, RowPlan.NONE, objective, rows, failure);
    }

    /**
     * Creates the requested checks. Those beyond the objective's need importance weights, and a loss that is minus a
     * log likelihood.
     *
     * @param fitted rows of the fit
     */
    static PosteriorCheckPlan of(InferenceConfig config, FitSetup setup, ExecutionBackend backend, Rows fitted) {
        RequestedChecks requested = config.check();
        DrawLoss loss = setup.problem().loss();
        boolean likelihood = config.objective().isLogLikelihoodLoss();
        RowLikelihoods each = likelihood ? new RowLikelihoods(loss, backend) : null;
        OptionalDouble weight = config.objective().hasLossWeight()
                ? OptionalDouble.of(config.objective().lossWeight())
                : OptionalDouble.empty();
        ObjectiveChecks objective = ObjectiveChecks.of(setup.problem(), likelihood, weight, requested.khat(), backend);
        if (!requested.khat()) {
            return ofObjectiveAlone(objective, each, null);
        }
        LeftOutRows rows = requested.leaveOneOut();
        return new PosteriorCheckPlan(
                PosteriorWeigher.of(setup),
                new UnreachedModeSearch(setup),
                LinearResponse.of(setup),
                new RowPlan(
                        likelihood && rows != LeftOutRows.NONE
                                ? new LeaveOneOutEstimator(
                                        loss, backend, fitted.keys(), config.seed(), rows == LeftOutRows.ALL)
                                : null,
                        likelihood && requested.predictive()
                                ? new ReplicatedResponses(loss, backend, fitted.classNames(), config.seed())
                                : null,
                        SeparationSearch.of(loss, backend, fitted.classNames())),
                objective,
                each,
                null);
    }

    /**
     * Adds importance weights of the posterior's draws to a result, and modes that the draws miss. Returns the result
     * unchanged where no check is required.
     */
    FitResult withWeights(FitResult result) {
        FitResult weighed = weigher == null ? result : weigher.withWeights(result);
        return modeSearch == null ? weighed : weighed.with(modeSearch.unreachedModes(weighed));
    }

    /** Reason why there are no weights, and advice. */
    String skipReason() {
        if (failure != null) {
            return failure;
        }
        if (weigher == null) {
            return "check.khat = false; check.khat = true weighs the draws of the posterior";
        }
        String refusal = weigher.refusal();
        return refusal == null
                ? "importance weights of the posterior's draws have not been computed yet"
                : refusal + "; scores of held-out rows show whether its numbers may be used";
    }

    /** Plan after a check failed: only log likelihoods of single rows are left. */
    PosteriorCheckPlan afterFailure(Throwable cause) {
        return ofObjectiveAlone(ObjectiveChecks.NONE, rowLikelihoods, "the check failed: " + cause);
    }
}
