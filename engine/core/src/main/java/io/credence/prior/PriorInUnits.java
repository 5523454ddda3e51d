package io.credence.prior;

import org.jspecify.annotations.Nullable;

/**
 * Prior of coefficients θ with separate units: another prior holds for c + (θ_j − c)/u_j. Coefficients with a normal
 * prior keep it as it is.
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
     * Further term of the log density in the units. The term of a non-centred prior is on log scales, which multiply
     * the units and have none.
     */
    @Override
    public @Nullable DensityTerm term() {
        DensityTerm term = priorOfUnits.term();
        return term == null || priorOfUnits.nonCentredMap() != null
                ? term
                : ScaledTerm.of(term, centre, units, normalPrior());
    }

    /**
     * Log density of parameters θ, given that of φ_j = c + (θ_j − c)/u_j. The Jacobian Π 1/u_j is included.
     *
     * @param term log density of φ
     * @param centre c
     * @param units u_j of the first parameters; those after them have 1
     * @param logVolume Σ log u_j over the parameters that the term is about
     */
    record ScaledTerm(DensityTerm term, double centre, double[] units, double logVolume) implements DensityTerm {

        /**
         * Term of the parameters that have no normal prior.
         *
         * @param normal normal prior of the others, precision 0 where there is none
         */
        static ScaledTerm of(DensityTerm term, double centre, double[] units, GaussianPrior normal) {
            double logVolume = 0;
            for (int j = 0; j < units.length; j++) {
                logVolume += normal.precision()[j] == 0 ? Math.log(units[j]) : 0;
            }
            return new ScaledTerm(term, centre, units, logVolume);
        }

        private double[] toUnits(double[] theta) {
            double[] phi = theta.clone();
            for (int j = 0; j < units.length; j++) {
                phi[j] = centre + (theta[j] - centre) / units[j];
            }
            return phi;
        }

        @Override
        public double logDensity(double[] theta) {
            return term.logDensity(toUnits(theta)) - logVolume;
        }

        @Override
        public boolean hasCurvature() {
            return term.hasCurvature();
        }

        @Override
        public void addGradient(double[] theta, double[] gradient) {
            double[] slopes = new double[gradient.length];
            term.addGradient(toUnits(theta), slopes);
            for (int j = 0; j < slopes.length; j++) {
                gradient[j] += j < units.length ? slopes[j] / units[j] : slopes[j];
            }
        }

        /** Adds the log density without the Jacobian, which no parameter changes. */
        @Override
        public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
            term.addBlankets(toUnits(theta), owners, blankets, at);
        }
    }
}
