package io.credence.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.Bound;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.WeightTail;
import io.credence.family.FamilyParameters;
import io.credence.family.ScaleFactor;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.TriedFamily;
import io.credence.formula.Design;
import io.credence.likelihood.LikelihoodPart;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import io.credence.summary.CoefficientMoments;
import io.credence.summary.Coefficients;
import io.credence.summary.Constrained;
import io.credence.summary.Findings;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.MixedSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code posterior.json}, schema credence/posterior/2. A number that was not computed is absent. Numbers are written with
 * the shortest digits that read back to the same bits.
 */
public final class PosteriorJson {

    /** Name and version of the form. */
    public static final String SCHEMA = "credence/posterior/2";

    /** How the check ended. */
    static final String CHECK = "check";

    /** Why it ended so. */
    static final String CHECK_REASON = "checkReason";

    /** Keys of the configuration whose values are not shown. */
    static final String REDACTED = "redacted";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PosteriorJson() {}

    /** The file's text. */
    public static String of(FitReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Reliability reliability = report.reliability();
        root.put("schema", SCHEMA).put("status", report.status()).put("reliable", reliability.isReliable());
        root.put(CHECK, reliability.status().word()).put(CHECK_REASON, reliability.reason());
        WrittenVerdict.write(root.putObject(WrittenVerdict.KEY), report);
        Findings findings = report.findings();
        JsonNode config = tree(report.config().shown().json());
        model(root.putObject("model"), report, config.at("/model/options"));
        data(root.putObject("data").put("path", config.at("/data/path").asText()), report.data());
        prior(root, report, config.path("prior"));
        posterior(root.putObject("posterior"), report);
        ObjectNode bounds = root.putObject("bounds");
        Double elbo = report.result().elbo();
        FitResult.DrawNoise noise = report.result().noise();
        MixedSummary mixed = findings.mixed();
        boolean bounding = report.config().objective().isLikelihood() && mixed == null;
        if (bounding && elbo != null && Double.isFinite(elbo)) {
            ObjectNode bound = bounds.putObject("elbo").put("value", elbo);
            put(bound, "mcse", noise == null ? Double.NaN : noise.elboError());
        }
        ImportanceCheck importance = findings.importance();
        ObjectNode diagnostics = root.putObject("diagnostics");
        diagnostics(diagnostics, noise, importance);
        if (mixed != null) {
            WrittenGroups.write(root, mixed);
            design(diagnostics, bounds, mixed);
        }
        FitResult.Reached reached = report.result().reached();
        if (reached != null) {
            put(root.putObject("objective").put("name", reached.objective()), "value", reached.value());
        }
        if (importance != null && importance.bounds() != null) {
            bounds(bounds, importance.bounds());
        }
        if (importance != null && importance.corrected() != null && importance.isUsable()) {
            WrittenRows.write(
                            root.putObject("corrected"), importance.corrected().rows())
                    .put("largestMove", importance.corrected().moves().largest())
                    .put("needed", importance.trusted() != null);
        }
        LinearResponseSummary linearResponse = findings.linearResponse();
        if (linearResponse != null) {
            ObjectNode response = WrittenRows.write(root.putObject("linearResponse"), linearResponse.rows());
            response.put("largestMove", linearResponse.largest());
            if (linearResponse.coefficients().dimension() <= CoefficientMoments.INLINE_DIMENSION) {
                covariance(response, linearResponse.coefficients());
            }
        }
        if (!report.contrasts().isEmpty()) {
            WrittenRows.writeWithRatios(root.putObject("contrasts"), report.contrasts());
        }
        if (!findings.quantities().rows().isEmpty()) {
            WrittenRows.write(
                    root.putObject("quantities"), findings.quantities().rows());
        }
        if (findings.leaveOneOut() != null) {
            WrittenLeaveOneOut.write(root.putObject(WrittenLeaveOneOut.KEY), findings.leaveOneOut());
        }
        if (findings.predictive() != null && findings.predictive().problem() == null) {
            WrittenPredictive.write(root.putObject("predictive"), findings.predictive());
        }
        run(root.putObject("run"), report.result(), report.config().seed(), report.run());
        return finished(root, config, report.config().shown().redacted());
    }

    /** The text of a file of all that but the configuration. */
    static String finished(ObjectNode root, JsonNode config, List<String> redacted) {
        root.set("config", config);
        if (!redacted.isEmpty()) {
            redacted.forEach(root.putArray(REDACTED)::add);
        }
        try {
            root.put(PosteriorDigest.KEY, PosteriorDigest.of(root));
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of JSON nodes can be written", impossible);
        }
    }

    private static void bounds(ObjectNode bounds, EvidenceBounds found) {
        bound(bounds.putObject("eubo"), found.eubo());
        bound(bounds.putObject("cubo2"), found.cubo());
        ArrayNode renyi = bounds.putArray("renyi");
        for (int i = 0; i < found.renyi().size(); i++) {
            bound(
                    renyi.addObject().put("alpha", ImportanceCheck.ORDERS.get(i)),
                    found.renyi().get(i));
        }
        bound(bounds.putObject("logEvidence"), found.smoothed());
    }

