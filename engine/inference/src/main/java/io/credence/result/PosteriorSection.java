package io.credence.result;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.family.FamilyParameters;
import io.credence.family.GaussianStructure;
import io.credence.family.MomentSource;
import io.credence.family.Posterior;
import io.credence.family.choice.FamilyPart;
import io.credence.family.choice.PosteriorReader;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.prior.NonCentredMap;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.FitReport;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of the section {@code posterior} of a result.
 *
 * @param written section as read
 * @param first whether the file has the first schema, in which every posterior is a Gaussian with the saved moments
 * @param families families that the posterior may be of
 */
record PosteriorSection(JsonCursor written, boolean first, Catalogue<FamilyPart> families) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static void write(ObjectNode posterior, FitReport report) {
        Coefficients coefficients = report.coefficients();
        posterior.put("family", coefficients.posterior().family());
        coefficients.names().forEach(posterior.putArray("names")::add);
        PosteriorJson.numbers(posterior.putArray("mean"), coefficients.mean());
        PosteriorJson.numbers(posterior.putArray("sd"), coefficients.sd());
        if (coefficients.isNormal() && coefficients.isProper()) {
            ArrayNode positive = posterior.putArray("positive");
            coefficients
                    .rows(coefficients.dimension(), report.config().seed())
                    .forEach(row -> positive.add(row.positive()));
        }
        posterior.put("momentsBy", coefficients.momentsBy().text());
        tried(posterior, report.result().candidates());
        if (coefficients.dimension() <= Coefficients.INLINE_DIMENSION) {
            covariance(posterior, coefficients);
        }
        posterior.set("parameters", MAPPER.valueToTree(described(coefficients).toTree()));
        NonCentredMap map = coefficients.map();
        if (map != null) {
            ObjectNode written = MAPPER.valueToTree(map);
            if (map.units() == null) {
                written.remove("units");
            }
            posterior.set("nonCentred", written);
        }
        factor(posterior.putArray("factors"), report.model().dispersionName(), report.result());
        ConstrainedSummary constrained = report.findings().numbers().constrained();
        if (constrained != null) {
            ObjectNode own = posterior.putObject("constrained");
            constrained.of().forEach(own.putArray("of")::add);
            constrained.names().forEach(own.putArray("names")::add);
            PosteriorJson.numbers(own.putArray("mean"), constrained.mean());
            PosteriorJson.numbers(own.putArray("sd"), constrained.sd());
            PosteriorJson.numbers(own.putArray("q05"), constrained.q05());
            PosteriorJson.numbers(own.putArray("q50"), constrained.q50());
            PosteriorJson.numbers(own.putArray("q95"), constrained.q95());
        }
    }

    static void covariance(ObjectNode object, Coefficients coefficients) {
        ArrayNode rows = object.putArray("covariance");
        for (int i = 0; i < coefficients.dimension(); i++) {
            ArrayNode row = rows.addArray();
            for (int j = 0; j < coefficients.dimension(); j++) {
                row.add(coefficients.covariance(i, j));
            }
        }
    }

    /** Writes the families that were fitted, where one was chosen among them. */
    private static void tried(ObjectNode posterior, List<CandidateFamily> families) {
        if (families.isEmpty()) {
            return;
        }
        ArrayNode all = posterior.putArray("tried");
        for (CandidateFamily one : families) {
            ObjectNode node = all.addObject().put("family", one.family());
            node.put("converged", one.status() == FitStatus.CONVERGED).put("status", FitReport.word(one.status()));
            PosteriorJson.put(node, "elbo", one.elbo() == null ? Double.NaN : one.elbo());
            PosteriorJson.put(node, "khat", one.judgement().tailIndex());
            PosteriorJson.put(node, "weightSpread", one.judgement().weightSpread());
            node.put("reliable", one.judgement().reliable());
        }
    }

    /**
     * Parameters of the posterior, without the precision where the covariance of many coefficients has a file of its
     * own.
     */
    private static FamilyParameters described(Coefficients coefficients) {
        FamilyParameters own = coefficients.posterior().toFamilyParameters();
        boolean table = coefficients.map() == null
                && coefficients.dimension() > Coefficients.INLINE_DIMENSION
                && !coefficients.isDiagonal();
        return table ? own.without("precision") : own;
    }

    private static void factor(ArrayNode factors, @Nullable String name, FitResult result) {
        if (result.dispersion() instanceof DispersionPosterior.InverseGamma gamma) {
            factors.addObject()
                    .put("name", name)
                    .put("family", "inverse-gamma")
                    .put("shape", gamma.shape())
                    .put("scale", gamma.scale());
        } else if (result.dispersion() instanceof LogNormalDispersion normal) {
            factors.addObject()
                    .put("name", name)
                    .put("family", "log-normal")
                    .put("logMean", normal.logMean())
                    .put("logSd", normal.logSd());
        }
    }

    /** Name of the posterior family. */
    String family() {
        return written.at("family").text();
    }

    /** Whether the family is one of the known families. */
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

    /** Covariance S, row-major, where the file contains it. */
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

    /** Method by which the moments were computed; closed form where the file does not state it. */
    MomentSource momentsBy() {
        String text = written.at("momentsBy").text("");
        return text.equals(MomentSource.DRAWS.text()) ? MomentSource.DRAWS : MomentSource.CLOSED_FORM;
    }

    private FamilyParameters parameters() {
        Map<String, Object> tree = MAPPER.convertValue(written.at("parameters").node(), new TypeReference<>() {});
        return FamilyParameters.fromTree(tree == null ? Map.of() : tree);
    }

    /** Structure of a Gaussian posterior; full where the file does not state the family's options. */
    private GaussianStructure structure() {
        if (!isGaussian()) {
            return GaussianStructure.FULL;
        }
        FamilyPart part = families.named(family());
        Map<String, Object> own = new LinkedHashMap<>(parameters().toTree());
        List<String> options = part.options().stream().map(Option::name).toList();
        own.keySet().retainAll(options);
        return own.size() < options.size() ? GaussianStructure.FULL : part.structure(part.values(own));
    }

    /** Whether the moments determine the posterior: a Gaussian in its usual form, or a file of the first schema. */
    boolean isOfMoments() {
        return first || map().isEmpty() && isGaussian();
    }

    /**
     * Restores the posterior: to the same bits as the one that was saved or, for a Gaussian whose covariance is in a
     * table, to rounding.
     *
     * @param table reads the covariance where the file does not contain it
     */
    Posterior posterior(Supplier<double[]> table) {
        FamilyParameters own = parameters();
        boolean whole = !isGaussian() || own.has("precision");
        return whole && !first
                ? families.named(family()).rebuildPosterior(own, families)
                : PosteriorReader.ofMoments(structure(), mean(), variances(table));
    }

    /** Covariance S, row-major, or its diagonal alone. */
    double[] variances(Supplier<double[]> table) {
        double[] sd = sd();
        return structure().isMeanField()
                ? Arrays.stream(sd).map(each -> each * each).toArray()
                : covariance().orElseGet(() -> PosteriorValidation.table(table.get(), sd, isGaussian()));
    }

    /** Map from the parameters of a non-centred prior to the coefficients; empty where they are the same. */
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

    /**
     * Summaries of parameters on their constrained scale; null where none is transformed.
     *
     * @param joint whether the logarithm of the dispersion is the last parameter
     */
    @Nullable
    ConstrainedSummary constrained(boolean joint) {
        JsonCursor own = written.at("constrained");
        if (!own.isPresent()) {
            return null;
        }
        List<String> all = own.at("names").texts();
        List<String> before = joint ? names().subList(names().size() - 1, names().size()) : List.of();
        return new ConstrainedSummary(
                own.at("of").isPresent() ? own.at("of").texts() : before,
                all,
                own.at("mean").numbersAndInfinities(all.size()),
                own.at("sd").numbersAndInfinities(all.size()),
                own.at("q05").numbersAndInfinities(all.size()),
                own.at("q50").numbersAndInfinities(all.size()),
                own.at("q95").numbersAndInfinities(all.size()));
    }

    /** Section of the dispersion's factor beside the coefficients; a missing value where there is none. */
    JsonCursor factor() {
        JsonCursor factors = written.at("factors");
        List<JsonCursor> each = factors.isPresent() ? factors.each() : List.of();
        return each.isEmpty() ? factors.at("none") : each.get(0).section();
    }

    /** Posterior factor of the dispersion; null where there is none. */
    @Nullable
    DispersionPosterior scale() {
        JsonCursor factor = factor();
        JsonCursor family = factor.at("family");
        return switch (family.text("")) {
            case "inverse-gamma" ->
                new DispersionPosterior.InverseGamma(
                        factor.at("shape").positive(), factor.at("scale").positive());
            case "log-normal" ->
                new LogNormalDispersion(
                        factor.at("logMean").number(), factor.at("logSd").positive());
            case "" -> null;
            default -> throw family.refuse("is not known", "inverse-gamma or log-normal");
        };
    }
}
