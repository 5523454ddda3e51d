package io.credence.benchmark;

import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Linear regression with an unknown standard deviation, as PosteriorDB has it. */
final class NormalRegression implements PredictorModel {

    private static final long serialVersionUID = 1;

    private final double[] mean;
    private final double[] sd;
    private final double interceptScale;
    private final PriorOfScale scale;

    /**
     * A regression.
     *
     * @param mean of the normal priors of the first coefficients
     * @param sd theirs; infinite for a flat one
     * @param interceptScale scale of Student's t with 3 degrees of freedom around 8 for the coefficient after these, if there is one
     */
    NormalRegression(double[] mean, double[] sd, double interceptScale, PriorOfScale scale) {
        this.mean = mean.clone();
        this.sd = sd.clone();
        this.interceptScale = interceptScale;
        this.scale = scale;
    }

    /** With one prior sd around 0 of all coefficients. */
    static NormalRegression of(int coefficients, double sd, PriorOfScale scale) {
        double[] all = new double[coefficients];
        Arrays.fill(all, sd);
        return new NormalRegression(new double[coefficients], all, 0, scale);
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
        double sum = scale.logDensity(parameters[parameters.length - 1]);
        for (int j = 0; j < sd.length; j++) {
            double z = (parameters[j] - mean[j]) / sd[j];
            sum -= 0.5 * z * z;
        }
        if (sd.length + 1 < parameters.length) {
            double z = (parameters[sd.length] - 8) / interceptScale;
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
