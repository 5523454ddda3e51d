package io.credence.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.fit.FitState.StepInfo;
import java.io.Serializable;

/**
 * Line of {@code trace.jsonl}.
 *
 * @param stepInfo record of one step
 * @param seconds wall time since the fit began, summed over all resumptions
 */
public record TraceLine(StepInfo stepInfo, double seconds) implements Serializable {

    /** JSON of the line, without a line end; a number that was not computed is absent. */
    public String toJson() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("iteration", stepInfo.iteration())
                .put("phase", stepInfo.phase().name().toLowerCase(java.util.Locale.ROOT))
                .put("accepted", stepInfo.accepted());
        put(line, "objective", stepInfo.objective());
        Double elbo = stepInfo.elbo();
        if (elbo != null) {
            put(line, "elbo", elbo);
        }
        if (stepInfo.accepted()) {
            put(line, "gradientNorm", stepInfo.gradientNorm());
            put(line, "remaining", stepInfo.remainingGain());
        }
        put(line, "stepSize", stepInfo.stepSize());
        line.put("rows", stepInfo.rows());
        if (stepInfo.draws() > 0) {
            line.put("draws", stepInfo.draws());
        }
        put(line, "seconds", seconds);
        return line.toString();
    }

    private static void put(ObjectNode line, String name, double value) {
        if (Double.isFinite(value)) {
            line.put(name, value);
        }
    }
}
