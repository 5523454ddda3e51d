package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.count.CountingLaw;
import io.credence.likelihood.count.ZeroProbability;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.QuadratureRule;
import org.jspecify.annotations.Nullable;

/**
 * Hurdle likelihood of counts, which are 0 with a separate probability, and otherwise of a law truncated to 1, 2, ….
 * The logit of that probability is the second linear predictor (Mullahy 1986, Specification and testing of some
 * modified count data models).
 *
 * @param baseLikelihood law of the counts before truncation, with log link
 */
public record HurdleLikelihood(CountingLaw baseLikelihood) implements ZeroAugmentedLikelihood {

    @Override
    public String name() {
        return "hurdle-" + baseLikelihood.name();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new HurdleLoss(new TruncatedLoss(baseLikelihood.loss(scale), baseLikelihood.zeroProbability(scale)));
    }

    @Override
    public PositiveCounts responseLaw() {
        return new PositiveCounts(baseLikelihood.responseLaw());
    }

    @Override
    public ResponseSampler countSampler() {
        return (eta, dispersion, random) -> baseLikelihood.drawPositive(eta[0], dispersion, random);
    }

    /** Moments of a new count, by quadrature over η_1 and over η_2 given η_1. */
    @Override
    public ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        double sd = Math.sqrt(covariance[0]);
        double slope = sd > 0 ? covariance[1] / sd : 0;
        double rest = Math.max(0, covariance[3] - slope * slope);
        QuadratureRule rule = QuadratureRule.forGrowth(sd / LogPositiveProbability.WIDTH, 2 * sd);
        CountMoments counts = new CountMoments(baseLikelihood, scale);
        double expected = 0;
        double ofMean = 0;
        double square = 0;
        for (int a = 0; a < rule.nodes().length; a++) {
            double z = rule.nodes()[a];
            double weight = rule.weights()[a];
            counts.moveToPredictor(mean[0] + sd * z);
            double logit = mean[1] + slope * z;
            double passed = PredictiveMoments.expectedLogistic(-logit, rest);
            double apart = PredictiveMoments.varianceOf(eta -> 1 / (1 + Math.exp(eta)), logit, rest);
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
        private final LogPositiveProbability[] positive;
        private final double[][] coefficients;
        private final double[] point = new double[3];
        private double mean;
        private double square;

        CountMoments(CountingLaw law, DispersionPosterior scale) {
            this.zero = law.zeroProbability(scale);
            this.positive = new LogPositiveProbability[zero.dispersionWeights().length];
            this.coefficients = new double[positive.length][];
            for (int k = 0; k < positive.length; k++) {
                positive[k] = new LogPositiveProbability(zero, k);
                coefficients[k] = law.secondMomentCoefficients(new DispersionPosterior.Known(zero.dispersion(k)));
            }
        }

        void moveToPredictor(double eta) {
            mean = 0;
            square = 0;
            for (int k = 0; k < positive.length; k++) {
                positive[k].evaluateAt(0, eta, point);
                double each = zero.dispersionWeights()[k] * Math.exp(eta - point[0]);
                mean += each;
                square += each * secondMomentPerMean(k, Math.exp(eta));
            }
        }

        private double secondMomentPerMean(int k, double mu) {
            double sum = 0;
            for (int power = coefficients[k].length - 1; power >= 0; power--) {
                sum = sum * mu + coefficients[k][power];
            }
            return sum;
        }
    }

    /**
     * Loss of counts that are 0 with a separate probability π, and otherwise of a truncated law (Mullahy 1986). A row
     * has two linear predictors: η_1 of the counts, and η_2, the logit of π. The loss of a count y > 0 is log(1 +
     * e^{η_2}) − log p(y | η_1, y > 0), that of a zero log(1 + e^{η_2}) − η_2. Each term depends on one predictor, so
     * that no second derivative is mixed.
     *
     * @param countLoss loss of the counts above 0
     */
    record HurdleLoss(RowLoss countLoss) implements ZeroAugmentedLoss {

