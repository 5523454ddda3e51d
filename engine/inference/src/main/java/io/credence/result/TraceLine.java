package io.credence.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.fit.FitState.StepInfo;
import java.io.Serializable;

/**
 * Line of {@code trace.jsonl}.
 *
 * @param step record of one step
 * @param seconds wall time since the fit began, summed over all resumptions
 */
public record TraceLine(StepInfo step, double seconds) implements Serializable {

    /** JSON of the line, without a line end; a number that was not computed is absent. */
    public String json() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("iteration", step.iteration())
                .put("phase", step.phase().name().toLowerCase(java.util.Locale.ROOT))
                .put("accepted", step.accepted());
        put(line, "objective", step.objective());
        Double elbo = step.elbo();
        if (elbo != null) {
            put(line, "elbo", elbo);
        }
        if (step.accepted()) {
            put(line, "gradientNorm", step.gradientNorm());
            put(line, "remaining", step.remainingGain());
        }
        put(line, "stepSize", step.stepSize());
        line.put("rows", step.rows());
        if (step.draws() > 0) {
            line.put("draws", step.draws());
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
