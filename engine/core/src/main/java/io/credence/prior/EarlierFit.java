package io.credence.prior;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.part.Names;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Earlier fit whose posterior is the prior of a later one.
 *
 * @param identity identity of the fit
 * @param coefficients posterior of its coefficients
 * @param dispersion posterior of its dispersion; null where that was fixed, or where there is none
 * @param notes sentences for the user about these posteriors
 * @param posteriorFactors factors of the posterior; null where it was not fitted in factors
 */
public record EarlierFit(
        FitIdentity identity,
        EarlierPosterior coefficients,
        DispersionPosterior.@Nullable InverseGamma dispersion,
        List<String> notes,
        @Nullable PosteriorFactors posteriorFactors) {

    /** Earlier fit with the factors of its posterior. */
    public EarlierFit withFactors(PosteriorFactors factors) {
        return new EarlierFit(identity, coefficients, dispersion, notes, factors);
    }

    /**
     * Earlier fit without the days that are to be removed or fitted again.
     *
     * @param left factors of all other days
     */
    public EarlierFit restrictedTo(PosteriorFactors left) {
        return new EarlierFit(identity, left.posterior(), dispersion, notes, left);
    }

    /**
     * Identity of an earlier fit.
     *
     * @param source place where it was found, for messages
     * @param digest digest of its content; null where it was never written
     * @param model name of the family, or of the user's class
     * @param link name of the link function; null for a class
     * @param converged whether the fit converged
     * @param reliable whether no check found the fit unreliable; where it was not checked, as its own result says
     */
    public record FitIdentity(
            String source,
            @Nullable String digest,
            String model,
            @Nullable String link,
            boolean converged,
            boolean reliable) {

        private String description() {
            return link == null ? model : model + " with link " + link;
        }
    }

    /**
     * Earlier fit from a posterior and the factor of the dispersion beside it.
     *
     * @param scale factor of the dispersion, or its known value
     * @param jointDispersion whether the logarithm of the dispersion is the posterior's last parameter
     */
    public static EarlierFit of(
            FitIdentity origin, EarlierPosterior all, DispersionPosterior scale, boolean jointDispersion) {
        List<String> notes = new ArrayList<>();
        if (!origin.reliable()) {
            notes.add("the prior is the posterior in " + origin.source() + ", which is marked as not reliable");
        }
        if (!all.exact()) {
            notes.add("the prior is the normal with mean and covariance of the posterior in " + origin.source()
                    + ", which is not normal itself");
        }
        if (all.isIndependent() && all.names().size() > 1) {
            notes.add("the posterior in " + origin.source()
                    + " has independent coefficients: what its rows determined of them"
                    + " together is lost, and a chain of such fits goes astray");
        }
        EarlierPosterior coefficients = all;
        DispersionPosterior factor = scale;
        if (jointDispersion) {
            List<String> names = all.names();
            int last = names.size() - 1;
            coefficients = all.marginal(names.subList(0, last));
            EarlierPosterior own = all.marginal(names.subList(last, last + 1));
            factor = new LogNormalDispersion(own.mean()[0], 1 / Math.sqrt(own.precision()[0]));
            notes.add(
                    "the prior of the dispersion is independent of that of the coefficients, unlike their posterior in "
                            + origin.source());
        }
        return new EarlierFit(
                origin, coefficients, factor.isKnown() ? null : factor.nearestInverseGamma(), List.copyOf(notes), null);
    }

    /**
     * Earlier fit with a share of its information forgotten. The precision of the coefficients is multiplied by
     * {@code share}, and so is that of the inverse dispersion around its mean.
     */
    public EarlierFit discounted(double share) {
        DispersionPosterior.InverseGamma less = dispersion == null
                ? null
                : new DispersionPosterior.InverseGamma(share * dispersion.shape(), share * dispersion.scale());
        return new EarlierFit(
                identity,
                coefficients.discounted(share),
                less,
                notes,
                posteriorFactors == null ? null : posteriorFactors.discounted(share));
    }

    /**
     * Refuses a fit whose coefficients have another meaning, or that did not converge.
     *
     * @param model name of the family or class that is to be fitted
     * @param link name of its link function; null for a class
     * @param unconverged whether a fit that did not converge is accepted
     * @throws IllegalArgumentException with the reason
     */
    public void requireSameModel(String model, @Nullable String link, boolean unconverged) {
        String required = new FitIdentity("", null, model, link, true, true).description();
        if (!identity.description().equals(required)) {
            throw new IllegalArgumentException("the earlier posterior is of another model: required " + required
                    + ", found " + identity.description() + " (" + identity.source() + ")");
        }
        if (!identity.converged() && !unconverged) {
            throw new IllegalArgumentException("the earlier posterior is no answer: required a fit that converged, or"
                    + " stop.acceptUnconverged = true, found one that did not (" + identity.source() + ")");
        }
    }

    /** Whether the fit has a posterior of all the named coefficients. */
    public boolean knowsAll(List<String> names) {
        return newNames(names).isEmpty();
    }

    /**
     * Prior of the named coefficients.
     *
     * @param prior prior of the new ones, on the scale of the columns; independent
     */
    public GaussianPrior priorOf(List<String> names, GaussianPrior prior) {
        return coefficients.priorOf(names, prior);
    }

    /** Sentences for the user about the prior of the named coefficients. */
    public List<String> notesAbout(List<String> names) {
        List<String> all = new ArrayList<>(notes);
        List<String> added = newNames(names);
        if (!added.isEmpty()) {
            all.add("new against " + identity.source() + ", with a prior of their own: "
                    + EarlierPosterior.firstNames(added));
        }
        List<String> lost = Names.without(coefficients.names(), names);
        if (!lost.isEmpty()) {
            all.add("in " + identity.source() + " but not in these rows, integrated out: "
                    + EarlierPosterior.firstNames(lost));
        }
        return List.copyOf(all);
    }

    private List<String> newNames(List<String> names) {
        return Names.without(names, coefficients.names());
    }
}
