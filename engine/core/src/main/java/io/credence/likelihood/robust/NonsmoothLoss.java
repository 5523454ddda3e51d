package io.credence.likelihood.robust;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/** Loss with corners whose expectations are known in closed form. Its second derivative is a distribution. */
abstract class NonsmoothLoss implements RowLoss {

    private static final long serialVersionUID = 1;

    /**
     * Writes E ℓ, E ℓ′ and E ℓ″ for η ~ N(mean, sd²) into {@code out[0..2]}; a subgradient at a corner where sd is 0.
     */
    abstract void expectAt(double label, double mean, double sd, double[] out);

    @Override
    public final void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        double[] out = new double[3];
        for (int i = 0; i < chunk.rows(); i++) {
            expectAt(chunk.label()[i], chunk.predictorMeans()[i], Math.sqrt(chunk.predictorCovariances()[i]), out);
            chunk.moments().value()[i] = out[0];
            chunk.moments().slope()[i] = out[1];
            chunk.moments().curvature()[i] = out[2];
        }
    }
}
