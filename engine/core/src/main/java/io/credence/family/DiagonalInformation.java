package io.credence.family;

import org.jspecify.annotations.Nullable;

/** Fisher information of a diagonal Gaussian in (μ, log σ): the precisions, and 2. Natural parameters are Pμ and P. */
record DiagonalInformation(DiagonalGaussian posterior) implements FisherInformation {

    private static final double OF_LOG_SD = 2;

    @Override
    public double[] times(double[] move) {
        double[] product = move.clone();
        int d = posterior.mean().length;
        for (int j = 0; j < d; j++) {
            product[j] *= posterior.precision()[j];
            product[d + j] *= OF_LOG_SD;
        }
        return product;
    }

    @Override
    public double[] solve(double[] gradient) {
        double[] move = gradient.clone();
        int d = posterior.mean().length;
        for (int j = 0; j < d; j++) {
            move[j] /= posterior.precision()[j];
            move[d + j] /= OF_LOG_SD;
        }
        return move;
    }

    @Override
    public @Nullable DiagonalGaussian posteriorAlong(double[] move, double share) {
        int d = posterior.mean().length;
        double[] mean = new double[d];
        double[] precision = new double[d];
        for (int j = 0; j < d; j++) {
            double factor = 1 - 2 * share * move[d + j];
            precision[j] = posterior.precision()[j] * factor;
            mean[j] = posterior.mean()[j] + share * move[j] / factor;
        }
        return posterior.with(mean, precision);
    }
}
