package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.GammaPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.DispersionNodes;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/** Gamma likelihood of positive responses, with log link and variance φ·mean². */
public record GammaLikelihood() implements LogNormalDispersionLikelihood, PoweredLikelihood {
    @Override
    public String name() {
        return "gamma";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public double variancePower() {
        return 2;
    }

    @Override
    public @Nullable String refusal(double label) {
        return label > 0 && Double.isFinite(label) ? null : "required: a positive number";
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new GammaLoss(LogDispersionUpdate.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return PredictiveMoments.logLink(mean, variance, 0, scale.mean());
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.GammaLaw();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> Math.exp(eta[0]) * ResponseSampler.gamma(dispersion, random);
    }

    @Override
    public double leastOrder() {
        return 1;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new GammaPowers(1 / dispersion, order));
    }

    @Override
    public @Nullable String dispersionRefusal(RobustForm form, double order, double dispersion) {
        return order * (1 / dispersion - 1) + 1 <= 0
                ? "the " + form.configurationName() + "-loss of the family gamma requires a dispersion below "
                        + order / (order - 1) + " but found " + dispersion
                        + ": the integral of the density's power diverges"
                : null;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }

    /**
     * Loss of a gamma distributed response with log link and dispersion φ, whose variance is φ·mean². With shape k =
     * 1/φ it is k(η + y e^{−η}) − k log k − (k − 1) log y + log Γ(k), in closed form since E e^{−η} = exp(−m + v/2).
     */
    record GammaLoss(DispersionNodes dispersion) implements RowLoss {

        @Override
        public int dispersionTotalCount() {
            return dispersion.count();
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            int count = dispersion.count();
            double[] constants = new double[count];
            double meanShape = 0;
            for (int k = 0; k < count; k++) {
                double shape = 1 / dispersion.value(k);
                constants[k] = Gamma.logGamma(shape) - shape * Math.log(shape);
                meanShape += dispersion.weight(k) * shape;
            }
            for (int i = 0; i < chunk.rows(); i++) {
                double label = chunk.label()[i];
                double ratio = label * Math.exp(-chunk.predictorMeans()[i] + 0.5 * chunk.predictorCovariances()[i]);
                double logLabel = Math.log(label);
                double value = 0;
                for (int k = 0; k < count; k++) {
                    double shape = 1 / dispersion.value(k);
                    double atNode = shape * (chunk.predictorMeans()[i] + ratio) - (shape - 1) * logLabel + constants[k];
                    value += dispersion.weight(k) * atNode;
                    chunk.dispersionTotals()[k] += chunk.weight()[i] * atNode;
                }
                chunk.moments().value()[i] = value;
                chunk.moments().slope()[i] = meanShape * (1 - ratio);
                chunk.moments().curvature()[i] = meanShape * ratio;
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            if (dispersion.count() != 1) {
                points.expect(this, kernel, from, to);
                return;
            }
            double shape = 1 / dispersion.value(0);
            double constant = Gamma.logGamma(shape) - shape * Math.log(shape);
            double[] constants = new double[points.rows()];
            for (int i = 0; i < constants.length; i++) {
                constants[i] = constant - (shape - 1) * Math.log(points.label()[i]);
            }
            double[] minus = points.workspace(0);
            double[] ratio = points.workspace(1);
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                for (int i = 0; i < constants.length; i++) {
                    minus[i] = -points.predictors()[at + i];
                }
                kernel.exp(minus, 0, constants.length, ratio);
                for (int i = 0; i < constants.length; i++) {
                    ratio[i] *= points.label()[i];
                    points.losses()[at + i] = shape * (points.predictors()[at + i] + ratio[i]) + constants[i];
                    points.slopes()[at + i] = shape * (1 - ratio[i]);
                }
            }
        }
    }
}
