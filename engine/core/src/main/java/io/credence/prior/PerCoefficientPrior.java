package io.credence.prior;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prior in which the intercepts have separate normal priors.
 *
 * @param others prior of all other coefficients
 * @param normal normal prior of its parameters, including that of the intercepts
 */
public record PerCoefficientPrior(CoefficientPrior others, GaussianPrior normal) implements CoefficientPrior {

    /**
     * Prior in which the coefficients at some positions have the normal prior that {@code own} has there.
     *
     * @param own normal prior of the coefficients
     * @param intercepts positions of coefficients that are parameters themselves
     */
    public static PerCoefficientPrior of(CoefficientPrior others, GaussianPrior own, List<Integer> intercepts) {
        double[] means = others.normal().mean().clone();
        double[] precisions = others.normal().precision().clone();
        for (int j : intercepts) {
            means[j] = own.mean()[j];
            precisions[j] = own.precision()[j];
        }
        return new PerCoefficientPrior(others, new GaussianPrior(means, precisions));
    }

    @Override
    public String name() {
        return others.name();
    }

    @Override
    public int coefficients() {
        return others.coefficients();
    }

    @Override
    public @Nullable NonCentredMap map() {
        return others.map();
    }

    @Override
    public @Nullable DensityTerm term() {
        return others.term();
    }
}
