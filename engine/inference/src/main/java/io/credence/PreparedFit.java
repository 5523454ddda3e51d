package io.credence;

import io.credence.diagnostic.LossWeightEstimator;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PosteriorFactors;
import io.credence.summary.Findings;
import io.credence.summary.FittedModel;
import io.credence.summary.NumberSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembled fit that is ready to run, of whatever kind of model with named parameters. */
public interface PreparedFit {

    /** Model, as results show it. */
    FittedModel model();

    /** Names of the fitted parameters; with a non-centred prior, of the coefficients that they define. */
    List<String> names();

    /** Normal prior of the parameters on the scale of the data; precision 0 where the user's class has its own. */
    GaussianPrior prior();

    /** Algorithm that fits the parameters. */
    Algorithm algorithm();

    /** Notes to the user, one sentence each. */
    List<String> notes();

    /** Copy with one more note to the user. */
    PreparedFit withNote(String note);

    /** Posterior summaries of a result. */
    NumberSummary numberSummary(FitResult result);

    /**
     * Runs the fit, and computes importance weights of the posterior's draws where they are to be checked.
     *
     * @param from state to resume from; null to begin
     */
    default FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return runUnchecked(from, listeners);
    }

    /** Runs the fit without checks. */
    default FitResult runUnchecked(@Nullable FitState from, List<FitListener> listeners) {
        return algorithm().result(algorithm().run(from == null ? algorithm().init() : from, listeners));
    }

    /**
     * Result of a fit with its posterior summaries and checks.
     *
     * @param result outcome of the fit, with the weights of its draws where it was checked
     * @param model model, as results show it
     * @param notes notes to the user, one sentence each
     */
    record CheckedResult(FitResult result, Findings findings, FittedModel model, List<String> notes) {}

    /** Checks a result and summarises it. If a check throws, the fit is kept and reported as unchecked. */
    CheckedResult checkedResult(FitResult result);

    /** Completes the result of a fit that ended early, without a pass over the rows. */
    CheckedResult uncheckedResult(FitResult result);

    /**
     * Prepared fit that produced a result: this one or the joint one.
     *
     * @param jointly whether the result is a joint one of coefficients and dispersion
     */
    default PreparedFit forResult(boolean jointly) {
        return this;
    }

    /** Partition factors of the posterior, on the scale of the data; null for a fit that was not partitioned. */
    default @Nullable PosteriorFactors partitionFactors(FitResult result) {
        return null;
    }

    /** Estimator of the weight of the loss; null where the objective has none. */
    default @Nullable LossWeightEstimator lossWeightEstimator() {
        return null;
    }

    /**
     * Log likelihoods of all rows at given draws of the parameters.
     *
     * @param draws coefficients on the scale of the columns as they were given, with a dispersion that is a factor of
     *     its own at the end
     * @throws IllegalArgumentException if the draws do not determine the likelihoods, or there are too many rows
     */
    List<RowLikelihoods.Row> rowLogLikelihoods(double[][] draws);
}
