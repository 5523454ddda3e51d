package io.credence.loss;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.softmax.SoftmaxLoss;
import io.credence.linalg.JavaDenseKernel;
import java.util.Arrays;

/**
 * What a softmax loss gives for one row with K linear predictors.
 *
 * @param slope one per predictor
 * @param curvature K × K
 */
public record SoftmaxRow(double value, double[] slope, double[] curvature) {

    public static SoftmaxRow of(int label, double[] mean, double[] covariance) {
        return of(new SoftmaxLoss(mean.length + 1), label, mean, covariance);
    }

    public static SoftmaxRow of(RowLoss loss, int label, double[] mean, double[] covariance) {
        int k = mean.length;
        PredictorChunk chunk = new PredictorChunk(k, new double[loss.dispersionTotalCount()]);
        chunk.resize(1);
        chunk.label()[0] = label;
        chunk.weight()[0] = 1;
        System.arraycopy(mean, 0, chunk.predictorMeans(), 0, k);
        System.arraycopy(covariance, 0, chunk.predictorCovariances(), 0, k * k);
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        return new SoftmaxRow(
                chunk.moments().value()[0],
                Arrays.copyOf(chunk.moments().slope(), k),
                Arrays.copyOf(chunk.moments().curvature(), k * k));
    }

    /** The same at certain predictors, by the definition of the class probabilities. */
    public static SoftmaxRow exactly(int label, double[] eta) {
        int k = eta.length;
        double largest = Math.max(0, Arrays.stream(eta).max().orElseThrow());
        double total = Math.exp(-largest);
        for (double e : eta) {
            total += Math.exp(e - largest);
        }
        double[] slope = new double[k];
        double[] curvature = new double[k * k];
        for (int a = 0; a < k; a++) {
            double pa = Math.exp(eta[a] - largest) / total;
            slope[a] = pa - (label == a + 1 ? 1 : 0);
            for (int b = 0; b < k; b++) {
                curvature[a * k + b] = (a == b ? pa : 0) - pa * Math.exp(eta[b] - largest) / total;
            }
        }
        double logTotal = largest + Math.log(total);
        return new SoftmaxRow(label == 0 ? logTotal : logTotal - eta[label - 1], slope, curvature);
    }

    /** Value, slopes and curvatures, one after the other. */
    public double[] all() {
        double[] all = Arrays.copyOf(new double[] {value}, 1 + slope.length + curvature.length);
        System.arraycopy(slope, 0, all, 1, slope.length);
        System.arraycopy(curvature, 0, all, 1 + slope.length, curvature.length);
        return all;
    }
}
