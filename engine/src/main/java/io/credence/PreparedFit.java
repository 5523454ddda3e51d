package io.credence;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.FamilySearch;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.LinearResponse;
import io.credence.fit.PosteriorWeights;
import io.credence.fit.TriedFamily;
import io.credence.loss.NonCentredLoss;
import io.credence.model.Parameter;
import io.credence.predict.PredictiveCheck;
import io.credence.predict.ReplicatedResponses;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Sites;
import io.credence.report.Coefficients;
import io.credence.report.Constrained;
import io.credence.report.FittedModel;
import io.credence.report.ImportanceCheck;
import io.credence.report.ModelQuantities;
import io.credence.report.Responded;
import io.credence.report.ToldNumbers;
import io.credence.report.TransformedParameters;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fit that is ready to run, with what its numbers stand for.
 *
 * @param model the model, as results name it
 * @param names names of the fitted parameters, or of the coefficients behind them where the prior is non-centred
 * @param scales by what their columns were divided; 1 for parameters that are no coefficients
 * @param prior their normal prior on the scale of the data; precision 0 where the user's class has its own
 * @param parameters parameters of the user's class, or the dispersion, where their posterior is not that of a coefficient
 * @param firstParameter number of parameters before the first of those
 * @param nonCentred loss in the parameters of a prior that is not one of the coefficients themselves; null for others
 * @param algorithm how they are fitted
 * @param checks how the posterior that it finds is looked at
 * @param notes what a user should know of it, one sentence each
 * @param book its sites; null where it is not fitted in sites
 * @param quantities what the user's class derives from its parameters; null where there is nothing
 */
