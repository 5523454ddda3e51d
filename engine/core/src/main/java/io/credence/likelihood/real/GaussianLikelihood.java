package io.credence.likelihood.real;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.GaussianRobustLoss;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/** Normal likelihood with identity link, whose dispersion is the variance σ² of the response. */
public record GaussianLikelihood() implements PoweredLikelihood {
    @Override
    public String name() {
        return "gaussian";
    }

    @Override
    public String link() {
        return "identity";
    }

    @Override
    public boolean isNormal() {
        return true;
    }

    @Override
    public String dispersionName() {
        return "sigma2";
    }

    @Override
    public @Nullable String refusal(double label) {
        return LabelChecks.refusalUnlessFinite(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new GaussianLoss(scale.meanLog(), scale.meanInverse());
    }

    @Override
    public DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior) {
        return prior;
    }

    /** Optimal inverse-gamma factor of the variance given the coefficients: IG(a0 + ½Σw, b0 + ½Σw E(y − η)²). */
    @Override
    public DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return current.isKnown()
                ? current
                : new DispersionPosterior.InverseGamma(
                        prior.shape() + 0.5 * weight, prior.scale() + 0.5 * sums.dispersionTotals()[0]);
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return new ResponseMoments(mean, variance, variance + scale.mean());
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Normal();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.IDENTITY;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> eta[0] + Math.sqrt(dispersion) * random.nextGaussian();
    }

    @Override
    public double leastOrder() {
        return 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new GaussianRobustLoss(form, order, dispersion);
    }

    @Override
    public double robustAccuracy() {
        return 0;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }

    /**
     * Loss of a normal response with identity link, in closed form. The variance σ² enters by E[log σ²] and E[1/σ²], so
     * that it may be a number or an inverse-gamma factor. The loss has one total for the dispersion, Σ w E(y − η)².
     *
     * @param expectedLogVariance E[log σ²]
     * @param expectedPrecision E[1/σ²]
     */
    record GaussianLoss(double expectedLogVariance, double expectedPrecision) implements RowLoss {

        @Override
        public int dispersionTotalCount() {
            return 1;
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            double constant = NormalTail.HALF_LOG_2_PI + 0.5 * expectedLogVariance;
            for (int i = 0; i < chunk.rows(); i++) {
                double residual = chunk.predictorMeans()[i] - chunk.label()[i];
                double square = residual * residual + chunk.predictorCovariances()[i];
                chunk.moments().value()[i] = constant + 0.5 * expectedPrecision * square;
                chunk.moments().slope()[i] = expectedPrecision * residual;
                chunk.moments().curvature()[i] = expectedPrecision;
                chunk.dispersionTotals()[0] += chunk.weight()[i] * square;
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            double constant = NormalTail.HALF_LOG_2_PI + 0.5 * expectedLogVariance;
            double[] residual = points.workspace(0);
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                residuals(points.predictors(), at, points.label(), points.rows(), residual);
                for (int i = 0; i < points.rows(); i++) {
                    points.losses()[at + i] = constant + 0.5 * expectedPrecision * (residual[i] * residual[i]);
                }
                for (int i = 0; i < points.rows(); i++) {
                    points.slopes()[at + i] = expectedPrecision * residual[i];
                }
            }
        }

        private static void residuals(double[] eta, int at, double[] label, int rows, double[] residual) {
            for (int i = 0; i < rows; i++) {
                residual[i] = eta[at + i] - label[i];
            }
        }
    }
}
