package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.InferenceConfig.SitesRequest;
import io.credence.data.DataSummary;
import io.credence.family.GaussianSite;
import io.credence.fit.FitResult;
import io.credence.part.Spelling;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PosteriorFactors;
import io.credence.prior.PosteriorFactors.DayFactor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sites of a partitioned fit: those that it takes over from an earlier fit, and those that it fits.
 *
 * @param earlier the earlier fit; null where there is none
 * @param left sites that are taken over; null where there is no earlier fit
 * @param own sites of its rows
 * @param requested request for sites in the configuration
 */
record PartitionedSites(
        @Nullable EarlierFit earlier,
        @Nullable PosteriorFactors left,
        List<SitePartitions> own,
        SitesRequest requested) {

    private static final String NAME = "rows";

    /**
     * Creates the sites of a configuration; null where the fit has none.
     *
     * @throws ConfigurationException if sites are to be taken out that are not there, or rows of a site are others than
     *     before
     */
    static @Nullable PartitionedSites of(InferenceConfig config, Rows rows, DataSummary summary) {
        if (!config.isPartitioned()) {
            return null;
        }
        SitesRequest requested = config.sites();
        List<SitePartitions> own = rows.sites(Objects.requireNonNullElse(requested.name(), NAME), summary);
        EarlierFit earlier = config.prior().earlier();
        if (earlier == null) {
            return new PartitionedSites(null, null, own, requested);
        }
        PosteriorFactors before = factors(earlier);
        for (String gone : requested.remove()) {
            if (!before.dayNames().contains(gone)) {
                throw new ConfigurationException("sites.remove names no earlier site: required one of "
                        + Spelling.suggest(gone, before.dayNames()) + ", found " + gone);
            }
        }
        Set<String> gone = new HashSet<>(requested.remove());
        PosteriorFactors kept = before.withoutDays(gone);
        own.forEach(site -> requireSame(site, kept));
        own.forEach(site -> gone.add(site.name()));
        return new PartitionedSites(earlier, before.withoutDays(gone), own, requested);
    }

    /** Factors of an earlier posterior; for one that was fitted as a whole, a prior and no site. */
    private static PosteriorFactors factors(EarlierFit earlier) {
        return earlier.posteriorFactors() == null
                ? PosteriorFactors.of(earlier.coefficients())
                : earlier.posteriorFactors();
    }

    private static void requireSame(SitePartitions site, PosteriorFactors kept) {
        for (DayFactor day : kept.dayFactors()) {
            boolean same = !day.fingerprint().isEmpty() && day.fingerprint().equals(site.fingerprint());
            if (day.name().equals(site.name()) && !same) {
                throw new ConfigurationException("the rows of the site " + site.name() + " are not those that it was"
                        + " fitted to: required the same rows, another name, or sites.remove = [" + site.name()
                        + "] to replace them, found " + site.rows() + " rows with another fingerprint");
            }
            if (!day.name().equals(site.name()) && same) {
                throw new ConfigurationException(
                        "the rows of the site " + site.name() + " are those of " + day.name()
                                + ", which would count twice: required other rows, or their own name, found the same fingerprint");
            }
        }
    }

    /** Copy of a configuration whose earlier posterior is that of the sites that are taken over. */
    InferenceConfig onto(InferenceConfig config) {
        return earlier == null || left == null ? config : config.instead(earlier.restrictedTo(left));
    }

    /** Notes to the user on the sites, one sentence each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (earlier != null && left != null) {
            List<String> again = own.stream()
                    .map(SitePartitions::name)
                    .filter(factors(earlier).dayNames()::contains)
                    .toList();
            if (!again.isEmpty()) {
                notes.add("sites that are fitted again: " + String.join(", ", again));
            }
            if (!requested.remove().isEmpty()) {
                List<String> others = new ArrayList<>(requested.remove());
                others.removeAll(again);
                notes.addAll(
                        others.isEmpty()
                                ? List.of()
                                : List.of(SiteRemoval.of(factors(earlier), others, left)
                                        .described()));
            }
        }
        return List.copyOf(notes);
    }

    /**
     * All sites after the fit, those that were taken over among them.
     *
     * @param names names of the fitted coefficients
     * @param prior prior under which they were fitted, on the scale of the data
     * @return sites; null if the fit has none
     */
    @Nullable
    PosteriorFactors after(FitResult result, List<String> names, ColumnScales scales, GaussianPrior prior) {
        if (result.partitionFactors().isEmpty() || result.elbo() == null) {
            return null;
        }
        PosteriorFactors all = left == null ? PosteriorFactors.of(names, prior) : left.embedded(names, prior);
        double[] ones = new double[names.size()];
        Arrays.fill(ones, 1);
        double[] toOriginal = scales.toOriginal(ones);
        for (SitePartitions site : own) {
            GaussianSite sum = GaussianSite.flat(names.size());
            for (int partition : site.partitions()) {
                sum = sum.multipliedBy(result.partitionFactors().get(partition));
            }
            all = all.withDay(
                    new DayFactor(site.name(), site.fingerprint(), site.rows(), sum.rescaled(toOriginal)), names);
        }
        return all.withNewestDays(requested.keep());
    }
}
