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
    public <T extends CalculusFieldElement<T>> T logPrior(T[] parameters) {
        T sum = scale.logDensity(parameters[parameters.length - 1]);
        for (int j = 0; j < sd.length; j++) {
            sum = sum.add(parameters[j].subtract(mean[j]).divide(sd[j]).square().multiply(-0.5));
        }
        if (sd.length + 1 < parameters.length) {
            T z = parameters[sd.length].subtract(8).divide(interceptScale);
            sum = sum.subtract(z.square().divide(3).log1p().multiply(2));
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
