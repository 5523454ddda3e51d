package io.credence.prior;

import io.credence.autodiff.DifferentiableFunction;
import io.credence.autodiff.RecordedFunction;
import io.credence.model.DifferentiablePrior;
import io.credence.model.RecordingFallback;
import java.io.Serializable;
import java.util.Optional;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Derivatives of a prior that a model wrote for any number type, by a recording of it that is made at the first points,
 * else by forward differentiation.
 */
final class PriorFormula implements DifferentiableFunction, Serializable {

    private static final long serialVersionUID = 1;

    private final DifferentiablePrior model;
    private transient volatile @Nullable Optional<RecordedFunction> recording;

    PriorFormula(DifferentiablePrior model) {
        this.model = model;
    }

    @Override
    public <T extends CalculusFieldElement<T>> T of(T[] parameters) {
        return model.logPrior(parameters);
    }

    /** Gradients in the constrained parameters at several points, one array each. */
    double[][] slopes(double[][] points) {
        Optional<RecordedFunction> recorded = recording;
        if (recorded == null) {
            recorded = RecordedFunction.of(this, points, why -> RecordingFallback.reportOnce(model, why));
            recording = recorded;
        }
        return recorded.isPresent() ? recorded.get().replay(points.length).gradients(points) : gradients(points);
    }
}
