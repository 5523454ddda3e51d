package io.credence.prior;

import io.credence.family.NormalInverseGamma;
import io.credence.family.law.DispersionPosterior;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Prior θ | φ ~ N(m, φV) of coefficients given a dispersion φ, whose logarithm is the parameter behind them. With an
 * inverse-gamma prior of φ it is the conjugate prior of a normal regression (Knoblauch et al. 2022, equation 79).
 *
 * @param unitDispersionPrior N(m, V), independent
 */
public record ConjugatePrior(GaussianPrior unitDispersionPrior) implements CoefficientPrior {

    /** Name in configuration and results. */
    public static final String NAME = "conjugate";

    public ConjugatePrior {
        if (!unitDispersionPrior.isIndependent()) {
            throw new IllegalArgumentException(
                    "a conjugate prior is of independent coefficients given the dispersion: found a prior with correlations");
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int coefficientCount() {
        return unitDispersionPrior.dimension();
    }

    @Override
    public @Nullable NonCentredMap nonCentredMap() {
        return null;
    }

    @Override
    public GaussianPrior normalPrior() {
        return new GaussianPrior(unitDispersionPrior.mean(), new double[coefficientCount()]);
    }

    @Override
    public DensityTerm term() {
        return new ConditionalNormal(unitDispersionPrior);
    }

    @Override
    public NormalInverseGamma conjugateLaw(DispersionPosterior.InverseGamma dispersion) {
        return NormalInverseGamma.independent(
                unitDispersionPrior.mean(), unitDispersionPrior.sd(), dispersion.shape(), dispersion.scale());
    }

    /**
     * Normal density of θ given φ, as a function of θ and log φ behind it.
     *
     * @param unitDispersionPrior density at φ = 1
     */
    record ConditionalNormal(@Override GaussianPrior unitDispersionPrior) implements DensityTerm {

        private int coefficientCount() {
            return unitDispersionPrior.dimension();
        }

        private double[] coefficients(double[] theta) {
            return Arrays.copyOf(theta, coefficientCount());
        }

        @Override
        public double logDensity(double[] theta) {
            double log = theta[coefficientCount()];
            return unitDispersionPrior.logDensity(unitDispersionPrior.mean())
                    - 0.5 * coefficientCount() * log
                    - unitDispersionPrior.halfSquaredDistance(coefficients(theta)) * Math.exp(-log);
        }

        @Override
        public void addGradient(double[] theta, double[] gradient) {
            int d = coefficientCount();
            double precision = Math.exp(-theta[d]);
            double[] own = unitDispersionPrior.gradient(coefficients(theta));
            for (int j = 0; j < d; j++) {
                gradient[j] += precision * own[j];
            }
            gradient[d] += unitDispersionPrior.halfSquaredDistance(coefficients(theta)) * precision - 0.5 * d;
        }
    }
}