        @Override
        public void expectZeros(DenseKernel kernel, PredictorChunk chunk) {
            for (int i = 0; i < chunk.rows(); i++) {
                if (chunk.label()[i] == 0) {
                    double logit = chunk.predictorMeans()[2 * i + 1];
                    chunk.moments().value()[i] -= logit;
                    chunk.moments().slope()[2 * i + 1] -= 1;
                    for (int k = 0; k < dispersionTotalCount(); k++) {
                        chunk.dispersionTotals()[k] -= chunk.weight()[i] * logit;
                    }
                }
            }
        }

        @Override
        public void evaluateZeros(
                DenseKernel kernel,
                PredictorDraws points,
                int s,
                PredictorDraws ofCounts,
                double[] logit,
                double[] ofAny) {
            for (int i = 0; i < points.rows(); i++) {
                if (points.label()[i] == 0) {
                    points.losses()[s * PredictorChunk.CAPACITY + i] = ofAny[i] - logit[i];
                    points.slopes()[points.predictorOffset(s, 0) + i] = 0;
                    points.slopes()[points.predictorOffset(s, 1) + i] -= 1;
                }
            }
        }
    }

    /**
     * Loss of counts that are observed only where they are above 0. It is −log p(y | η) + log(1 − p(0 | η)), y ≥ 1.
     *
     * @param countLoss loss of the counts
     * @param zeroProbability probability p(0 | η) of a zero
     */
    record TruncatedLoss(RowLoss countLoss, ZeroProbability zeroProbability) implements RowLoss {

        @Override
        public int dispersionTotalCount() {
            return countLoss.dispersionTotalCount();
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            countLoss.writeExpectedMoments(kernel, chunk);
            double[] point = new double[3];
            double[] sum = new double[3];
            for (int k = 0; k < zeroProbability.dispersionWeights().length; k++) {
                LogPositiveProbability positive = new LogPositiveProbability(zeroProbability, k);
                double share = zeroProbability.dispersionWeights()[k];
                for (int i = 0; i < chunk.rows(); i++) {
                    positive.expect(
                            0, chunk.predictorMeans()[i], Math.sqrt(chunk.predictorCovariances()[i]), point, sum);
                    chunk.moments().value()[i] += share * sum[0];
                    chunk.moments().slope()[i] += share * sum[1];
                    chunk.moments().curvature()[i] += share * sum[2];
                    if (dispersionTotalCount() > 0) {
                        chunk.dispersionTotals()[k] += chunk.weight()[i] * sum[0];
                    }
                }
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            if (dispersionTotalCount() > 1) {
                points.expect(this, kernel, from, to);
                return;
            }
            countLoss.evaluateAtDraws(kernel, points, from, to);
            LogPositiveProbability positive = new LogPositiveProbability(zeroProbability, 0);
            double[] point = new double[3];
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                for (int i = at; i < at + points.rows(); i++) {
                    positive.evaluateAt(0, points.predictors()[i], point);
                    points.losses()[i] += point[0];
                    points.slopes()[i] += point[1];
                }
            }
        }
    }

    /**
     * Distribution of counts above 0, a law truncated at zero.
     *
     * @param countLaw law before truncation
     */
    record PositiveCounts(Counts countLaw) implements ResponseLaw {

        @Override
        public @Nullable Recursion recursion(double eta, double dispersion) {
            Recursion whole = countLaw.recursion(eta, dispersion);
            if (whole == null) {
                return null;
            }
            double positive = countLaw.upperTail(0, eta, dispersion);
            double one = whole.probability() * whole.ratio(1);
            return new Recursion(1, positive > 0 ? Math.min(1, one / positive) : 1, whole.a(), whole.b());
        }

        @Override
        public double cdf(double y, double eta, double dispersion) {
            if (y < 1) {
                return 0;
            }
            double positive = countLaw.upperTail(0, eta, dispersion);
            return positive > 0 ? Math.max(0, 1 - countLaw.upperTail(y, eta, dispersion) / positive) : 1;
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return countLaw.predictorNoise(eta, dispersion);
        }

        @Override
        public Support support() {
            return Support.COUNTS;
        }
    }
}
