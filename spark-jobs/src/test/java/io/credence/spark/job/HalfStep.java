package io.credence.spark.job;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;
import io.credence.part.OptionValues;
import io.credence.update.Direction;
import io.credence.update.FirstOrderSteps;
import io.credence.update.OptimizerState;
import io.credence.update.UpdatePart;
import io.credence.update.UpdateResult;
import io.credence.update.UpdateRule;

/** Update rule as a user may add it: half a natural-gradient step, for Gaussians of any structure. */
record HalfStep<Q extends GaussianPosterior>() implements UpdateRule<Q> {

    record Part(String name, String description) implements UpdatePart {
        Part() {
            this("half-step", "natural gradient, by half");
        }

        @Override
        public UpdateRule<? extends GaussianPosterior> rule(
                OptionValues values, GaussianPosterior q, FirstOrderSteps steps) {
            return new HalfStep<>();
        }

        @Override
        public boolean isNatural() {
            return true;
        }

        @Override
        public double initialStepSize(double noise) {
            return 0.5;
        }
    }

    @Override
    @SuppressWarnings("unchecked") // every Gaussian keeps to its structure
    public UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize) {
        double size = stepSize / 2;
        GaussianPosterior shaped = current.withPrecisionTowards(direction.targetPrecision(), size);
        if (shaped == null) {
            return new UpdateResult<>(current, memory, 0);
        }
        double[] mean = Vectors.plusScaled(current.mean(), size, shaped.covarianceTimes(direction.ascent()));
        return new UpdateResult<>((Q) shaped.withMean(mean), memory, size);
    }
}
