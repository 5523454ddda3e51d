package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Temperatures of summers by year, with normal priors of intercept and slope. */
record Kilpisjarvi(double intercept, double interceptSd, double slope, double slopeSd) implements PredictorModel {

    private static final long serialVersionUID = 1;

    @Override
    public List<Parameter> extra() {
        return List.of(Parameter.positive("sigma"));
    }

    @Override
    public boolean hasPrior() {
        return true;
    }

    @Override
    public double logPrior(double[] t) {
        double a = (t[0] - intercept) / interceptSd;
        double b = (t[1] - slope) / slopeSd;
        return -0.5 * (a * a + b * b);
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        return predictors[0]
                .subtract(label)
                .divide(extra[0])
                .square()
                .multiply(-0.5)
                .subtract(extra[0].log());
    }
}
