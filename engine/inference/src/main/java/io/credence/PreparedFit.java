package io.credence;

import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.diagnostic.ObjectiveFindings;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.diagnostic.Separation;
import io.credence.family.GaussianPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.PosteriorWeights;
import io.credence.fit.StagedAlgorithm;
import io.credence.fit.TriedFamily;
import io.credence.fit.choice.FamilySearch;
import io.credence.fit.exact.DispersionIntegral;
import io.credence.fit.fixed.LinearResponse;
import io.credence.mixed.MixedModel;
import io.credence.predict.ReplicatedResponses;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Sites;
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
 * A fit that is ready to run.
 *
 * @param frame what its parameters stand for
 * @param algorithm how they are fitted
 * @param checks how the posterior that it finds is checked
 * @param notes what a user should know of it, one sentence each
 * @param ledger its sites; null where it is not fitted in sites
 * @param mixed the model of groups that it is of; null where rows are in none
 * @param joint coefficients and an estimated dispersion together, where independent factors are refused; null for none
 */
public record PreparedFit(
        ParameterFrame frame,
        Algorithm algorithm,
        Checks checks,
        List<String> notes,
        @Nullable SiteLedger ledger,
        @Nullable MixedModel mixed,
        @Nullable Joint joint) {

    /**
     * A posterior in place of independent factors.
     *
     * @param frame what its parameters stand for
     * @param integral fits it
     */
    record Joint(ParameterFrame frame, DispersionIntegral integral) {}

    PreparedFit(
            ParameterFrame frame, Algorithm algorithm, Checks checks, List<String> notes, @Nullable SiteLedger ledger) {
        this(frame, algorithm, checks, notes, ledger, null, null);
    }

    /** The model, as results name it. */
    public FittedModel model() {
        return frame.model();
    }

    /** Names of the fitted parameters, or of the coefficients behind them where the prior is non-centred. */
    public List<String> names() {
        return frame.names();
    }

    /** Their normal prior on the scale of the data; precision 0 where the user's class has its own. */
    public GaussianPrior prior() {
        return frame.prior().normal();
    }

    /**
     * Fits, and weighs the draws of the posterior that was found.
     *
     * @param from a state to go on from; null to begin
     */
    public FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return checks.weighed(fit(from, listeners));
    }

    /** Fits, and checks nothing. */
    public FitResult fit(@Nullable FitState from, List<FitListener> listeners) {
        return algorithm.result(algorithm.run(from == null ? algorithm.init() : from, listeners));
    }

    /**
     * A result with what its check found.
     *
     * @param result with the weights of its draws, where it was checked
     * @param model the model, as results name it
     * @param notes what a user should know of the fit, one sentence each
     */
    public record Checked(FitResult result, Findings findings, FittedModel model, List<String> notes) {}

    /**
     * The result and its check; where that refuses independent factors, the posterior of both together if it passes. If a check throws,
     * the fit is kept and reported as unchecked.
     */
    public Checked checked(FitResult result) {
        try {
            Weighed factors = seen(checks.weighed(result));
            Checked both = jointly(factors);
            return both == null ? complete(factors) : both;
        } catch (CancellationException stopped) {
            throw stopped;
        } catch (RuntimeException | OutOfMemoryError failed) {
            return with(checks.failed(failed)).unchecked(result);
        }
    }

    /** Coefficients and dispersion together; null where independent factors suffice, or these cannot be relied on either. */
    private @Nullable Checked jointly(Weighed factors) {
        ImportanceCheck check = factors.importance;
        if (joint == null || check == null || !joint.integral().isPossible(factors.result)) {
            return null;
        }
        Reliability reliability = check.reliability();
        if (reliability.isReliable()) {
            return null;
        }
        FitResult both = joint.integral().of(factors.result);
        PreparedFit together = found(true)
                .noting(
                        "coefficients and dispersion are fitted together, as a mixture of Gaussians, since independent factors do"
                                + " not suffice: " + reliability.reason());
        Checked checked = both == null ? null : together.complete(together.seen(checks.weighed(both)));
        return checked != null && checked.findings.reliability().isReliable() ? checked : null;
    }

    /**
     * The same, for a result that has been found.
     *
     * @param jointly whether it is of coefficients and dispersion together
     */
    public PreparedFit found(boolean jointly) {
        return jointly && joint != null ? new PreparedFit(joint.frame(), algorithm, checks, notes, ledger) : this;
    }

    /** A result with its numbers and what the weights of its draws, if it has any, show of them. */
    private record Weighed(
            FitResult result,
            NumberSummary numbers,
            @Nullable ImportanceCheck importance) {}

    private Weighed seen(FitResult result) {
        NumberSummary numbers = frame.numbers(result);
        return new Weighed(result, numbers, frame.importance(result, numbers, checks.rows() != null));
    }

    private Checked complete(Weighed weighed) {
        return of(weighed, checks.objective().of(weighed.result));
    }

    /** The result of a fit that ended early, with what is known of it without a pass over the rows. */
    public Checked unchecked(FitResult result) {
        return of(seen(result), ObjectiveFindings.NONE);
    }

    private Checked of(Weighed weighed, ObjectiveFindings objective) {
        List<String> noted = frame.noted(notes, weighed.result.scale(), weighed.numbers.coefficients());
        return new Checked(weighed.result, findings(weighed, objective), frame.model(), noted);
    }

    /** The same with a fit of coefficients and dispersion together where independent factors are refused. */
    PreparedFit orJointly(ParameterFrame both, DispersionIntegral integral) {
        return new PreparedFit(frame, algorithm, checks, notes, ledger, mixed, new Joint(both, integral));
    }

    private PreparedFit with(Checks others) {
        return new PreparedFit(frame, algorithm, others, notes, ledger, mixed, joint);
    }

    /** The same with one more sentence of what a user should know. */
    PreparedFit noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new PreparedFit(frame, algorithm, checks, List.copyOf(more), ledger, mixed, joint);
    }

    /** The factors of the posterior on the scale of the data; null where it was not fitted in factors. */
    public @Nullable Sites sites(FitResult result) {
        return ledger == null ? null : ledger.after(result, frame.names(), frame.scales(), prior());
    }

    /**
     * The same with a search among families where the Gaussian cannot be relied on.
     *
     * @param setup of the Gaussian
     * @param alternatives families, in the order in which they are tried
     * @throws IllegalArgumentException if importance weights cannot assess them
     */
    PreparedFit escalating(FitSetup setup, List<FamilySearch.Alternative> alternatives) {
        String refusal = PosteriorWeights.of(setup).refusal();
        if (refusal != null) {
            throw new IllegalArgumentException("posterior.family = auto chooses by k-hat: " + refusal);
        }
        FamilySearch search =
                new FamilySearch(setup, algorithm, alternatives, result -> judged(result, PosteriorWeights.of(setup)));
        return new PreparedFit(frame, new StagedAlgorithm(search), checks, notes, ledger);
    }

    private TriedFamily.Judgement judged(FitResult result, PosteriorWeights weights) {
        FitResult weighed = weights.weighed(result);
        ImportanceCheck check = frame.importance(weighed, frame.numbers(weighed), false);
        return check == null ? TriedFamily.Judgement.NONE : check.judgement();
    }

    /** All that is found of a posterior after its fit: a few passes over the rows. */
    private Findings findings(Weighed weighed, ObjectiveFindings objective) {
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

    /** What is to be known of columns whose rows set no limit to a coefficient. */
    private List<String> separated() {
        Separation separation = checks.separation();
        return separation == null
                ? List.of()
                : new SeparationNotes(names(), frame.scales()::of, separation.classes()).of(separation.columns());
    }

    /** Null for posteriors that are not mean-field, or where linear response would take too long. */
    private @Nullable LinearResponseSummary linearResponse(FitResult result, NumberSummary numbers) {
        LinearResponse response = checks.response();
        GaussianPosterior found = response == null ? null : response.of(result);
        return found == null ? null : LinearResponseSummary.of(numbers, frame.numbers(result.around(found)));
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
