package io.credence.benchmark;

import io.credence.model.PredictorModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/**
 * The mixture ½N(μ₁, s²) + ½N(μ₂, s²) (GVI eq. 84): each mean is a linear predictor with an intercept alone.
 *
 * @param sd s
 */
record TwoNormals(double sd) implements PredictorModel {

    @Override
    public List<String> predictors() {
        return List.of("first", "second");
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        T first = log(label, predictors[0]);
        T second = log(label, predictors[1]);
        T larger = first.getReal() > second.getReal() ? first : second;
        T smaller = larger == first ? second : first;
        return larger.add(smaller.subtract(larger).exp().log1p());
    }

    /** Log density of a half of the mixture. */
    private <T extends CalculusFieldElement<T>> T log(double label, T mean) {
        T z = mean.subtract(label).divide(sd);
        return z.square().multiply(-0.5).subtract(Math.log(2 * sd) + 0.5 * Math.log(2 * Math.PI));
    }

    double log(double label, double first, double second) {
        double a = (label - first) / sd;
        double b = (label - second) / sd;
        double larger = -0.5 * Math.min(a * a, b * b);
        return larger
                + Math.log1p(Math.exp(-0.5 * Math.abs(a * a - b * b)))
                - Math.log(2 * sd)
                - 0.5 * Math.log(2 * Math.PI);
    }
}
