package io.credence.result;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.family.FamilyParameters;
import io.credence.family.FamilyPart;
import io.credence.family.GaussianStructure;
import io.credence.family.Moments;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.family.WrittenPosteriors;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The section posterior of a file that was read.
 *
 * @param written that section
 * @param first whether the file is of the first schema, of which every posterior is a Gaussian of the moments it has
 * @param families among which its family is
 */
record WrittenCoefficients(JsonCursor written, boolean first, Catalogue<FamilyPart> families) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Name of the posterior family. */
    String family() {
        return written.at("family").text();
    }

    /** Whether the family is one of those that are listed. */
    boolean isKnown() {
        return families.has(family());
    }

    private boolean isGaussian() {
        return isKnown() && families.named(family()).isGaussian();
    }

    List<String> names() {
        return written.at("names").texts();
    }

    double[] mean() {
        return written.at("mean").numbers(names().size());
    }

    double[] sd() {
        return written.at("sd").numbers(names().size());
    }

    /** S row-major, where it stands in the file. */
    Optional<double[]> covariance() {
        JsonCursor rows = written.at("covariance");
        if (!rows.isPresent()) {
            return Optional.empty();
        }
        int d = names().size();
        double[] matrix = new double[d * d];
        List<JsonCursor> each = rows.each(d);
        for (int i = 0; i < d; i++) {
            System.arraycopy(each.get(i).numbers(d), 0, matrix, i * d, d);
        }
        return Optional.of(matrix);
    }

    /** How moments were found; in closed form where the file does not say. */
    Moments momentsBy() {
        String text = written.at("momentsBy").text("");
        return text.equals(Moments.DRAWS.text()) ? Moments.DRAWS : Moments.CLOSED_FORM;
    }

    private FamilyParameters parameters() {
        Map<String, Object> tree = MAPPER.convertValue(written.at("parameters").node(), new TypeReference<>() {});
        return FamilyParameters.of(tree == null ? Map.of() : tree);
    }

    /** Of a Gaussian; full where the file does not say what its family has to know. */
    private GaussianStructure structure() {
        if (!isGaussian()) {
            return GaussianStructure.FULL;
        }
        FamilyPart part = families.named(family());
        Map<String, Object> own = new LinkedHashMap<>(parameters().tree());
        List<String> options = part.options().stream().map(Option::name).toList();
        own.keySet().retainAll(options);
        return own.size() < options.size() ? GaussianStructure.FULL : part.structure(part.values(own));
    }

    /** Whether the moments are all there is: a Gaussian in its usual form, or a file of the first schema. */
    boolean isOfMoments() {
        return first || map().isEmpty() && isGaussian();
    }

    /**
     * The posterior itself: to the same bits as that which was saved, or, of a Gaussian whose covariance is a table, to
     * rounding.
     *
     * @param table reads the covariance that does not stand in the file
     */
    Posterior posterior(Supplier<double[]> table) {
        FamilyParameters own = parameters();
        boolean whole = !isGaussian() || own.has("precision");
        return whole && !first
                ? families.named(family()).rebuilt(own, families)
                : WrittenPosteriors.ofMoments(structure(), mean(), variances(table));
    }

    /** S row-major, or its diagonal alone. */
    double[] variances(Supplier<double[]> table) {
        double[] sd = sd();
        return structure().isMeanField()
                ? Arrays.stream(sd).map(each -> each * each).toArray()
                : covariance().orElseGet(() -> PosteriorCheck.table(table.get(), sd, isGaussian()));
    }

    /** From the parameters of a non-centred prior to the coefficients; empty where they are the same. */
    Optional<NonCentredMap> map() {
        JsonCursor map = written.at("nonCentred");
        if (!map.isPresent()) {
            return Optional.empty();
        }
        List<JsonCursor> groups = map.at("groupOf").each();
        JsonCursor units = map.at("units");
        return Optional.of(new NonCentredMap(
                groups.stream().mapToInt(group -> (int) group.whole()).toArray(),
                map.at("groups").count(),
                map.at("mean").number(),
                map.at("scale").positive(),
                map.at("global").flag(),
                units.isPresent()
                        ? units.each(groups.size()).stream()
                                .mapToDouble(JsonCursor::positive)
                                .toArray()
                        : null));
    }

    /** The dispersion's factor beside the coefficients. */
    JsonCursor factor() {
        JsonCursor factors = written.at("factors");
        List<JsonCursor> each = factors.isPresent() ? factors.each() : List.of();
        return each.isEmpty() ? factors.at("none") : each.get(0).section();
    }

    /** What that factor is; null where there is none. */
    @Nullable
    ScaleFactor scale() {
        JsonCursor factor = factor();
        JsonCursor family = factor.at("family");
        return switch (family.text("")) {
            case "inverse-gamma" ->
                new ScaleFactor.InverseGamma(
                        factor.at("shape").positive(), factor.at("scale").positive());
            case "log-normal" ->
                new ScaleFactor.LogNormal(
                        factor.at("logMean").number(), factor.at("logSd").positive());
            case "" -> null;
            default -> throw family.refuse("is not known", "inverse-gamma or log-normal");
        };
    }
}
