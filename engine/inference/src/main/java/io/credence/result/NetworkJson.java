package io.credence.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.Reliability;
import io.credence.likelihood.Likelihood;
import io.credence.network.result.EpochPosterior;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.summary.NetworkReport;

/**
 * Writer of {@code posterior.json} for networks. Their parameters have a file of their own, {@link NetworksFile#NAME}.
 */
public final class NetworkJson {

    private NetworkJson() {}

    /**
     * Text of the file.
     *
     * @param networks bytes of the file with the networks' parameters
     */
    public static String text(NetworkReport report, byte[] networks) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Reliability reliability = report.reliability();
        root.put("schema", PosteriorJson.SCHEMA).put("status", report.status());
        root.put("reliable", reliability.isReliable());
        root.put(VerdictSection.CHECK, reliability.status().resultName());
        root.put(VerdictSection.CHECK_REASON, reliability.reason());
        JsonNode config = PosteriorJson.parseTree(report.config().redacted().json());
        writeModel(root.putObject("model"), report);
        PosteriorJson.writeData(
                root.putObject("data").put("path", config.at("/data/path").asText()), report.data());
        writePosterior(root.putObject("posterior"), report, networks);
        HoldOutScores found = report.trained().heldOut();
        if (found != null) {
            writeHoldOutScores(root.putObject("heldOut"), found);
        }
        ObjectNode verdict = root.putObject(VerdictSection.KEY);
        verdict.putArray("says").add(reliability.text());
        verdict.putArray("next");
        ArrayNode notes = verdict.putArray("notes");
        report.warnings()
                .forEach(
                        note -> notes.add(report.config().redacted().redaction().redact(note)));
        PosteriorJson.writeRun(
                root.putObject("run"), report.result(), report.config().seed(), report.run());
        return PosteriorJson.completeText(
                root, config, report.config().redacted().redactedKeys());
    }

    private static void writeModel(ObjectNode object, NetworkReport report) {
        Likelihood likelihood = report.trained().likelihood();
        object.put("family", likelihood.name()).put("link", likelihood.link());
        if (likelihood.classCount() > 0) {
            object.put("classes", likelihood.classCount());
        }
        object.set("network", PosteriorJson.MAPPER.valueToTree(report.trained().sizesByKey()));
    }

    private static void writePosterior(ObjectNode object, NetworkReport report, byte[] networks) {
        EpochPosterior trained = report.trained();
        object.put("family", trained.family());
        report.names().forEach(object.putArray("names")::add);
        ArrayNode members = object.putArray("members");
        for (NetworkEnsemble.TrainedMember member : trained.members()) {
            ObjectNode each = members.addObject();
            if (trained.likelihood().isNormal()) {
                each.put("noise", member.kind().hasPredictedNoise() ? "predicted" : "constant");
            }
            each.put("temperature", member.kind().temperature());
            each.put("weight", member.weight()).put("size", trained.parameterCount(member));
        }
        object.put("file", NetworksFile.NAME).put("digest", NetworksFile.digest(networks));
    }

    private static void writeHoldOutScores(ObjectNode object, HoldOutScores found) {
        object.put("rows", found.rows()).put("logScore", found.logScore());
        if (Double.isFinite(found.logScoreError())) {
            object.put("logScoreError", found.logScoreError());
        }
        object.put("constantLogScore", found.constantScore());
        ArrayNode all = object.putArray("calibration");
        for (HoldOutScores.Calibration number : found.calibration()) {
            all.addObject()
                    .put("name", number.name())
                    .put("expected", number.expected())
                    .put("sd", number.sd())
                    .put("observed", number.observed())
                    .put("least", number.least())
                    .put("most", number.most());
        }
    }
}
