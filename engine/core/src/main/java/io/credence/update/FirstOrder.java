package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.List;
import java.util.function.Function;

/**
 * First-order update of mean and log standard deviations, of mean and Cholesky factor, or of the parameters that
 * another family has.
 *
 * @param initialStepSize step size before the stopping rule lowers it
 * @param optimizerFactory makes the optimiser that turns a gradient into a move
 */
record FirstOrder(
        String name, String description, List<Option> options, double initialStepSize, Function<OptionValues, Optimizer> optimizerFactory)
        implements UpdatePart {

    @Override
    public UpdateRule<? extends GaussianPosterior> rule(
            OptionValues values, GaussianPosterior q, FirstOrderSteps steps) {
        if (!q.isUnconstrainedWithinBlocks()) {
            throw new IllegalArgumentException("the update " + name + " moves every entry of a precision within its"
                    + " blocks: required natural gradients for the family " + q.family());
        }
        boolean own = steps != FirstOrderSteps.PLAIN;
        Optimizer optimizer = steps == FirstOrderSteps.BY_DISTANCE ? DistanceOverGradients.DEFAULT : optimizer(values);
        return q.isMeanField()
                ? new MeanFieldGradient<>(optimizer, TrustRegion.DEFAULT, own)
                : new CholeskyGradient<>(optimizer, TrustRegion.DEFAULT, own);
    }

    @Override
    public Optimizer optimizer(OptionValues values) {
        return optimizerFactory.apply(values);
    }

    @Override
    public double initialStepSize(double noise) {
        return initialStepSize;
    }
}
