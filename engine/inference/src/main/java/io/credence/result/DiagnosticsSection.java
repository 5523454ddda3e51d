package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.AveragedWeights;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.EvidenceEstimate;
import io.credence.diagnostic.WeightTail;
import io.credence.fit.FitResult;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.MixedSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the sections {@code diagnostics} and {@code bounds} of a result, which {@link SavedReport} reads. */
final class DiagnosticsSection {

    private DiagnosticsSection() {}

    static void writeBounds(ObjectNode bounds, EvidenceBounds found) {
        writeBound(bounds.putObject("eubo"), found.eubo());
        writeBound(bounds.putObject("cubo2"), found.cubo());
        ArrayNode renyi = bounds.putArray("renyi");
        for (int i = 0; i < found.renyi().size(); i++) {
            writeBound(
                    renyi.addObject().put("alpha", ImportanceCheck.ORDERS.get(i)),
                    found.renyi().get(i));
        }
        writeBound(bounds.putObject("logEvidence"), found.smoothedLogEvidence());
    }

    /** Writes a bound of the log evidence. An integral that does not exist is marked so, never estimated. */
    private static void writeBound(ObjectNode object, EvidenceEstimate bound) {
        if (bound.isInfinite()) {
            object.put("infinite", true);
        }
        PosteriorJson.put(object, "value", bound.value());
        PosteriorJson.put(object, "mcse", bound.error());
        PosteriorJson.put(object, "khat", bound.tailIndex());
    }

    static void writeDiagnostics(
            ObjectNode diagnostics, FitResult.@Nullable DrawNoise noise, @Nullable ImportanceCheck importance) {
        if (importance != null) {
            WeightTail tail = importance.tail();
            PosteriorJson.put(diagnostics, "khat", tail.tailIndex());
            PosteriorJson.put(diagnostics, "khatThreshold", tail.threshold());
            PosteriorJson.writeNumbers(diagnostics.putArray("khatByParameter"), importance.tailIndices());
            PosteriorJson.put(diagnostics, "effectiveDraws", tail.effectiveSize());
            PosteriorJson.put(diagnostics, "weightSpread", tail.weightSpread());
            WeightTail widened = importance.widenedTail();
            if (widened != null) {
                ObjectNode own = diagnostics.putObject("widened").put("draws", widened.draws());
                PosteriorJson.put(own, "khat", widened.tailIndex());
                PosteriorJson.put(own, "khatThreshold", widened.threshold());
                PosteriorJson.put(own, "effectiveDraws", widened.effectiveSize());
            }
            if (!importance.missedModes().isEmpty()) {
                writeModes(diagnostics.putArray("otherModes"), importance.missedModes());
            }
            AveragedWeights averaged = importance.averagedWeights();
            if (averaged != null) {
                ObjectNode own = diagnostics.putObject("averagedWeights");
                own.put("power", averaged.power()).put("draws", averaged.draws());
                PosteriorJson.put(own, "khat", averaged.tail().tailIndex());
                PosteriorJson.put(own, "khatThreshold", averaged.tail().threshold());
            }
            if (importance.rowShare() < 1) {
                diagnostics.put("rowShare", importance.rowShare()).put("logWeightError", importance.logWeightError());
            }
        }
        if (noise != null) {
            PosteriorJson.put(diagnostics, "rhat", noise.rhat());
            PosteriorJson.put(diagnostics, "mcse", noise.mcse());
        }
        if (importance != null) {
            diagnostics.put("draws", importance.tail().draws());
        } else if (noise != null) {
            diagnostics.put("draws", noise.draws());
        }
    }

    /** Writes the modes of the exact posterior that no draw reaches. */
    private static void writeModes(ArrayNode array, List<ImportanceCheck.MissedMode> modes) {
        for (ImportanceCheck.MissedMode mode : modes) {
            ObjectNode at = array.addObject().put("share", mode.massShare()).putObject("at");
            for (int k = 0; k < mode.values().length; k++) {
                PosteriorJson.put(at, mode.names().get(k), mode.values()[k]);
            }
        }
    }

    /**
     * Writes the integral over the variance components of a mixed model: its value, and the tail of its points'
     * weights.
     */
    static void writeDesign(ObjectNode diagnostics, ObjectNode bounds, MixedSummary mixed) {
        WeightTail tail = mixed.tail();
        if (tail != null) {
            PosteriorJson.put(diagnostics, "khat", tail.tailIndex());
            PosteriorJson.put(diagnostics, "khatThreshold", tail.threshold());
            PosteriorJson.put(diagnostics, "effectiveDraws", tail.effectiveSize());
            diagnostics.put("draws", tail.draws());
        }
        if (!Double.isNaN(mixed.posterior().logMarginalLikelihood())) {
            PosteriorJson.put(
                    diagnostics, "logLikelihoodError", mixed.posterior().logDensityError());
            ObjectNode evidence = bounds.putObject("logEvidence");
            PosteriorJson.put(evidence, "value", mixed.posterior().logMarginalLikelihood());
            PosteriorJson.put(evidence, "mcse", mixed.evidenceError());
        }
    }
}
