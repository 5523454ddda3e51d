package io.credence.prior;

import org.jspecify.annotations.Nullable;

/**
 * Prior of coefficients θ that have units of their own: another prior holds for c + (θ_j − c)/u_j. Coefficients with a
 * normal prior keep it as it is.
 *
 * @param others prior in those units
 * @param centre c
 * @param units u_j, one for each coefficient, positive
 */
public record PriorInUnits(CoefficientPrior others, double centre, double[] units) implements CoefficientPrior {
    public PriorInUnits {
        if (units.length != others.coefficients()) {
            throw new IllegalArgumentException("a prior of " + others.coefficients()
                    + " coefficients needs as many units but had " + units.length);
        }
        for (double unit : units) {
            PriorChecks.require("the unit of a coefficient", unit);
        }
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
        NonCentredMap map = others.map();
        return map == null ? null : map.inUnits(units);
    }

    @Override
    public GaussianPrior normal() {
        return others.normal();
    }

    /**
     * Further term of the log density in the units; that of a non-centred prior is on log scales, which multiply the
     * units and have none.
     */
    @Override
    public @Nullable DensityTerm term() {
        DensityTerm term = others.term();
        return term == null || others.map() != null ? term : ScaledTerm.of(term, centre, units, normal());
    }
}
