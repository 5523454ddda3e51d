package io.credence.example;

import io.credence.model.LatentModel;
import io.credence.model.Parameter;
import io.credence.model.Row;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/**
 * Model of counts that vary more than Poisson counts do, by a latent variable of each row. y ~ Poisson(exp(η + scale ·
 * z)) with the linear predictor η = x_iᵀβ + offset and a latent z ~ N(0, 1), whose integral has no closed form.
 *
 * <p>The encoder begins with what z would be if exp(scale · z) had a gamma distribution of the same relative variance,
 * whose posterior mean is known, and with the curvature there; its own three parameters correct that guess: mean =
 * shift / 10 + (1 + stretch / 10) · guess, log sd = guess + spread / 10. At 0, where a prior centred there begins, it
 * is already good; the tenths keep a prior of unit width from allowing what no good encoder is, which the bound would
 * pay for.
 */
public final class PoissonLogNormal implements LatentModel {

    private static final long serialVersionUID = 1;
    /**
     * Largest scale. It allows counts a thousand times above and below the expected ones; a larger scale only lets a
     * wide prior overflow.
     */
    private static final double MOST_SCALE = 4;

    private static final double TENTH = 0.1;
    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    @Override
    public List<Parameter> parameters(List<String> columns) {
        List<Parameter> parameters = new ArrayList<>();
        columns.forEach(column -> parameters.add(Parameter.real(column)));
        parameters.add(Parameter.interval("scale", 0, MOST_SCALE));
        parameters.add(Parameter.real("encoder.shift"));
        parameters.add(Parameter.real("encoder.stretch"));
        parameters.add(Parameter.real("encoder.spread"));
        return parameters;
    }

    @Override
    public @Nullable String refuse(double label) {
        return label >= 0 && label == Math.rint(label) && Double.isFinite(label)
                ? null
                : "must be a whole number from 0";
    }

    @Override
    public int latents() {
        return 1;
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logJoint(Row row, T[] latents, T[] parameters) {
        T z = latents[0];
        T logRate = row.predictor(parameters).add(parameters[row.columns()].multiply(z));
        double constant = Gamma.logGamma(row.label() + 1) + 0.5 * LOG_TWO_PI;
        return logRate.multiply(row.label())
                .subtract(logRate.exp())
                .subtract(z.square().multiply(0.5))
                .subtract(constant);
    }

    @Override
    public <T extends CalculusFieldElement<T>> void encode(Row row, T[] parameters, T[] mean, T[] logSd) {
        int columns = row.columns();
        T scale = parameters[columns];
        T variance = scale.square();
        T expected = row.predictor(parameters).exp();
        // log of the factor on the expected count that its posterior under a gamma distribution has as mean
        T logFactor = variance.multiply(row.label())
                .log1p()
                .subtract(variance.multiply(expected).log1p());
        T guess = logFactor.divide(scale);
        T curvature = variance.multiply(expected).multiply(logFactor.exp());
        T stretch = parameters[columns + 2].multiply(TENTH).add(1);
        mean[0] = stretch.multiply(guess).add(parameters[columns + 1].multiply(TENTH));
        logSd[0] = curvature.log1p().multiply(-0.5).add(parameters[columns + 3].multiply(TENTH));
    }
}
