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
 * Finished fit: posterior on the scale of the columns as they were given, outcome of the fit, and checks by the
 * posterior's own draws.
 *
 * @param model fitted model
 * @param result outcome of the fit: status, reason, evidence lower bound, noise of the draws, decisions
 * @param findings posterior summaries and checks
 * @param trace record of each step
 * @param notes notes to the user, one sentence each
 * @param sites factors of the posterior by site, on the scale of the data; null for a fit that was not partitioned
 */
public record Fit(
        FittedModel model,
        FitResult result,
        Findings findings,
        List<StepInfo> trace,
        List<String> notes,
        @Nullable PosteriorFactors sites) {

    /** Names of the posterior's parameters; the intercept is first. */
    public List<String> names() {
        return findings.coefficients().names();
    }

    /** Posterior q, of the family that was requested. */
    public Posterior posterior() {
        return findings.coefficients().posterior();
    }

    /**
     * Posterior of the dispersion, or its known value. Where its logarithm is the posterior's last parameter, which
     * small sets of rows need, the log-normal of that parameter's mean and standard deviation.
     */
    public DispersionPosterior scale() {
        if (!model.hasJointDispersion()) {
            return result.dispersion();
        }
        int last = posterior().dimension() - 1;
        return DispersionPosterior.ofLogMoments(
                posterior().mean()[last], posterior().sd()[last]);
    }

    /** Posterior summaries by the posterior itself. */
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
     * Whether the posterior was checked and is reliable: converged, every moment finite, and confirmed by its weights.
     */
    public boolean isReliable() {
        return reliability().isReliable();
    }

    /**
     * Returns this fit if it is reliable, and throws otherwise.
     *
     * @param names names of parameters that have to be reliable; none for all
     * @throws IllegalArgumentException if there is no parameter of such a name
     * @throws IllegalStateException if it may not, with the reason
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
     * Makes this fit the prior of another.
     *
     * @throws IllegalArgumentException if it diverged, or is one of the parameters of a non-centred prior
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
        return sites == null ? fit : fit.withFactors(sites);
    }

    /**
     * Posterior summaries of all numbers: mean, standard deviation, central 90 % interval and probability of being
     * above 0, each with its {@code corrected} one where the check recommends that instead.
     */
    public List<SummaryRow> summary() {
        return findings.summary();
    }

    /**
     * Summary of a linear combination of coefficients, corrected by the weights of its draws where these are usable.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return findings.contrast(text);
    }

    /**
     * Names of the numbers of a draw: coefficients, a dispersion that is a factor beside them, quantities of the user's
     * model.
     */
    public List<String> drawNames() {
        return numbers().drawNames();
    }

    /**
     * Independent draws of the posterior, one array each, of the numbers of {@link #drawNames()}: the same for the same
     * fit.
     *
     * @param count number of draws
     * @throws IllegalArgumentException if the model cannot compute its quantities
     */
    public double[][] draws(int count) {
        return numbers().draws(count, numbers().seed());
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
