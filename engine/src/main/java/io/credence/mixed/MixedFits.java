package io.credence.mixed;

import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.linalg.DenseKernel;

/** Which algorithm fits a mixed model. */
public final class MixedFits {

    /**
     * Effects beside the largest factor's and fixed effects up to which their dense precision is factored, with normal responses: 2,000
     * take a second or so for an evaluation, and there the determinant is known, so that components that are not sharp are integrated.
     */
    private static final int MOST_DENSE = 2_000;

    private MixedFits() {}

    /**
     * The algorithm that fits a model to the backend's rows.
     *
     * @param units by what each column of the rows was divided
     * @param kernel dense algebra of the driver
     * @throws IllegalArgumentException if there are too many effects beside the largest factors
     */
    public static Algorithm of(
            MixedModel model, double[] units, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        return isCrossed(model)
                ? new CrossedAlgorithm(CrossedLayout.of(model), units, settings, backend, kernel)
                : new MixedAlgorithm(model, units, settings, backend, kernel);
    }

    /** Whether effects beside the largest factor's are too many for a dense matrix, and may be solved for by iteration. */
    static boolean isCrossed(MixedModel model) {
        return model.likelihood().isNormal() && EffectLayout.largest(model).globals() > MOST_DENSE;
    }
}
