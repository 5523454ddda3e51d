package io.credence.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.Reliability;
import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.fit.FitResult;
import io.credence.formula.Design;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.summary.Coefficients;
import io.credence.summary.Findings;
import io.credence.summary.FitReport;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.MixedSummary;
import java.util.List;

/**
 * Writer of {@code posterior.json}, schema credence/posterior/2. A number that was not computed is absent. Numbers are
 * written with the shortest digits that read back to the same bits.
 */
public final class PosteriorJson {

    /** Name and version of the schema. */
    public static final String SCHEMA = "credence/posterior/2";

    /** Name of the list of configuration keys whose values are not shown. */
    static final String REDACTED = "redacted";

    static final ObjectMapper MAPPER = new ObjectMapper();

    private PosteriorJson() {}

    /** Text of the file. */
    public static String text(FitReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Reliability reliability = report.reliability();
        root.put("schema", SCHEMA).put("status", report.status()).put("reliable", reliability.isReliable());
        root.put(VerdictSection.CHECK, reliability.status().resultName())
                .put(VerdictSection.CHECK_REASON, reliability.reason());
        VerdictSection.write(root.putObject(VerdictSection.KEY), report);
        Findings findings = report.findings();
        JsonNode config = parseTree(report.config().redacted().json());
        ModelSection.write(root.putObject("model"), report, config.at("/model/options"));
        writeData(root.putObject("data").put("path", config.at("/data/path").asText()), report.data());
        writePrior(root, report, config.path("prior"));
        PosteriorSection.write(root.putObject("posterior"), report);
        ObjectNode bounds = root.putObject("bounds");
        Double elbo = report.result().elbo();
        FitResult.DrawNoise noise = report.result().drawNoise();
        MixedSummary mixed = findings.mixedSummary();
        boolean bounding = report.config().objective().isLogLikelihoodLoss() && mixed == null;
        if (bounding && elbo != null && Double.isFinite(elbo)) {
            ObjectNode bound = bounds.putObject("elbo").put("value", elbo);
            put(bound, "mcse", noise == null ? Double.NaN : noise.elboError());
        }
        ImportanceCheck importance = findings.importanceCheck();
        ObjectNode diagnostics = root.putObject("diagnostics");
        DiagnosticsSection.writeDiagnostics(diagnostics, noise, importance);
        put(diagnostics, "flatness", findings.objectiveFindings().flatness());
        EvidenceBound evidence = findings.objectiveFindings().evidenceBound();
        if (evidence != null && Double.isFinite(evidence.value())) {
            bounds.putObject("lossEvidence").put("power", evidence.lossPower()).put("value", evidence.value());
        }
        LossWeight weight = findings.objectiveFindings().lossWeight();
        if (weight != null) {
            diagnostics
                    .putObject("lossWeight")
                    .put("used", weight.usedWeight())
                    .put("calibrated", weight.calibratedWeight())
                    .put("error", weight.error());
        }
        if (mixed != null) {
            EffectsSectionJson.write(root, mixed);
            DiagnosticsSection.writeDesign(diagnostics, bounds, mixed);
        }
        FitResult.ObjectiveValue reached = report.result().objectiveValue();
        if (reached != null) {
            put(root.putObject("objective").put("name", reached.name()), "value", reached.value());
        }
        if (importance != null && importance.bounds() != null) {
            DiagnosticsSection.writeBounds(bounds, importance.bounds());
        }
        if (importance != null && importance.weightCorrection() != null && importance.isUsable()) {
            SummaryRowsJson.write(
                            root.putObject("corrected"),
                            importance.weightCorrection().summaryRows())
                    .put("largestMove", importance.weightCorrection().changes().largestChange())
                    .put("needed", importance.recommendedCorrection() != null);
        }
        LinearResponseSummary linearResponse = findings.linearResponse();
        if (linearResponse != null) {
            ObjectNode response = SummaryRowsJson.write(root.putObject("linearResponse"), linearResponse.summaryRows());
            response.put("largestMove", linearResponse.largestSdChange());
            if (linearResponse.coefficients().dimension() <= Coefficients.INLINE_DIMENSION) {
                PosteriorSection.covariance(response, linearResponse.coefficients());
            }
        }
        if (!report.contrasts().isEmpty()) {
            SummaryRowsJson.writeWithRatios(root.putObject("contrasts"), report.contrasts());
        }
        if (!findings.quantitySummary().summaryRows().isEmpty()) {
            SummaryRowsJson.write(
                    root.putObject("quantities"), findings.quantitySummary().summaryRows());
        }
        if (findings.leaveOneOut() != null) {
            LeaveOneOutSection.write(root.putObject(LeaveOneOutSection.KEY), findings.leaveOneOut());
        }
        if (findings.predictiveCheck() != null && findings.predictiveCheck().hasReplications()) {
            PredictiveCheckSection.write(root.putObject("predictive"), findings.predictiveCheck());
        }
        writeRun(root.putObject("run"), report.result(), report.config().seed(), report.run());
        return completeText(root, config, report.config().redacted().redactedKeys());
    }

    /** Completes a file with configuration and digest, and returns its text. */
    static String completeText(ObjectNode root, JsonNode config, List<String> redacted) {
        root.set("config", config);
        if (!redacted.isEmpty()) {
            redacted.forEach(root.putArray(REDACTED)::add);
        }
        root.put(PosteriorDigest.KEY, PosteriorDigest.of(root));
        return root.toPrettyString() + "\n";
    }

    static void put(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        }
    }

    static JsonNode parseTree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a configuration is shown as JSON", impossible);
        }
    }

    static void writeData(ObjectNode data, FitReport.DataFacts rows) {
        data.put("rows", rows.rows())
                .put("skipped", rows.skipped())
                .put("fingerprint", rows.fingerprint())
                .put("partitions", rows.partitions());
        if (!rows.referenceLevels().isEmpty()) {
            rows.referenceLevels().forEach(data.putObject("baselines")::put);
        }
        if (!rows.aliasedColumns().isEmpty()) {
            rows.aliasedColumns().forEach(data.putArray("aliased")::add);
        }
        if (!rows.classNames().isEmpty()) {
            rows.classNames().forEach(data.putArray("labels")::add);
        }
        Design design = rows.design();
        if (design != null) {
            FormulaSection.write(data.putObject("formula"), design);
        }
    }

    /** Writes the normal priors of the coefficients. Under another kind of prior, only some coefficients have one. */
    private static void writePrior(ObjectNode root, FitReport report, JsonNode requested) {
        GaussianPrior prior = report.coefficients().prior();
        if (prior.dimension() > 0 && prior.flatCount() == prior.dimension()) {
            return;
        }
        EarlierFit earlier = report.config().prior().earlierFit();
        boolean all = prior.flatCount() == 0;
        String kind =
                all && earlier == null ? "normal" : report.config().prior().kind();
        ObjectNode node = root.putObject("prior").put("kind", kind);
        if (earlier != null) {
            node.put("path", requested.path("path").asText())
                    .put("digest", earlier.identity().digest())
                    .put("forgetting", requested.path("forgetting").asDouble());
        }
        double[] sds = prior.sd();
        if (all) {
            writeNumbers(node.putArray("mean"), prior.mean());
            writeNumbers(node.putArray("sd"), sds);
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

    static void writeRun(ObjectNode run, FitResult result, long seed, FitReport.RunInfo where) {
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

    static void writeNumbers(ArrayNode array, double[] values) {
        for (double value : values) {
            array.add(value);
        }
    }
}
