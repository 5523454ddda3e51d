package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.model.PredictorModel;
import java.util.Arrays;
import org.hipparchus.CalculusFieldElement;

/** Loss of a predictor model as a formula of its predictors and its extra parameters, at the rows it was moved to. */
public final class PredictorFormula implements RowFormula {

    private final PredictorModel model;
    private final int predictors;
    private double[] labels = new double[0];
    private int first;

    public PredictorFormula(PredictorModel model, int predictors) {
        this.model = model;
        this.predictors = predictors;
    }

    @Override
    public void moveTo(RowBlock block, int from) {
        labels = block.attributes().labels();
        first = from;
    }

    @Override
    public <T extends CalculusFieldElement<T>> T loss(int row, T[] inputs) {
        T[] eta = Arrays.copyOf(inputs, predictors);
        T[] extra = Arrays.copyOfRange(inputs, predictors, inputs.length);
        return model.logLikelihood(labels[first + row], eta, extra).negate();
    }
}
