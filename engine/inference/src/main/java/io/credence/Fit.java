package io.credence;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.StepInfo;
import io.credence.predict.PredictiveCheck;
import io.credence.prior.EarlierFit;
import io.credence.prior.EarlierPosterior;
import io.credence.prior.PosteriorFactors;
import io.credence.summary.Findings;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.SummaryRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished fit: the posterior on the scale of the data, the outcome of the optimisation, and checks.
 *
 * @param model fitted model
 * @param result outcome of the fit: status, reason, evidence lower bound, noise of the draws, decisions
 * @param findings posterior summaries and checks
 * @param trace record of each step
 * @param notes notes to the user, one sentence each
 * @param posteriorFactors partition factors of the posterior, on the scale of the data; null for a fit that was not
 *     partitioned
 */
public record Fit(
        FittedModel model,
        FitResult result,
        Findings findings,
        List<StepInfo> trace,
        List<String> notes,
        @Nullable PosteriorFactors posteriorFactors) {

    /**
     * Partition factors of the posterior.
     *
     * @deprecated under the name of expectation propagation; use {@link #posteriorFactors()}
     */
    @Deprecated(since = "0.1.0", forRemoval = true)
    public @Nullable PosteriorFactors sites() {
        return posteriorFactors;
    }

    /** Names of the posterior's parameters; the intercept is first. */
    public List<String> names() {
        return findings.coefficients().names();
    }

    /** Posterior of the parameters. */
    public Posterior posterior() {
        return findings.coefficients().posterior();
    }

    /**
     * Posterior of the dispersion, or its known value. It is log-normal where the logarithm of the dispersion is the
     * last parameter of a joint posterior, which small sets of rows need.
     */
    public DispersionPosterior scale() {
        if (!model.hasJointDispersion()) {
            return result.dispersion();
        }
        int last = posterior().dimension() - 1;
        return DispersionPosterior.ofLogMoments(
                posterior().mean()[last], posterior().sd()[last]);
    }

    /** Posterior summaries, not corrected by importance weights. */
    public NumberSummary numbers() {
        return findings.numberSummary();
    }

    /** Check by importance weights, with k̂ and bounds of the log evidence; null where they were not taken. */
    public @Nullable ImportanceCheck check() {
        return findings.importanceCheck();
    }

    /** Summaries with the covariance of linear response; null for posteriors that are not mean-field. */
    public @Nullable LinearResponseSummary linearResponse() {
        return findings.linearResponse();
    }

    /** Summaries of the quantities that the user's model derives from its parameters. */
    public QuantitySummary quantities() {
        return findings.quantitySummary();
    }

    /** Leave-one-out predictive accuracy; null where it was not computed. */
    public @Nullable LeaveOneOut leaveOneOut() {
        return findings.leaveOneOut();
    }

    /** Posterior predictive check; null where there was none. */
    public @Nullable PredictiveCheck predictive() {
        return findings.predictiveCheck();
    }

    /** Whether the fit converged. */
    public boolean isConverged() {
        return result.isConverged();
    }

    /** Reliability of the numbers: passed, failed or not checked, with the reason. */
    public Reliability reliability() {
        return findings.reliability();
    }

    /**
     * Whether the posterior was checked and is reliable: converged, with finite moments, and confirmed by importance
     * weights.
     */
    public boolean isReliable() {
        return reliability().isReliable();
    }

    /**
     * Returns this fit if it is reliable, and throws otherwise.
     *
     * @param names names of parameters that have to be reliable; none for all
     * @throws IllegalArgumentException if there is no parameter of such a name
     * @throws IllegalStateException if it is not reliable, with the reason
     */
    public Fit requireReliable(String... names) {
        for (String name : names) {
            index(name);
        }
        reliability().require(List.of(names));
        return this;
    }

    /**
     * Mean of a parameter.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public double mean(String name) {
        return posterior().mean()[index(name)];
    }

    /** Standard deviation of a parameter. */
    public double sd(String name) {
        return posterior().sd()[index(name)];
    }

    /**
     * Converts this fit to the prior of a later one.
     *
     * @throws IllegalArgumentException if it diverged, or has a non-centred prior
     */
    EarlierFit earlier() {
        if (result.status() == FitStatus.DIVERGED || posterior().dimension() != names().size()) {
            throw new IllegalArgumentException("the earlier fit cannot be a prior: required one that converged, of the"
                    + " coefficients themselves, found " + result.status() + " with "
                    + posterior().dimension()
                    + " parameters for " + names().size() + " coefficients");
        }
        EarlierFit.FitIdentity origin = new EarlierFit.FitIdentity(
                "the earlier fit",
                null,
                model.name(),
                model.link(),
                isConverged(),
                !reliability().isFailed());
        EarlierFit fit = EarlierFit.of(
                origin, EarlierPosterior.of(names(), posterior()), result.dispersion(), model.hasJointDispersion());
        return posteriorFactors == null ? fit : fit.withFactors(posteriorFactors);
    }

    /**
     * Posterior summaries of all numbers: mean, standard deviation, central 90 % interval and probability of being
     * above 0. Where the check recommends it, each has a {@code corrected} summary too.
     */
    public List<SummaryRow> summary() {
        return findings.summary();
    }

    /**
     * Posterior summary of a linear combination of coefficients, corrected by importance weights where these are
     * usable.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return findings.contrast(text);
    }

    /**
     * Names of the numbers of each draw: coefficients, a dispersion with a posterior of its own, quantities of the
     * user's model.
     */
    public List<String> drawNames() {
        return numbers().drawNames();
    }

    /**
     * Independent draws of the posterior, draws × {@link #drawNames()}. The same fit always gives the same draws.
     *
     * @param count number of draws
     * @throws IllegalArgumentException if the model cannot compute its quantities
     */
    public double[][] draws(int count) {
        return numbers().sampleDraws(count, numbers().seed());
    }

    private int index(String name) {
        int at = names().indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "there is no parameter '" + name + "': required one of " + String.join(", ", names()));
        }
        return at;
    }
}
