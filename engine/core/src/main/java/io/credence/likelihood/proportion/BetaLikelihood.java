package io.credence.likelihood.proportion;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.BetaShapesLoss;
import io.credence.likelihood.DispersionAveragedSmoothLoss;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.ScaledLogGamma;
import io.credence.quadrature.DispersionNodes;
import org.jspecify.annotations.Nullable;

/**
 * Beta likelihood of shares between 0 and 1, with logit link of their mean μ. The dispersion φ is one over their
 * precision; the variance is μ(1 − μ)φ/(1 + φ).
 */
public record BetaLikelihood() implements LogNormalDispersionLikelihood {

    /**
     * Prior of the dispersion, as in brms: the precision 1/φ is gamma distributed with shape and rate 0.01. Precisions
     * are of any order, and often above a hundred.
     */
    public static final DispersionPosterior.InverseGamma PRIOR = new DispersionPosterior.InverseGamma(0.01, 0.01);

    @Override
    public String name() {
        return "beta";
    }

    @Override
    public String link() {
        return "logit";
    }

    @Override
    public @Nullable String refusal(double label) {
        return label > 0 && label < 1
                ? null
                : "required: a share above 0 and below 1, which have no density themselves";
    }

    @Override
    public DispersionPosterior.InverseGamma dispersionPrior() {
        return PRIOR;
    }

    @Override
    public double accuracy() {
        return 1e-11;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return DispersionAveragedSmoothLoss.of(
                LogDispersionUpdate.quadratureNodes(scale), phi -> new BetaLoss(1 / phi));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(scale);
        double noise = 0;
        for (int k = 0; k < nodes.count(); k++) {
            noise += nodes.weight(k) * nodes.value(k) / (1 + nodes.value(k));
        }
        double share = PredictiveMoments.expectedLogistic(mean, variance);
        double uncertain = PredictiveMoments.varianceOf(BinaryLink.LOGIT::probability, mean, variance);
        return new ResponseMoments(share, uncertain, uncertain + noise * (share * (1 - share) - uncertain));
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.BetaLaw();
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) ->
                ResponseSampler.beta(BinaryLink.LOGIT.probability(eta[0]), dispersion, random);
    }

    /**
     * Loss of a share y of mean μ with logit link and precision p. With the shapes a = pμ and b = p(1 − μ) it is log
     * Γ(a) + log Γ(b) − log Γ(p) − (a − 1) log y − (b − 1) log(1 − y).
     */
    static final class BetaLoss extends BetaShapesLoss {

        private static final long serialVersionUID = 1;

        BetaLoss(double precision) {
            super(precision);
        }

        @Override
        public void writeFirstShapeLoss(double label, double a, double[] out) {
            shape(Math.log(label), a, out);
        }

        @Override
        public void writeSecondShapeLoss(double label, double b, double[] out) {
            shape(Math.log1p(-label), b, out);
        }

        private static void shape(double log, double shape, double[] out) {
            ScaledLogGamma.writeDerivatives(shape, out);
            out[0] -= (shape - 1) * log;
            out[1] -= shape * log;
        }

        @Override
        protected double constant(double label) {
            return -logGammaOfPrecision();
        }
    }
}
