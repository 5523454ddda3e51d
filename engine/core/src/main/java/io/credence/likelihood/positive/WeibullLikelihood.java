package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import io.credence.statistics.RowMoments;

/**
 * Weibull likelihood of times, some of which may be censored, with log link of their scale. The dispersion φ is one
 * over their shape.
 */
public record WeibullLikelihood() implements CensoredTimes, LogNormalDispersionLikelihood {
    @Override
    public String name() {
        return "weibull";
    }

    /**
     * Whether dispersion and coefficients depend strongly on each other. Where most times are censored, the unseen ones
     * are either long or spread.
     */
    @Override
    public boolean isDispersionCorrelated() {
        return true;
    }

    /**
     * Unit of the dispersion φ: the coefficient of variation of the times. The standard deviation of log T is φπ/√6,
     * and about as large.
     */
    @Override
    public double dispersionUnit(RowMoments moments) {
        return moments.labelVariation();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeibullLoss(LogDispersionUpdate.quadratureNodes(scale));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }

    /**
     * Loss of a Weibull time t of scale e^η and shape 1/φ, in closed form since E e^{−η/φ} = exp(−m/φ + v/2φ²). With z
     * = (log t − η)/φ it is e^z, plus log t + log φ − z where t is not censored; the label of a censored time is −t.
     */
    record WeibullLoss(DispersionNodes dispersion) implements RowLoss {

        @Override
        public int dispersionTotalCount() {
            return dispersion.count();
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            for (int i = 0; i < chunk.rows(); i++) {
                double logTime = Math.log(Math.abs(chunk.label()[i]));
                double event = chunk.label()[i] > 0 ? 1 : 0;
                double value = 0;
                double slope = 0;
                double curvature = 0;
                for (int k = 0; k < dispersion.count(); k++) {
                    double phi = dispersion.value(k);
                    double z = (logTime - chunk.predictorMeans()[i]) / phi;
                    double ratio = Math.exp(z + 0.5 * chunk.predictorCovariances()[i] / (phi * phi));
                    double atNode = ratio + event * (logTime + Math.log(phi) - z);
                    value += dispersion.weight(k) * atNode;
                    slope += dispersion.weight(k) * (event - ratio) / phi;
                    curvature += dispersion.weight(k) * ratio / (phi * phi);
                    chunk.dispersionTotals()[k] += chunk.weight()[i] * atNode;
                }
                chunk.moments().value()[i] = value;
                chunk.moments().slope()[i] = slope;
                chunk.moments().curvature()[i] = curvature;
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            if (dispersion.count() != 1) {
                points.expect(this, kernel, from, to);
                return;
            }
            double phi = dispersion.value(0);
            double[] logTime = new double[points.rows()];
            for (int i = 0; i < logTime.length; i++) {
                logTime[i] = Math.log(Math.abs(points.label()[i]));
            }
            double logPhi = Math.log(phi);
            double[] z = points.workspace(0);
            double[] ratio = points.workspace(1);
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                for (int i = 0; i < logTime.length; i++) {
                    z[i] = (logTime[i] - points.predictors()[at + i]) / phi;
                }
                kernel.exp(z, 0, logTime.length, ratio);
                for (int i = 0; i < logTime.length; i++) {
                    double event = points.label()[i] > 0 ? 1 : 0;
                    points.losses()[at + i] = ratio[i] + event * (logTime[i] + logPhi - z[i]);
                    points.slopes()[at + i] = (event - ratio[i]) / phi;
                }
            }
        }
    }
}
