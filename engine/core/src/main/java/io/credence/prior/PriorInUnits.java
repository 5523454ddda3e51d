package io.credence.prior;

import org.jspecify.annotations.Nullable;

/**
 * Prior of coefficients θ that have units of their own: another prior holds for c + (θ_j − c)/u_j. Coefficients with a
 * normal prior keep it as it is.
 *
 * @param priorOfUnits prior in those units
 * @param centre c
 * @param units u_j, one for each coefficient, positive
 */
public record PriorInUnits(CoefficientPrior priorOfUnits, double centre, double[] units) implements CoefficientPrior {
    public PriorInUnits {
        if (units.length != priorOfUnits.coefficientCount()) {
            throw new IllegalArgumentException("a prior of " + priorOfUnits.coefficientCount()
                    + " coefficients needs as many units but had " + units.length);
        }
        for (double unit : units) {
            PriorChecks.requirePositive("the unit of a coefficient", unit);
        }
    }

    @Override
    public String name() {
        return priorOfUnits.name();
    }

    @Override
    public int coefficientCount() {
        return priorOfUnits.coefficientCount();
    }

    @Override
    public @Nullable NonCentredMap nonCentredMap() {
        NonCentredMap map = priorOfUnits.nonCentredMap();
        return map == null ? null : map.inUnits(units);
    }

    @Override
    public GaussianPrior normalPrior() {
        return priorOfUnits.normalPrior();
    }

    /**
     * Further term of the log density in the units; that of a non-centred prior is on log scales, which multiply the
     * units and have none.
     */
    @Override
    public @Nullable DensityTerm term() {
        DensityTerm term = priorOfUnits.term();
        return term == null || priorOfUnits.nonCentredMap() != null ? term : ScaledTerm.of(term, centre, units, normalPrior());
    }
}