    /** An integral that does not exist is marked so, never estimated. */
    private static void bound(ObjectNode object, Bound bound) {
        if (bound.isInfinite()) {
            object.put("infinite", true);
        }
        put(object, "value", bound.value());
        put(object, "mcse", bound.error());
        put(object, "khat", bound.tailIndex());
    }

    private static void diagnostics(
            ObjectNode diagnostics, FitResult.@Nullable DrawNoise noise, @Nullable ImportanceCheck importance) {
        if (importance != null) {
            WeightTail tail = importance.tail();
            put(diagnostics, "khat", tail.tailIndex());
            put(diagnostics, "khatThreshold", tail.threshold());
            numbers(diagnostics.putArray("khatByParameter"), importance.byNumber());
            put(diagnostics, "effectiveDraws", tail.effective());
            put(diagnostics, "weightSpread", tail.spread());
            if (importance.share() < 1) {
                diagnostics.put("rowShare", importance.share()).put("logWeightError", importance.error());
            }
        }
        if (noise != null) {
            put(diagnostics, "rhat", noise.rhat());
            put(diagnostics, "mcse", noise.mcse());
        }
        if (importance != null) {
            diagnostics.put("draws", importance.tail().draws());
        } else if (noise != null) {
            diagnostics.put("draws", noise.draws());
        }
    }

    /** The integral over variance components: its value, and the weights of its points. */
    private static void design(ObjectNode diagnostics, ObjectNode bounds, MixedSummary mixed) {
        WeightTail tail = mixed.tail();
        if (tail != null) {
            put(diagnostics, "khat", tail.tailIndex());
            put(diagnostics, "khatThreshold", tail.threshold());
            put(diagnostics, "effectiveDraws", tail.effective());
            diagnostics.put("draws", tail.draws());
        }
        if (!Double.isNaN(mixed.posterior().logMarginalLikelihood())) {
            put(diagnostics, "logLikelihoodError", mixed.posterior().error());
            ObjectNode evidence = bounds.putObject("logEvidence");
            put(evidence, "value", mixed.posterior().logMarginalLikelihood());
            put(evidence, "mcse", mixed.evidenceError());
        }
    }

