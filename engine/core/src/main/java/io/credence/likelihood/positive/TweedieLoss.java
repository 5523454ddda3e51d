package io.credence.likelihood.positive;

import io.credence.autodiff.TweedieSeries;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;

/**
 * Loss of a Tweedie response with log link, power p, 1 < p < 2, and dispersion φ, whose variance is φ·mean^p. It is (y
 * e^{(1−p)η}/(p − 1) + e^{(2−p)η}/(2 − p))/φ − log a(y, φ), where a(0, φ) = 1 and other a are a {@link TweedieSeries};
 * in closed form since E e^{cη} = exp(c m + c² v/2).
 */
record TweedieLoss(double power, DispersionNodes dispersion) implements RowLoss {

    @Override
    public int dispersionTotalCount() {
        return dispersion.count();
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        TweedieSeries series = TweedieSeries.of(power);
        double down = 1 - power;
        double up = 2 - power;
        double precision = 0;
        for (int k = 0; k < dispersion.count(); k++) {
            precision += dispersion.weight(k) / dispersion.value(k);
        }
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double m = chunk.predictorMeans()[i];
            double v = chunk.predictorCovariances()[i];
            double falling = label == 0 ? 0 : label * Math.exp(down * (m + 0.5 * down * v));
            double rising = Math.exp(up * (m + 0.5 * up * v));
            double deviance = rising / up - falling / down;
            double logLabel = Math.log(label);
            double value = 0;
            for (int k = 0; k < dispersion.count(); k++) {
                double atNode = deviance / dispersion.value(k) - logBaseDensity(series, logLabel, k);
                value += dispersion.weight(k) * atNode;
                chunk.dispersionTotals()[k] += chunk.weight()[i] * atNode;
            }
            chunk.moments().value()[i] = value;
            chunk.moments().slope()[i] = precision * (rising - falling);
            chunk.moments().curvature()[i] = precision * (up * rising - down * falling);
        }
    }

    /** Logarithm of a(y, φ_k), the factor of the density that does not depend on the mean; 0 for y = 0. */
    private double logBaseDensity(TweedieSeries series, double logLabel, int k) {
        return logLabel == Double.NEGATIVE_INFINITY ? 0 : series.log(logLabel, dispersion.value(k));
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersion.count() != 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        TweedieSeries series = TweedieSeries.of(power);
        double precision = 1 / dispersion.value(0);
        double[] logBase = new double[points.rows()];
        for (int i = 0; i < logBase.length; i++) {
            logBase[i] = logBaseDensity(series, Math.log(points.label()[i]), 0);
        }
        double[] falling = points.workspace(0);
        double[] rising = points.workspace(1);
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            exponentials(kernel, points, at, 1 - power, falling);
            exponentials(kernel, points, at, 2 - power, rising);
            for (int i = 0; i < logBase.length; i++) {
                double fall = points.label()[i] == 0 ? 0 : points.label()[i] * falling[i];
                double deviance = rising[i] / (2 - power) - fall / (1 - power);
                points.losses()[at + i] = precision * deviance - logBase[i];
                points.slopes()[at + i] = precision * (rising[i] - fall);
            }
        }
    }

    /** Writes e^{cη} of the rows at one draw into {@code out}. */
    private static void exponentials(DenseKernel kernel, PredictorDraws points, int at, double c, double[] out) {
        double[] exponents = new double[points.rows()];
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = c * points.predictors()[at + i];
        }
        kernel.exp(exponents, 0, exponents.length, out);
    }
}
