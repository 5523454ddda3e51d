package io.credence.likelihood.count;

import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Loss of Poisson counts with log link: e^η − yη + log y!, in closed form since E e^η = exp(m + v/2). The terms of a
 * large count, which cancel to the tenth digit at 10⁹, are taken relative to η = log y.
 */
record PoissonLoss() implements RowLoss {

    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double rate = Math.exp(chunk.mean()[i] + 0.5 * chunk.variance()[i]);
            chunk.moments().value()[i] = LogFactorial.isLarge(label)
                    ? fromOwnRate(label, chunk.mean()[i], chunk.variance()[i])
                    : rate - label * chunk.mean()[i] + LogFactorial.of(label);
            chunk.moments().slope()[i] = rate - label;
            chunk.moments().curvature()[i] = rate;
        }
    }

    private static double fromOwnRate(double label, double mean, double variance) {
        double log = Math.log(label);
        double away = mean - log;
        return label * (Math.expm1(away + 0.5 * variance) - away) + LogFactorial.atOwnRate(label, log);
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        double[] constants = new double[points.rows()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = LogFactorial.of(points.label()[i]);
        }
        points.forRanges(from, to, (begin, end, at, count) -> {
            kernel.exp(points.eta(), at, count, points.slope());
            for (int s = begin; s < end; s++) {
                finish(points, points.at(s, 0), constants);
            }
        });
    }

    private static void finish(PredictorDraws points, int at, double[] constants) {
        double[] label = points.label();
        double[] eta = points.eta();
        double[] value = points.value();
        double[] rate = points.slope();
        for (int i = 0; i < constants.length; i++) {
            value[at + i] = rate[at + i] - label[i] * eta[at + i] + constants[i];
        }
        PredictorDraws.subtract(label, constants.length, rate, at);
    }
}