    private static void put(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        }
    }

    static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a configuration is shown as JSON", impossible);
        }
    }

    private static void model(ObjectNode model, FitReport report, JsonNode options) {
        FittedModel fitted = report.model();
        if (fitted.link() == null) {
            model.put("class", fitted.name());
            ObjectNode written = model.putObject("options");
            report.config()
                    .model()
                    .options()
                    .keySet()
                    .forEach(name -> written.put(name, options.path(name).asText()));
            fitted.columns().forEach(model.putArray("columns")::add);
            return;
        }
        model.put("family", fitted.name()).put("link", fitted.link());
        if (!report.config().objective().isLikelihood()) {
            model.put("loss", report.config().objective().loss().name());
        }
        Choice<LikelihoodPart> family = report.config().model().choice();
        if (family != null) {
            options(model, family.values());
        }
        ScaleFactor scale = report.result().scale();
        if (fitted.jointDispersion()) {
            model.put("dispersionFactor", "joint");
        } else if (scale instanceof ScaleFactor.Known known && fitted.dispersionName() != null) {
            model.put("dispersion", known.value());
        }
        if (report.data().classes() > 0) {
            model.put("classes", report.data().classes());
        }
    }

    /** Options of a family; one that is infinite, as no number of a file can be, is at its default. */
    private static void options(ObjectNode model, OptionValues values) {
        values.all().forEach((name, value) -> {
            if (!(value instanceof Double number) || Double.isFinite(number)) {
                model.set(name, MAPPER.valueToTree(value));
            }
        });
    }

    static void data(ObjectNode data, FitReport.Data rows) {
        data.put("rows", rows.rows())
                .put("skipped", rows.skipped())
                .put("fingerprint", rows.fingerprint())
                .put("partitions", rows.partitions());
        if (!rows.baselines().isEmpty()) {
            rows.baselines().forEach(data.putObject("baselines")::put);
        }
        if (!rows.labels().isEmpty()) {
            rows.labels().forEach(data.putArray("labels")::add);
        }
        Design design = rows.design();
        if (design != null) {
            WrittenDesign.write(data.putObject("formula"), design);
        }
    }

    /** The normal prior of each coefficient or, under another kind of prior, of those that keep one. */
    private static void prior(ObjectNode root, FitReport report, JsonNode requested) {
        GaussianPrior prior = report.coefficients().prior();
        if (prior.dimension() > 0 && prior.flat() == prior.dimension()) {
            return;
        }
        EarlierFit earlier = report.config().prior().earlier();
        boolean all = prior.flat() == 0;
        String kind =
                all && earlier == null ? "normal" : report.config().prior().kind();
        ObjectNode node = root.putObject("prior").put("kind", kind);
        if (earlier != null) {
            node.put("path", requested.path("path").asText())
                    .put("digest", earlier.origin().digest())
                    .put("forgetting", requested.path("forgetting").asDouble());
        }
        double[] sds = prior.sd();
        if (all) {
            numbers(node.putArray("mean"), prior.mean());
            numbers(node.putArray("sd"), sds);
            return;
        }
        ObjectNode normal = node.putObject("normal");
        for (int j = 0; j < sds.length; j++) {
            if (Double.isFinite(sds[j])) {
                normal.putObject(report.coefficients().names().get(j))
                        .put("mean", prior.mean()[j])
                        .put("sd", sds[j]);
            }
        }
    }

    private static void posterior(ObjectNode posterior, FitReport report) {
        Coefficients coefficients = report.coefficients();
        posterior.put("family", coefficients.posterior().family());
        coefficients.names().forEach(posterior.putArray("names")::add);
        numbers(posterior.putArray("mean"), coefficients.mean());
        numbers(posterior.putArray("sd"), coefficients.sd());
        if (coefficients.isNormal() && coefficients.isProper()) {
            ArrayNode positive = posterior.putArray("positive");
            coefficients
                    .rows(coefficients.dimension(), report.config().seed())
                    .forEach(row -> positive.add(row.positive()));
        }
        posterior.put("momentsBy", coefficients.momentsBy().text());
        tried(posterior, report.result().tried());
        if (coefficients.dimension() <= CoefficientMoments.INLINE_DIMENSION) {
            covariance(posterior, coefficients);
        }
        posterior.set("parameters", MAPPER.valueToTree(parameters(coefficients).tree()));
        NonCentredMap map = coefficients.map();
        if (map != null) {
            ObjectNode written = MAPPER.valueToTree(map);
            if (map.units() == null) {
                written.remove("units");
            }
            posterior.set("nonCentred", written);
        }
        factor(posterior.putArray("factors"), report.model().dispersionName(), report.result());
        Constrained constrained = report.findings().numbers().constrained();
        if (constrained != null) {
            constrained(posterior.putObject("constrained"), constrained);
        }
    }

    private static void covariance(ObjectNode object, Coefficients coefficients) {
        ArrayNode rows = object.putArray("covariance");
        for (int i = 0; i < coefficients.dimension(); i++) {
            ArrayNode row = rows.addArray();
            for (int j = 0; j < coefficients.dimension(); j++) {
                row.add(coefficients.covariance(i, j));
            }
        }
    }

    /** Families that were fitted, where one was chosen among them. */
    private static void tried(ObjectNode posterior, List<TriedFamily> families) {
        if (families.isEmpty()) {
            return;
        }
        ArrayNode all = posterior.putArray("tried");
        for (TriedFamily one : families) {
            ObjectNode node = all.addObject().put("family", one.family());
            node.put("converged", one.status() == FitStatus.CONVERGED).put("status", FitReport.word(one.status()));
            put(node, "elbo", one.elbo() == null ? Double.NaN : one.elbo());
            put(node, "khat", one.judgement().tailIndex());
            put(node, "weightSpread", one.judgement().spread());
            node.put("reliable", one.judgement().reliable());
        }
    }

    /** The precision of many coefficients is left out where their covariance has a file of its own. */
    private static FamilyParameters parameters(Coefficients coefficients) {
        FamilyParameters own = coefficients.posterior().described();
        boolean table = coefficients.map() == null
                && coefficients.dimension() > CoefficientMoments.INLINE_DIMENSION
                && !coefficients.isDiagonal();
        return table ? own.without("precision") : own;
    }

    private static void constrained(ObjectNode object, Constrained constrained) {
        constrained.of().forEach(object.putArray("of")::add);
        constrained.names().forEach(object.putArray("names")::add);
        numbers(object.putArray("mean"), constrained.mean());
        numbers(object.putArray("sd"), constrained.sd());
        numbers(object.putArray("q05"), constrained.q05());
        numbers(object.putArray("q50"), constrained.q50());
        numbers(object.putArray("q95"), constrained.q95());
    }

    private static void factor(ArrayNode factors, @Nullable String name, FitResult result) {
        if (result.scale() instanceof ScaleFactor.InverseGamma gamma) {
            factors.addObject()
                    .put("name", name)
                    .put("family", "inverse-gamma")
                    .put("shape", gamma.shape())
                    .put("scale", gamma.scale());
        } else if (result.scale() instanceof ScaleFactor.LogNormal normal) {
            factors.addObject()
                    .put("name", name)
                    .put("family", "log-normal")
                    .put("logMean", normal.logMean())
                    .put("logSd", normal.logSd());
        }
    }

    static void run(ObjectNode run, FitResult result, long seed, FitReport.Run where) {
        run.put("iterations", result.iterations())
                .put("passes", result.passes())
                .put("seconds", where.seconds())
                .put("stopReason", result.stopReason())
                .put("seed", seed)
                .put("kernel", where.kernel());
        where.executorKernels().forEach(run.putArray("executorKernels")::add);
        ObjectNode versions = run.putObject("versions");
        where.versions().forEach(versions::put);
    }

    private static void numbers(ArrayNode array, double[] values) {
        for (double value : values) {
            array.add(value);
        }
    }
}
