package io.credence.prior;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prior in which the intercepts have separate normal priors.
 *
 * @param otherPrior prior of all other coefficients
 * @param normalPrior normal prior of its parameters, including that of the intercepts
 */
public record PerCoefficientPrior(CoefficientPrior otherPrior, GaussianPrior normalPrior) implements CoefficientPrior {

    /**
     * Prior in which the coefficients at some positions have the normal prior that {@code own} has there.
     *
     * @param own normal prior of the coefficients
     * @param intercepts positions of coefficients that are parameters themselves
     */
    public static PerCoefficientPrior of(CoefficientPrior others, GaussianPrior own, List<Integer> intercepts) {
        double[] means = others.normalPrior().mean().clone();
        double[] precisions = others.normalPrior().precision().clone();
        for (int j : intercepts) {
            means[j] = own.mean()[j];
            precisions[j] = own.precision()[j];
        }
        return new PerCoefficientPrior(others, new GaussianPrior(means, precisions));
    }

    @Override
    public String name() {
        return otherPrior.name();
    }

    @Override
    public int coefficientCount() {
        return otherPrior.coefficientCount();
    }

    @Override
    public @Nullable NonCentredMap nonCentredMap() {
        return otherPrior.nonCentredMap();
    }

    @Override
    public @Nullable DensityTerm term() {
        return otherPrior.term();
    }
}
