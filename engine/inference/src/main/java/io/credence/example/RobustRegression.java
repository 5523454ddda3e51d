package io.credence.example;

import io.credence.model.ModelOptions;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.special.Gamma;

/**
 * Linear regression with Student-t errors, so that outliers have little influence. (y − η) / scale has Student's t
 * distribution with ν degrees of freedom.
 *
 * <p>Option {@code degreesOfFreedom}: ν, positive; 4 unless given.
 */
public final class RobustRegression implements PredictorModel {

    private static final long serialVersionUID = 1;

    private final double degreesOfFreedom;
    private final double logConstant;

    /** Creates the model without options. */
    public RobustRegression() {
        this(Map.of());
    }

    /** Creates the model with options. */
    public RobustRegression(Map<String, String> options) {
        degreesOfFreedom =
                ModelOptions.of(options, "degreesOfFreedom").number("degreesOfFreedom", 4, 0, Double.POSITIVE_INFINITY);
        logConstant = Gamma.logGamma((degreesOfFreedom + 1) / 2)
                - Gamma.logGamma(degreesOfFreedom / 2)
                - 0.5 * Math.log(Math.PI * degreesOfFreedom);
    }

    @Override
    public List<Parameter> extra() {
        return List.of(Parameter.positive("scale"));
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
        T scale = extra[0];
        T z = predictors[0].subtract(label).divide(scale);
        return z.square()
                .divide(degreesOfFreedom)
                .add(1)
                .log()
                .multiply(-0.5 * (degreesOfFreedom + 1))
                .subtract(scale.log())
                .add(logConstant);
    }

    @Override
    public double mean(double[] predictors, double[] extra) {
        return degreesOfFreedom > 1 ? predictors[0] : Double.NaN;
    }

    /** Draws a response from a random point of the unit disc (Bailey 1994). */
    @Override
    public double response(double[] predictors, double[] extra, RandomGenerator random) {
        double u;
        double square;
        do {
            u = 2 * random.nextDouble() - 1;
            double v = 2 * random.nextDouble() - 1;
            square = u * u + v * v;
        } while (square > 1 || square == 0);
        double nu = degreesOfFreedom;
        return predictors[0] + extra[0] * u * Math.sqrt(nu * (Math.pow(square, -2 / nu) - 1) / square);
    }
}
