package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.InferenceConfig.PartitionFactorRequest;
import io.credence.data.DataSummary;
import io.credence.family.GaussianFactor;
import io.credence.fit.FitResult;
import io.credence.kind.ColumnScales;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.part.Names;
import io.credence.part.Spelling;
import io.credence.prior.EarlierFit;
import io.credence.prior.EarlierPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PosteriorFactors;
import io.credence.prior.PosteriorFactors.DayFactor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Partition factors of a fit, such as those of days: some are kept from an earlier fit, others are fitted.
 *
 * @param earlierFit earlier fit; null where there is none
 * @param keptFactors factors that are kept from the earlier fit; null where there is none
 * @param rowSites partitions of the rows by the factor that they belong to
 * @param sitesRequest request for partition factors in the configuration
 */
record FitPartitionFactors(
        @Nullable EarlierFit earlierFit,
        @Nullable PosteriorFactors keptFactors,
        List<FactorPartitions> rowSites,
        PartitionFactorRequest sitesRequest) {

    private static final String NAME = "rows";

    /**
     * Creates the partition factors that a configuration requests; null where the fit has none.
     *
     * @throws ConfigurationException if factors to be removed do not exist, or rows of a factor differ from those
     *     before
     */
    static @Nullable FitPartitionFactors of(InferenceConfig config, Rows rows, DataSummary summary) {
        if (!config.isPartitioned()) {
            return null;
        }
        PartitionFactorRequest requested = config.sitesRequest();
        List<FactorPartitions> own = rows.sites(Objects.requireNonNullElse(requested.name(), NAME), summary);
        EarlierFit earlier = config.prior().earlierFit();
        if (earlier == null) {
            return new FitPartitionFactors(null, null, own, requested);
        }
        PosteriorFactors before = factorsOf(earlier);
        for (String gone : requested.removedNames()) {
            if (!before.dayNames().contains(gone)) {
                throw new ConfigurationException("sites.remove names no earlier partition factor: required one of "
                        + Spelling.suggest(gone, before.dayNames()) + ", found " + gone);
            }
        }
        Set<String> gone = new HashSet<>(requested.removedNames());
        PosteriorFactors kept = before.withoutDays(gone);
        own.forEach(site -> requireSameRows(site, kept));
        own.forEach(site -> gone.add(site.name()));
        return new FitPartitionFactors(earlier, before.withoutDays(gone), own, requested);
    }

    /** Partition factors of an earlier posterior. One that was not partitioned is a prior without factors. */
    private static PosteriorFactors factorsOf(EarlierFit earlier) {
        return earlier.posteriorFactors() == null
                ? PosteriorFactors.of(earlier.coefficients())
                : earlier.posteriorFactors();
    }

    private static void requireSameRows(FactorPartitions site, PosteriorFactors kept) {
        for (DayFactor day : kept.dayFactors()) {
            boolean same = !day.fingerprint().isEmpty() && day.fingerprint().equals(site.fingerprint());
            if (day.name().equals(site.name()) && !same) {
                throw new ConfigurationException(
                        "the rows of the partition factor " + site.name() + " are not those that it was"
                                + " fitted to: required the same rows, another name, or sites.remove = [" + site.name()
                                + "] to replace them, found " + site.rows() + " rows with another fingerprint");
            }
            if (!day.name().equals(site.name()) && same) {
                throw new ConfigurationException(
                        "the rows of the partition factor " + site.name() + " are those of " + day.name()
                                + ", which would count twice: required other rows, or their own name, found the same fingerprint");
            }
        }
    }

    /** Copy of a configuration whose earlier posterior is the product of the kept factors. */
    InferenceConfig withKeptFactors(InferenceConfig config) {
        return earlierFit == null || keptFactors == null
                ? config
                : config.withRemainingFit(earlierFit.restrictedTo(keptFactors));
    }

    /** Notes to the user on kept, removed and refitted factors, one sentence each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (earlierFit != null && keptFactors != null) {
            List<String> again = rowSites.stream()
                    .map(FactorPartitions::name)
                    .filter(factorsOf(earlierFit).dayNames()::contains)
                    .toList();
            if (!again.isEmpty()) {
                notes.add("partition factors that are fitted again: " + String.join(", ", again));
            }
            if (!sitesRequest.removedNames().isEmpty()) {
                List<String> others = Names.without(sitesRequest.removedNames(), again);
                notes.addAll(
                        others.isEmpty()
                                ? List.of()
                                : List.of(PartitionFactorRemoval.of(factorsOf(earlierFit), others, keptFactors)
                                        .description()));
            }
        }
        return List.copyOf(notes);
    }

    /**
     * All partition factors after the fit, kept and fitted ones.
     *
     * @param names names of the fitted coefficients
     * @param prior prior under which they were fitted, on the scale of the data
     * @return factors; null if the fit has none
     */
    @Nullable
    PosteriorFactors factorsAfter(FitResult result, List<String> names, ColumnScales scales, GaussianPrior prior) {
        if (result.partitionFactors().isEmpty() || result.elbo() == null) {
            return null;
        }
        PosteriorFactors all =
                keptFactors == null ? PosteriorFactors.of(names, prior) : keptFactors.embedded(names, prior);
        double[] ones = new double[names.size()];
        Arrays.fill(ones, 1);
        double[] toOriginal = scales.toOriginal(ones);
        for (FactorPartitions site : rowSites) {
            GaussianFactor sum = GaussianFactor.flat(names.size());
            for (int partition : site.partitions()) {
                sum = sum.multipliedBy(result.partitionFactors().get(partition));
            }
            all = all.withDay(
                    new DayFactor(site.name(), site.fingerprint(), site.rows(), sum.rescaled(toOriginal)), names);
        }
        return all.withNewestDays(sitesRequest.keptCount());
    }

    /**
     * Size of the approximation error after partition factors were removed and the others were kept unchanged. The kept
     * factors are tangents at the earlier posterior. To leading order, with third derivatives of a row's loss no larger
     * than second ones, as of a logistic or a Poisson one, their gradient errs in direction u, of posterior length 1,
     * by |Σ ½ f‴ (xᵀu)(xᵀδ)²| ≤ ½ max|xᵀδ| · |δ|, and their precision J along any direction by |Σ f‴ (xᵀu)²(xᵀδ)| ≤
     * max|xᵀδ| uᵀJu, where δ is the posterior's move and |δ| its length in posterior standard deviations; with a normal
     * response neither does.
     *
     * @param removedSites names of the factors that were removed
     * @param keptSiteCount number of factors that are kept
     * @param meanShift length |δ| of the posterior mean's change
     * @param predictorShift root mean square of xᵀδ over the rows of the kept factors, weighted by their curvature; NaN
     *     without an intercept
     */
    record PartitionFactorRemoval(
            List<String> removedSites, int keptSiteCount, double meanShift, double predictorShift) {

        static PartitionFactorRemoval of(PosteriorFactors before, List<String> gone, PosteriorFactors left) {
            EarlierPosterior with = before.posterior();
            EarlierPosterior without = before.withoutDays(gone).posterior();
            double[] shift = Vectors.difference(without.mean(), with.mean());
            double move = Math.sqrt(Math.max(0, Vectors.dot(shift, Symmetric.multiply(without.precision(), shift))));
            int intercept = before.names().indexOf(Rows.INTERCEPT);
            double curvature = intercept < 0 ? Double.NaN : 0;
            double squares = 0;
            for (DayFactor day : left.dayFactors()) {
                double[] precision = day.factor().precision();
                curvature += intercept < 0 ? 0 : precision[Symmetric.packedLength(intercept + 1) - 1];
                squares += Symmetric.quadraticForm(precision, shift);
            }
            return new PartitionFactorRemoval(gone, left.dayFactors().size(), move, Math.sqrt(squares / curvature));
        }

        /** Description of the approximation error, in one or two sentences. */
        String description() {
            String taken = "taken out: " + String.join(", ", removedSites);
            if (keptSiteCount == 0) {
                return taken + "; every partition factor that is left is fitted again";
            }
            String moved = String.format(
                    Locale.ROOT,
                    "; %d partition factors whose rows are not here stand as they were fitted beside it. The posterior moves by %.2g of its"
                            + " sd over all coefficients together",
                    keptSiteCount,
                    meanShift);
            return Double.isNaN(predictorShift)
                    ? taken + moved
                    : String.format(
                            Locale.ROOT,
                            "%s%s, the linear predictors of those rows by %.2g on average: where none moves by more than k times"
                                    + " that, a mean is off by at most k · %.2g sd and a sd by k · %.2g %%; with a normal"
                                    + " response by nothing",
                            taken,
                            moved,
                            predictorShift,
                            0.5 * predictorShift * meanShift,
                            50 * predictorShift);
        }
    }
}
