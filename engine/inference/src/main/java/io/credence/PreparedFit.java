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
 * @param frame names, scales and transforms of its parameters
 * @param algorithm algorithm that fits them
 * @param checks checks of the posterior
 * @param notes notes to the user, one sentence each
 * @param ledger sites of a partitioned fit; null for others
 * @param mixed mixed model that is fitted; null for other models
 * @param joint joint fit of coefficients and an estimated dispersion, for use where independent factors are refused;
 *     null for none
 */
public record PreparedFit(
        ParameterScale frame,
        Algorithm algorithm,
        CheckPlan checks,
        List<String> notes,
        @Nullable PartitionedSites ledger,
        @Nullable MixedModel mixed,
        @Nullable JointFit joint) {

    /**
     * Joint fit of coefficients and dispersion, in place of independent factors.
     *
     * @param frame names, scales and transforms of its parameters
     * @param integral integral over the dispersion that fits them
     */
    record JointFit(ParameterScale frame, DispersionIntegral integral) {}

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
        return frame.model();
    }

    /** Names of the fitted parameters, or of the coefficients behind them where the prior is non-centred. */
    public List<String> names() {
        return frame.names();
    }

    /** Normal prior of the parameters on the scale of the data; precision 0 where the user's class has its own. */
    public GaussianPrior prior() {
        return frame.prior().normalPrior();
    }

    /**
     * Runs the fit, and computes importance weights of the posterior's draws.
     *
     * @param from state to resume from; null to begin
     */
    public FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return checks.weighed(fit(from, listeners));
    }

    /** Runs the fit without checks. */
    public FitResult fit(@Nullable FitState from, List<FitListener> listeners) {
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
     * Checks a result; where that refuses independent factors, the joint posterior of coefficients and dispersion is
     * returned if it passes. If a check throws, the fit is kept and reported as unchecked.
     */
    public CheckedResult checked(FitResult result) {
        try {
            WeighedResult factors = seen(checks.weighed(result));
            CheckedResult both = jointly(factors);
            return both == null ? complete(factors) : both;
        } catch (CancellationException stopped) {
            throw stopped;
        } catch (RuntimeException | OutOfMemoryError failed) {
            return with(checks.failed(failed)).unchecked(result);
        }
    }

    /**
     * Joint fit of coefficients and dispersion, checked; null where independent factors suffice, or the joint fit is
     * not reliable either.
     */
    private @Nullable CheckedResult jointly(WeighedResult factors) {
        ImportanceCheck check = factors.importance;
        if (joint == null || check == null || !joint.integral().isPossible(factors.result)) {
            return null;
        }
        Reliability reliability = check.reliability();
        if (reliability.isReliable()) {
            return null;
        }
        FitResult both = joint.integral().withJointPosterior(factors.result);
        PreparedFit together = found(true)
                .noting(
                        "coefficients and dispersion are fitted together, as a mixture of Gaussians, since independent factors do"
                                + " not suffice: " + reliability.reason());
        CheckedResult checked = both == null ? null : together.complete(together.seen(checks.weighed(both)));
        return checked != null && checked.findings.reliability().isReliable() ? checked : null;
    }

    /**
     * Prepared fit that belongs to a result.
     *
     * @param jointly whether the result is a joint one of coefficients and dispersion
     */
    public PreparedFit found(boolean jointly) {
        return jointly && joint != null ? new PreparedFit(joint.frame(), algorithm, checks, notes, ledger) : this;
    }

    /** Result with its summaries and its check by importance weights, if there are any. */
    private record WeighedResult(
            FitResult result,
            NumberSummary numbers,
            @Nullable ImportanceCheck importance) {}

    private WeighedResult seen(FitResult result) {
        NumberSummary numbers = frame.numbers(result);
        return new WeighedResult(result, numbers, frame.importance(result, numbers, checks.rows() != null));
    }

    private CheckedResult complete(WeighedResult weighed) {
        return of(weighed, checks.objective().of(weighed.result));
    }

    /** Completes the result of a fit that ended early, without a pass over the rows. */
    public CheckedResult unchecked(FitResult result) {
        return of(seen(result), ObjectiveFindings.NONE);
    }

    private CheckedResult of(WeighedResult weighed, ObjectiveFindings objective) {
        List<String> noted = frame.noted(notes, weighed.result.dispersion(), weighed.numbers.coefficients());
        return new CheckedResult(weighed.result, findings(weighed, objective), frame.model(), noted);
    }

    /** Copy that tries a joint fit of coefficients and dispersion where independent factors are refused. */
    PreparedFit orJointly(ParameterScale both, DispersionIntegral integral) {
        return new PreparedFit(frame, algorithm, checks, notes, ledger, mixed, new JointFit(both, integral));
    }

    private PreparedFit with(CheckPlan others) {
        return new PreparedFit(frame, algorithm, others, notes, ledger, mixed, joint);
    }

    /** Copy with one more note to the user. */
    PreparedFit noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new PreparedFit(frame, algorithm, checks, List.copyOf(more), ledger, mixed, joint);
    }

    /** Factors of the posterior by site, on the scale of the data; null for a fit that was not partitioned. */
    public @Nullable PosteriorFactors sites(FitResult result) {
        return ledger == null ? null : ledger.after(result, frame.names(), frame.scales(), prior());
    }

    /**
     * Copy with a search among families where the Gaussian is not reliable.
     *
     * @param setup setup of the Gaussian's fit
     * @param alternatives families, in the order in which they are tried
     * @throws IllegalArgumentException if importance weights cannot assess them
     */
    PreparedFit escalating(FitSetup setup, List<FamilySearch.FamilyAttempt> alternatives) {
        String refusal = PosteriorWeigher.of(setup).refusal();
        if (refusal != null) {
            throw new IllegalArgumentException("posterior.family = auto chooses by k-hat: " + refusal);
        }
        FamilySearch search =
                new FamilySearch(setup, algorithm, alternatives, result -> judged(result, PosteriorWeigher.of(setup)));
        return new PreparedFit(frame, new StagedAlgorithm(search), checks, notes, ledger);
    }

    private CandidateFamily.Judgement judged(FitResult result, PosteriorWeigher weights) {
        FitResult weighed = weights.withWeights(result);
        ImportanceCheck check = frame.importance(weighed, frame.numbers(weighed), false);
        return check == null ? CandidateFamily.Judgement.NONE : check.judgement();
    }

    /** Computes posterior summaries and checks after a fit, by a few passes over the rows. */
    private Findings findings(WeighedResult weighed, ObjectiveFindings objective) {
        FitResult result = weighed.result;
        NumberSummary numbers = weighed.numbers;
        ImportanceCheck importance = weighed.importance;
        ImportanceWeights weights = result.weights();
        LeaveOneOutEstimator rowsLeftOut = checks.rowsLeftOut();
        ReplicatedResponses replicated = checks.replicated();
        Reliability weighing = importance == null ? null : importance.reliability();
        MixedSummary groups = MixedSummary.of(mixed, result);
        boolean proper = numbers.coefficients().isProper();
        return new Findings(
                numbers,
                importance,
                groups != null
                        ? groups.reliability(result, proper)
                        : Reliability.of(result, proper, weighing, checks.skipped()),
                linearResponse(result, numbers),
                QuantitySummary.of(numbers, importance),
                rowsLeftOut == null || weights == null ? null : rowsLeftOut.of(weights),
                replicated == null || weights == null ? null : replicated.of(weights),
                objective,
                groups,
                weighing == null || weighing.isReliable() ? List.of() : separated());
    }

    /** Notes on columns whose rows set no limit to a coefficient. */
    private List<String> separated() {
        SeparationSearch separation = checks.separation();
        return separation == null
                ? List.of()
                : new SeparationNotes(names(), frame.scales()::of, separation.classes()).of(separation.columns());
    }

    /** Summaries by linear response; null for posteriors that are not mean-field, or where it would take too long. */
    private @Nullable LinearResponseSummary linearResponse(FitResult result, NumberSummary numbers) {
        LinearResponse response = checks.response();
        GaussianPosterior found = response == null ? null : response.of(result);
        return found == null ? null : LinearResponseSummary.of(numbers, frame.numbers(result.withPosterior(found)));
    }

    /**
     * Log likelihoods of all rows at draws of a posterior of this fit.
     *
     * @param draws coefficients on the scale of the columns as they were given, with a dispersion that is a factor of
     *     its own at the end
     * @throws IllegalArgumentException if the loss is no likelihood, the prior non-centred, or there are too many rows
     */
    public List<RowLikelihoods.Row> logLikelihood(double[][] draws) {
        RowLikelihoods rows = checks.rows();
        if (mixed != null) {
            throw new IllegalArgumentException(
                    "draws of coefficients alone do not predict rows in groups, whose effects are"
                            + " integrated: required a model without groups, found groups of "
                            + mixed.factors().stream()
                                    .map(factor -> factor.name())
                                    .toList()
                            + "; credence compare weighs mixed models by their log marginal likelihoods");
        }
        if (rows == null || frame.nonCentred() != null) {
            throw new IllegalArgumentException(
                    "log likelihoods of rows cannot be computed: required a log likelihood as objective"
                            + " and a prior of the coefficients themselves, found "
                            + (rows == null ? "another loss" : "a non-centred prior"));
        }
        int d = names().size();
        double[] scale = frame.toOriginal(d);
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
}
