package io.credence.likelihood.softmax;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.proportion.BernoulliLogitLoss;
import io.credence.linalg.DenseKernel;
import java.util.Arrays;

/**
 * Multinomial logit loss of classes 0 … K, log(1 + Σ_k e^{η_k}) − η_y. Class 0 is the reference, so a row has K linear
 * predictors. Two classes are a Bernoulli label. For more, one dimension of the expectation over η ~ N(m, V) is taken
 * in closed form, and the others by nodes: for three classes as many as the row's width needs, exact to about 1e-10 for
 * every width; for four likewise up to a standard deviation of about 4; for more classes a rule of degree 5 where rows
 * are narrow and 512 fixed points where they are wide. Where nodes are coarse, the curvature is twice the derivative in
 * V of the value as computed, so that an optimiser sees one function.
 *
 * @param classCount number of classes, K + 1, at least 2
 */
public record SoftmaxLoss(int classCount) implements RowLoss {

    public SoftmaxLoss {
        if (classCount < 2) {
            throw new IllegalArgumentException("softmax requires at least 2 classes but found " + classCount);
        }
    }

    @Override
    public int predictorCount() {
        return classCount - 1;
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        int k = predictorCount();
        if (k == 1) {
            new BernoulliLogitLoss().writeExpectedMoments(kernel, chunk);
            return;
        }
        Arrays.fill(chunk.moments().value(), 0, chunk.rows(), 0.0);
        Arrays.fill(chunk.moments().slope(), 0, chunk.rows() * k, 0.0);
        Arrays.fill(chunk.moments().curvature(), 0, chunk.rows() * k * k, 0.0);
        new ReducedSoftmax(kernel, chunk, k).addExpectations();
        for (int i = 0; i < chunk.rows(); i++) {
            subtractLabel(chunk, i);
        }
    }

    /**
     * Largest standard deviation of the predictors and of their differences, since any two classes may be the likely
     * ones.
     */
    public static double largestSd(double[] v, int offset, int k) {
        double largest = 0;
        for (int a = 0; a < k; a++) {
            double own = v[offset + a * k + a];
            largest = Math.max(largest, own);
            for (int b = 0; b < a; b++) {
                largest = Math.max(largest, own + v[offset + b * k + b] - 2 * v[offset + a * k + b]);
            }
        }
        return Math.sqrt(largest);
    }

    /** Computes log(1 + Σ e^η), and writes the probabilities of the classes 1 … K into {@code share}. */
    public static double logSumExp(double[] eta, double[] share) {
        double largest = 0;
        for (double e : eta) {
            largest = Math.max(largest, e);
        }
        double sum = Math.exp(-largest);
        for (int a = 0; a < eta.length; a++) {
            share[a] = Math.exp(eta[a] - largest);
            sum += share[a];
        }
        for (int a = 0; a < eta.length; a++) {
            share[a] /= sum;
        }
        return largest + Math.log(sum);
    }

    private void subtractLabel(PredictorChunk chunk, int i) {
        int label = (int) chunk.label()[i];
        if (label > 0) {
            int at = i * predictorCount() + label - 1;
            chunk.moments().value()[i] -= chunk.predictorMeans()[at];
            chunk.moments().slope()[at] -= 1;
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (predictorCount() == 1) {
            new BernoulliLogitLoss().evaluateAtDraws(kernel, points, from, to);
            return;
        }
        double[] largest = new double[points.rows()];
        double[] sum = new double[points.rows()];
        for (int s = from; s < to; s++) {
            writeClassProbabilities(kernel, points, s, largest, sum);
            for (int i = 0; i < sum.length; i++) {
                sum[i] -= 1; // one of the classes is the likeliest, and counts as 1
            }
            kernel.log1p(sum, 0, sum.length, points.workspace(0));
            for (int i = 0; i < sum.length; i++) {
                points.losses()[s * PredictorChunk.CAPACITY + i] = largest[i] + points.workspace(0)[i];
                int label = (int) points.label()[i];
                if (label > 0) {
                    points.losses()[s * PredictorChunk.CAPACITY + i] -=
                            points.predictors()[points.predictorOffset(s, label - 1) + i];
                    points.slopes()[points.predictorOffset(s, label - 1) + i] -= 1;
                }
            }
        }
    }

    /**
     * Writes the class probabilities at a draw into the slopes. It also writes the largest predictor of each row (0 for
     * class 0) and the sum of exponentials relative to it.
     */
    private void writeClassProbabilities(
            DenseKernel kernel, PredictorDraws points, int s, double[] largest, double[] sum) {
        int k = predictorCount();
        double[] below = points.workspace(0);
        double[] terms = points.workspace(1);
        Arrays.fill(largest, 0);
        for (int a = 0; a < k; a++) {
            for (int i = 0, at = points.predictorOffset(s, a); i < largest.length; i++) {
                largest[i] = Math.max(largest[i], points.predictors()[at + i]);
            }
        }
        for (int a = 0; a <= k; a++) {
            for (int i = 0, at = points.predictorOffset(s, a); i < largest.length; i++) {
                below[i] = (a == k ? 0 : points.predictors()[at + i]) - largest[i];
            }
            kernel.exp(below, 0, largest.length, terms);
            for (int i = 0, at = points.predictorOffset(s, a); i < largest.length; i++) {
                sum[i] = a == 0 ? terms[i] : sum[i] + terms[i];
                if (a < k) {
                    points.slopes()[at + i] = terms[i];
                }
            }
        }
        for (int a = 0; a < k; a++) {
            for (int i = 0, at = points.predictorOffset(s, a); i < largest.length; i++) {
                points.slopes()[at + i] /= sum[i];
            }
        }
    }
}
