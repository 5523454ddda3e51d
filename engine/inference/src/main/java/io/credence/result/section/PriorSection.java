package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.summary.FitReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Normal priors of the coefficients. Under another kind of prior, only some coefficients have one.
 *
 * @param kind name of the prior; null for the prior of a class
 * @param path location of the earlier posterior that is the prior; null for other priors
 * @param digest digest of the earlier posterior
 * @param forgetting power of the earlier posterior
 * @param mean prior means, where all coefficients have a normal prior; else null
 * @param sd prior standard deviations, where all coefficients have a normal prior; else null
 * @param normal normal priors of some coefficients, by name
 * @param givenSigma normal priors given the residual standard deviation σ, by name, with standard deviations in units
 *     of σ
 */
public record PriorSection(
        @Nullable String kind,
        @Nullable String path,
        @Nullable String digest,
        double forgetting,
        double @Nullable [] mean,
        double @Nullable [] sd,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, NormalSection> normal,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, NormalSection> givenSigma) {

    /** Normal prior of one coefficient. */
    public record NormalSection(double mean, double sd) {

        /** No normal prior. */
        public static final NormalSection NONE = new NormalSection(Double.NaN, Double.NaN);
    }

    static @Nullable PriorSection of(FitReport report, JsonNode requested) {
        GaussianPrior prior = report.coefficients().prior();
        GaussianPrior unit = report.coefficients().wholePrior().unitDispersionPrior();
        if (unit == null && prior.dimension() > 0 && prior.flatCount() == prior.dimension()) {
            return null;
        }
        EarlierFit earlier = report.config().prior().earlierFit();
        boolean all = prior.flatCount() == 0;
        return new PriorSection(
                all && earlier == null ? "normal" : report.config().prior().kind(),
                earlier == null ? null : requested.path("path").asText(),
                earlier == null ? null : earlier.identity().digest(),
                earlier == null ? Double.NaN : requested.path("forgetting").asDouble(),
                all ? prior.mean() : null,
                all ? prior.sd() : null,
                all ? Map.of() : byName(report, prior),
                unit == null ? Map.of() : byName(report, unit));
    }

    /** The normal priors among those of the first coefficients, by name. */
    private static Map<String, NormalSection> byName(FitReport report, GaussianPrior prior) {
        double[] sds = prior.sd();
        Map<String, NormalSection> normal = new LinkedHashMap<>();
        for (int j = 0; j < sds.length; j++) {
            if (Double.isFinite(sds[j])) {
                normal.put(report.coefficients().names().get(j), new NormalSection(prior.mean()[j], sds[j]));
            }
        }
        return normal;
    }

    /** Normal priors of coefficients by their names, in order; NaN for those that have another prior. */
    public List<NormalSection> priors(List<String> names) {
        if (mean == null || sd == null) {
            return names.stream()
                    .map(name -> normal.getOrDefault(name, NormalSection.NONE))
                    .toList();
        }
        Refusal.requireLengths(names.size(), List.of("prior.mean", "prior.sd"), mean.length, sd.length);
        return IntStream.range(0, names.size())
                .mapToObj(j -> new NormalSection(mean[j], sd[j]))
                .toList();
    }
}
