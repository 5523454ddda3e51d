package io.credence;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.family.DispersionPosterior;
import io.credence.family.Posterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.StepInfo;
import io.credence.predict.PredictiveCheck;
import io.credence.prior.EarlierFit;
import io.credence.prior.EarlierPosterior;
import io.credence.prior.Sites;
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
 * A finished fit: the posterior itself, on the scale of the columns as they were given, with how it was found and what its own
 * draws show of it.
 *
 * @param model what was fitted
 * @param result how the fit went: status, reason, evidence lower bound, noise of the draws, decisions
 * @param findings what was found of the posterior
 * @param trace one entry per step
 * @param notes what a user should know besides, one sentence each
 * @param sites the posterior in its factors, on the scale of the data; null where it was not fitted in factors
 */
public record Fit(
        FittedModel model,
        FitResult result,
        Findings findings,
        List<StepInfo> trace,
        List<String> notes,
        @Nullable Sites sites) {

    /** Names of the posterior's parameters; the intercept is first. */
    public List<String> names() {
        return findings.coefficients().names();
    }

    /** q, of the family that was requested. */
    public Posterior posterior() {
        return findings.coefficients().posterior();
    }

    /**
     * Posterior of the dispersion, or the number it is. Where its logarithm is the posterior's last parameter, which small sets of rows need, the log-normal of that
     * parameter's mean and standard deviation.
     */
    public DispersionPosterior scale() {
        if (!model.jointDispersion()) {
            return result.scale();
        }
        int last = posterior().dimension() - 1;
        return DispersionPosterior.ofLog(posterior().mean()[last], posterior().sd()[last]);
    }

    /** What is reported of its numbers. */
    public NumberSummary numbers() {
        return findings.numbers();
    }

    /** k̂ and bounds of the evidence by importance weights; null where they were not taken. */
    public @Nullable ImportanceCheck check() {
        return findings.importance();
    }

    /** Its numbers with the covariance of linear response; null for posteriors that are not mean-field. */
    public @Nullable LinearResponseSummary linearResponse() {
        return findings.linearResponse();
    }

    /** What is reported of the quantities that the user's model derives from its parameters. */
    public QuantitySummary quantities() {
        return findings.quantities();
    }

    /** How well the rows are predicted from each other; null where that was not found. */
    public @Nullable LeaveOneOut leaveOneOut() {
        return findings.leaveOneOut();
    }

    /** How responses drawn from the fitted model differ from those observed; null where none were drawn. */
    public @Nullable PredictiveCheck predictive() {
        return findings.predictive();
    }

    /** Whether it converged. */
    public boolean isConverged() {
        return result.isConverged();
    }

    /** Whether its numbers may be relied on: passed, failed or not checked, and why. */
    public Reliability reliability() {
        return findings.reliability();
    }

    /** Whether it was checked and may be relied on: converged, every moment finite, and nothing in its weights against it. */
    public boolean isReliable() {
        return reliability().isReliable();
    }

    /**
     * This fit, where it may be relied on.
     *
     * @param names of parameters that have to be; none for all
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
     * This fit as the prior of another.
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
        EarlierFit.Origin origin = new EarlierFit.Origin(
                "the earlier fit",
                null,
                model.name(),
                model.link(),
                isConverged(),
                !reliability().isFailed());
        EarlierFit fit = EarlierFit.of(
                origin, EarlierPosterior.of(names(), posterior()), result.scale(), model.jointDispersion());
        return sites == null ? fit : fit.with(sites);
    }

    /**
     * Mean, standard deviation, central 90 % interval and probability of being above 0 of every number that is reported, with its
     * {@code corrected} one where the check recommends that instead.
     */
    public List<SummaryRow> summary() {
        return findings.summary();
    }

    /**
     * The posterior of a linear combination of coefficients, corrected by the weights of its draws where these can be
     * averaged over.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text) {
        return findings.contrast(text);
    }

    /** Names of the numbers of a draw: coefficients, a dispersion that is a factor beside them, quantities of the user's model. */
    public List<String> drawNames() {
        return numbers().drawNames();
    }

    /**
     * Independent draws of the posterior, one array each, of the numbers of {@link #drawNames()}: the same for the same fit.
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
