package io.credence;

import io.credence.diagnostic.LossWeightEstimator;
import io.credence.diagnostic.ObjectiveFindings;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.diagnostic.SeparationSearch;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.StagedAlgorithm;
import io.credence.fit.choice.FamilySearch;
import io.credence.fit.fixed.LinearResponse;
import io.credence.fit.importance.PosteriorWeigher;
import io.credence.prior.GaussianPrior;
import io.credence.summary.Findings;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.KindFindings;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.RowChecks;
import io.credence.summary.SeparationNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fit of linear predictors or of a user's class, whose posterior is checked by importance weights of its draws.
 *
 * @param parameterScale names, scales and transforms of its parameters
 * @param algorithm algorithm that fits them
 * @param checks checks of the posterior
 * @param notes notes to the user, one sentence each
 */
record CheckedFit(ParameterScale parameterScale, Algorithm algorithm, PosteriorCheckPlan checks, List<String> notes)
        implements PreparedFit {

    @Override
    public FittedModel model() {
        return parameterScale.model();
    }

    @Override
    public List<String> names() {
        return parameterScale.names();
    }

    @Override
    public GaussianPrior prior() {
        return parameterScale.prior().normalPrior();
    }

    @Override
    public NumberSummary numberSummary(FitResult result) {
        return parameterScale.numberSummary(result);
    }

    @Override
    public FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return checks.withWeights(runUnchecked(from, listeners));
    }

    @Override
    public @Nullable LossWeightEstimator lossWeightEstimator() {
        return checks.objectiveChecks().lossWeightEstimator();
    }

    /** Copy on another scale, for a result of other parameters. */
    CheckedFit onScale(ParameterScale other) {
        return new CheckedFit(other, algorithm, checks, notes);
    }

    @Override
    public CheckedFit withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new CheckedFit(parameterScale, algorithm, checks, List.copyOf(more));
    }

    /**
     * Copy that tries other posterior families where the Gaussian is not reliable.
     *
     * @param setup setup of the Gaussian's fit
     * @param alternatives families, in the order in which they are tried
     * @throws IllegalArgumentException if importance weights cannot assess them
     */
    CheckedFit withFamilySearch(FitSetup setup, List<FamilySearch.FamilyAttempt> alternatives) {
        String refusal = PosteriorWeigher.of(setup).refusal();
        if (refusal != null) {
            throw new IllegalArgumentException("posterior.family = auto chooses by k-hat: " + refusal);
        }
        FamilySearch search = new FamilySearch(
                setup, algorithm, alternatives, result -> judgement(result, PosteriorWeigher.of(setup)));
        return new CheckedFit(parameterScale, new StagedAlgorithm(search), checks, notes);
    }

    private CandidateFamily.Judgement judgement(FitResult result, PosteriorWeigher weights) {
        FitResult weighed = weights.withWeights(result);
        ImportanceCheck check = parameterScale.importanceCheck(weighed, parameterScale.numberSummary(weighed), false);
        return check == null ? CandidateFamily.Judgement.NONE : check.judgement();
    }

    @Override
    public CheckedResult checkedResult(FitResult result) {
        return checkedResult(result, weighed -> null);
    }

    /**
     * Checks a result and summarises it.
     *
     * @param alternative makes a result that replaces it, given its check; null to keep it
     */
    CheckedResult checkedResult(FitResult result, Function<WeighedResult, @Nullable CheckedResult> alternative) {
        try {
            WeighedResult weighed = weighedResult(checks.withWeights(result));
            CheckedResult other = alternative.apply(weighed);
            return other == null ? complete(weighed) : other;
        } catch (CancellationException stopped) {
            throw stopped;
        } catch (RuntimeException | OutOfMemoryError failed) {
            return new CheckedFit(parameterScale, algorithm, checks.afterFailure(failed), notes)
                    .uncheckedResult(result);
        }
    }

    /** Checks a result and summarises it. Throws if a check does. */
    CheckedResult strictlyChecked(FitResult result) {
        return complete(weighedResult(checks.withWeights(result)));
    }

    /**
     * Result with its summaries and its check by importance weights.
     *
     * @param importanceCheck check by importance weights; null if there are none
     */
    record WeighedResult(
            FitResult result,
            NumberSummary numberSummary,
            @Nullable ImportanceCheck importanceCheck) {}

    private WeighedResult weighedResult(FitResult result) {
        NumberSummary numbers = parameterScale.numberSummary(result);
        return new WeighedResult(
                result, numbers, parameterScale.importanceCheck(result, numbers, checks.rowLikelihoods() != null));
    }

    private CheckedResult complete(WeighedResult weighed) {
        return resultWithFindings(weighed, checks.objectiveChecks().of(weighed.result));
    }

    @Override
    public CheckedResult uncheckedResult(FitResult result) {
        return resultWithFindings(weighedResult(result), ObjectiveFindings.NONE);
    }

    private CheckedResult resultWithFindings(WeighedResult weighed, ObjectiveFindings objective) {
        List<String> noted =
                parameterScale.notesOnResult(notes, weighed.result.dispersion(), weighed.numberSummary.coefficients());
        return new CheckedResult(weighed.result, findings(weighed, objective), parameterScale.model(), noted);
    }

    /** Computes posterior summaries and checks after a fit, by a few passes over the rows. */
    private Findings findings(WeighedResult weighed, ObjectiveFindings objective) {
        FitResult result = weighed.result;
        NumberSummary numbers = weighed.numberSummary;
        ImportanceCheck importance = weighed.importanceCheck;
        Reliability weighing = importance == null ? null : importance.reliability();
        Reliability reliability =
                Reliability.of(result, numbers.coefficients().isProper(), weighing, checks.skipReason());
        return new Findings(
                numbers,
                importance,
                reliability,
                linearResponse(result, numbers),
                QuantitySummary.of(numbers, importance),
                rowChecks(result.weights(), weighing),
                objective,
                KindFindings.NONE);
    }

    private RowChecks rowChecks(@Nullable ImportanceWeights weights, @Nullable Reliability weighing) {
        return new RowChecks(
                checks.rowPlan().leaveOneOut(weights),
                checks.rowPlan().predictiveCheck(weights),
                weighing == null || weighing.isReliable() ? List.of() : separationNotes());
    }

    /** Notes on columns whose rows set no limit to a coefficient. */
    private List<String> separationNotes() {
        SeparationSearch separation = checks.rowPlan().separationSearch();
        return separation == null
                ? List.of()
                : new SeparationNotes(names(), parameterScale.scales()::scale, separation.classes())
                        .notes(separation.findColumns());
    }

    /** Summaries by linear response; null for posteriors that are not mean-field, or where it would take too long. */
    private @Nullable LinearResponseSummary linearResponse(FitResult result, NumberSummary numbers) {
        LinearResponse response = checks.linearResponse();
        GaussianPosterior found = response == null ? null : response.correctedGaussian(result);
        return found == null
                ? null
                : LinearResponseSummary.of(numbers, parameterScale.numberSummary(result.withPosterior(found)));
    }

    @Override
    public List<RowLikelihoods.Row> rowLogLikelihoods(double[][] draws) {
        RowLikelihoods rows = checks.rowLikelihoods();
        if (rows == null || parameterScale.nonCentredLoss() != null) {
            throw new IllegalArgumentException(
                    "log likelihoods of rows cannot be computed: required a log likelihood as objective"
                            + " and a prior of the coefficients themselves, found "
                            + (rows == null ? "another loss" : "a non-centred prior"));
        }
        int d = names().size();
        double[] scale = parameterScale.coefficientFactors(d);
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
        return rows.logLikelihoodsAt(own);
    }
}
