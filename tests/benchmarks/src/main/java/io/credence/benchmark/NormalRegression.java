package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Linear regression with an unknown standard deviation, as PosteriorDB has it. */
final class NormalRegression implements PredictorModel {

    private static final long serialVersionUID = 1;

    private final double sd;
    private final double interceptScale;
    private final PriorOfScale scale;

    /**
     * A regression.
     *
     * @param sd of the coefficients' normal prior; infinite for a flat one
     * @param interceptScale scale of Student's t with 3 degrees of freedom around 8 for the last coefficient; 0 where that is none
     */
    NormalRegression(double sd, double interceptScale, PriorOfScale scale) {
        this.sd = sd;
        this.interceptScale = interceptScale;
        this.scale = scale;
    }

    @Override
    public List<Parameter> extra() {
        return List.of(Parameter.positive("sigma"));
    }

    @Override
    public boolean hasPrior() {
        return true;
    }

    @Override
    public double logPrior(double[] parameters) {
        int last = parameters.length - 1;
        int normal = interceptScale > 0 ? last - 1 : last;
        double sum = scale.logDensity(parameters[last]);
        for (int j = 0; j < normal; j++) {
            sum -= 0.5 * parameters[j] * parameters[j] / (sd * sd);
        }
        if (interceptScale > 0) {
            double z = (parameters[normal] - 8) / interceptScale;
            sum -= 2 * Math.log1p(z * z / 3);
        }
        return sum;
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
