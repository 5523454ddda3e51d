package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.BetaShapesLoss;
import io.credence.likelihood.DispersionAveragedSmoothLoss;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.ScaledLogGamma;
import io.credence.likelihood.proportion.BetaLikelihood;
import io.credence.likelihood.proportion.BinaryLink;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/**
 * Beta-binomial likelihood: successes of n trials whose probability varies from row to row. The probability is a beta
 * variable of mean μ with logit link and dispersion φ, one over its precision. The variance of the successes is nμ(1 −
 * μ)(1 + nφ)/(1 + φ).
 */
public record BetaBinomialLikelihood() implements LogNormalDispersionLikelihood {
    @Override
    public String name() {
        return "beta-binomial";
    }

    @Override
    public String link() {
        return "logit";
    }

    @Override
    public PairedResponse pairedResponse() {
        return SuccessesAndTrials.COUNTS;
    }

    @Override
    public @Nullable String refusal(double label) {
        return SuccessesAndTrials.COUNTS.refusal(
                SuccessesAndTrials.COUNTS.decodeResponse(label), SuccessesAndTrials.COUNTS.trials(label));
    }

    /** Number of outcomes of one trial, 2. */
    @Override
    public int outcomeCount() {
        return 2;
    }

    @Override
    public DispersionPosterior.InverseGamma dispersionPrior() {
        return BetaLikelihood.PRIOR;
    }

    /**
     * Relative accuracy of the expectations. It is lower than usual, since losses are differences of log gamma
     * functions.
     */
    @Override
    public double accuracy() {
        return 1e-10;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return DispersionAveragedSmoothLoss.of(
                LogDispersionUpdate.quadratureNodes(scale), phi -> new BetaBinomialLoss(1 / phi));
    }

    /** Moments of the outcome of one trial. */
    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        double p = PredictiveMoments.expectedLogistic(mean, variance);
        return new ResponseMoments(
                p, PredictiveMoments.varianceOf(BinaryLink.LOGIT::probability, mean, variance), p * (1 - p));
    }

    @Override
    public boolean hasLinearTails() {
        return true;
    }

    @Override
    public ResponseSampler responseSampler() {
        return new Draw();
    }

    private static final class Draw implements ResponseSampler {
        @Override
        public double draw(double[] eta, double dispersion, RandomGenerator random) {
            return random.nextDouble() < BinaryLink.LOGIT.probability(eta[0]) ? 1 : 0;
        }

        @Override
        public double drawLabel(double[] eta, double dispersion, double like, RandomGenerator random) {
            double trials = SuccessesAndTrials.COUNTS.trials(like);
            double share = ResponseSampler.beta(BinaryLink.LOGIT.probability(eta[0]), dispersion, random);
            return SuccessesAndTrials.COUNTS.encodeLabel(CountSampler.binomial(trials, share, random), trials);
        }
    }

    /**
     * Loss of y successes in n trials whose probability is beta distributed with mean μ, logit link, and precision p.
     * With the beta function B, a = pμ and b = p(1 − μ), it is log B(a, b) − log B(a + y, b + n − y) − log (n over y).
     */
    static final class BetaBinomialLoss extends BetaShapesLoss {

        private static final long serialVersionUID = 1;

        BetaBinomialLoss(double precision) {
            super(precision);
        }

        @Override
        public void writeFirstShapeLoss(double label, double a, double[] out) {
            shape(SuccessesAndTrials.COUNTS.decodeResponse(label), a, out);
        }

        @Override
        public void writeSecondShapeLoss(double label, double b, double[] out) {
            shape(SuccessesAndTrials.COUNTS.trials(label) - SuccessesAndTrials.COUNTS.decodeResponse(label), b, out);
        }

        /** Writes log Γ(s) − log Γ(s + count) of a shape s, and its scaled derivatives, into {@code out}. */
        private static void shape(double count, double shape, double[] out) {
            double[] after = new double[3];
            ScaledLogGamma.writeDerivatives(shape, out);
            ScaledLogGamma.writeDerivatives(shape + count, after);
            double share = shape / (shape + count);
            out[0] -= after[0];
            out[1] -= share * after[1];
            out[2] -= share * share * after[2];
        }

        @Override
        protected double constant(double label) {
            double trials = SuccessesAndTrials.COUNTS.trials(label);
            double successes = SuccessesAndTrials.COUNTS.decodeResponse(label);
            return Gamma.logGamma(trials + precision())
                    - logGammaOfPrecision()
                    - LogFactorial.of(trials)
                    + LogFactorial.of(successes)
                    + LogFactorial.of(trials - successes);
        }
    }
}