public record PreparedFit(
        FittedModel model,
        List<String> names,
        ColumnScales scales,
        GaussianPrior prior,
        List<Parameter> parameters,
        int firstParameter,
        @Nullable NonCentredLoss nonCentred,
        Algorithm algorithm,
        Checks checks,
        List<String> notes,
        @Nullable SiteBook book,
        @Nullable ModelQuantities quantities) {

    /**
     * Fits, and checks the posterior that was found.
     *
     * @param from a state to go on from; null to begin
     */
    public FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        FitState end = algorithm.run(from == null ? algorithm.init() : from, listeners);
        FitResult result = algorithm.result(end);
        PosteriorWeights weights = checks.weights();
        return weights == null ? result : weights.weighed(result);
    }

    /** The factors of the posterior on the scale of the data; null where it was not fitted in factors. */
    public @Nullable Sites sites(FitResult result) {
        return book == null ? null : book.after(result, names, scales, prior);
    }

    /**
     * The same with a search among families where the Gaussian cannot be relied on.
     *
     * @param setup of the Gaussian
     * @param rungs families, in the order in which they are tried
     * @throws IllegalArgumentException if importance weights cannot tell of them
     */
    PreparedFit escalating(FitSetup setup, List<FamilySearch.Rung> rungs, long seed) {
        String refusal = setup.weights().refusal();
        if (refusal != null) {
            throw new IllegalArgumentException("posterior.family = auto chooses by k-hat: " + refusal);
        }
        return new PreparedFit(
                model,
                names,
                scales,
                prior,
                parameters,
                firstParameter,
                nonCentred,
                new FamilySearch(setup, algorithm, rungs, result -> judged(result, setup.weights(), seed)),
                checks,
                notes,
                book,
                quantities);
    }

    private TriedFamily.Judgement judged(FitResult result, PosteriorWeights weights, long seed) {
        FitResult weighed = weights.weighed(result);
        ImportanceCheck check = check(weighed, told(weighed, seed), false);
        return check == null
                ? TriedFamily.Judgement.NONE
                : new TriedFamily.Judgement(check.isReliable(), check.isUsable(), check.tailIndex(), check.spread());
    }

    /** What the check was asked for and could not say; null where it was not asked for or is there. */
    public @Nullable String unchecked() {
        PosteriorWeights weights = checks.weights();
        String refusal = weights == null ? null : weights.refusal();
        return refusal == null ? null : "k-hat was not taken: " + refusal + "; check.khat = false does without";
    }

    /**
     * The numbers of a mean-field posterior with the covariance of linear response, which takes a pass; null for other posteriors,
     * or where that would take too long.
     *
     * @param told what the posterior itself says
     */
    public @Nullable Responded responded(FitResult result, ToldNumbers told) {
        LinearResponse response = checks.response();
        GaussianPosterior found = response == null ? null : response.of(result);
        return found == null ? null : Responded.of(told, told(result.around(found), told.seed()));
    }

    /** How well the rows are predicted from each other, which takes a pass over them; null where there are no weights. */
    public @Nullable LeaveOneOut leaveOneOut(FitResult result) {
        ImportanceWeights found = result.weights();
        LeaveOneOutEstimator rowsLeftOut = checks.rowsLeftOut();
        return rowsLeftOut == null || found == null ? null : rowsLeftOut.of(found);
    }

    /** How responses drawn from the fitted model differ from those observed; null where there are no weights, or none are drawn. */
    public @Nullable PredictiveCheck predictive(FitResult result) {
        ImportanceWeights found = result.weights();
        ReplicatedResponses replicated = checks.replicated();
        return replicated == null || found == null ? null : replicated.of(found);
    }

    /**
     * Log likelihoods of all rows at draws of a posterior of this fit.
     *
     * @param draws coefficients on the scale of the columns as they were given, a dispersion that is a factor of its own behind
     *     them
     * @throws IllegalArgumentException if the loss is no likelihood, the prior non-centred, or there are too many rows
     */
    public List<RowLikelihoods.Row> logLikelihood(double[][] draws) {
        RowLikelihoods rows = checks.rows();
        if (rows == null || nonCentred != null) {
            throw new IllegalArgumentException(
                    "log likelihoods of rows cannot be told: required a log likelihood as objective"
                            + " and a prior of the coefficients themselves, found "
                            + (rows == null ? "another loss" : "a non-centred prior"));
        }
        int d = names.size();
        double[] scale = toOriginal(d);
        double[][] own = new double[draws.length][];
        for (int s = 0; s < draws.length; s++) {
            own[s] = draws[s].clone();
            for (int j = 0; j < d; j++) {
                own[s][j] /= scale[j];
            }
            if (own[s].length > d) {
                own[s][d] = Math.log(own[s][d]);
            }
        }
        return rows.at(own);
    }

    /** The posterior of the coefficients on the scale of the columns as they were given: undoes their scaling, exactly. */
    private Coefficients coefficients(FitResult result, long seed) {
        Posterior q = result.posterior();
        return nonCentred == null
                ? Coefficients.of(names, scales.isIdentity() ? q : q.rescaled(toOriginal(q.dimension())), prior)
                : Coefficients.behind(nonCentred.map(), names, q, prior, seed);
    }

    private double[] toOriginal(int dimension) {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return scales.toOriginal(ones);
    }

    /** The numbers that are told of the result. */
    public ToldNumbers told(FitResult result, long seed) {
        Coefficients coefficients = coefficients(result, seed);
        TransformedParameters transformed = TransformedParameters.of(parameters, firstParameter);
        Constrained constrained = Constrained.of(coefficients, transformed, seed);
        return new ToldNumbers(
                coefficients, transformed, constrained, model.dispersionName(), result.scale(), quantities, seed);
    }

    /**
     * What the importance weights say of the result; null where there are none.
     *
     * @param told its numbers
     * @param likelihood whether the loss is minus the log likelihood, so that there is an evidence
     */
    public @Nullable ImportanceCheck check(FitResult result, ToldNumbers told, boolean likelihood) {
        ImportanceWeights found = result.weights();
        if (found == null) {
            return null;
        }
        Posterior q = result.posterior();
        GaussianPrior fitted = nonCentred == null ? scales.toScaled(prior) : prior;
        ImportanceWeights own =
                nonCentred == null && !scales.isIdentity() ? found.rescaled(toOriginal(q.dimension())) : found;
        return ImportanceCheck.of(
                own, likelihood ? ImportanceCheck.bounds(found.logWeights(), q, fitted, model.name()) : null, told);
    }
}
