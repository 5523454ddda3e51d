package io.credence.kind;

import io.credence.model.Parameter;
import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of a model that is the same for all rows.
 *
 * @param name name of the parameter
 * @param constraint its constraint
 * @param prior prior density of each of its numbers, as the model sees them; null for the default
 */
public record SharedParameter(
        String name,
        ParameterConstraint constraint,
        @Nullable ScalarDensity prior) implements Serializable {

    /** Parameter of the model. */
    public Parameter parameter() {
        return constraint.parameter(name);
    }
}
