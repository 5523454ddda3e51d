package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import java.util.Arrays;

/**
 * Loss of counts with a separate part for zeros, of two linear predictors. The predictor η_1 is of the counts, and η_2
 * is the logit of the probability of a zero of the separate part. The loss of a count y > 0 is log(1 + e^{η_2}) and
 * that of {@link #countLoss}; that of a zero is log(1 + e^{η_2}) and a further term of the implementation.
 */
interface ZeroAugmentedLoss extends RowLoss {

    /** Loss of the counts above 0, of one predictor. */
    RowLoss countLoss();

    /**
     * Adds the expectation of the term that only zeros have to the moments and totals of rows whose label is 0. It
     * comes beside log(1 + e^{η_2}).
     */
    void expectZeros(DenseKernel kernel, PredictorChunk chunk);

    /**
     * Sets value and slopes of zeros at one draw.
     *
     * @param s number of the draw
     * @param ofCounts loss of the counts at its η_1, zeros included
     * @param logit η_2
     * @param ofAny log(1 + e^{η_2}), whose slope in η_2 is set
     */
    void evaluateZeros(
            DenseKernel kernel, PredictorDraws points, int s, PredictorDraws ofCounts, double[] logit, double[] ofAny);

    @Override
    default int predictorCount() {
        return 2;
    }

    @Override
    default int predictorsWithOffset() {
        return 1;
    }

    @Override
    default int dispersionTotalCount() {
        return countLoss().dispersionTotalCount();
    }

    @Override
    default void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        int rows = chunk.rows();
        Arrays.fill(chunk.moments().value(), 0, rows, 0.0);
        Arrays.fill(chunk.moments().slope(), 0, 2 * rows, 0.0);
        Arrays.fill(chunk.moments().curvature(), 0, 4 * rows, 0.0);
        expectCounts(kernel, chunk);
        expectZeros(kernel, chunk);
        expectAnyRow(kernel, chunk);
    }

    /** Writes the expected loss of the counts above 0 into the moments. */
    private void expectCounts(DenseKernel kernel, PredictorChunk chunk) {
        PredictorChunk above = new PredictorChunk(1, chunk.dispersionTotals());
        int[] from = new int[chunk.rows()];
        int count = 0;
        for (int i = 0; i < chunk.rows(); i++) {
            if (chunk.label()[i] != 0) {
                above.label()[count] = chunk.label()[i];
                above.weight()[count] = chunk.weight()[i];
                above.predictorMeans()[count] = chunk.predictorMeans()[2 * i];
                above.predictorCovariances()[count] = chunk.predictorCovariances()[4 * i];
                from[count++] = i;
            }
        }
        above.resize(count);
        countLoss().writeExpectedMoments(kernel, above);
        for (int a = 0; a < count; a++) {
            chunk.moments().value()[from[a]] = above.moments().value()[a];
            chunk.moments().slope()[2 * from[a]] = above.moments().slope()[a];
            chunk.moments().curvature()[4 * from[a]] = above.moments().curvature()[a];
        }
    }

    /** Adds the expectation of log(1 + e^{η_2}) to every row. */
    private void expectAnyRow(DenseKernel kernel, PredictorChunk chunk) {
        int rows = chunk.rows();
        double[] mean = new double[rows];
        double[] variance = new double[rows];
        for (int i = 0; i < rows; i++) {
            mean[i] = chunk.predictorMeans()[2 * i + 1];
            variance[i] = chunk.predictorCovariances()[4 * i + 3];
        }
        Moments any = Moments.ofCapacity(rows);
        chunk.softplus().expect(kernel, mean, variance, 0, rows, any);
        for (int i = 0; i < rows; i++) {
            chunk.moments().value()[i] += any.value()[i];
            chunk.moments().slope()[2 * i + 1] += any.slope()[i];
            chunk.moments().curvature()[4 * i + 3] += any.curvature()[i];
            for (int k = 0; k < dispersionTotalCount(); k++) {
                chunk.dispersionTotals()[k] += chunk.weight()[i] * any.value()[i];
            }
        }
    }

    @Override
    default void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersionTotalCount() > 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        int rows = points.rows();
        PredictorDraws ofCounts = new PredictorDraws(1, 1);
        ofCounts.moveTo(points.label(), 0, rows, new double[PredictorChunk.CAPACITY]);
        double[] logit = new double[PredictorChunk.CAPACITY];
        double[] value = new double[PredictorChunk.CAPACITY];
        double[] slope = new double[PredictorChunk.CAPACITY];
        for (int s = from; s < to; s++) {
            System.arraycopy(points.predictors(), points.predictorOffset(s, 0), ofCounts.predictors(), 0, rows);
            countLoss().evaluateAtDraws(kernel, ofCounts, 0, 1);
            System.arraycopy(points.predictors(), points.predictorOffset(s, 1), logit, 0, rows);
            kernel.softplus(logit, 0, rows, value, slope);
            for (int i = 0; i < rows; i++) {
                points.losses()[s * PredictorChunk.CAPACITY + i] = ofCounts.losses()[i] + value[i];
                points.slopes()[points.predictorOffset(s, 0) + i] = ofCounts.slopes()[i];
                points.slopes()[points.predictorOffset(s, 1) + i] = slope[i];
            }
            evaluateZeros(kernel, points, s, ofCounts, logit, value);
        }
    }
}
