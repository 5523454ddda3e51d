package io.credence.loss;

import io.credence.linalg.DenseKernel;
import org.apache.commons.math3.special.Gamma;

/** Counts with log link: e^η − yη + log y!, in closed form since E e^η = exp(m + v/2). */
public record PoissonLoss() implements RowLoss {

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double rate = Math.exp(chunk.mean()[i] + 0.5 * chunk.variance()[i]);
            chunk.moments().value()[i] = rate - label * chunk.mean()[i] + Gamma.logGamma(label + 1);
            chunk.moments().slope()[i] = rate - label;
            chunk.moments().curvature()[i] = rate;
        }
    }
}
