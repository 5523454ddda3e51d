package io.credence;

import io.credence.diagnostic.LeaveOneOutEstimator;
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
import io.credence.fit.exact.DispersionIntegral;
import io.credence.fit.fixed.LinearResponse;
import io.credence.fit.importance.PosteriorWeigher;
import io.credence.mixed.model.MixedModel;
import io.credence.predict.ReplicatedResponses;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PosteriorFactors;
import io.credence.summary.Findings;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.MixedSummary;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.SeparationNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Assembled fit that is ready to run.
 *
 * @param parameterScale names, scales and transforms of its parameters
 * @param algorithm algorithm that fits them
 * @param checks checks of the posterior
 * @param notes notes to the user, one sentence each
 * @param partitionedSites partition factors of a partitioned fit; null for others
 * @param mixedModel mixed model that is fitted; null for other models
 * @param jointFit joint fit of coefficients and an estimated dispersion, for use where independent factors are not
 *     reliable; null for none
 */
public record PreparedFit(
        ParameterScale parameterScale,
        Algorithm algorithm,
        CheckPlan checks,
        List<String> notes,
        @Nullable PartitionedSites partitionedSites,
        @Nullable MixedModel mixedModel,
        @Nullable JointFit jointFit) {

    /**
     * Joint fit of coefficients and dispersion, for use where independent factors are not reliable.
     *
     * @param parameterScale names, scales and transforms of its parameters
     * @param dispersionIntegral integral over the dispersion that fits them
     */
    record JointFit(ParameterScale parameterScale, DispersionIntegral dispersionIntegral) {}

    PreparedFit(
            ParameterScale frame,
            Algorithm algorithm,
            CheckPlan checks,
            List<String> notes,
            @Nullable PartitionedSites ledger) {
        this(frame, algorithm, checks, notes, ledger, null, null);
    }

    /** Model, as results show it. */
    public FittedModel model() {
        return parameterScale.model();
    }

    /** Names of the fitted parameters; with a non-centred prior, of the coefficients that they define. */
    public List<String> names() {
        return parameterScale.names();
    }

    /** Normal prior of the parameters on the scale of the data; precision 0 where the user's class has its own. */
    public GaussianPrior prior() {
        return parameterScale.prior().normalPrior();
    }

    /**
     * Runs the fit, and computes importance weights of the posterior's draws.
     *
     * @param from state to resume from; null to begin
     */
    public FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return checks.withWeights(runUnchecked(from, listeners));
    }

    /** Runs the fit without checks. */
    public FitResult runUnchecked(@Nullable FitState from, List<FitListener> listeners) {
        return algorithm.result(algorithm.run(from == null ? algorithm.init() : from, listeners));
    }

    /**
     * Result of a fit with its posterior summaries and checks.
     *
     * @param result outcome of the fit, with the weights of its draws where it was checked
     * @param model model, as results show it
     * @param notes notes to the user, one sentence each
     */
    public record CheckedResult(FitResult result, Findings findings, FittedModel model, List<String> notes) {}

    /**
     * Checks a result and summarises it. Where independent factors of coefficients and dispersion fail the check, their
     * joint posterior is returned if it passes. If a check throws, the fit is kept and reported as unchecked.
     */
    public CheckedResult checkedResult(FitResult result) {
        try {
            WeighedResult factors = weighedResult(checks.withWeights(result));
            CheckedResult both = jointResult(factors);
            return both == null ? complete(factors) : both;
        } catch (CancellationException stopped) {
            throw stopped;
        } catch (RuntimeException | OutOfMemoryError failed) {
            return withChecks(checks.afterFailure(failed)).uncheckedResult(result);
        }
    }

    /**
     * Joint fit of coefficients and dispersion, checked; null where independent factors suffice, or the joint fit is
     * not reliable either.
     */
    private @Nullable CheckedResult jointResult(WeighedResult factors) {
        ImportanceCheck check = factors.importanceCheck;
        if (jointFit == null || check == null || !jointFit.dispersionIntegral().isPossible(factors.result)) {
            return null;
        }
        Reliability reliability = check.reliability();
        if (reliability.isReliable()) {
            return null;
        }
        FitResult both = jointFit.dispersionIntegral().withJointPosterior(factors.result);
        PreparedFit together = forResult(true)
                .withNote(
                        "coefficients and dispersion are fitted together, as a mixture of Gaussians, since independent factors do"
                                + " not suffice: " + reliability.reason());
        CheckedResult checked =
                both == null ? null : together.complete(together.weighedResult(checks.withWeights(both)));
        return checked != null && checked.findings.reliability().isReliable() ? checked : null;
    }

    /**
     * Prepared fit that produced a result: this one or the joint one.
     *
     * @param jointly whether the result is a joint one of coefficients and dispersion
     */
    public PreparedFit forResult(boolean jointly) {
        return jointly && jointFit != null
                ? new PreparedFit(jointFit.parameterScale(), algorithm, checks, notes, partitionedSites)
                : this;
    }

    /** Result with its summaries and its check by importance weights, if there are any. */
    private record WeighedResult(
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

    /** Completes the result of a fit that ended early, without a pass over the rows. */
    public CheckedResult uncheckedResult(FitResult result) {
        return resultWithFindings(weighedResult(result), ObjectiveFindings.NONE);
    }

    private CheckedResult resultWithFindings(WeighedResult weighed, ObjectiveFindings objective) {
        List<String> noted =
                parameterScale.notesOnResult(notes, weighed.result.dispersion(), weighed.numberSummary.coefficients());
        return new CheckedResult(weighed.result, findings(weighed, objective), parameterScale.model(), noted);
    }

    /** Copy that tries a joint fit of coefficients and dispersion where independent factors fail the check. */
    PreparedFit withJointFit(ParameterScale both, DispersionIntegral integral) {
        return new PreparedFit(
                parameterScale, algorithm, checks, notes, partitionedSites, mixedModel, new JointFit(both, integral));
    }

    private PreparedFit withChecks(CheckPlan others) {
        return new PreparedFit(parameterScale, algorithm, others, notes, partitionedSites, mixedModel, jointFit);
    }

    /** Copy with one more note to the user. */
    PreparedFit withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new PreparedFit(
                parameterScale, algorithm, checks, List.copyOf(more), partitionedSites, mixedModel, jointFit);
    }

    /** Partition factors of the posterior, on the scale of the data; null for a fit that was not partitioned. */
    public @Nullable PosteriorFactors partitionFactors(FitResult result) {
        return partitionedSites == null
                ? null
                : partitionedSites.factorsAfter(result, parameterScale.names(), parameterScale.scales(), prior());
    }

    /**
     * Copy that tries other posterior families where the Gaussian is not reliable.
     *
     * @param setup setup of the Gaussian's fit
     * @param alternatives families, in the order in which they are tried
     * @throws IllegalArgumentException if importance weights cannot assess them
     */
    PreparedFit withFamilySearch(FitSetup setup, List<FamilySearch.FamilyAttempt> alternatives) {
        String refusal = PosteriorWeigher.of(setup).refusal();
        if (refusal != null) {
            throw new IllegalArgumentException("posterior.family = auto chooses by k-hat: " + refusal);
        }
        FamilySearch search = new FamilySearch(
                setup, algorithm, alternatives, result -> judgement(result, PosteriorWeigher.of(setup)));
        return new PreparedFit(parameterScale, new StagedAlgorithm(search), checks, notes, partitionedSites);
    }

    private CandidateFamily.Judgement judgement(FitResult result, PosteriorWeigher weights) {
        FitResult weighed = weights.withWeights(result);
        ImportanceCheck check = parameterScale.importanceCheck(weighed, parameterScale.numberSummary(weighed), false);
        return check == null ? CandidateFamily.Judgement.NONE : check.judgement();
    }

    /** Computes posterior summaries and checks after a fit, by a few passes over the rows. */
    private Findings findings(WeighedResult weighed, ObjectiveFindings objective) {
        FitResult result = weighed.result;
        NumberSummary numbers = weighed.numberSummary;
        ImportanceCheck importance = weighed.importanceCheck;
        ImportanceWeights weights = result.weights();
        LeaveOneOutEstimator rowsLeftOut = checks.leaveOneOut();
        ReplicatedResponses replicated = checks.replicatedResponses();
        Reliability weighing = importance == null ? null : importance.reliability();
        MixedSummary groups = MixedSummary.of(mixedModel, result);
        boolean proper = numbers.coefficients().isProper();
        return new Findings(
                numbers,
                importance,
                groups != null
                        ? groups.reliability(result, proper)
                        : Reliability.of(result, proper, weighing, checks.skipReason()),
                linearResponse(result, numbers),
                QuantitySummary.of(numbers, importance),
                rowsLeftOut == null || weights == null ? null : rowsLeftOut.estimate(weights),
                replicated == null || weights == null ? null : replicated.check(weights),
                objective,
                groups,
                weighing == null || weighing.isReliable() ? List.of() : separationNotes());
    }

    /** Notes on columns whose rows set no limit to a coefficient. */
    private List<String> separationNotes() {
        SeparationSearch separation = checks.separationSearch();
        return separation == null
                ? List.of()
                : new SeparationNotes(names(), parameterScale.scales()::scale, separation.classes())
                        .notes(separation.findColumns());
    }

    /** Summaries by linear response; null for posteriors that are not mean-field, or where it would take too long. */
    private @Nullable LinearResponseSummary linearResponse(FitResult result, NumberSummary numbers) {
        LinearResponse response = checks.linearResponse();
        GaussianPosterior found = response == null ? null : response.of(result);
        return found == null
                ? null
                : LinearResponseSummary.of(numbers, parameterScale.numberSummary(result.withPosterior(found)));
    }

    /**
     * Log likelihoods of all rows at given draws of the parameters.
     *
     * @param draws coefficients on the scale of the columns as they were given, with a dispersion that is a factor of
     *     its own at the end
     * @throws IllegalArgumentException if the loss is no likelihood, the prior is non-centred, or there are too many
     *     rows
     */
    public List<RowLikelihoods.Row> rowLogLikelihoods(double[][] draws) {
        RowLikelihoods rows = checks.rowLikelihoods();
        if (mixedModel != null) {
            throw new IllegalArgumentException(
                    "draws of coefficients alone do not predict rows of levels, whose effects are"
                            + " integrated: required a model without grouping factors, found "
                            + mixedModel.factors().stream()
                                    .map(factor -> factor.name())
                                    .toList()
                            + "; credence compare weighs mixed models by their log marginal likelihoods");
        }
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
