package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.quadrature.QuadratureRule;

/**
 * Hurdle likelihood of counts: 0 with a probability whose logit is the second linear predictor, else of a law truncated
 * to 1, 2, … (Mullahy 1986, Specification and testing of some modified count data models).
 *
 * @param baseLikelihood law of the counts before truncation, with log link
 */
public record HurdleLikelihood(Likelihood baseLikelihood) implements ZeroAugmentedLikelihood {

    @Override
    public String name() {
        return "hurdle-" + baseLikelihood.name();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new HurdleLoss(new TruncatedLoss(baseLikelihood.loss(scale), zeroProbability(scale)));
    }

    @Override
    public PositiveCounts responseLaw() {
        return new PositiveCounts(new ResponseLaw.Counts(baseLikelihood.dispersionName() == null));
    }

    @Override
    public ResponseSampler countSampler() {
        PositiveCounts counts = responseLaw();
        return (eta, dispersion, random) -> counts.draw(eta[0], dispersion, random);
    }

    /** Moments of a new count, by quadrature over η_1 and over η_2 given η_1. */
    @Override
    public ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        double sd = Math.sqrt(covariance[0]);
        double slope = sd > 0 ? covariance[1] / sd : 0;
        double rest = Math.max(0, covariance[3] - slope * slope);
        QuadratureRule rule = QuadratureRule.forGrowth(sd / LogPositive.WIDTH, 2 * sd);
        CountMoments counts = new CountMoments(zeroProbability(scale));
        double expected = 0;
        double ofMean = 0;
        double square = 0;
        for (int a = 0; a < rule.nodes().length; a++) {
            double z = rule.nodes()[a];
            double weight = rule.weights()[a];
            counts.moveToPredictor(mean[0] + sd * z);
            double logit = mean[1] + slope * z;
            double passed = Responses.expectedLogistic(-logit, rest);
            double apart = Responses.varianceOf(eta -> 1 / (1 + Math.exp(eta)), logit, rest);
            expected += weight * passed * counts.mean;
            ofMean += weight * (passed * passed + apart) * counts.mean * counts.mean;
            square += weight * passed * counts.square;
        }
        return new ResponseMoments(expected, Math.max(0, ofMean - expected * expected), square - expected * expected);
    }

    /**
     * Moments of a count above 0 given η_1, E(Y | Y > 0, η_1) and E(Y² | Y > 0, η_1), averaged over the dispersion.
     */
    private static final class CountMoments {

        private final ZeroProbability zero;
        private final LogPositive[] positive;
        private final double[] point = new double[3];
        private double mean;
        private double square;

        CountMoments(ZeroProbability zero) {
            this.zero = zero;
            this.positive = new LogPositive[zero.dispersionWeights().length];
            for (int k = 0; k < positive.length; k++) {
                positive[k] = new LogPositive(zero, k);
            }
        }

        void moveToPredictor(double eta) {
            mean = 0;
            square = 0;
            for (int k = 0; k < positive.length; k++) {
                positive[k].evaluateAt(0, eta, point);
                double each = zero.dispersionWeights()[k] * Math.exp(eta - point[0]);
                mean += each;
                square += each * (1 + (1 + zero.dispersion(k)) * Math.exp(eta));
            }
        }
    }
}
