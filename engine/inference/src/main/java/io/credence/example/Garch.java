package io.credence.example;

import io.credence.model.DerivedQuantities;
import io.credence.model.ModelOptions;
import io.credence.model.Parameter;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.List;
import java.util.Map;
import org.hipparchus.CalculusFieldElement;

/**
 * GARCH(1,1) model of a series of returns. Labels are returns r_t ~ N(0, σ_t²) with σ_t² = ω + α r²_{t−1} + β σ²_{t−1};
 * features are not used. The parameters are those of the QBVI paper's Table 7, ω = f(ψ_ω), α = f(ψ_α)(1 − f(ψ_β)) and β
 * = f(ψ_α)f(ψ_β) with the logistic f and normal priors of the ψ: here called omega, persistence α + β and share β/(α +
 * β), each between 0 and 1. The first variance is the unconditional one, ω/(1 − α − β). Derived are α and β, the
 * unconditional standard deviation and the number of steps after which half of a shock to the variance is left.
 *
 * <p>Option {@code initialVariance}: a positive number as the first variance instead.
 */
public final class Garch implements SeriesModel, DerivedQuantities {

    private static final long serialVersionUID = 1;
    private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

    private final double initialVariance;

    /** Creates the model without options. */
    public Garch() {
        this(Map.of());
    }

    /** Creates the model with options. */
    public Garch(Map<String, String> options) {
        this.initialVariance =
                ModelOptions.of(options, "initialVariance").number("initialVariance", 0, 0, Double.POSITIVE_INFINITY);
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        return List.of(
                Parameter.interval("omega", 0, 1),
                Parameter.interval("persistence", 0, 1),
                Parameter.interval("share", 0, 1));
    }

    @Override
    public List<String> quantityNames(List<String> columns) {
        return List.of("alpha", "beta", "unconditional sd", "half-life");
    }

    @Override
    public double[] quantities(double[] parameters) {
        double persistence = parameters[1];
        double beta = persistence * parameters[2];
        return new double[] {
            persistence - beta,
            beta,
            Math.sqrt(parameters[0] / (1 - persistence)),
            Math.log(0.5) / Math.log(persistence)
        };
    }

    @Override
    public <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
        T omega = parameters[0];
        T beta = parameters[1].multiply(parameters[2]);
        T alpha = parameters[1].subtract(beta);
        T variance = initialVariance > 0
                ? omega.newInstance(initialVariance)
                : omega.divide(parameters[1].negate().add(1));
        T sum = omega.newInstance(-0.5 * series.length() * LOG_TWO_PI);
        for (int t = 0; t < series.length(); t++) {
            double square = series.label(t) * series.label(t);
            sum = sum.subtract(
                    variance.log().add(variance.reciprocal().multiply(square)).multiply(0.5));
            variance = omega.add(alpha.multiply(square)).add(beta.multiply(variance));
        }
        return sum;
    }
}
