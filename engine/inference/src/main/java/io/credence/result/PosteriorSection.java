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
 * @param section section as read
 * @param isFirstSchema whether the file has the first schema, whose posteriors are all Gaussians with the saved moments
 * @param families families that the posterior may be of
 */
record PosteriorSection(JsonCursor section, boolean isFirstSchema, Catalogue<FamilyPart> families) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static void write(ObjectNode posterior, FitReport report) {
        Coefficients coefficients = report.coefficients();
        posterior.put("family", coefficients.posterior().family());
        coefficients.names().forEach(posterior.putArray("names")::add);
        PosteriorJson.writeNumbers(posterior.putArray("mean"), coefficients.mean());
        PosteriorJson.writeNumbers(posterior.putArray("sd"), coefficients.sd());
        if (coefficients.isNormal() && coefficients.isProper()) {
            ArrayNode positive = posterior.putArray("positive");
            coefficients
                    .summaryRows(coefficients.dimension(), report.config().seed())
                    .forEach(row -> positive.add(row.positiveProbability()));
        }
        posterior.put("momentsBy", coefficients.momentSource().text());
        writeTriedFamilies(posterior, report.result().candidates());
        if (coefficients.dimension() <= Coefficients.INLINE_DIMENSION) {
            covariance(posterior, coefficients);
        }
        posterior.set(
                "parameters", MAPPER.valueToTree(familyParameters(coefficients).toTree()));
        NonCentredMap map = coefficients.nonCentredMap();
        if (map != null) {
            ObjectNode written = posterior.putObject("nonCentred");
            written.set("groupOf", MAPPER.valueToTree(map.blockOf()));
            written.put("groups", map.blockCount())
                    .put("mean", map.mean())
                    .put("scale", map.scale())
                    .put("global", map.hasGlobalScale());
            if (map.units() != null) {
                written.set("units", MAPPER.valueToTree(map.units()));
            }
        }
        factor(posterior.putArray("factors"), report.model().dispersionName(), report.result());
        ConstrainedSummary constrained = report.findings().numberSummary().constrainedSummary();
        if (constrained != null) {
            ObjectNode own = posterior.putObject("constrained");
            constrained.unconstrainedNames().forEach(own.putArray("of")::add);
            constrained.names().forEach(own.putArray("names")::add);
            PosteriorJson.writeNumbers(own.putArray("mean"), constrained.mean());
            PosteriorJson.writeNumbers(own.putArray("sd"), constrained.sd());
            PosteriorJson.writeNumbers(own.putArray("q05"), constrained.q05());
            PosteriorJson.writeNumbers(own.putArray("q50"), constrained.q50());
            PosteriorJson.writeNumbers(own.putArray("q95"), constrained.q95());
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

    /** Writes the families that were fitted in a search for one. */
    private static void writeTriedFamilies(ObjectNode posterior, List<CandidateFamily> families) {
        if (families.isEmpty()) {
            return;
        }
        ArrayNode all = posterior.putArray("tried");
        for (CandidateFamily one : families) {
            ObjectNode node = all.addObject().put("family", one.family());
            node.put("converged", one.status() == FitStatus.CONVERGED)
                    .put("status", FitReport.statusName(one.status()));
            PosteriorJson.put(node, "elbo", one.elbo() == null ? Double.NaN : one.elbo());
            PosteriorJson.put(node, "khat", one.judgement().tailIndex());
            PosteriorJson.put(node, "weightSpread", one.judgement().weightSpread());
            node.put("reliable", one.judgement().reliable());
        }
    }

    /**
     * Parameters of the posterior, for the file. The precision is left out where a table beside the file holds the
     * covariance.
     */
    private static FamilyParameters familyParameters(Coefficients coefficients) {
        FamilyParameters own = coefficients.posterior().toFamilyParameters();
        boolean table = coefficients.nonCentredMap() == null
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
        return section.child("family").text();
    }

    /** Whether the family is one of those that can be restored. */
    boolean isKnown() {
        return families.has(family());
    }

    private boolean isGaussian() {
        return isKnown() && families.named(family()).isGaussian();
    }

    List<String> names() {
        return section.child("names").texts();
    }

    double[] mean() {
        return section.child("mean").numbers(names().size());
    }

    double[] sd() {
        return section.child("sd").numbers(names().size());
    }

    /** Covariance S, row-major, where the file contains it. */
    Optional<double[]> covariance() {
        JsonCursor rows = section.child("covariance");
        if (!rows.isPresent()) {
            return Optional.empty();
        }
        int d = names().size();
        double[] matrix = new double[d * d];
        List<JsonCursor> each = rows.elements(d);
        for (int i = 0; i < d; i++) {
            System.arraycopy(each.get(i).numbers(d), 0, matrix, i * d, d);
        }
        return Optional.of(matrix);
    }

    /** Method by which the moments were computed; closed form where the file does not state it. */
    MomentSource momentSource() {
        String text = section.child("momentsBy").text("");
        return text.equals(MomentSource.DRAWS.text()) ? MomentSource.DRAWS : MomentSource.CLOSED_FORM;
    }

    private FamilyParameters savedParameters() {
        Map<String, Object> tree =
                MAPPER.convertValue(section.child("parameters").node(), new TypeReference<>() {});
        return FamilyParameters.fromTree(tree == null ? Map.of() : tree);
    }

    /** Covariance structure of a Gaussian posterior; full where the file does not state the family's options. */
    private GaussianStructure structure() {
        if (!isGaussian()) {
            return GaussianStructure.FULL;
        }
        FamilyPart part = families.named(family());
        Map<String, Object> own = new LinkedHashMap<>(savedParameters().toTree());
        List<String> options = part.options().stream().map(Option::name).toList();
        own.keySet().retainAll(options);
        return own.size() < options.size() ? GaussianStructure.FULL : part.structure(part.values(own));
    }

    /**
     * Whether the saved moments determine the posterior. They do for a centred Gaussian, or in a file of the first
     * schema.
     */
    boolean isDeterminedByMoments() {
        return isFirstSchema || nonCentredMap().isEmpty() && isGaussian();
    }

    /**
     * Restores the posterior to the same bits, or up to rounding for a Gaussian whose covariance is in a table.
     *
     * @param table reads the covariance where the file does not contain it
     */
    Posterior posterior(Supplier<double[]> table) {
        FamilyParameters own = savedParameters();
        boolean whole = !isGaussian() || own.has("precision");
        return whole && !isFirstSchema
                ? families.named(family()).rebuildPosterior(own, families)
                : PosteriorReader.ofMoments(structure(), mean(), variances(table));
    }

    /** Covariance S, row-major, or its diagonal alone. */
    double[] variances(Supplier<double[]> table) {
        double[] sd = sd();
        return structure().isMeanField()
                ? Arrays.stream(sd).map(each -> each * each).toArray()
                : covariance().orElseGet(() -> PosteriorValidation.checkedCovariance(table.get(), sd, isGaussian()));
    }

    /** Map from the parameters of a non-centred prior to the coefficients; empty under other priors. */
    Optional<NonCentredMap> nonCentredMap() {
        JsonCursor map = section.child("nonCentred");
        if (!map.isPresent()) {
            return Optional.empty();
        }
        List<JsonCursor> groups = map.child("groupOf").elements();
        JsonCursor units = map.child("units");
        return Optional.of(new NonCentredMap(
                groups.stream().mapToInt(group -> (int) group.wholeNumber()).toArray(),
                map.child("groups").count(),
                map.child("mean").number(),
                map.child("scale").positiveNumber(),
                map.child("global").flag(),
                units.isPresent()
                        ? units.elements(groups.size()).stream()
                                .mapToDouble(JsonCursor::positiveNumber)
                                .toArray()
                        : null));
    }

    /**
     * Summaries of transformed parameters on their constrained scale; null where there are none.
     *
     * @param joint whether the logarithm of the dispersion is the last parameter
     */
    @Nullable
    ConstrainedSummary constrainedSummary(boolean joint) {
        JsonCursor own = section.child("constrained");
        if (!own.isPresent()) {
            return null;
        }
        List<String> all = own.child("names").texts();
        List<String> before = joint ? names().subList(names().size() - 1, names().size()) : List.of();
        return new ConstrainedSummary(
                own.child("of").isPresent() ? own.child("of").texts() : before,
                all,
                own.child("mean").numbersAndInfinities(all.size()),
                own.child("sd").numbersAndInfinities(all.size()),
                own.child("q05").numbersAndInfinities(all.size()),
                own.child("q50").numbersAndInfinities(all.size()),
                own.child("q95").numbersAndInfinities(all.size()));
    }

    /** Section of the dispersion's separate posterior factor; a missing value where there is none. */
    JsonCursor factor() {
        JsonCursor factors = section.child("factors");
        List<JsonCursor> each = factors.isPresent() ? factors.elements() : List.of();
        return each.isEmpty() ? factors.child("none") : each.get(0).section();
    }

    /** Posterior factor of the dispersion; null where there is none. */
    @Nullable
    DispersionPosterior dispersion() {
        JsonCursor factor = factor();
        JsonCursor family = factor.child("family");
        return switch (family.text("")) {
            case "inverse-gamma" ->
                new DispersionPosterior.InverseGamma(
                        factor.child("shape").positiveNumber(),
                        factor.child("scale").positiveNumber());
            case "log-normal" ->
                new LogNormalDispersion(
                        factor.child("logMean").number(), factor.child("logSd").positiveNumber());
            case "" -> null;
            default -> throw family.refusal("is not known", "inverse-gamma or log-normal");
        };
    }
}
