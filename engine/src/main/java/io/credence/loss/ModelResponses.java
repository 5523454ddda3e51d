package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.model.PlainNumbers;
import io.credence.model.PredictorModel;
import io.credence.statistics.LogSums;
import org.hipparchus.util.Binary64;

/** Classes of a model of linear predictors, each as likely as the model says of a row with that label. */
record ModelResponses(PredictorModelLoss loss) implements ResponseLaws {

    @Override
    public Kind kind() {
        return loss.model().isOrdered() ? Kind.ORDERED_CLASSES : Kind.CLASSES;
    }

    @Override
    public int classes() {
        return loss.model().classes();
    }

    @Override
    public AtDraws at(DenseKernel kernel, double[][] draws) {
        Binary64[][] extra = new Binary64[draws.length][];
        for (int s = 0; s < draws.length; s++) {
            double[] values = new double[loss.extra().constrained()];
            loss.extra().constrain(draws[s], loss.extraAt(), values);
            extra[s] = PlainNumbers.of(values);
        }
        return new Worker(
                loss.model(), new DrawnPredictors(kernel, draws, loss.predictors(), loss.columns(), 1), extra);
    }

    private record Worker(PredictorModel model, DrawnPredictors eta, Binary64[][] extra) implements AtDraws {

        @Override
        public void moveTo(RowBlock block, int first, int rows) {
            eta.moveTo(block, first, rows);
        }

        /** What is left out of every log likelihood alike has no say. */
        @Override
        public void shares(int row, int draw, double[] shares) {
            Binary64[] predictors = PlainNumbers.of(eta.of(row, draw));
            double[] logs = new double[shares.length];
            for (int k = 0; k < logs.length; k++) {
                logs[k] = model.logLikelihood(k, predictors, extra[draw]).getReal();
            }
            System.arraycopy(LogSums.shares(logs), 0, shares, 0, shares.length);
        }
    }
}
