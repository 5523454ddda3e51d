package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import java.util.Arrays;

/**
 * Score estimator that subtracts one constant from the values per element of the gradient (QBVI equation 15). The
 * estimate is ĝ_i = mean v_i (log p − c_i), and likewise for the elements of vvᵀ − P. The constants c = Cov(z log p,
 * z)/Var(z), for each element z of the score, come from the draws before, so that the estimate stays unbiased. Both
 * moments are estimated from the same draws: with the exact Var(v_i) = P_ii and Var(v_i v_j − P_ij) = P_ij² + P_ii
 * P_jj, a covariance of 100 draws is off by a third of the mean of log p, which is what was to be subtracted. The
 * constants are stored as slope and curvature of a {@link QuadraticControlVariate}. Where factors are separated, log p
 * is the part that involves the element's factor (GVI equations 94 and 96).
 */
public record ConstantVariateEstimator() implements GradientEstimator<GaussianPosterior> {

    @Override
    public GradientForm form() {
        return GradientForm.NONE;
    }

    /** Values at the draws, unchanged. The constants of a score's elements are no quadratic to be subtracted. */
    @Override
    public double[] residuals(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate before) {
        return drawn.values();
    }

    @Override
    public Estimate estimate(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate constants) {
        Moments moments = new Moments(drawn, q);
        double[] gradient = moments.products;
        double[] curvature = moments.curvatureProducts;
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] -= constants.slope()[j] * moments.scores[j];
        }
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] -= constants.curvature()[e] * moments.curvatureScores[e];
        }
        // The noise is that around one common constant of each factor, a bound on what the elements' own leave.
        double[][] standard = ScoreEstimator.standardDeviates(drawn, q.dimension());
        double[][] around = moments.values.clone();
        for (int f = 0; f < around.length; f++) {
            around[f] = drawn.centredOnOtherUnits(around[f]);
        }
        return new Estimate(
                Arrays.stream(drawn.values()).average().orElseThrow(),
                drawn.varianceOfMean(drawn.values()),
                gradient,
                curvature,
                curvature,
                ScoreEstimator.gradientNoise(drawn, q.blocks(), standard, around),
                ScoreEstimator.curvatureNoise(drawn, q.blocks(), standard, around));
    }

    /** Estimates the constants from these draws, for use with the next ones. */
    public static QuadraticControlVariate estimateConstants(EvaluatedDraws drawn, GaussianPosterior q) {
        Moments moments = new Moments(drawn, q);
        return new QuadraticControlVariate(
                q.blocks(),
                estimateConstants(moments.scores, moments.scoreSquares, moments.products, moments.squares),
                estimateConstants(
                        moments.curvatureScores,
                        moments.curvatureScoreSquares,
                        moments.curvatureProducts,
                        moments.curvatureSquares));
    }

    private static double[] estimateConstants(
            double[] scores, double[] scoreSquares, double[] products, double[] squares) {
        double[] constants = new double[scores.length];
        for (int e = 0; e < constants.length; e++) {
            double variance = scoreSquares[e] - scores[e] * scores[e];
            constants[e] = variance > 0 ? (squares[e] - products[e] * scores[e]) / variance : 0;
        }
        return constants;
    }

    /**
     * Means over draws of z, z², z log p and z² log p for every element z of the score and of vvᵀ − P. The log p is
     * that of the element's factor.
     */
    private static final class Moments {
        private final double[] scores;
        private final double[] scoreSquares;
        private final double[] products;
        private final double[] squares;
        private final double[] curvatureScores;
        private final double[] curvatureScoreSquares;
        private final double[] curvatureProducts;
        private final double[] curvatureSquares;
        private final double[][] values;

        Moments(EvaluatedDraws drawn, GaussianPosterior q) {
            int d = q.dimension();
            int packed = q.blocks().packedLength();
            scores = new double[d];
            scoreSquares = new double[d];
            products = new double[d];
            squares = new double[d];
            curvatureScores = new double[packed];
            curvatureScoreSquares = new double[packed];
            curvatureProducts = new double[packed];
            curvatureSquares = new double[packed];
            values = new double[q.blocks().count()][];
            for (int b = 0; b < values.length; b++) {
                values[b] = drawn.factorValues(b);
            }
            double[] standard = new double[d];
            for (int s = 0; s < drawn.count(); s++) {
                drawn.standardDraws().fill(s, standard);
                add(q, q.score(standard), s, 1.0 / drawn.count());
            }
        }

        private void add(GaussianPosterior q, double[] v, int s, double share) {
            Blocks blocks = q.blocks();
            for (int b = 0, e = 0; b < blocks.count(); b++) {
                double value = values[b][s];
                for (int i = blocks.firstCoefficient(b); i < blocks.firstCoefficient(b) + blocks.size(b); i++) {
                    scores[i] += share * v[i];
                    scoreSquares[i] += share * v[i] * v[i];
                    products[i] += share * v[i] * value;
                    squares[i] += share * v[i] * v[i] * value;
                    for (int j = blocks.firstCoefficient(b); j <= i; j++, e++) {
                        double z = v[i] * v[j] - q.precision()[e];
                        curvatureScores[e] += share * z;
                        curvatureScoreSquares[e] += share * z * z;
                        curvatureProducts[e] += share * z * value;
                        curvatureSquares[e] += share * z * z * value;
                    }
                }
            }
        }
    }
}
